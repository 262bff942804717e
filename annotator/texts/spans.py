"""Half-open spans of a text: bounds, overlap, union, touching tokens, and the way from and to UTF-16 offsets.

All offsets are Unicode code points unless a name says ``utf16``; start inclusive, end exclusive. Pure.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class SpanError(ValueError):
    """A pair of offsets that is no span; the message is a sentence for people."""


class Span(NamedTuple):
    """The characters ``start <= i < end`` of a text. A plain pair to compare and sort; `make_span` checks it."""

    start: int
    end: int


class Absorbed(NamedTuple):
    """What `absorb` did: the spans that now stand, the index of the one that grew or came, those that went."""

    spans: tuple[Span, ...]
    kept: int
    gone: tuple[int, ...]


def make_span(start: int, end: int, *, length: int | None = None) -> Span:
    """The span ``[start, end)``, checked.

    Args:
        start: first code point, at least 0.
        end: one past the last code point, greater than ``start``.
        length: code points of the text, or None when it is not known.

    Raises:
        SpanError: a bound is negative, the span is empty or turned round, or it ends past the text.
    """
    if start < 0:
        raise SpanError(f"A span cannot start at {start}.")
    if end <= start:
        raise SpanError(f"A span has to end after its start, not at {end} after {start}.")
    if length is not None and end > length:
        raise SpanError(f"A span cannot end at {end} in a text of {length} characters.")
    return Span(start, end)


def overlaps(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two spans share a character; spans that only touch do not."""
    return a[0] < b[1] and b[0] < a[1]


def hull(spans: Iterable[Sequence[int]]) -> Span:
    """The smallest span that holds all of them.

    Raises:
        SpanError: there is none to hold.
    """
    pairs = list(spans)
    if not pairs:
        raise SpanError("Nothing to span.")
    return Span(min(pair[0] for pair in pairs), max(pair[1] for pair in pairs))


def absorb(spans: Sequence[Sequence[int]], new: Sequence[int]) -> Absorbed:
    """Join a new span to a list of spans that do not overlap one another.

    Without an overlap the new span is appended. Otherwise the first span (in list order) that overlaps it takes the
    hull of itself, the new one and every other that overlaps it; those others go. The result does not overlap either.
    """
    hits = [index for index, span in enumerate(spans) if overlaps(span, new)]
    if not hits:
        return Absorbed((*(Span(*span) for span in spans), Span(*new)), len(spans), ())
    keep, *gone = hits
    grown = hull([new, *(spans[index] for index in hits)])
    standing = tuple(
        grown if index == keep else Span(*span)
        for index, span in enumerate(spans)
        if index == keep or index not in gone
    )
    return Absorbed(standing, keep, tuple(gone))


def absorb_all(spans: Iterable[Sequence[int]]) -> tuple[Span, ...]:
    """Spans joined one by one in their order, as `absorb` does: overlapping ones united, the rest as they came."""
    several = tuple(Span(*span) for span in spans)
    if not any(overlaps(a, b) for a, b in pairwise(sorted(several))):
        return several
    joined: tuple[Span, ...] = ()
    for span in several:
        joined = absorb(joined, span).spans
    return joined


def union(spans: Iterable[Sequence[int]]) -> tuple[Span, ...]:
    """The same characters as few spans in text order; spans that overlap or touch become one."""
    merged: list[Span] = []
    for start, end in sorted((span[0], span[1]) for span in spans):
        if merged and start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(end, merged[-1].end))
        else:
            merged.append(Span(start, end))
    return tuple(merged)


def touching_tokens(tokens: Sequence[int], start: int, end: int) -> range:
    """Indexes of the tokens that share a character with ``[start, end)``.

    Args:
        tokens: bounds in text order, ``[start0, end0, start1, end1, ...]``; tokens do not overlap and are not empty.
    """
    if end <= start:
        return range(0)
    # The flat list rises, so one search finds the place among starts and ends alike: an odd place lies in a token.
    first = bisect_right(tokens, start) // 2
    last = (bisect_left(tokens, end) + 1) // 2
    return range(first, max(first, last))


class Utf16Offsets:
    """Code points <-> UTF-16 code units of one text (DUCView and JavaScript count the latter).

    Costs one look at the text when all of it is in the basic plane, where both counts are the same.
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
