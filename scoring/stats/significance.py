"""Which summarizers differ by more than chance: two tests of every pair over the topics that both have.

* **Permutation**: if both summarizers were alike, the difference on each topic could as well have the other sign. p is
  the share of all choices of signs that give at least so large a difference. With few topics all choices are counted,
  else a sample (Fisher 1935; ``scipy.stats.permutation_test(permutation_type="samples")``).
  * **Bootstrap**: topics are drawn with replacement; p is twice the share of draws in which the better summarizer does
    not win (Koehn 2004, two-sided). With few topics it finds too many differences: a few topics cannot represent all
    others.

Among many pairs some differ by chance. So p is also adjusted for the number of pairs by Holm's step-down procedure
(Holm 1979), which keeps the chance of any false finding below the level.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Bools, Floats, Interval, Ints
from scoring.stats.bootstrap import RESAMPLES, draws, percentiles

FEWEST_DRAWS, DRAWS_A_PAIR = 10_000, 40
"""A sampled p is at least 1 / (draws + 1): so many draws a pair let it survive the adjustment."""

MOST_SIGNS = 2**14
"""Up to so many choices of signs are all counted: enough for 15 topics, as half of the choices mirror the others."""

BLOCK = 255
"""Draws at a time: their results fit the processor's cache, and counts of them fit a byte."""

SAME = 1e-12
"""Sums of differences closer than this are equal: they differ by the rounding of floats."""


@dataclass(frozen=True, slots=True)
class PValue:
    """A chance, and the same adjusted for all pairs."""

    p: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rows of the matrix, ``a`` < ``b``. ``difference``: the mean of a - b over the ``topics`` that both have, None
    if there are none. ``interval`` and both tests are None below two topics. ``exact``: whether the permutation test
    counted all choices of signs.
    """

    a: int
    b: int
    topics: int
    difference: float | None
    interval: Interval = None
    permutation: PValue | None = None
    bootstrap: PValue | None = None
    exact: bool = False


def number_of_draws(pairs: int) -> int:
    return max(FEWEST_DRAWS, DRAWS_A_PAIR * pairs)


def compare_pairs(
    values: Floats, rng: np.random.Generator, *, samples: int | None = None, resamples: int = RESAMPLES
) -> tuple[Pair, ...]:
    """All pairs of rows of ``values`` (summarizers x topics, NaN for holes), in the order of their rows.

    ``samples``: draws for p-values, by default ``number_of_draws``; ``resamples``: draws for the intervals of
    differences. p is adjusted for all pairs that can be tested. Pairs with the same number of topics share their draws.
    """
    rows = list(combinations(range(len(values)), 2))
    a, b = np.array(rows, dtype=np.int64).reshape(-1, 2).T
    differences = values[a] - values[b]
    common = (~np.isnan(differences)).sum(axis=1)
    tested = np.flatnonzero(common > 1)
    count = samples or number_of_draws(len(tested))
    permutation, bootstrap = np.empty((2, len(rows)))
    intervals, exact = np.empty((len(rows), 2)), np.zeros(len(rows), dtype=np.bool_)
    for topics in np.unique(common[tested]).tolist():
        chosen = np.flatnonzero(common == topics)
        some = differences[chosen]
        some = some[~np.isnan(some)].reshape(len(chosen), topics)
        permutation[chosen], exact[chosen] = permutation_ps(some, rng, count)
        bootstrap[chosen] = bootstrap_ps(some, rng, count)
        intervals[chosen] = percentiles(draws(topics, resamples, rng) @ some.T / topics)
    pairs = [
        Pair(*row, topics, float(np.nanmean(difference)) if topics else None)
        for row, topics, difference in zip(rows, common.tolist(), differences, strict=True)
    ]
    adjusted = zip(tested.tolist(), holm(permutation[tested]), holm(bootstrap[tested]), strict=True)
    for at, adjusted_permutation, adjusted_bootstrap in adjusted:
        pairs[at] = replace(
            pairs[at],
            interval=tuple(intervals[at].tolist()),
            permutation=PValue(float(permutation[at]), adjusted_permutation),
            bootstrap=PValue(float(bootstrap[at]), adjusted_bootstrap),
            exact=bool(exact[at]),
        )
    return tuple(pairs)


def holm(ps: Sequence[float] | Floats) -> list[float]:
    """m p-values adjusted for their number: in ascending order (m - i + 1) p_i, never below the one before, at most 1.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    values = np.asarray(ps, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * values[order]), 1.0)
    return list(adjusted.tolist())


