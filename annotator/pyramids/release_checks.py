"""What is worth checking before a release; none of it prevents a release."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotator.projects.models import Summary
from annotator.pyramids.verbs.scus import AsideImage, ScuImage
from annotator.texts.similarity.tokens import bag_of_label
from annotator.texts.spans import touching_tokens

MOST_SHOWN = 50
ALIKE = 0.75
"""Labels are nearly the same if at least this share of their words is in both."""
FEWEST_SHARED_WORDS = 2
MOST_LABELS = 100
"""Labels are compared through a word only with the first labels that have it: a frequent word says little."""
MOST_PAIRS = 5_000
REASONS = {"unsure": "unsure", "discuss": "to discuss"}


@dataclass(frozen=True, slots=True)
class TextShare:
    """The words of a model summary that are in no SCU: set aside on purpose, or open."""

    letter: str
    summarizer: str
    words: int
    open: int
    aside: int

    @property
    def open_percent(self) -> int:
        """The share of open words; 0 only if there are none."""
        return _percent(self.open, self.words)

    @property
    def aside_percent(self) -> int:
        """The share of words set aside; 0 only if there are none."""
        return _percent(self.aside, self.words)


@dataclass(frozen=True, slots=True)
class Hint:
    """Groups of SCUs worth checking, and why. ``more``: number of groups that are not shown."""

    why: str
    groups: list[list[ScuImage]]
    more: int = 0

    @property
    def number(self) -> int:
        """The number of groups."""
        return len(self.groups) + self.more


@dataclass(frozen=True, slots=True)
class Checks:
    """All that is worth checking."""

    texts: list[TextShare]
    hints: list[Hint]

    def __bool__(self) -> bool:
        return bool(self.texts or self.hints)


def release_checks(
    images: Sequence[ScuImage], *, models: Iterable[Summary], asides: Iterable[AsideImage] = ()
) -> Checks:
    """Similar labels, flags and uncovered words of a pyramid. ``asides``: text that was set aside."""
    same, alike = _labels(images)
    groups_by_reason = [
        ("with the same label", same),
        ("with nearly the same label", alike),
        *((f"flagged {name}", [[image] for image in images if _flagged(image, key)]) for key, name in REASONS.items()),
    ]
    hints = [
        Hint(why, groups[:MOST_SHOWN], max(0, len(groups) - MOST_SHOWN)) for why, groups in groups_by_reason if groups
    ]
    spans = {aside["summary"]: aside["spans"] for aside in asides}
    shares = [_share(model, images, spans.get(model.pk, [])) for model in models]
    return Checks([share for share in shares if share.open or share.aside], hints)


def _percent(part: int, whole: int) -> int:
    return max(1, round(100 * part / whole)) if part else 0


def _flagged(image: ScuImage, reason: str) -> bool:
    return reason in image.get("flags", ()) or any(reason in row.get("flags", ()) for row in image["contributors"])


def _share(model: Summary, images: Sequence[ScuImage], spans: Sequence[Sequence[int]]) -> TextShare:
    covered = _touched(
        model,
        (
            (part["start"], part["end"])
            for image in images
            for contributor in image["contributors"]
            if contributor["summary"] == model.pk
            for part in contributor["parts"]
        ),
    )
    aside = _touched(model, ((span[0], span[1]) for span in spans)) - covered
    words = len(model.words) // 2
    return TextShare(model.letter, model.summarizer, words, words - len(covered | aside), len(aside))


def _touched(model: Summary, spans: Iterable[tuple[int, int]]) -> set[int]:
    return {word for start, end in spans for word in touching_tokens(model.words, start, end)}


def _labels(images: Sequence[ScuImage]) -> tuple[list[list[ScuImage]], list[list[ScuImage]]]:
    """Groups of SCUs with the same label, and pairs with nearly the same."""
    by_words: dict[tuple[str, ...], list[ScuImage]] = defaultdict(list)
    for image in images:
        if words := bag_of_label(image["label"]).words:
            by_words[words].append(image)
    same = [group for group in by_words.values() if len(group) > 1]
    firsts = [(frozenset(words), group[0]) for words, group in by_words.items()]
    places_by_word: dict[str, list[int]] = defaultdict(list)
    alike = []
    for place, (own, image) in enumerate(firsts):
        shared: dict[int, int] = defaultdict(int)
        for word in own:
            for other in places_by_word[word]:
                shared[other] += 1
            if len(places_by_word[word]) < MOST_LABELS:
                places_by_word[word].append(place)
        alike += [[firsts[other][1], image] for other in sorted(shared) if _alike(shared[other], own, firsts[other][0])]
        if len(alike) >= MOST_PAIRS:
            break
    return same, alike


def _alike(shared: int, words: frozenset[str], other: frozenset[str]) -> bool:
    return shared >= FEWEST_SHARED_WORDS and shared >= ALIKE * len(words | other)
