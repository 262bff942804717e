"""Percentile intervals of alpha by resampling blocks of words.

What is resampled is the observed disagreement; the expected one stays that of all words, as in Krippendorff's own
procedure (Hayes & Krippendorff 2007): a word drawn twice would otherwise agree with itself by chance. A block is a
sentence of a model summary: words of one sentence mostly share an SCU, so that resampling single words would pretend to
more evidence than there is. Blocks are drawn with replacement within each topic; topics are not drawn, so that the
interval speaks of these topics.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.core.agreement import Disagreement
from scoring.core.codings import Ints
from scoring.core.distances import Distance, Floats

RESAMPLES = 1_000
LEVEL = 0.95

Interval = tuple[float, float] | None


def intervals(
    found: Mapping[Distance, Sequence[Disagreement]],
    blocks: Sequence[Sequence[int]],
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
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
    draws = [_draws(int(block.max(initial=-1)) + 1, resamples, rng) for block in numbered]
    result: dict[Distance, Interval] = {}
    for distance, several in found.items():
        expected = sum(one.sums.expected for one in several)
        observed = np.zeros(resamples)
        for one, block, drawn in zip(several, numbered, draws, strict=True):
            observed += one.sums.occurrences * resampled(one, block, drawn)
        result[distance] = _percentiles(1.0 - observed / expected, level) if expected > 0 else None
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


def _draws(blocks: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each block comes in each draw."""
    if blocks == 0:
        return np.zeros((resamples, 0))
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=resamples).astype(np.float64)


def _numbered(given: Ints, numbers: Sequence[int]) -> Ints:
    """Block numbers from 0 without gaps; -1 for words that fewer than two coders gave a value."""
    found = np.full(len(given), -1, dtype=np.int64)
    own = np.asarray(numbers, dtype=np.int64) if numbers else np.arange(len(given))
    found[given > 0] = np.unique(own[given > 0], return_inverse=True)[1]
    return found


def _percentiles(alphas: Floats, level: float) -> Interval:
    found = np.quantile(alphas, [(1 - level) / 2, (1 + level) / 2])
    return float(found[0]), float(found[1])