def permutation_ps(differences: Floats, rng: np.random.Generator, samples: int) -> tuple[Floats, bool]:
    """Two-sided p of each row of ``differences`` (pairs x topics, without holes), and whether they are exact.

    Exact if 2^(topics - 1) is at most MOST_SIGNS; else (k + 1) / (samples + 1) for k of ``samples`` choices of signs.
    """
    topics = differences.shape[1]
    exact = 2 ** (topics - 1) <= MOST_SIGNS
    observed = np.abs(differences.sum(axis=1)) - SAME
    signs = _all_signs(topics) if exact else _some_signs(topics, samples, rng)
    total, extreme = _count(signs, differences, lambda sums: (np.abs(sums, out=sums) >= observed,))
    return (extreme[0] / total if exact else (extreme[0] + 1) / (total + 1)), exact


def bootstrap_ps(differences: Floats, rng: np.random.Generator, samples: int) -> Floats:
    """Two-sided p of each row of ``differences`` (pairs x topics, without holes): 2 (k + 1) / (samples + 1), at most 1.

    k: the draws whose mean is not on the side where most are; a draw with mean 0 counts against both sides.
    """
    topics = differences.shape[1]
    blocks = (draws(topics, size, rng) for size in _sizes(samples))
    total, (low, high) = _count(blocks, differences, lambda sums: (sums <= SAME, sums >= -SAME))
    ps: Floats = np.minimum(2 * (np.minimum(low, high) + 1) / (total + 1), 1.0)
    return ps


def _all_signs(topics: int) -> Iterator[Floats]:
    """All choices of signs, 2^(topics - 1): of two opposite ones only one, as their sums have the same size."""
    numbers = np.arange(2 ** (topics - 1))
    for start in range(0, len(numbers), BLOCK):
        block = numbers[start : start + BLOCK, None] >> np.arange(topics) & 1
        yield (1 - 2 * block).astype(np.float64)


def _some_signs(topics: int, samples: int, rng: np.random.Generator) -> Iterator[Floats]:
    for size in _sizes(samples):
        yield (2 * rng.integers(0, 2, (size, topics), dtype=np.int8) - 1).astype(np.float64)


def _sizes(samples: int) -> Iterator[int]:
    """Sizes of the blocks that ``samples`` draws are made in."""
    return (min(BLOCK, samples - start) for start in range(0, samples, BLOCK))


def _count(
    weights: Iterable[Floats], differences: Floats, conditions: Callable[[Floats], tuple[Bools, ...]]
) -> tuple[int, list[Ints]]:
    """How many draws there are, and for each condition how often it holds for the weighted sum of each row.

    ``weights``: blocks of draws x topics; ``conditions`` takes sums, draws x rows.
    """
    total, counts = 0, list[Ints]()
    columns = np.ascontiguousarray(differences.T)
    for block in weights:
        total += len(block)
        # A byte holds the count of a block; adding bytes takes a fraction of the time of counting booleans.
        added = [np.add.reduce(hold.view(np.uint8), axis=0, dtype=np.uint8) for hold in conditions(block @ columns)]
        counts = counts or [np.zeros(len(differences), dtype=np.int64) for _ in added]
        for count, more in zip(counts, added, strict=True):
            count += more
    return total, counts
