"""Correlations of two lists of numbers, and of their ranks. An undefined correlation is None."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from scipy.stats import kendalltau, rankdata

from scoring.stats.arrays import Floats


def pearson(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> float | None:
    """Pearson's r, -1 to 1; None for fewer than two pairs, or if one list is constant."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) < 2 or np.all(x == x[0]) or np.all(y == y[0]):
        return None
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return max(-1.0, min(1.0, float(x @ y) / scale)) if scale else None


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the midranks."""
    return pearson(rankdata(a), rankdata(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b = (C - D) / sqrt((n0 - tx)(n0 - ty)), by scipy; None if one list is constant. C, D and n0 are the
    numbers of concordant, discordant and all pairs; tx and ty are the numbers of pairs that are tied in the first and
    in the second list.
    """
    # scipy treats numbers with tiny differences as ties, so it gets their ranks.
    x, y = rankdata(a), rankdata(b)
    scale = sqrt(float(_untied_pairs(x)) * float(_untied_pairs(y)))
    # C - D is a whole number, so rounding removes scipy's rounding error.
    return round(kendalltau(x, y).statistic * scale) / scale if scale else None


def _untied_pairs(ranks: Floats) -> int:
    """The number of pairs with different ranks."""
    tie_sizes = np.unique(ranks, return_counts=True)[1]
    return int(len(ranks) * (len(ranks) - 1) - (tie_sizes * (tie_sizes - 1)).sum()) // 2
