"""Places by value, and letters for what does not differ significantly."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

MOST_LETTERS = 26


@dataclass(frozen=True, slots=True)
class Rank:
    """A place from 1, the best; those who tie share the best of their places."""

    place: int
    tied: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.tied else str(self.place)


def competition_ranks(values: Sequence[float | None]) -> list[Rank | None]:
    """The place of each value, the largest first; None has none. Equal values tie.

    >>> [str(rank) for rank in competition_ranks([0.5, 0.9, None, 0.5, 0.1])]
    ['2=', '1', 'None', '2=', '4']
    """
    known = np.sort(np.array([value for value in values if value is not None], dtype=np.float64))
    found: list[Rank | None] = []
    for value in values:
        if value is None:
            found.append(None)
            continue
        above = len(known) - int(np.searchsorted(known, value, side="right"))
        same = len(known) - above - int(np.searchsorted(known, value, side="left"))
        found.append(Rank(above + 1, same > 1))
    return found


def compact_letters(things: int, different: Iterable[tuple[int, int]]) -> list[str] | None:
    """The letters of each of ``things`` (0, 1, ... from the best down); None where more than MOST_LETTERS are needed.

    ``different``: the pairs that differ. Two things share a letter if and only if they are not such a pair: insert and
    absorb (Piepho 2004). Letters go from a in the order of the first thing that has each.

    >>> compact_letters(4, [(0, 2), (0, 3), (1, 3)])
    ['a', 'ab', 'bc', 'c']
    """
    groups = [frozenset(range(things))] if things else []
    for a, b in different:
        split = [one for one in groups if a in one and b in one]
        kept = [one for one in groups if not (a in one and b in one)]
        for one in (half for whole in split for half in (whole - {a}, whole - {b})):
            if not any(one <= other for other in kept):
                kept = [other for other in kept if not other <= one]
                kept.append(one)
        groups = kept
        if len(groups) > 4 * MOST_LETTERS:
            return None
    if len(groups) > MOST_LETTERS:
        return None
    ordered = sorted(groups, key=sorted)
    return ["".join(chr(ord("a") + at) for at, one in enumerate(ordered) if thing in one) for thing in range(things)]
