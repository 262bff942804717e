"""What one may want to look at before a release; nothing here bars one. Pure but for the words of texts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from annotator.projects.models import Summary
from annotator.pyramids.verbs.scus import AsideImage, ScuImage
from annotator.texts.similarity.tokens import bag_of_label
from annotator.texts.spans import touching_tokens

MOST_SHOWN = 50
ALIKE = 0.75
"""Of the words of two labels, the share that both have, from which on they are taken for nearly the same."""
FEWEST_SHARED = 2
MOST_HOLDERS = 100
"""Of a word that more labels have, the first ones that have it are compared with the others: it tells little."""
MOST_PAIRS = 5_000
REASONS = {"unsure": "unsure", "discuss": "to discuss"}


@dataclass(frozen=True, slots=True)
class TextShare:
    """How many words of a model summary are in no SCU: set aside on purpose, or open."""

    letter: str
    summarizer: str
    words: int
    open: int
    aside: int

    @property
    def open_percent(self) -> int:
        """The open words of a hundred; 0 means none, whatever rounding says."""
        return _percent(self.open, self.words)

    @property
    def aside_percent(self) -> int:
        """The set-aside words of a hundred, likewise."""
        return _percent(self.aside, self.words)


@dataclass(frozen=True, slots=True)
class Hint:
    """SCUs worth a look, in groups that belong together, and why. ``more``: how many groups are not shown."""

    why: str
    groups: list[list[ScuImage]]
    more: int = 0

    @property
    def number(self) -> int:
        """How many groups there are."""
        return len(self.groups) + self.more


@dataclass(frozen=True, slots=True)
class Checks:
    """All that is worth a look."""

    texts: list[TextShare]
    hints: list[Hint]

    def __bool__(self) -> bool:
        return bool(self.texts or self.hints)


def release_checks(
    images: Sequence[ScuImage], *, models: Iterable[Summary], asides: Iterable[AsideImage] = ()
) -> Checks:
    """What stands out in the SCUs of a pyramid. ``models``: the model summaries, ``asides``: what was set aside."""
    same, alike = _labels(images)
    found = [
        ("with the same label", same),
        ("with nearly the same label", alike),
        *((f"flagged {said}", [[one] for one in images if _flagged(one, key)]) for key, said in REASONS.items()),
    ]
    hints = [Hint(why, groups[:MOST_SHOWN], max(0, len(groups) - MOST_SHOWN)) for why, groups in found if groups]
    spans = {aside["summary"]: aside["spans"] for aside in asides}
    shares = [_share(model, images, spans.get(model.pk, [])) for model in models]
    return Checks([share for share in shares if share.open or share.aside], hints)


def _percent(part: int, whole: int) -> int:
    return max(1, round(100 * part / whole)) if part else 0


def _flagged(image: ScuImage, reason: str) -> bool:
    return reason in image.get("flags", ()) or any(reason in one.get("flags", ()) for one in image["contributors"])


def _share(model: Summary, images: Sequence[ScuImage], spans: Sequence[Sequence[int]]) -> TextShare:
    covered = _touched(
        model,
        (
            (part["start"], part["end"])
            for image in images
            for one in image["contributors"]
            if one["summary"] == model.pk
            for part in one["parts"]
        ),
    )
    aside = _touched(model, ((span[0], span[1]) for span in spans)) - covered
    words = len(model.words) // 2
    return TextShare(model.letter, model.summarizer, words, words - len(covered | aside), len(aside))


def _touched(model: Summary, spans: Iterable[tuple[int, int]]) -> set[int]:
    return {word for start, end in spans for word in touching_tokens(model.words, start, end)}


def _labels(images: Sequence[ScuImage]) -> tuple[list[list[ScuImage]], list[list[ScuImage]]]:
    """The SCUs of the same label in groups, and pairs of nearly the same."""
    by_words: dict[tuple[str, ...], list[ScuImage]] = defaultdict(list)
    for image in images:
        if words := bag_of_label(image["label"]).words:
            by_words[words].append(image)
    same = [group for group in by_words.values() if len(group) > 1]
    firsts = [(frozenset(words), group[0]) for words, group in by_words.items()]
    holders: dict[str, list[int]] = defaultdict(list)
    alike = []
    for place, (own, image) in enumerate(firsts):
        shared: dict[int, int] = defaultdict(int)
        for word in own:
            for other in holders[word]:
                shared[other] += 1
            if len(holders[word]) < MOST_HOLDERS:
                holders[word].append(place)
        alike += [[firsts[other][1], image] for other in sorted(shared) if _alike(shared[other], own, firsts[other][0])]
        if len(alike) >= MOST_PAIRS:
            break
    return same, alike


def _alike(shared: int, words: frozenset[str], others: frozenset[str]) -> bool:
    return shared >= FEWEST_SHARED and shared >= ALIKE * len(words | others)
