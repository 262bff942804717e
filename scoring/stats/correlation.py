"""Correlation of two lists of numbers and of their ranks. Constant input: undefined, None."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from scipy.stats import kendalltau, rankdata

from scoring.stats.arrays import Floats


def pearson(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> float | None:
    """Pearson's r, -1 to 1; None below two pairs or if one list is constant."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) < 2 or np.all(x == x[0]) or np.all(y == y[0]):
        return None
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x @ x) * (y @ y)))
    return max(-1.0, min(1.0, float(x @ y) / spread)) if spread else None


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the midranks."""
    return pearson(rankdata(a), rankdata(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b = (C - D) / sqrt((n0 - tx)(n0 - ty)), by scipy; None if one list is constant.

    C and D are the numbers of concordant and discordant pairs, n0 of all pairs, tx and ty of the pairs tied in one
    list.
    """
    x, y = rankdata(a), rankdata(b)
    # Of ranks, as scipy takes tiny differences for ties; the whole number C - D has no rounding.
    scale = sqrt(float(_untied(x)) * float(_untied(y)))
    return round(kendalltau(x, y).statistic * scale) / scale if scale else None


def _untied(ranks: Floats) -> int:
    times = np.unique(ranks, return_counts=True)[1]
    return int(len(ranks) * (len(ranks) - 1) - (times * (times - 1)).sum()) // 2
