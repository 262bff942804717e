"""Places by value, and letters for what does not differ significantly."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALPHABET = 26
MOST_LETTERS = ALPHABET + ALPHABET**2
"""Up to zz."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place from 1, the best; tied values share the best of their places."""

    place: int
    tied: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.tied else str(self.place)


def competition_ranks(values: Sequence[float | None]) -> list[Rank | None]:
    """The place of each value, the largest first; None has none. Equal values tie.

    >>> [str(rank) for rank in competition_ranks([0.5, 0.9, None, 0.5, 0.1])]
    ['2=', '1', 'None', '2=', '4']
    """
    times = Counter(value for value in values if value is not None)
    ranks, place = dict[float | None, Rank](), 1
    for value in sorted(times, reverse=True):
        ranks[value] = Rank(place, times[value] > 1)
        place += times[value]
    return [ranks.get(value) for value in values]


def compact_letters(items: int, different: Iterable[tuple[int, int]]) -> list[str] | None:
    """The letters of each of ``items`` (0, 1, ... from the best down); None if more than MOST_LETTERS are needed.

    ``different``: the pairs that differ. Two items share a letter if and only if they are not such a pair, by the
    insert-and-absorb algorithm (Piepho 2004). Letters go from a, in the order of the first item that has each. After z
    come aa, ab, ..., and then spaces separate the letters of an item.

    >>> compact_letters(4, [(0, 2), (0, 3), (1, 3)])
    ['a', 'ab', 'bc', 'c']
    """
    groups = [frozenset(range(items))] if items else []
    for a, b in different:
        split = [group for group in groups if a in group and b in group]
        groups = [group for group in groups if group not in split]
        for half in (half for group in split for half in (group - {a}, group - {b})):
            if not any(half <= group for group in groups):
                groups = [group for group in groups if not group <= half]
                groups.append(half)
        if len(groups) > MOST_LETTERS:
            return None
    groups.sort(key=sorted)
    names = [_letter(number) for number in range(len(groups))]
    separator = "" if len(groups) <= ALPHABET else " "
    named = list(zip(names, groups, strict=True))
    return [separator.join(name for name, group in named if item in group) for item in range(items)]


def _letter(number: int) -> str:
    """a to z for 0 to 25, then aa, ab, ..., zz."""
    first, last = divmod(number, ALPHABET)
    return (chr(ord("a") + first - 1) if first else "") + chr(ord("a") + last)
