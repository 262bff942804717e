"""Midranks of many scores, Spearman's correlations of all pairs of rankings, and histograms of scores.

Ranks are doubled, so that midranks are whole numbers: rank 1 is 2, the midrank 1.5 is 3. Rank 1 is the best.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from scoring.stats.arrays import Floats, Ints

DoubledRanks = npt.NDArray[np.int32]
BINS = 50
BLOCK = 50_000
"""How many ranks of each measure are added to sums of products at a time."""


def doubled_midranks(scores: Ints) -> DoubledRanks:
    """Returns twice the rank of each score; the highest has rank 1. Equal scores share the mean of their ranks.

    >>> (doubled_midranks(np.array([10, 30, 20, 20])) / 2).tolist()
    [4.0, 1.0, 2.5, 2.5]
    """
    shifted = scores.max() - scores  # from 0, the best
    largest = int(shifted.max())
    if largest < 2 * len(scores):
        ranks: DoubledRanks = _doubled_means(np.bincount(shifted))[shifted]
        return ranks
    bits = len(scores).bit_length()
    if largest.bit_length() + bits > 63:
        order = np.argsort(shifted, kind="stable")
        shifted = shifted[order]
    else:  # sorting scores and indexes packed into one number is faster than argsort
        shifted <<= bits
        shifted |= np.arange(len(scores))
        shifted.sort()
        order = shifted & ((1 << bits) - 1)
        shifted >>= bits
    starts = np.flatnonzero(np.concatenate(([True], shifted[1:] != shifted[:-1])))
    counts = np.diff(starts, append=len(scores))
    ranks = np.empty(len(scores), np.int32)
    ranks[order] = np.repeat(_doubled_means(counts), counts)
    return ranks


def _doubled_means(counts: Ints) -> DoubledRanks:
    """Returns twice the mean rank of each class of equal scores. ``counts``: their sizes, the best class first."""
    ends = np.cumsum(counts)
    return (2 * ends - counts + 1).astype(np.int32)


def spearman_matrix(ranks: DoubledRanks) -> Floats:
    """Returns Spearman's correlation of all pairs of rankings, NaN if all ranks of one are equal. ``ranks``: [measures,
    extracts].

    Up to 200,000 extracts, all sums are whole numbers below 2 ** 53: the order of extracts does not matter.
    """
    count = ranks.shape[1]
    products = np.zeros((len(ranks), len(ranks)))
    for start in range(0, count, BLOCK):
        centred = ranks[:, start : start + BLOCK] - float(count + 1)
        products += centred @ centred.T
    squares = np.diag(products)
    varies = squares > 0
    scale = np.sqrt(np.where(varies, squares, np.nan))
    correlations = np.clip(products / scale[:, None] / scale[None, :], -1.0, 1.0)
    correlations[varies, varies] = 1.0
    return correlations


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many scores are in each of BINS bins of equal width from ``low`` to ``high``, the lowest and highest score.
    The highest score is in the last bin. If all scores are equal, they are in the first bin.
    """

    low: float
    high: float
    counts: tuple[int, ...]

    @property
    def edges(self) -> list[float]:
        """The lowest score of each bin, and last the highest score: BINS + 1 numbers."""
        return [float(edge) for edge in np.linspace(self.low, self.high, BINS + 1)]

    def as_json(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "counts": list(self.counts)}


def histogram(scores: Ints, denominator: float) -> Histogram:
    """Returns the histogram of scores / denominator."""
    low, high = int(scores.min()), int(scores.max())
    bins = np.minimum((scores - low) * (BINS / max(1, high - low)), BINS - 1).astype(np.int64)
    counts = np.bincount(bins if high > low else np.zeros_like(bins), minlength=BINS)
    return Histogram(low / denominator, high / denominator, tuple(counts.tolist()))


@dataclass(frozen=True, slots=True)
class ScoreClass:
    """The extracts with the same score, and the rank that they share."""

    value: float
    extracts: int
    rank: float

    def as_json(self) -> dict[str, Any]:
        return {"value": self.value, "extracts": self.extracts, "rank": self.rank}


def score_classes(scores: Ints, denominator: float) -> tuple[ScoreClass, ...]:
    """Returns the classes of equal scores, the highest first."""

    def classes() -> Iterator[ScoreClass]:
        better = 0
        for score, count in zip(*(side[::-1].tolist() for side in np.unique_counts(scores)), strict=True):
            yield ScoreClass(score / denominator, count, better + (count + 1) / 2)
            better += count

    return tuple(classes())
