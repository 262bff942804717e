"""Percentile intervals by resampling with replacement: of means over topics, and of alpha by blocks of words.

Source: Efron & Tibshirani 1993, chapter 13. Of alpha what is resampled is the observed disagreement; the expected one
stays that of all words, as in Krippendorff's own procedure (Hayes & Krippendorff 2007): a word drawn twice would
otherwise agree with itself by chance. A block is a sentence of a model summary: words of one sentence mostly share an
SCU, so that resampling single words would pretend to more evidence than there is. Blocks are drawn within each topic;
topics are not drawn, so that the interval speaks of these topics.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.stats.agreement import Disagreement
from scoring.stats.arrays import LEVEL, Bools, Floats, Interval, Ints
from scoring.stats.distances import Distance

RESAMPLES = 2_000
ALPHA_RESAMPLES = 1_000


def draws(size: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each of ``size`` things comes in each of ``resamples`` draws with replacement: resamples x size."""
    drawn = rng.integers(0, size, (resamples, size))
    drawn += size * np.arange(resamples)[:, None]
    counted = np.bincount(drawn.ravel(), minlength=resamples * size)
    return counted.reshape(resamples, size).astype(np.float64)


def percentiles(values: Floats, level: float) -> Floats:
    """The ends of the central ``level`` of each column, columns x 2; of a plain list, its two ends."""
    ends = [(1 - level) / 2, (1 + level) / 2]
    found: Floats = np.quantile(values, ends, axis=0).T
    return found


def mean_intervals(
    values: Floats, rng: np.random.Generator, *, resamples: int = RESAMPLES, level: float = LEVEL
) -> list[Interval]:
    """The central ``level`` of each row's mean when its topics are drawn again, with replacement.

    ``values``: summarizers x topics, NaN for holes. A row's own topics are drawn, as many as it has; rows that have the
    same topics get the same draws. None for fewer than two topics: one topic says nothing of others. The numbers are
    those of ``scipy.stats.bootstrap(method="percentile")`` for the same draws.
    """
    found: list[Interval] = [None] * len(values)
    for topics, rows in _by_topics(~np.isnan(values)):
        if len(topics) > 1:
            means = draws(len(topics), resamples, rng) @ values[np.ix_(rows, topics)].T / len(topics)
            for row, (low, high) in zip(rows, percentiles(means, level), strict=True):
                found[row] = (float(low), float(high))
    return found


def alpha_intervals(
    found: Mapping[Distance, Sequence[Disagreement]],
    blocks: Sequence[Sequence[int]],
    rng: np.random.Generator,
    *,
    resamples: int = ALPHA_RESAMPLES,
    level: float = LEVEL,
) -> dict[Distance, Interval]:
    """The central ``level`` of alpha over ``resamples`` draws of blocks, by distance; the same draws for all distances.

    ``found``: for each distance the disagreement in each topic; ``blocks``: for each topic the number of each word's
    block (empty: every word is one). None where no topic has two blocks with words that two coders gave a value, or
    where alpha is undefined.
    """
    topics = next(iter(found.values()), ())
    numbered = [_numbered(one.given, own) for one, own in zip(topics, blocks, strict=True)]
    if not any(block.max(initial=-1) > 0 for block in numbered):
        return dict.fromkeys(found)
    drawn = [_block_draws(int(block.max(initial=-1)) + 1, resamples, rng) for block in numbered]
    result: dict[Distance, Interval] = {}
    for distance, several in found.items():
        expected = sum(one.sums.expected for one in several)
        observed = np.zeros(resamples)
        for one, block, times in zip(several, numbered, drawn, strict=True):
            observed += one.sums.occurrences * resampled(one, block, times)
        low, high = percentiles(1.0 - observed / expected, level) if expected > 0 else (0, 0)
        result[distance] = (float(low), float(high)) if expected > 0 else None
    return result


def resampled(one: Disagreement, block: Ints, drawn: Floats) -> Floats:
    """Do of each draw. ``block``: for each word its block, -1 for none; ``drawn``: draws x blocks, times each comes."""
    size = drawn.shape[1]
    if size == 0:
        return np.zeros(len(drawn))
    inside = block >= 0
    observed = np.bincount(block[inside], weights=one.observed[inside], minlength=size)
    occurrences = np.bincount(block[inside], weights=one.given[inside], minlength=size)
    found: Floats = (drawn @ observed) / (drawn @ occurrences)
    return found


def _block_draws(blocks: int, resamples: int, rng: np.random.Generator) -> Floats:
    """As :func:`draws`, by one multinomial draw a row: a topic has hundreds of blocks. Another stream of numbers."""
    if blocks == 0:
        return np.zeros((resamples, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=resamples).astype(np.float64)


def _numbered(given: Ints, numbers: Sequence[int]) -> Ints:
    """Block numbers from 0 without gaps; -1 for words that fewer than two coders gave a value."""
    found = np.full(len(given), -1, dtype=np.int64)
    own = np.asarray(numbers, dtype=np.int64) if numbers else np.arange(len(given))
    found[given > 0] = np.unique(own[given > 0], return_inverse=True)[1]
    return found


def _by_topics(known: Bools) -> list[tuple[list[int], list[int]]]:
    """Rows that have the same topics, with these."""
    rows: dict[bytes, list[int]] = {}
    for row, one in enumerate(known):
        rows.setdefault(one.tobytes(), []).append(row)
    return [(np.flatnonzero(known[several[0]]).tolist(), several) for several in rows.values()]
