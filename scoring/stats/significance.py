"""Which summarizers differ by more than chance: two tests of every pair, over the topics that both summarizers have.

* **Permutation**: if both summarizers were alike, the difference on each topic could equally have the other sign. p is
  the share of choices of signs whose total difference is at least as large as the observed one. All choices are tried
  if there are few topics, otherwise a random sample (Fisher 1935;
  ``scipy.stats.permutation_test(permutation_type="samples")``).
* **Bootstrap**: topics are drawn with replacement; p is twice the share of draws in which the better summarizer does
  not win (Koehn 2004, two-sided). With few topics it finds too many differences: a few do not represent all topics.

Among many pairs some differ by chance. So p is also adjusted for the number of pairs by Holm's step-down procedure
(Holm 1979), which keeps the probability of any false positive below the significance level.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Bools, Floats, Interval, Ints
from scoring.stats.bootstrap import RESAMPLES, draws, percentiles

FEWEST_DRAWS, DRAWS_PER_PAIR = 10_000, 40
"""A sampled p is at least 1 / (draws + 1), and Holm multiplies it by up to the number of pairs: with 40 draws per pair
it can still be below .05.
"""

MOST_SIGN_CHOICES = 2**14
"""Up to this number all choices of signs are tried: enough for 15 topics, as half of the 2^15 mirror the others."""

BLOCK_SIZE = 255
"""Number of draws computed at a time: their sums fit the processor's cache, and counts of them fit a byte."""

ROUNDING_ERROR = 1e-12
"""Sums of differences that are closer than this count as equal."""


@dataclass(frozen=True, slots=True)
class PValue:
    """A probability, and the same ``adjusted`` for the number of pairs."""

    p: float
    adjusted: float


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparison of two rows of scores, ``a`` < ``b``. ``difference``: the mean of a - b over the topics that both
    have (``topics`` in number), None if there are none. Its ``interval`` and both tests are None below two topics.
    ``exact``: whether the permutation test tried all choices of signs.
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
    return max(FEWEST_DRAWS, DRAWS_PER_PAIR * pairs)


def compare_pairs(
    values: Floats, rng: np.random.Generator, *, samples: int | None = None, resamples: int = RESAMPLES
) -> tuple[Pair, ...]:
    """Compare all pairs of rows of ``values`` (summarizers x topics, NaN if missing), in the order of the rows.
    ``samples``: draws for p-values, by default ``number_of_draws``; ``resamples``: draws for the intervals of
    differences. p is adjusted for all pairs that can be tested. Pairs with the same number of topics share their draws.
    """
    row_pairs = list(combinations(range(len(values)), 2))
    a, b = np.array(row_pairs, dtype=np.int64).reshape(-1, 2).T
    differences = values[a] - values[b]
    topic_counts = (~np.isnan(differences)).sum(axis=1)
    tested = np.flatnonzero(topic_counts > 1)
    samples = samples or number_of_draws(len(tested))
    permutation, bootstrap = np.empty((2, len(row_pairs)))
    intervals, exact = np.empty((len(row_pairs), 2)), np.zeros(len(row_pairs), dtype=np.bool_)
    for topic_count in np.unique(topic_counts[tested]).tolist():
        group = np.flatnonzero(topic_counts == topic_count)
        group_differences = differences[group]
        group_differences = group_differences[~np.isnan(group_differences)].reshape(len(group), topic_count)
        permutation[group], exact[group] = permutation_ps(group_differences, rng, samples)
        bootstrap[group] = bootstrap_ps(group_differences, rng, samples)
        intervals[group] = percentiles(draws(topic_count, resamples, rng) @ group_differences.T / topic_count)
    pairs = [
        Pair(*row_pair, topic_count, float(np.nanmean(difference)) if topic_count else None)
        for row_pair, topic_count, difference in zip(row_pairs, topic_counts.tolist(), differences, strict=True)
    ]
    adjusted = zip(tested.tolist(), holm(permutation[tested]), holm(bootstrap[tested]), strict=True)
    for index, adjusted_permutation, adjusted_bootstrap in adjusted:
        pairs[index] = replace(
            pairs[index],
            interval=tuple(intervals[index].tolist()),
            permutation=PValue(float(permutation[index]), adjusted_permutation),
            bootstrap=PValue(float(bootstrap[index]), adjusted_bootstrap),
            exact=bool(exact[index]),
        )
    return tuple(pairs)


