"""Which summarizers differ by more than chance: two tests of every pair over the topics that both have.

* **Permutation**: if the two were alike, each topic's difference could as well have the other sign. p is the share of
  all ways to choose the signs that give at least so large a difference, over all of them where there are few topics,
  else over a sample (Fisher 1935; ``scipy.stats.permutation_test(permutation_type="samples")``).
* **Bootstrap**: the topics are drawn again with replacement; p is twice the share of draws in which the better one does
  not win (Koehn 2004, two-sided). With few topics it finds too much: a handful cannot stand for all others.

Many pairs find something by chance: p is adjusted for the number of pairs by Holm's step-down procedure (Holm 1979),
under which the chance of any false finding stays below the level.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from scoring.stats.arrays import LEVEL, Bools, Floats, Interval, Ints
from scoring.stats.bootstrap import RESAMPLES, draws, percentiles

FEWEST_DRAWS, DRAWS_A_PAIR = 10_000, 40
"""A sampled p is at least 1 / (draws + 1): with so many draws for each pair it can stand up to the adjustment."""

MOST_SIGNS = 2**14
"""All ways to choose signs are gone through up to so many: for 15 topics, as half of them mirror the other half."""

BLOCK = 255
"""Draws at a time: what they give stays in the processor's cache, and counts of them fit in a byte."""

SAME = 1e-12
"""Sums of differences that are nearer than this are equal: they differ by the rounding of floats."""


@dataclass(frozen=True, slots=True)
class PValue:
    """A chance, and the same adjusted for all pairs."""

    p: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rows of the matrix, ``a`` < ``b``. ``difference``: the mean of a - b over the ``topics`` that both have, None
    where there are none. ``interval`` and tests are None below two topics. ``exact``: whether the permutation test went
    through all ways to choose signs.
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
    """How many draws the tests of so many pairs take."""
    return max(FEWEST_DRAWS, DRAWS_A_PAIR * pairs)


