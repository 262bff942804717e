"""Compact letters: things that share a letter do not differ significantly."""

from collections.abc import Iterable

MOST_LETTERS = 26


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