def holm(ps: Sequence[float] | Floats) -> list[float]:
    """Adjust m p-values for their number: in ascending order (m - i + 1) p_i, never decreasing, at most 1.

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
    """Two-sided p of each row of ``differences`` (pairs x topics, none missing), and whether these are exact. Exact if
    2^(topics - 1) is at most MOST_SIGN_CHOICES; otherwise (k + 1) / (samples + 1), where k of ``samples`` random
    choices of signs give a sum at least as large as the observed one.
    """
    topics = differences.shape[1]
    is_exact = 2 ** (topics - 1) <= MOST_SIGN_CHOICES
    observed = np.abs(differences.sum(axis=1)) - ROUNDING_ERROR
    signs = _all_signs(topics) if is_exact else _random_signs(topics, samples, rng)
    draw_count, (k,) = _count_draws(signs, differences, lambda sums: (np.abs(sums, out=sums) >= observed,))
    return (k / draw_count if is_exact else (k + 1) / (draw_count + 1)), is_exact


def bootstrap_ps(differences: Floats, rng: np.random.Generator, samples: int) -> Floats:
    """Two-sided p of each row of ``differences`` (pairs x topics, none missing): 2 (k + 1) / (samples + 1), at most 1.
    k: the number of draws whose mean does not have the sign of the majority; a mean of 0 counts against both signs.
    """
    topics = differences.shape[1]
    blocks = (draws(topics, size, rng) for size in _block_sizes(samples))
    draw_count, (not_above, not_below) = _count_draws(
        blocks, differences, lambda sums: (sums <= ROUNDING_ERROR, sums >= -ROUNDING_ERROR)
    )
    ps: Floats = np.minimum(2 * (np.minimum(not_above, not_below) + 1) / (draw_count + 1), 1.0)
    return ps


def _all_signs(topics: int) -> Iterator[Floats]:
    """2^(topics - 1) choices of signs: only one of two opposite choices, because both give sums of the same size."""
    numbers = np.arange(2 ** (topics - 1))
    for start in range(0, len(numbers), BLOCK_SIZE):
        bits = numbers[start : start + BLOCK_SIZE, None] >> np.arange(topics) & 1
        yield (1 - 2 * bits).astype(np.float64)


def _random_signs(topics: int, samples: int, rng: np.random.Generator) -> Iterator[Floats]:
    for size in _block_sizes(samples):
        yield (2 * rng.integers(0, 2, (size, topics), dtype=np.int8) - 1).astype(np.float64)


def _block_sizes(samples: int) -> Iterator[int]:
    return (min(BLOCK_SIZE, samples - start) for start in range(0, samples, BLOCK_SIZE))


def _count_draws(
    weights: Iterable[Floats], differences: Floats, conditions: Callable[[Floats], tuple[Bools, ...]]
) -> tuple[int, list[Ints]]:
    """Returns the number of draws, and for each condition how many draws meet it, by row of ``differences``.
    ``weights``: blocks of draws x topics. A draw's sum for a row is the weighted sum of the row's differences.
    ``conditions``: from the sums of a block (draws x rows), whether each draw meets each condition.
    """
    draw_count, counts = 0, list[Ints]()
    columns = np.ascontiguousarray(differences.T)
    for block in weights:
        draw_count += len(block)
        # A byte holds the count of a block; adding bytes takes a fraction of the time of counting booleans.
        block_counts = [
            np.add.reduce(met.view(np.uint8), axis=0, dtype=np.uint8) for met in conditions(block @ columns)
        ]
        counts = counts or [np.zeros(len(differences), dtype=np.int64) for _ in block_counts]
        for count, block_count in zip(counts, block_counts, strict=True):
            count += block_count
    return draw_count, counts