def compare_pairs(
    values: Floats,
    rng: np.random.Generator,
    *,
    samples: int | None = None,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> tuple[Pair, ...]:
    """All pairs of rows of ``values`` (summarizers x topics, NaN for holes), in the order of their rows.

    ``samples``: draws for p-values, by default ``number_of_draws``; ``resamples``: draws for the intervals of
    differences. Adjusted are all pairs that can be tested. Pairs with the same number of topics share their draws.
    """
    pairs = list(combinations(range(len(values)), 2))
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    differences = values[a] - values[b]
    common = (~np.isnan(differences)).sum(axis=1)
    count = samples or number_of_draws(int((common > 1).sum()))
    found: dict[int, _Tested] = {}
    for topics in sorted({int(n) for n in common if n > 1}):
        rows = np.flatnonzero(common == topics)
        given = differences[rows]
        tested = _test(given[~np.isnan(given)].reshape(len(rows), topics), rng, count, resamples, level)
        found |= dict(zip(rows.tolist(), tested, strict=True))
    return tuple(_pairs(pairs, common.tolist(), differences, found))


def holm(ps: Sequence[float]) -> list[float]:
    """p-values adjusted for their number: in ascending order (m - i + 1) p_i, at least those before, at most 1.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    given = np.asarray(ps, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    factors = np.arange(len(given), 0, -1)
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * given[order]), 1.0)
    return [float(one) for one in adjusted]


def permutation_ps(differences: Floats, rng: np.random.Generator, samples: int) -> tuple[Floats, bool]:
    """Two-sided p of each row of ``differences`` (pairs x topics, without holes), and whether they are exact.

    Exact where 2^(topics - 1) is at most MOST_SIGNS; else (k + 1) / (samples + 1) for k of ``samples`` choices of
    signs.
    """
    topics = differences.shape[1]
    exact = 2 ** (topics - 1) <= MOST_SIGNS
    observed = np.abs(differences.sum(axis=1)) - SAME
    signs = _all_signs(topics) if exact else _some_signs(topics, samples, rng)
    total, extreme = _count(signs, differences, lambda sums: (np.abs(sums, out=sums) >= observed,))
    return (extreme[0] / total if exact else (extreme[0] + 1) / (total + 1)), exact


def bootstrap_ps(differences: Floats, rng: np.random.Generator, samples: int) -> Floats:
    """Two-sided p of each row of ``differences`` (pairs x topics, without holes): 2 (k + 1) / (samples + 1), at most 1.

    k: the draws in which the mean is not on the side that it is mostly on; a draw with mean 0 counts against both.
    """
    topics = differences.shape[1]
    blocks = (draws(topics, size, rng) for size in _sizes(samples))
    total, (low, high) = _count(blocks, differences, lambda sums: (sums <= SAME, sums >= -SAME))
    found: Floats = np.minimum(2 * (np.minimum(low, high) + 1) / (total + 1), 1.0)
    return found


def _test(differences: Floats, rng: np.random.Generator, samples: int, resamples: int, level: float) -> list["_Tested"]:
    permutation, exact = permutation_ps(differences, rng, samples)
    bootstrap = bootstrap_ps(differences, rng, samples)
    topics = differences.shape[1]
    ends = percentiles(draws(topics, resamples, rng) @ differences.T / topics, level)
    return [
        _Tested((float(low), float(high)), float(p), exact, float(q))
        for (low, high), p, q in zip(ends, permutation, bootstrap, strict=True)
    ]


def _pairs(
    pairs: Sequence[tuple[int, int]], common: Sequence[int], differences: Floats, tested: dict[int, "_Tested"]
) -> Iterator[Pair]:
    permutation, bootstrap = (
        dict(zip(tested, map(PValue, ps, holm(ps)), strict=True))
        for ps in ([one.permutation for one in tested.values()], [one.bootstrap for one in tested.values()])
    )
    for at, ((a, b), topics) in enumerate(zip(pairs, common, strict=True)):
        difference = float(np.nanmean(differences[at])) if topics else None
        if at in tested:
            one = tested[at]
            yield Pair(a, b, topics, difference, one.interval, permutation[at], bootstrap[at], one.exact)
        else:
            yield Pair(a, b, topics, difference)


@dataclass(frozen=True, slots=True)
class _Tested:
    interval: tuple[float, float]
    permutation: float
    exact: bool
    bootstrap: float


def _all_signs(topics: int) -> Iterator[Floats]:
    """All ways to choose signs, up to turning all of them, which leaves the size of a sum: 2^(topics - 1)."""
    numbers = np.arange(2 ** (topics - 1))
    for start in range(0, len(numbers), BLOCK):
        block = numbers[start : start + BLOCK, None] >> np.arange(topics) & 1
        yield (1 - 2 * block).astype(np.float64)


def _some_signs(topics: int, samples: int, rng: np.random.Generator) -> Iterator[Floats]:
    for size in _sizes(samples):
        yield (2 * rng.integers(0, 2, (size, topics), dtype=np.int8) - 1).astype(np.float64)


def _sizes(samples: int) -> Iterator[int]:
    """Blocks of draws that make up so many."""
    return (min(BLOCK, samples - start) for start in range(0, samples, BLOCK))


def _count(
    weights: Iterable[Floats], differences: Floats, judge: Callable[[Floats], tuple[Bools, ...]]
) -> tuple[int, list[Ints]]:
    """How many draws there are, and for each judgement how often it holds of each row's weighted sum.

    ``weights``: blocks of draws x topics; ``judge`` gets draws x rows.
    """
    total, found = 0, list[Ints]()
    columns = np.ascontiguousarray(differences.T)
    for block in weights:
        total += len(block)
        # A byte holds the count of a block; adding bytes takes a fraction of the time that counting truths does.
        counts = [np.add.reduce(one.view(np.uint8), axis=0, dtype=np.uint8) for one in judge(block @ columns)]
        found = found or [np.zeros(len(differences), dtype=np.int64) for _ in counts]
        for sums, one in zip(found, counts, strict=True):
            sums += one
    return total, found
