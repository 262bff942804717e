"""Correlations of two lists of numbers, and of their ranks. An undefined correlation is None."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import scipy

from scoring.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class LeaveOneOutCorrelations:
    """For the jackknife: the correlations of n pairs of numbers if each pair is left out in turn; NaN if undefined."""

    spearman: Floats
    kendall: Floats


def pearson(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> float | None:
    """Pearson's r, -1 to 1; None for fewer than two pairs, or if one list is constant."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) < 2 or np.all(x == x[0]) or np.all(y == y[0]):
        return None
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return max(-1.0, min(1.0, float(x @ y) / scale)) if scale else None


def pearson_p(r: float | None, n: int) -> float | None:
    """Returns the two-sided p-value of Pearson's r of ``n`` pairs, by Student's t; None if r is undefined or n < 3.

    >>> round(pearson_p(0.641, 12), 4)  # Harman & Over 2004, section 2.5, where p < 0.05
    0.0247
    """
    if r is None or n < 3:
        return None
    if abs(r) == 1:
        return 0.0
    return 2 * float(scipy.stats.t.sf(abs(r) * sqrt((n - 2) / (1 - r * r)), n - 2))


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the midranks (tied numbers share the mean of their ranks)."""
    return pearson(scipy.stats.rankdata(a), scipy.stats.rankdata(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b = (C - D) / sqrt((n0 - tx)(n0 - ty)), by scipy; None if one list is constant. C, D and n0 are the
    numbers of concordant, discordant and all pairs; tx and ty are the numbers of pairs that are tied in the first and
    in the second list.
    """
    # scipy treats numbers with tiny differences as ties, so we pass ranks instead.
    x, y = scipy.stats.rankdata(a), scipy.stats.rankdata(b)
    scale = sqrt(float(_untied_pairs(x)) * float(_untied_pairs(y)))
    # C - D is a whole number, so rounding removes scipy's rounding error.
    return round(scipy.stats.kendalltau(x, y).statistic * scale) / scale if scale else None


def rank_correlations_left_out(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> LeaveOneOutCorrelations:
    """Spearman's rho and Kendall's tau-b, leaving out each of the n pairs of numbers in turn; all NaN for fewer than
    three pairs. Needs memory for n x n numbers.

    Without the number x_i, the midrank of x_j is smaller by 1 if x_i < x_j, and by 1/2 if the two are tied: by
    (1 + sign(x_j - x_i)) / 2. The mean of the n - 1 new midranks is n / 2.
    """
    x, y = scipy.stats.rankdata(a), scipy.stats.rankdata(b)
    n = len(x)
    if n < 3:
        return LeaveOneOutCorrelations(np.full(n, np.nan), np.full(n, np.nan))
    sign_x, sign_y = np.sign(x[None, :] - x[:, None]), np.sign(y[None, :] - y[:, None])  # [i, j]: sign(x_j - x_i)
    is_other = ~np.eye(n, dtype=np.bool_)  # [i, j]: whether number j remains if number i is left out
    rank_x, rank_y = ((ranks - (1 + signs) / 2 - n / 2) * is_other for ranks, signs in ((x, sign_x), (y, sign_y)))
    return LeaveOneOutCorrelations(
        _ratios((rank_x * rank_y).sum(axis=1), (rank_x**2).sum(axis=1) * (rank_y**2).sum(axis=1)),
        # C - D and the numbers of untied pairs, all counted twice.
        _ratios(_sums_left_out(sign_x * sign_y), _sums_left_out(np.abs(sign_x)) * _sums_left_out(np.abs(sign_y))),
    )


def _sums_left_out(matrix: Floats) -> Floats:
    """For each i, the sum of the matrix without row i and column i. The matrix is symmetric, with a diagonal of 0."""
    sums: Floats = matrix.sum() - 2 * matrix.sum(axis=1)
    return sums


def _ratios(numerators: Floats, squared_denominators: Floats) -> Floats:
    """``numerators`` / sqrt(``squared_denominators``); NaN where the denominator is 0."""
    defined = squared_denominators > 0
    ratios: Floats = np.where(defined, numerators, np.nan) / np.sqrt(np.where(defined, squared_denominators, 1.0))
    return ratios


def _untied_pairs(ranks: Floats) -> int:
    """The number of pairs with different ranks."""
    tie_sizes = np.unique(ranks, return_counts=True)[1]
    return int(len(ranks) * (len(ranks) - 1) - (tie_sizes * (tie_sizes - 1)).sum()) // 2
