"""The paired permutation test: do two summarizers differ by more than chance over the topics that both have?

If both were alike, the difference on each topic could as well have the other sign. p is the share of all choices of
signs whose sum of differences is at least as large, in either direction, as the observed one (Fisher 1935).

Up to MOST_EXACT topics all 2^n choices are counted, by meeting in the middle: the sums of one half of the topics are
sorted, and a binary search counts for each sum of the other half how many of them complete it to an extreme total. With
more topics the choices are drawn at random.

Sums that are equal in exact arithmetic must compare equal. So the differences become whole numbers: they are multiplied
by 10^12, or by the largest smaller power of ten for which no sum overflows, and rounded.
"""

from collections.abc import Callable, Iterable, Iterator
from math import floor, log10

import numpy as np

from scoring.stats.arrays import Floats, Ints

MOST_EXACT = 40
"""Topics with a difference. Two halves of 20 topics have a million sums each."""

FEWEST_DRAWS, DRAWS_PER_PAIR = 2_000, 400
"""A sampled p is at least 1 / (draws + 1), so Holm's correction for all pairs can still reach significance."""

SECONDS_PER_SUM, SECONDS_PER_TERM = 2e-7, 5e-10

DECIMALS = 12
LARGEST_INT, LARGEST_FLOAT = 2**62, 2**53
"""Whole numbers below these are exact as int64 and as float64."""

ROWS_AT_A_TIME = 30
"""Of exact tests: with 40 topics they take some seconds."""

MapBlocks = Callable[[Callable[[Ints], Floats], Iterable[Ints]], Iterable[Floats]]
"""How a function is applied to blocks of rows: ``map``, or one that also shows progress."""

BLOCK = 255
"""Draws at a time: their sums fit the processor's cache, and a count of them fits a byte."""


def number_of_draws(pairs: int) -> int:
    """How many choices of signs are drawn for each pair where not all can be counted."""
    return max(FEWEST_DRAWS, DRAWS_PER_PAIR * pairs)


def estimated_seconds(values: Floats) -> float:
    """Estimated time, on a slow machine, of testing all pairs of rows of ``values`` (summarizers x topics)."""
    summarizers, topics = values.shape
    pairs = summarizers * (summarizers - 1) // 2
    if topics <= MOST_EXACT:
        return float(pairs * 2 ** (topics / 2) * SECONDS_PER_SUM)
    return float(pairs * number_of_draws(pairs) * topics * SECONDS_PER_TERM)


def permutation_ps(
    differences: Floats, rng: np.random.Generator, draws: int, map_blocks: MapBlocks = map
) -> tuple[Floats, bool]:
    """Two-sided p of each row of ``differences`` (pairs x topics, without NaN), and whether all p are exact.

    Exact if no row has more than MOST_EXACT differences other than 0; else (k + 1) / (draws + 1) for every row, with k
    the number of draws that are at least as extreme. All rows share the draws.
    """
    whole = _whole_numbers(differences, LARGEST_INT)
    if (whole != 0).sum(axis=1).max(initial=0) <= MOST_EXACT:
        blocks = [whole[start : start + ROWS_AT_A_TIME] for start in range(0, len(whole), ROWS_AT_A_TIME)]
        return np.concatenate([np.empty(0), *map_blocks(exact_ps, blocks)]), True
    return _sampled_ps(_whole_numbers(differences, LARGEST_FLOAT).astype(np.float64), rng, draws), False


def exact_ps(differences: Ints) -> Floats:
    """``exact_p`` of each row."""
    return np.array([exact_p(row) for row in differences], dtype=np.float64)


def exact_p(differences: Ints) -> float:
    """The share of all choices of signs whose sum is at least as far from 0 as the sum of ``differences``.

    ``differences``: at most MOST_EXACT whole numbers other than 0. A difference of 0 doubles all counts alike, so it is
    left out.

    Four topics, differences 1, 2, 3 and 4: only the two choices with a single sign reach 10.

    >>> exact_p(np.array([1, 2, 3, 4]))
    0.125
    """
    observed = abs(int(differences.sum()))
    nonzero = differences[differences != 0]
    if observed == 0:
        return 1.0
    middle = len(nonzero) // 2
    first, second = _sums(nonzero[:middle]), _sums(nonzero[middle:])
    below = int(np.searchsorted(second, observed - first[::-1]).sum())
    extreme = len(first) * len(second) - below
    # The sums are symmetric about 0, so as many lie at or below -observed.
    return 2 * extreme / (len(first) * len(second))


def _sums(differences: Ints) -> Ints:
    """The sums under all 2^n choices of signs, ascending."""
    sums = np.zeros(1, dtype=np.int64)
    for difference in differences:
        # Both halves are sorted already, and a stable sort merges them.
        sums = np.sort(np.concatenate([sums - difference, sums + difference]), kind="stable")
    return sums


def _whole_numbers(differences: Floats, largest: int) -> Ints:
    """The differences as whole numbers of a common small unit; no sum of a row reaches ``largest``."""
    total = float(np.abs(differences).sum(axis=1).max(initial=0.0))
    room = floor(log10(largest / total)) - 1 if total > 0 else DECIMALS
    return np.rint(differences * 10.0 ** min(DECIMALS, room)).astype(np.int64)


def _sampled_ps(differences: Floats, rng: np.random.Generator, draws: int) -> Floats:
    observed = np.abs(differences.sum(axis=1))
    columns = np.ascontiguousarray(differences.T)
    extreme = np.zeros(len(differences), dtype=np.int64)
    for signs in _random_signs(differences.shape[1], draws, rng):
        sums = signs @ columns
        # Adding bytes takes a fraction of the time of counting booleans.
        extreme += np.add.reduce((np.abs(sums, out=sums) >= observed).view(np.uint8), axis=0, dtype=np.uint8)
    ps: Floats = (extreme + 1) / (draws + 1)
    return ps


def _random_signs(topics: int, draws: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Blocks of draws x topics, each entry 1 or -1."""
    for start in range(0, draws, BLOCK):
        size = min(BLOCK, draws - start)
        yield (2 * rng.integers(0, 2, (size, topics), dtype=np.int8) - 1).astype(np.float64)
