"""Measures how well a division of a pyramid's text into model summaries fits its contributors."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from annotator.duc.documents import ModelSpan

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Misfits:
    """The numbers of faults that a file has if its text is divided in a certain way. ``empty``: model summaries without
    a contributor; ``spanning``: contributors with parts in two model summaries; ``outside``: other contributors with a
    part outside all model summaries, as in a header; ``doubled``: contributors beyond the first that an SCU has in the
    same model summary.
    """

    empty: int
    spanning: int
    outside: int
    doubled: int

    @property
    def wrong_contributors(self) -> int:
        return self.spanning + self.outside + self.doubled


class PartBounds:
    """The parts of all contributors, as bounds in the text."""

    def __init__(self, text: str, scus: Sequence[Sequence[Sequence[Bounds]]]) -> None:
        """``scus``: for each SCU and each of its contributors, the bounds of the parts. White space at both ends of a
        part is ignored, because some parts reach beyond their summary.
        """
        trimmed = [[_trimmed(text, parts) for parts in contributors] for contributors in scus]
        self._scus = [[parts for parts in contributors if parts] for contributors in trimmed]
        self.contributor_count = sum(map(len, self._scus))
        parts = sorted(part for contributors in self._scus for parts in contributors for part in parts)
        self._starts = [start for start, _ in parts]
        self._largest_ends = list(accumulate((end for _, end in parts), max))  # the largest end up to each part

    def __bool__(self) -> bool:
        return self.contributor_count > 0

    def has_part_in(self, start: int, end: int) -> bool:
        """Whether any part overlaps ``[start, end)``."""
        started_count = bisect_left(self._starts, end)  # parts that start before `end`
        return started_count > 0 and self._largest_ends[started_count - 1] > start

    def misfits(self, spans: Sequence[ModelSpan]) -> Misfits:
        """The faults if the model summaries are these spans, which must be in text order."""
        starts = [span.start for span in spans]
        used: set[int] = set()
        spanning = outside = doubled = 0
        for contributors in self._scus:
            contributors_by_model: Counter[int] = Counter()
            for parts in contributors:
                models, is_inside = _models_of(parts, spans, starts)
                spanning += len(models) > 1
                outside += not is_inside and len(models) < 2
                contributors_by_model.update(models)
            doubled += contributors_by_model.total() - len(contributors_by_model)
            used.update(contributors_by_model)
        return Misfits(len(spans) - len(used) if self else 0, spanning, outside, doubled)

    def models_by_contributor(self, spans: Sequence[ModelSpan]) -> tuple[frozenset[int], ...]:
        """The indexes of each contributor's model summaries. Divisions with equal results give equal scores."""
        starts = [span.start for span in spans]
        return tuple(_models_of(parts, spans, starts)[0] for contributors in self._scus for parts in contributors)

    def unrelated_neighbours(self, spans: Sequence[ModelSpan]) -> list[int]:
        """The indexes of spans that share no SCU with the next span, although both have contributors."""
        starts = [span.start for span in spans]
        used: set[int] = set()
        related: set[int] = set()
        for contributors in self._scus:
            models = sorted(set().union(*(_models_of(parts, spans, starts)[0] for parts in contributors)))
            used.update(models)
            related.update(model for model, next_model in pairwise(models) if next_model == model + 1)
        return [index for index in range(len(spans) - 1) if {index, index + 1} <= used and index not in related]


def _models_of(
    parts: Sequence[Bounds], spans: Sequence[ModelSpan], starts: Sequence[int]
) -> tuple[frozenset[int], bool]:
    """The indexes of the spans that the parts overlap, and whether every part is inside one of the spans."""
    models: set[int] = set()
    is_inside = True
    for start, end in parts:
        first = bisect_right(starts, start) - 1
        if first >= 0 and end <= spans[first].end:
            models.add(first)
            continue
        touched = [index for index in range(max(first, 0), bisect_left(starts, end)) if spans[index].end > start]
        models.update(touched)
        is_inside = False
    return frozenset(models), is_inside


def _trimmed(text: str, parts: Sequence[Bounds]) -> list[Bounds]:
    trimmed = []
    for start, end in parts:
        piece = text[start:end]
        if piece.strip():
            trimmed.append((start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))
    return trimmed
