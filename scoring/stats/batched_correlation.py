"""The correlations of :mod:`scoring.stats.correlation` for many pairs of lists at once.

The arguments are two arrays [draws, n]; a draw is one pair of lists. Row i of the first is correlated with row i of
the second. The result is an array [draws], NaN where a correlation is undefined. Where one of the two rows has NaN, the
other's number is ignored.
"""

from functools import cache

import numpy as np
import numpy.typing as npt
import scipy

from scoring.stats import correlation
from scoring.stats.arrays import Bools, Floats, Ints

BLOCK_PAIRS = 1_000_000
"""Kendall's tau compares all pairs of numbers of a row. This is the largest number of pairs in memory at a time."""

LONGEST_ROW = 120
"""For longer rows, sorting each row (scipy) is faster than comparing all pairs."""


def pearson(a: Floats, b: Floats) -> Floats:
    """Pearson's r of each row; NaN for fewer than two pairs of numbers, or if one row is constant."""
    a, b, present = _without_nan(a, b)
    counts = np.maximum(present.sum(axis=1), 1)
    x, y = (np.where(present, side - (side.sum(axis=1) / counts)[:, None], 0.0) for side in (a, b))
    scale = np.sqrt(np.einsum("ij,ij->i", x, x) * np.einsum("ij,ij->i", y, y))
    defined = _varies(a, present) & _varies(b, present) & (scale > 0)
    ratios: Floats = np.einsum("ij,ij->i", x, y) / np.where(defined, scale, np.nan)
    return np.clip(ratios, -1.0, 1.0)


def spearman(a: Floats, b: Floats) -> Floats:
    """Spearman's rho of each row: Pearson's r of the midranks (tied numbers share the mean of their ranks)."""
    missing = np.isnan(a) | np.isnan(b)
    known = [np.where(missing, np.nan, side) for side in (a, b)]
    return pearson(*(scipy.stats.rankdata(side, axis=1, nan_policy="omit") for side in known))


def kendall(a: Floats, b: Floats) -> Floats:
    """Kendall's tau-b of each row."""
    draws, n = a.shape
    missing = np.isnan(a) | np.isnan(b)
    if n > LONGEST_ROW:
        taus = (correlation.kendall(x[~absent], y[~absent]) for x, y, absent in zip(a, b, missing, strict=True))
        return np.array([np.nan if tau is None else tau for tau in taus], dtype=np.float64)
    a, b = (np.where(missing, np.nan, side) for side in (a, b))
    step = max(1, BLOCK_PAIRS // max(1, n * (n - 1) // 2))
    blocks = [_kendall(a[start : start + step], b[start : start + step]) for start in range(0, draws, step)]
    return np.concatenate([np.empty(0), *blocks])


def _kendall(a: Floats, b: Floats) -> Floats:
    """(C - D) / sqrt(untied pairs of a * untied pairs of b), where C is the number of pairs of numbers that a and b
    order alike, and D that of the pairs in opposite order.
    """
    # A comparison with NaN is false, so a pair with a missing number has sign 0 in both and is not counted.
    x, y = _signs_of_pairs(a), _signs_of_pairs(b)
    untied = [np.count_nonzero(side, axis=0).astype(np.float64) for side in (x, y)]
    scale = np.sqrt(untied[0] * untied[1])
    taus: Floats = (x * y).sum(axis=0, dtype=np.int64) / np.where(scale > 0, scale, np.nan)
    return taus


def _signs_of_pairs(rows: Floats) -> npt.NDArray[np.int8]:
    """The signs of the differences of all pairs of a row's numbers, as an array [pairs, rows]."""
    first, second = _pairs(rows.shape[1])
    columns = np.ascontiguousarray(rows.T)
    x, y = columns[first], columns[second]
    signs: npt.NDArray[np.int8] = (x > y).view(np.int8) - (x < y).view(np.int8)
    return signs


@cache
def _pairs(n: int) -> tuple[Ints, Ints]:
    """The indexes of the first and of the second number of each pair of n numbers."""
    first, second = np.triu_indices(n, 1)
    return first, second


def _without_nan(a: Floats, b: Floats) -> tuple[Floats, Floats, Bools]:
    """Returns the two arrays with 0 where either has NaN, and an array that is True where neither has NaN."""
    present = ~(np.isnan(a) | np.isnan(b))
    return np.where(present, a, 0.0), np.where(present, b, 0.0), present


def _varies(rows: Floats, present: Bools) -> Bools:
    """For each row, whether it has two different numbers."""
    largest = np.where(present, rows, -np.inf).max(axis=1, initial=-np.inf)
    varies: Bools = largest > np.where(present, rows, np.inf).min(axis=1, initial=np.inf)
    return varies
