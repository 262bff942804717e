"""Percentile intervals of alpha by resampling blocks of words.

What is resampled is the observed disagreement; the expected one stays that of all words, as in Krippendorff's own
procedure (Hayes & Krippendorff 2007): a word drawn twice would otherwise agree with itself by chance. A block is a
sentence of a model summary: words of one sentence mostly share an SCU, so that resampling single words would pretend to
more evidence than there is. Blocks are drawn with replacement within each topic; topics are not drawn, so that the
interval speaks of these topics.
"""

from collections.abc import Sequence

import numpy as np

from scoring.core.agreement import disagreement, observed_by_word
from scoring.core.codings import Ints, Values
from scoring.core.distances import REPORTED, Distance, Floats

RESAMPLES = 1_000
LEVEL = 0.95

Interval = tuple[float, float] | None


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
    two blocks with words that two coders gave a value, or where alpha is undefined.
    """
    blocks = [_numbered(values, numbers) for values, numbers in topics]
    if not any(block.max(initial=-1) > 0 for block in blocks):
        return dict.fromkeys(chosen)
    draws = [_draws(int(block.max(initial=-1)) + 1, resamples, rng) for block in blocks]
    result: dict[Distance, Interval] = {}
    for distance in chosen:
        sums = [disagreement(values, distance) for values, _ in topics]
        expected = sum(one.expected for one in sums)
        observed = np.zeros(resamples)
        for (values, _), block, drawn, one in zip(topics, blocks, draws, sums, strict=True):
            observed += one.occurrences * resampled(values, block, distance, drawn)
        result[distance] = _percentiles(1.0 - observed / expected, level) if expected > 0 else None
    return result


def resampled(values: Values, block: Ints, distance: Distance, drawn: Floats) -> Floats:
    """Do of each draw. ``block``: for each word its block, -1 for none; ``drawn``: draws x blocks, times each comes."""
    inside = block >= 0
    size = drawn.shape[1]
    by_word = observed_by_word(values, values.likeness(distance))[inside]
    given = (values.assigned >= 0).sum(axis=0)[inside]
    observed = np.bincount(block[inside], weights=by_word, minlength=size).astype(np.float64)
    occurrences = np.bincount(block[inside], weights=given, minlength=size).astype(np.float64)
    if size == 0:
        return np.zeros(len(drawn))
    found: Floats = (drawn @ observed) / (drawn @ occurrences)
    return found


def _draws(blocks: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each block comes in each draw."""
    if blocks == 0:
        return np.zeros((resamples, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=resamples).astype(np.float64)


def _numbered(values: Values, numbers: Sequence[int]) -> Ints:
    """Block numbers from 0 without gaps; -1 for words that fewer than two coders gave a value."""
    paired = (values.assigned >= 0).sum(axis=0) >= 2
    found = np.full(len(paired), -1, dtype=np.int64)
    own = np.asarray(numbers, dtype=np.int64) if numbers else np.arange(len(paired))
    found[paired] = np.unique(own[paired], return_inverse=True)[1]
    return found


def _percentiles(alphas: Floats, level: float) -> Interval:
    found = np.quantile(alphas, [(1 - level) / 2, (1 + level) / 2])
    return float(found[0]), float(found[1])
