"""The correlations of :mod:`scoring.stats.correlation` for many pairs of lists at once, a row each.

Arguments are two arrays [draws, n]; the result is an array [draws], NaN where a correlation is undefined. A pair with a
NaN on either side is left out of its row.
"""

from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from scoring.stats import correlation
from scoring.stats.arrays import Bools, Floats, Ints

BLOCK_PAIRS = 1_000_000
"""Kendall's tau compares all pairs of numbers of a row; so many comparisons are in memory at a time."""

LONGEST_ROW = 120
"""For longer rows, sorting each row (scipy) is faster than comparing all pairs."""


def pearson(a: Floats, b: Floats) -> Floats:
    """Pearson's r of each row; NaN for fewer than two pairs, or if one side is constant."""
    a, b, present = _without_holes(a, b)
    counts = np.maximum(present.sum(axis=1), 1)
    x, y = (np.where(present, side - (side.sum(axis=1) / counts)[:, None], 0.0) for side in (a, b))
    scale = np.sqrt(np.einsum("ij,ij->i", x, x) * np.einsum("ij,ij->i", y, y))
    defined = _varies(a, present) & _varies(b, present) & (scale > 0)
    ratios: Floats = np.einsum("ij,ij->i", x, y) / np.where(defined, scale, np.nan)
    return np.clip(ratios, -1.0, 1.0)


def spearman(a: Floats, b: Floats) -> Floats:
    """Spearman's rho of each row: Pearson's r of the midranks."""
    holes = np.isnan(a) | np.isnan(b)
    return pearson(*(rankdata(np.where(holes, np.nan, side), axis=1, nan_policy="omit") for side in (a, b)))


def kendall(a: Floats, b: Floats) -> Floats:
    """Kendall's tau-b of each row."""
    draws, n = a.shape
    holes = np.isnan(a) | np.isnan(b)
    if n > LONGEST_ROW:
        rows = (correlation.kendall(x[~hole], y[~hole]) for x, y, hole in zip(a, b, holes, strict=True))
        return np.array([np.nan if tau is None else tau for tau in rows], dtype=np.float64)
    a, b = (np.where(holes, np.nan, side) for side in (a, b))
    step = max(1, BLOCK_PAIRS // max(1, n * (n - 1) // 2))
    blocks = [_kendall(a[start : start + step], b[start : start + step]) for start in range(0, draws, step)]
    return np.concatenate([np.empty(0), *blocks])


def _kendall(a: Floats, b: Floats) -> Floats:
    # A comparison with NaN is false, so pairs with a hole have sign 0 on both sides and count nowhere.
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
    first, second = np.triu_indices(n, 1)
    return first, second


def _without_holes(a: Floats, b: Floats) -> tuple[Floats, Floats, Bools]:
    """The two sides with 0 for a pair with a hole, and which pairs have none."""
    present = ~(np.isnan(a) | np.isnan(b))
    return np.where(present, a, 0.0), np.where(present, b, 0.0), present


def _varies(rows: Floats, present: Bools) -> Bools:
    """Whether a row has two different numbers."""
    largest = np.where(present, rows, -np.inf).max(axis=1, initial=-np.inf)
    varies: Bools = largest > np.where(present, rows, np.inf).min(axis=1, initial=np.inf)
    return varies
