"""Percentile intervals of alpha by resampling blocks of words.

A block is a sentence of a model summary: words of one sentence mostly share an SCU, so that resampling single words
would pretend to more evidence than there is. Blocks are drawn with replacement within each topic; topics are not drawn,
so that the interval speaks of these topics. The sets that words stand for stay as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from scoring.core.agreement import observed_by_word
from scoring.core.codings import Ints, Values
from scoring.core.distances import REPORTED, Distance, Floats

RESAMPLES = 1_000
LEVEL = 0.95

Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class BlockSums:
    """Per block of a topic: ``observed`` n Do of its words, ``occurrences`` n, and ``alike[s, t]``: the likeness of all
    values in block s to all in block t."""

    observed: Floats
    occurrences: Ints
    alike: Floats


def intervals(
    topics: Sequence[tuple[Values, Sequence[int]]],
    rng: np.random.Generator,
    chosen: Sequence[Distance] = REPORTED,
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> dict[Distance, Interval]:
    """The central ``level`` of alpha over ``resamples`` draws of blocks, by distance; the same draws for all distances.

    ``topics``: values and, for each word, the number of its block (empty: every word is one). None where no topic has
    two blocks or alpha is undefined in every draw; draws without an alpha are left out. Source: Efron & Tibshirani
    1993, chapter 13 (percentile interval).
    """
    blocks = [_numbered(values, numbers) for values, numbers in topics]
    if not any(block.max(initial=-1) > 0 for block in blocks):
        return dict.fromkeys(chosen)
    draws = [_draws(int(block.max(initial=-1)) + 1, resamples, rng) for block in blocks]
    result: dict[Distance, Interval] = {}
    for distance in chosen:
        observed, expected = np.zeros(resamples), np.zeros(resamples)
        for (values, _), block, drawn in zip(topics, blocks, draws, strict=True):
            more_observed, more_expected = _resampled(block_sums(values, block, distance), drawn)
            observed += more_observed
            expected += more_expected
        result[distance] = _percentiles(observed, expected, level)
    return result


def block_sums(values: Values, block: Ints, distance: Distance) -> BlockSums:
    """The sums from which alpha of any choice of blocks can be had; ``block``: for each word its block, from 0."""
    likeness = values.likeness(distance)
    paired = (values.assigned >= 0).sum(axis=0) >= 2
    size = int(block.max(initial=-1)) + 1
    by_word = observed_by_word(values, likeness)[paired]
    observed = np.bincount(block[paired], weights=by_word, minlength=size).astype(np.float64)
    given = values.assigned[:, paired]
    places = np.broadcast_to(block[paired], given.shape)[given >= 0]
    shape = (size, len(values.sizes))
    counted = sparse.coo_array((np.ones(len(places)), (places, given[given >= 0])), shape=shape).tocsr()
    alike = sparse.coo_array((likeness, (values.first, values.second)), shape=(shape[1], shape[1])).tocsr()
    occurrences = np.bincount(places, minlength=size)
    return BlockSums(observed, occurrences, (counted @ alike @ counted.T).toarray())


def _resampled(sums: BlockSums, drawn: Floats) -> tuple[Floats, Floats]:
    """n Do and n De of each draw."""
    n = drawn @ sums.occurrences
    alike = ((drawn @ sums.alike) * drawn).sum(axis=1)
    expected = np.divide(n * n - alike, n - 1, out=np.zeros(len(n)), where=n > 1)
    return drawn @ sums.observed, expected


def _draws(blocks: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each block comes in each draw."""
    if blocks == 0:
        return np.zeros((resamples, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=resamples).astype(np.float64)


def _numbered(values: Values, numbers: Sequence[int]) -> Ints:
    """Block numbers from 0 without gaps."""
    words = values.assigned.shape[1]
    return np.unique(np.asarray(numbers, dtype=np.int64), return_inverse=True)[1] if numbers else np.arange(words)


def _percentiles(observed: Floats, expected: Floats, level: float) -> Interval:
    # The sums of a draw of like values leave rounding behind, where exact ones would leave 0.
    defined = expected > 1e-9
    if not defined.any():
        return None
    found = np.quantile(1.0 - observed[defined] / expected[defined], [(1 - level) / 2, (1 + level) / 2])
    return float(found[0]), float(found[1])
