"""Ranks by value, and the compact letter display: items that share a letter do not differ significantly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALPHABET = 26
MAX_LETTERS = ALPHABET + ALPHABET**2
"""The number of names from a to z and from aa to zz."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place, counted from 1 for the best. Tied values share the best of their places, as in sports."""

    place: int
    is_tied: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.is_tied else str(self.place)


def competition_ranks(values: Sequence[float | None]) -> list[Rank | None]:
    """The rank of each value; the largest has place 1. A missing value (None) has no rank.

    >>> [str(rank) for rank in competition_ranks([0.5, 0.9, None, 0.5, 0.1])]
    ['2=', '1', 'None', '2=', '4']
    """
    counts = Counter(value for value in values if value is not None)
    ranks, place = dict[float | None, Rank](), 1
    for value in sorted(counts, reverse=True):
        ranks[value] = Rank(place, is_tied=counts[value] > 1)
        place += counts[value]
    return [ranks.get(value) for value in values]


def compact_letters(item_count: int, different: Iterable[tuple[int, int]]) -> list[str] | None:
    """The letters of each item; None if more than MAX_LETTERS are needed. Items are numbered from 0, the best.

    ``different``: the pairs of items that differ. Two items share a letter if and only if they do not differ. The
    letters are found by the insert-and-absorb algorithm (Piepho 2004) and sorted by the first item that has them.
    If more than 26 are needed, the letters after z are aa, ab, ..., and spaces separate the letters of an item.

    >>> compact_letters(4, [(0, 2), (0, 3), (1, 3)])
    ['a', 'ab', 'bc', 'c']
    """
    groups = [frozenset(range(item_count))] if item_count else []
    for a, b in different:
        groups_with_both = [group for group in groups if a in group and b in group]
        groups = [group for group in groups if group not in groups_with_both]
        for smaller in (smaller for group in groups_with_both for smaller in (group - {a}, group - {b})):
            if not any(smaller <= group for group in groups):
                groups = [group for group in groups if not group <= smaller]
                groups.append(smaller)
        if len(groups) > MAX_LETTERS:
            return None
    groups.sort(key=sorted)
    names = [_letter(number) for number in range(len(groups))]
    separator = "" if len(groups) <= ALPHABET else " "
    named = list(zip(names, groups, strict=True))
    return [separator.join(name for name, group in named if item in group) for item in range(item_count)]


def _letter(number: int) -> str:
    """a to z for 0 to 25, then aa, ab, ..., zz."""
    first, last = divmod(number, ALPHABET)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)
