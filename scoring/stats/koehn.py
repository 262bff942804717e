"""Koehn's bootstrap (2004): how often does one measure correlate better with human scores than another?

As used by Lin, Liu, Ng & Kan (2012, section 3.3): from n topics, n are drawn with replacement, and the same draw is
used for both measures and for the human scores. The shares of draws are not p-values.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from scoring.stats.arrays import Floats, Ints
from scoring.stats.levels import Coefficient, Level, resampled_correlations

MAX_EXACT_TOPICS = 6
"""Up to 6 topics all draws, 6^6 = 46,656, are counted."""

DRAWS = 1_000

EQUAL = 1e-12
"""Correlations that differ by no more than this are equal."""


@dataclass(frozen=True, slots=True)
class TopicDraws:
    """``topics``: an array [draws, topics] of indexes of topics. ``ways``: how many draws each row stands for, because
    the order of its topics does not matter. ``exact``: whether the rows are all possible draws.
    """

    topics: Ints
    ways: Ints
    exact: bool


@dataclass(frozen=True, slots=True)
class KoehnShares:
    """``a``, ``b``: the shares of draws in which this measure correlates better with the human scores; ``neither``: the
    share of draws in which the correlations are equal or one of them is undefined. ``draws``: the number of draws;
    ``exact``: whether these are all possible draws.
    """

    a: float
    b: float
    neither: float
    draws: int
    exact: bool


def topic_draws(topic_count: int, rng: np.random.Generator, draws: int = DRAWS) -> TopicDraws:
    """Returns all draws for up to MAX_EXACT_TOPICS topics, otherwise ``draws`` random ones.

    >>> all_draws = topic_draws(2, np.random.default_rng())
    >>> all_draws.topics.tolist(), all_draws.ways.tolist()
    ([[0, 0], [0, 1], [1, 1]], [1, 2, 1])
    """
    if topic_count > MAX_EXACT_TOPICS:
        topics = rng.integers(topic_count, size=(draws, topic_count))
        return TopicDraws(topics, np.ones(draws, dtype=np.int64), exact=False)
    rows = list(combinations_with_replacement(range(topic_count), topic_count))
    ways = [factorial(topic_count) // prod(map(factorial, Counter(row).values())) for row in rows]
    return TopicDraws(np.array(rows, dtype=np.int64), np.array(ways, dtype=np.int64), exact=True)


def koehn_shares(
    a: Floats, b: Floats, human: Floats, level: Level, coefficient: Coefficient, sample: TopicDraws
) -> KoehnShares:
    """Compares measures ``a`` and ``b`` by their correlation with the ``human`` scores. All three are arrays
    [summarizers, topics] with NaN in the same places. ``sample``: the draws to use, from :func:`topic_draws`.
    """
    correlations_a, correlations_b = (
        resampled_correlations(scores, human, level, coefficient, sample.topics) for scores in (a, b)
    )
    draws = int(sample.ways.sum())
    # A comparison with NaN is false, so a draw with an undefined correlation counts for neither.
    wins_a = int(sample.ways[correlations_a - correlations_b > EQUAL].sum())
    wins_b = int(sample.ways[correlations_b - correlations_a > EQUAL].sum())
    return KoehnShares(wins_a / draws, wins_b / draws, (draws - wins_a - wins_b) / draws, draws, sample.exact)
