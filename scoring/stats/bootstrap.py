"""Percentile intervals by resampling with replacement: of means over topics, and of alpha by blocks of words.

Source: Efron & Tibshirani 1993, chapter 13. For alpha only the observed disagreement is resampled. The expected
disagreement remains that of all words, as in Krippendorff's own procedure (Hayes & Krippendorff 2007), because a word
drawn twice would otherwise agree with itself by chance. A block is a sentence of a model summary. The words of a
sentence mostly share an SCU, so intervals from single words would be too narrow. Blocks are drawn within each topic.
Topics are not drawn, so the interval is about these topics only.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.stats.agreement import Disagreement
from scoring.stats.arrays import LEVEL, Floats, Interval, Ints
from scoring.stats.distances import Distance

RESAMPLES = 2_000
"""Number of draws for the interval of a mean."""
ALPHA_RESAMPLES = 1_000
"""Number of draws for the interval of an alpha."""


def draws(size: int, resamples: int, rng: np.random.Generator) -> Floats:
    """Resamples x ``size``: how often each item comes up in each draw of ``size`` items with replacement."""
    items = rng.integers(0, size, (resamples, size))
    items += size * np.arange(resamples)[:, None]
    counts = np.bincount(items.ravel(), minlength=resamples * size)
    return counts.reshape(resamples, size).astype(np.float64)


def percentiles(values: Floats) -> Floats:
    """The ends of the central LEVEL of the values of each column, columns x 2. For a vector: its two ends."""
    ends: Floats = np.quantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0).T
    return ends


def mean_intervals(values: Floats, rng: np.random.Generator, *, resamples: int = RESAMPLES) -> list[Interval]:
    """The interval of each row's mean: its central LEVEL when the row's topics are drawn with replacement.

    ``values``: summarizers x topics, NaN if missing. Each row draws as many topics as it has, from its own topics; rows
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
    disagreements: Mapping[Distance, Sequence[Disagreement]], blocks: Sequence[Sequence[int]], rng: np.random.Generator
) -> dict[Distance, Interval]:
    """The interval of alpha, by distance: its central LEVEL over ALPHA_RESAMPLES draws of blocks, the same for all.
    ``disagreements``: of each topic, by distance; ``blocks``: for each topic the block number of each word (empty: each
    word is a block). None if alpha is undefined, or if no topic has two blocks with words that two coders gave a value.
    """
    topics = next(iter(disagreements.values()), ())
    blocks_by_topic = [_renumbered(numbers, topic.value_counts) for topic, numbers in zip(topics, blocks, strict=True)]
    block_counts = [int(word_blocks.max(initial=-1)) + 1 for word_blocks in blocks_by_topic]
    if max(block_counts, default=0) < 2:
        return dict.fromkeys(disagreements)
    draws_by_topic = [_block_draws(count, rng) for count in block_counts]
    intervals: dict[Distance, Interval] = {}
    for distance, topics in disagreements.items():
        expected = sum(topic.expected for topic in topics)
        observed = np.zeros(ALPHA_RESAMPLES)
        for topic, word_blocks, topic_draws in zip(topics, blocks_by_topic, draws_by_topic, strict=True):
            observed += topic.value_counts.sum() * resampled_observed(topic, word_blocks, topic_draws)
        low, high = percentiles(1.0 - observed / expected) if expected > 0 else (0, 0)
        intervals[distance] = (float(low), float(high)) if expected > 0 else None
    return intervals


def resampled_observed(topic: Disagreement, word_blocks: Ints, block_draws: Floats) -> Floats:
    """The observed disagreement of each draw. ``word_blocks``: the block of each word, -1 for none. ``block_draws``:
    draws x blocks, how often each block comes up in each draw.
    """
    block_count = block_draws.shape[1]
    if block_count == 0:
        return np.zeros(len(block_draws))
    in_block = word_blocks >= 0
    observed = np.bincount(word_blocks[in_block], weights=topic.observed[in_block], minlength=block_count)
    n = np.bincount(word_blocks[in_block], weights=topic.value_counts[in_block], minlength=block_count)
    means: Floats = (block_draws @ observed) / (block_draws @ n)
    return means


def _block_draws(blocks: int, rng: np.random.Generator) -> Floats:
    """Like :func:`draws`, but with one multinomial draw per row: faster for the hundreds of blocks of a topic."""
    if blocks == 0:
        return np.zeros((ALPHA_RESAMPLES, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=ALPHA_RESAMPLES).astype(np.float64)


def _renumbered(blocks: Sequence[int], value_counts: Ints) -> Ints:
    """The block of each word, numbered from 0 without gaps; -1 for words that fewer than two coders gave a value."""
    renumbered = np.full(len(value_counts), -1, dtype=np.int64)
    numbers = np.asarray(blocks, dtype=np.int64) if blocks else np.arange(len(value_counts))
    renumbered[value_counts > 0] = np.unique(numbers[value_counts > 0], return_inverse=True)[1]
    return renumbered
