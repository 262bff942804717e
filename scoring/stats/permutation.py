"""The paired permutation test: do the scores of two summarizers differ by more than chance over their common topics?

If the two were equally good, the difference on each topic could as well have the opposite sign. p is the share of all
choices of signs with a sum of differences at least as far from 0 as the observed sum (Fisher 1935).

For up to MAX_EXACT_TOPICS topics all 2^n choices are counted. To do so fast, the topics are split into two halves: the
sums of one half are sorted, and for each sum of the other half a binary search counts those that make the total extreme
(far from 0). With more topics, choices of signs are drawn at random.

Sums that are equal in exact arithmetic must compare equal. So the differences are made whole numbers: they are
multiplied by 10^12, or by a smaller power of ten if a sum would overflow, and rounded.
"""

from collections.abc import Callable, Iterable
from math import floor, log10

import numpy as np

from scoring.stats.arrays import Floats, Ints

MAX_EXACT_TOPICS = 40
"""A test is exact if at most this many topics have a difference other than 0. Half of them, 20, have a million sums."""

FEWEST_DRAWS, DRAWS_PER_PAIR = 2_000, 400
"""If signs are drawn, p is at least 1 / (draws + 1). So the number of draws grows with the number of pairs, and p
can be significant even after Holm's correction.
"""

SECONDS_PER_SUM, SECONDS_PER_SIGN = 2e-7, 5e-10
"""Estimated times on a slow machine: for each sum of half the topics (exact test), and for each drawn sign."""

DECIMALS = 12
LARGEST_INT, LARGEST_FLOAT = 2**62, 2**53
"""Whole numbers below these are exact as int64 and as float64."""

ROWS_AT_A_TIME = 30
"""The number of exact tests in a block. With 40 topics a block takes some seconds."""

MapBlocks = Callable[[Callable[[Ints], Floats], Iterable[Ints]], Iterable[Floats]]
"""A function that applies another function to blocks of rows, like ``map``, and may also show progress."""

Track = Callable[[Iterable[int]], Iterable[int]]
"""A function that iterates over the blocks of draws, like ``iter``, and may also show progress."""

BLOCK = 255
"""The number of draws at a time: their sums fit the processor's cache, and the number of extreme sums fits a byte."""


def number_of_draws(pairs: int) -> int:
    """How many choices of signs are drawn for a pair with more than MAX_EXACT_TOPICS topics."""
    return max(FEWEST_DRAWS, DRAWS_PER_PAIR * pairs)


def estimated_seconds(values: Floats) -> float:
    """Estimated time, on a slow machine, of testing all pairs of rows of ``values`` (summarizers x topics)."""
    summarizers, topics = values.shape
    pairs = summarizers * (summarizers - 1) // 2
    if topics <= MAX_EXACT_TOPICS:
        return float(pairs * 2 ** (topics / 2) * SECONDS_PER_SUM)
    return float(pairs * number_of_draws(pairs) * topics * SECONDS_PER_SIGN)


def permutation_ps(
    differences: Floats, rng: np.random.Generator, draws: int, map_blocks: MapBlocks = map, track: Track = iter
) -> tuple[Floats, bool]:
    """The two-sided p of each row of ``differences`` (pairs x topics, without NaN), and whether all p are exact.

    All p are exact if no row has more than MAX_EXACT_TOPICS differences other than 0. Otherwise every p is
    (k + 1) / (draws + 1), where k is the number of draws whose sum is at least as far from 0 as the row's sum. The same
    draws are used for all rows. ``map_blocks`` is used for exact p, ``track`` for draws.
    """
    whole = _whole_numbers(differences, LARGEST_INT)
    if (whole != 0).sum(axis=1).max(initial=0) <= MAX_EXACT_TOPICS:
        blocks = [whole[start : start + ROWS_AT_A_TIME] for start in range(0, len(whole), ROWS_AT_A_TIME)]
        return np.concatenate([np.empty(0), *map_blocks(exact_ps, blocks)]), True
    return _sampled_ps(_whole_numbers(differences, LARGEST_FLOAT).astype(np.float64), rng, draws, track), False


def exact_ps(differences: Ints) -> Floats:
    """``exact_p`` of each row."""
    return np.array([exact_p(row) for row in differences], dtype=np.float64)


def exact_p(differences: Ints) -> float:
    """The share of all choices of signs whose sum is at least as far from 0 as the sum of ``differences``.

    ``differences``: whole numbers, of which at most MAX_EXACT_TOPICS are not 0. Differences of 0 do not change the
    share and are left out.

    Four topics with differences 1, 2, 3 and 4: of the 16 choices only two, all plus or all minus, reach 10.

    >>> exact_p(np.array([1, 2, 3, 4]))
    0.125
    """
    observed = abs(int(differences.sum()))
    nonzero = differences[differences != 0]
    if observed == 0:
        return 1.0
    middle = len(nonzero) // 2
    first, second = _sums(nonzero[:middle]), _sums(nonzero[middle:])
    # For each sum s of the first half: how many sums of the second half are below ``observed`` - s. Searching for
    # ascending numbers is faster, so ``first`` is reversed.
    below_count = int(np.searchsorted(second, observed - first[::-1]).sum())
    extreme_count = len(first) * len(second) - below_count
    # Times 2, because the sums are symmetric about 0: as many are at or below -observed.
    return 2 * extreme_count / (len(first) * len(second))


def _sums(differences: Ints) -> Ints:
    """The sums under all 2^n choices of signs, ascending."""
    sums = np.zeros(1, dtype=np.int64)
    for difference in differences:
        # The two arrays are already sorted, so the stable sort only merges them.
        sums = np.sort(np.concatenate([sums - difference, sums + difference]), kind="stable")
    return sums


def _whole_numbers(differences: Floats, largest: int) -> Ints:
    """The differences multiplied by a common power of ten and rounded; the sum of no row reaches ``largest``."""
    total = float(np.abs(differences).sum(axis=1).max(initial=0.0))
    # One decimal less than would fit, because rounding can enlarge a sum.
    largest_exponent = floor(log10(largest / total)) - 1 if total > 0 else DECIMALS
    return np.rint(differences * 10.0 ** min(DECIMALS, largest_exponent)).astype(np.int64)


def _sampled_ps(differences: Floats, rng: np.random.Generator, draws: int, track: Track) -> Floats:
    """The p of each row: (k + 1) / (draws + 1), where k is the number of draws at least as extreme as the row."""
    observed = np.abs(differences.sum(axis=1))
    columns = np.ascontiguousarray(differences.T)
    extreme = np.zeros(len(differences), dtype=np.int64)
    for start in track(range(0, draws, BLOCK)):
        signs = _random_signs(min(BLOCK, draws - start), differences.shape[1], rng)
        sums = signs @ columns
        # Adding bytes is much faster than counting booleans.
        extreme += np.add.reduce((np.abs(sums, out=sums) >= observed).view(np.uint8), axis=0, dtype=np.uint8)
    ps: Floats = (extreme + 1) / (draws + 1)
    return ps


def _random_signs(draws: int, topics: int, rng: np.random.Generator) -> Floats:
    """Draws x topics, each entry 1 or -1."""
    signs: Floats = (2 * rng.integers(0, 2, (draws, topics), dtype=np.int8) - 1).astype(np.float64)
    return signs
