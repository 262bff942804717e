"""The parts of all items of a state, by id and in text order."""

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import NamedTuple, Self

from annotator.work.edits.parts import PartSnapshot


class PlacedPart(NamedTuple):
    """A part, the id of its SCU or unit, and the id of its summary (0 for all parts of a peer annotation)."""

    item: str
    summary: int
    part: PartSnapshot


def part_ids(parts: Iterable[PlacedPart]) -> set[str]:
    return {placed.part["id"] for placed in parts}


class PartIndex:
    """Finds a part by its id, and whether a part overlaps others, without looking at all parts (ADR 0191)."""

    def __init__(self, parts: Iterable[PlacedPart] = ()) -> None:
        self.by_id: dict[str, PlacedPart] = {}
        self._spans: dict[int, list[tuple[int, int, str]]] = {}  # by summary id: sorted (start, end, item id)
        self._longest = 0  # the length of the longest part that was ever added
        self.replace([], sorted(parts, key=lambda placed: placed.part["start"]))

    def copy(self) -> Self:
        """Returns an index that can be changed without changing this one."""
        copy = type(self)()
        copy.by_id = dict(self.by_id)
        copy._spans = {summary: [*spans] for summary, spans in self._spans.items()}
        copy._longest = self._longest
        return copy

    def replace(self, before: Iterable[PlacedPart], after: Iterable[PlacedPart]) -> None:
        """Replace the parts that some items had before an edit by the parts that the same items have after it."""
        added = {placed.part["id"]: placed for placed in after}
        for placed in before:
            part_id = placed.part["id"]
            if added.get(part_id) == placed:
                del added[part_id]
            else:
                del self.by_id[part_id]
                spans = self._spans[placed.summary]
                del spans[bisect_left(spans, _span(placed))]
        self.by_id.update(added)
        for placed in added.values():
            insort(self._spans.setdefault(placed.summary, []), _span(placed))
            self._longest = max(self._longest, placed.part["end"] - placed.part["start"])

    def has(self, part: PartSnapshot) -> bool:
        """Whether an item has a part with this id and these bounds."""
        placed = self.by_id.get(part["id"])
        return placed is not None and placed.part == part

    def overlaps_other_item(self, placed: PlacedPart) -> bool:
        """Whether a part shares a character with a part of another item."""
        spans = self._spans.get(placed.summary, [])
        start, end, item = _span(placed)
        # The spans outside this slice start at ``end`` or later, or so early that they end before ``start``.
        candidates = spans[bisect_left(spans, (start - self._longest,)) : bisect_left(spans, (end,))]
        return any(other_end > start and other_item != item for _, other_end, other_item in candidates)


def _span(placed: PlacedPart) -> tuple[int, int, str]:
    return placed.part["start"], placed.part["end"], placed.item
