"""Hints on what is worth checking before a release. None of them prevents a release."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotator.projects.models import Summary
from annotator.pyramids.verbs.scus import AsideSnapshot, ScuSnapshot
from annotator.texts.similarity.tokens import bag_of_label
from annotator.texts.spans import touching_tokens

MAX_GROUPS = 50
"""A hint lists at most this many groups of SCUs, and gives the number of the other groups."""
MIN_SHARED_WORDS = 2
MIN_SHARED_RATIO = 0.75
"""Two labels are nearly the same if they share at least this many words, and this fraction of all words in either."""
MAX_LABELS_PER_WORD = 100
"""A frequent word is only looked up in the first labels that contain it, which keeps the comparison fast."""
MAX_PAIRS = 5_000  # the search stops at this many pairs of labels that are nearly the same
FLAG_NAMES = {"unsure": "unsure", "discuss": "to discuss"}


@dataclass(frozen=True, slots=True)
class WordCounts:
    """Word counts of a model summary. Words in no SCU are either set aside on purpose or open."""

    letter: str
    summarizer: str
    words: int
    open_words: int
    aside_words: int

    @property
    def open_percent(self) -> int:
        """The percentage of open words; 0 only if there are none."""
        return _percent(self.open_words, self.words)

    @property
    def aside_percent(self) -> int:
        """The percentage of words set aside; 0 only if there are none."""
        return _percent(self.aside_words, self.words)


@dataclass(frozen=True, slots=True)
class Hint:
    """Groups of SCUs worth checking.

    ``reason``: a phrase that follows "SCUs". ``hidden_count``: the number of groups that are not in ``groups``.
    """

    reason: str
    groups: list[list[ScuSnapshot]]
    hidden_count: int = 0

    @property
    def group_count(self) -> int:
        return len(self.groups) + self.hidden_count


@dataclass(frozen=True, slots=True)
class Checks:
    """All hints for a pyramid. ``word_counts``: only for model summaries that have words in no SCU."""

    word_counts: list[WordCounts]
    hints: list[Hint]

    def __bool__(self) -> bool:
        return bool(self.word_counts or self.hints)


def release_checks(
    scus: Sequence[ScuSnapshot], *, models: Iterable[Summary], asides: Iterable[AsideSnapshot] = ()
) -> Checks:
    """Find SCUs with similar labels or with flags, and words in no SCU. ``asides``: text set aside."""
    same, similar = _groups_by_label(scus)
    groups_by_reason = [
        ("with the same label", same),
        ("with nearly the same label", similar),
        *((f"flagged {name}", [[scu] for scu in scus if _is_flagged(scu, flag)]) for flag, name in FLAG_NAMES.items()),
    ]
    hints = [
        Hint(reason, groups[:MAX_GROUPS], max(0, len(groups) - MAX_GROUPS))
        for reason, groups in groups_by_reason
        if groups
    ]
    aside_spans = {aside["summary"]: aside["spans"] for aside in asides}
    word_counts = [_word_counts(model, scus, aside_spans.get(model.pk, [])) for model in models]
    return Checks([counts for counts in word_counts if counts.open_words or counts.aside_words], hints)


def _percent(part: int, whole: int) -> int:
    return max(1, round(100 * part / whole)) if part else 0


def _is_flagged(scu: ScuSnapshot, flag: str) -> bool:
    return any(flag in item.get("flags", ()) for item in (scu, *scu["contributors"]))


def _word_counts(model: Summary, scus: Sequence[ScuSnapshot], aside_spans: Sequence[Sequence[int]]) -> WordCounts:
    covered = _touched_words(
        model,
        (
            (part["start"], part["end"])
            for scu in scus
            for contributor in scu["contributors"]
            if contributor["summary"] == model.pk
            for part in contributor["parts"]
        ),
    )
    aside = _touched_words(model, ((span[0], span[1]) for span in aside_spans)) - covered
    word_count = len(model.words) // 2  # the list has two numbers per word: its start and end
    return WordCounts(model.letter, model.summarizer, word_count, word_count - len(covered | aside), len(aside))


def _touched_words(model: Summary, spans: Iterable[tuple[int, int]]) -> set[int]:
    return {word for start, end in spans for word in touching_tokens(model.words, start, end)}


def _groups_by_label(scus: Sequence[ScuSnapshot]) -> tuple[list[list[ScuSnapshot]], list[list[ScuSnapshot]]]:
    """Groups of SCUs with the same label, and pairs of SCUs with nearly the same label."""
    groups: dict[tuple[str, ...], list[ScuSnapshot]] = defaultdict(list)
    for scu in scus:
        if words := bag_of_label(scu["label"]).words:
            groups[words].append(scu)
    same = [group for group in groups.values() if len(group) > 1]
    distinct_labels = [(frozenset(words), group[0]) for words, group in groups.items()]
    indexes_by_word: dict[str, list[int]] = defaultdict(list)
    similar = []
    for index, (label_words, scu) in enumerate(distinct_labels):
        shared_counts: dict[int, int] = defaultdict(int)  # by index of an earlier label
        for word in label_words:
            for earlier_index in indexes_by_word[word]:
                shared_counts[earlier_index] += 1
            if len(indexes_by_word[word]) < MAX_LABELS_PER_WORD:
                indexes_by_word[word].append(index)
        for earlier_index, shared_count in sorted(shared_counts.items()):
            earlier_words, earlier_scu = distinct_labels[earlier_index]
            if shared_count >= max(MIN_SHARED_WORDS, MIN_SHARED_RATIO * len(label_words | earlier_words)):
                similar.append([earlier_scu, scu])
        if len(similar) >= MAX_PAIRS:
            break
    return same, similar
