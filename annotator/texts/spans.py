"""Half-open spans of a text: whether they overlap, joining them, and the tokens that they touch.

All offsets are Unicode code points; start inclusive, end exclusive. Pure: no Django, no database.
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


def join_overlapping(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Join overlapping spans; a joined span takes the place of its first span. Spans that only touch stay separate."""
    original = tuple(spans)
    if not any(overlaps(a, b) for a, b in pairwise(sorted(original))):
        return original
    joined: list[Span] = []
    for span in original:
        overlapping = [earlier for earlier in joined if overlaps(earlier, span)]
        if not overlapping:
            joined.append(span)
            continue
        start, end = min(other.start for other in overlapping), max(other.end for other in overlapping)
        union = Span(min(start, span.start), max(end, span.end))
        joined = [union if other == overlapping[0] else other for other in joined if other not in overlapping[1:]]
    return tuple(joined)


def touching_tokens(tokens: Sequence[int], start: int, end: int) -> range:
    """Indexes of the tokens that share a character with ``[start, end)``.

    Args:
        tokens: bounds in text order, ``[start0, end0, start1, end1, ...]``; tokens do not overlap and are not empty.
    """
    if end <= start:
        return range(0)
    # The bounds ascend, so one search finds where an offset belongs: after an odd number of bounds, it is in a token.
    first = bisect_right(tokens, start) // 2
    last = (bisect_left(tokens, end) + 1) // 2
    return range(first, max(first, last))
