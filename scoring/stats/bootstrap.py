"""Percentile intervals by resampling with replacement: of means over topics, and of alpha by blocks of words.

Source: Efron & Tibshirani 1993, chapter 13. For alpha only the observed disagreement is resampled. The expected one
stays that of all words, as in Krippendorff's own procedure (Hayes & Krippendorff 2007), because a word drawn twice
would otherwise agree with itself by chance. A block is a sentence of a model summary: words of one sentence mostly
share an SCU, so resampling single words would pretend to more evidence than there is. Blocks are drawn within each
topic. Topics are not drawn, so the interval is about these topics only.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.stats.agreement import Disagreement
from scoring.stats.arrays import LEVEL, Floats, Interval, Ints
from scoring.stats.distances import Distance

RESAMPLES = 2_000
ALPHA_RESAMPLES = 1_000


def draws(size: int, resamples: int, rng: np.random.Generator) -> Floats:
    """Resamples x ``size``: how often each item comes up in each draw of ``size`` items with replacement."""
    items = rng.integers(0, size, (resamples, size))
    items += size * np.arange(resamples)[:, None]
    counts = np.bincount(items.ravel(), minlength=resamples * size)
    return counts.reshape(resamples, size).astype(np.float64)


def percentiles(values: Floats) -> Floats:
    """Columns x 2: the ends of the central LEVEL of each column. Of a plain list, its two ends."""
    ends: Floats = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0).T
    return ends


def mean_intervals(values: Floats, rng: np.random.Generator, *, resamples: int = RESAMPLES) -> list[Interval]:
    """The central LEVEL of each row's mean when its topics are drawn with replacement.

    ``values``: summarizers x topics, NaN for holes. Each row draws as many topics as it has, from its own topics; rows
    with the same topics share their draws. None for fewer than two topics. Equal to
    ``scipy.stats.bootstrap(method="percentile")`` for the same draws.
    """
    intervals: list[Interval] = [None] * len(values)
    rows_by_topics: dict[tuple[int, ...], list[int]] = {}
    for row, known in enumerate(~np.isnan(values)):
        rows_by_topics.setdefault(tuple(np.flatnonzero(known).tolist()), []).append(row)
    for topics, rows in rows_by_topics.items():
        if len(topics) > 1:
            means = draws(len(topics), resamples, rng) @ values[np.ix_(rows, topics)].T / len(topics)
            for row, (low, high) in zip(rows, percentiles(means), strict=True):
                intervals[row] = (float(low), float(high))
    return intervals


def alpha_intervals(
    disagreements: Mapping[Distance, Sequence[Disagreement]],
    blocks: Sequence[Sequence[int]],
    rng: np.random.Generator,
) -> dict[Distance, Interval]:
    """The central LEVEL of alpha over ALPHA_RESAMPLES draws of blocks, by distance; all distances share the draws.

    ``disagreements``: of each topic, by distance; ``blocks``: for each topic the block number of each word (empty: each
    word is a block). None if alpha is undefined, or if no topic has two blocks with words that two coders gave a value.
    """
    topics = next(iter(disagreements.values()), ())
    numbered = [_numbered(topic.values, numbers) for topic, numbers in zip(topics, blocks, strict=True)]
    sizes = [int(block.max(initial=-1)) + 1 for block in numbered]
    if max(sizes, default=0) < 2:
        return dict.fromkeys(disagreements)
    times = [_block_draws(size, rng) for size in sizes]
    intervals: dict[Distance, Interval] = {}
    for distance, topics in disagreements.items():
        expected = sum(topic.expected for topic in topics)
        observed = np.zeros(ALPHA_RESAMPLES)
        for topic, block, drawn in zip(topics, numbered, times, strict=True):
            observed += topic.values.sum() * resampled(topic, block, drawn)
        low, high = percentiles(1.0 - observed / expected) if expected > 0 else (0, 0)
        intervals[distance] = (float(low), float(high)) if expected > 0 else None
    return intervals


def resampled(topic: Disagreement, block: Ints, drawn: Floats) -> Floats:
    """Do of each draw. ``block``: each word's block, -1 for none; ``drawn``: draws x blocks, counts of each block."""
    size = drawn.shape[1]
    if size == 0:
        return np.zeros(len(drawn))
    inside = block >= 0
    observed = np.bincount(block[inside], weights=topic.observed[inside], minlength=size)
    values = np.bincount(block[inside], weights=topic.values[inside], minlength=size)
    means: Floats = (drawn @ observed) / (drawn @ values)
    return means


def _block_draws(blocks: int, rng: np.random.Generator) -> Floats:
    """As :func:`draws`, but one multinomial draw a row, which is faster for the hundreds of blocks of a topic."""
    if blocks == 0:
        return np.zeros((ALPHA_RESAMPLES, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=ALPHA_RESAMPLES).astype(np.float64)


def _numbered(values: Ints, numbers: Sequence[int]) -> Ints:
    """Block numbers from 0 without gaps; -1 for words that fewer than two coders gave a value."""
    block = np.full(len(values), -1, dtype=np.int64)
    own = np.asarray(numbers, dtype=np.int64) if numbers else np.arange(len(values))
    block[values > 0] = np.unique(own[values > 0], return_inverse=True)[1]
    return block
