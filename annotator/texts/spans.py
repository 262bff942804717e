"""Half-open spans of a text: overlap, union, the tokens that they touch, and conversion of UTF-16 offsets.

All offsets are Unicode code points unless a name says ``utf16``; start inclusive, end exclusive. Pure.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Span(NamedTuple):
    """The characters ``start <= i < end`` of a text."""

    start: int
    end: int


def overlaps(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two spans share a character; spans that only touch do not."""
    return a[0] < b[1] and b[0] < a[1]


def absorb_all(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans with overlapping ones united, in the order of their first parts; spans that touch stay apart."""
    several = tuple(spans)
    if not any(overlaps(a, b) for a, b in pairwise(sorted(several))):
        return several
    joined: list[Span] = []
    for span in several:
        hits = [other for other in joined if overlaps(other, span)]
        if not hits:
            joined.append(span)
            continue
        hull = Span(min(span.start, *(hit.start for hit in hits)), max(span.end, *(hit.end for hit in hits)))
        joined = [hull if other == hits[0] else other for other in joined if other not in hits[1:]]
    return tuple(joined)


def touching_tokens(tokens: Sequence[int], start: int, end: int) -> range:
    """Indexes of the tokens that share a character with ``[start, end)``.

    Args:
        tokens: bounds in text order, ``[start0, end0, start1, end1, ...]``; tokens do not overlap and are not empty.
    """
    if end <= start:
        return range(0)
    # The flat list ascends, so one search finds the place among starts and ends: an odd place is inside a token.
    first = bisect_right(tokens, start) // 2
    last = (bisect_left(tokens, end) + 1) // 2
    return range(first, max(first, last))


class Utf16Offsets:
    """Code points <-> UTF-16 code units of one text (DUCView and JavaScript count the latter).

    Costs one pass over a text that is all in the basic plane, where both counts are the same.
    """

    __slots__ = ("_astral", "_astral_utf16", "length", "utf16_length")

    def __init__(self, text: str) -> None:
        plain = text.isascii() or max(text) <= "\uffff"
        self._astral = [] if plain else [index for index, char in enumerate(text) if char > "\uffff"]
        self._astral_utf16 = [index + before for before, index in enumerate(self._astral)]
        self.length = len(text)
        self.utf16_length = len(text) + len(self._astral)

    @property
    def same(self) -> bool:
        """Whether both counts are the same throughout the text."""
        return not self._astral

    def to_utf16(self, offset: int) -> int:
        """The UTF-16 offset of a code point offset ``0 <= offset <= length``."""
        return offset + bisect_left(self._astral, offset)

    def to_code_point(self, offset: int) -> int:
        """The code point offset of a UTF-16 offset; inside a surrogate pair, that of the pair's character."""
        return offset - bisect_left(self._astral_utf16, offset)

    def splits_pair(self, offset: int) -> bool:
        """Whether the UTF-16 offset lies between the two halves of a character."""
        before = bisect_left(self._astral_utf16, offset)
        return before > 0 and self._astral_utf16[before - 1] == offset - 1
