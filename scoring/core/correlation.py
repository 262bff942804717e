"""Correlation of two lists of numbers and of their ranks. Constant input: undefined, None."""

from collections.abc import Sequence

import numpy as np
from scipy.stats import rankdata

from scoring.core.distances import Floats


def midranks(values: Sequence[float]) -> Floats:
    """Ranks from 1, the smallest first; equal values share the mean of their ranks.

    >>> midranks([3, 1, 3]).tolist()
    [2.5, 1.0, 2.5]
    """
    return np.asarray(rankdata(np.asarray(values, dtype=np.float64), method="average"), dtype=np.float64)


def pearson(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> float | None:
    """Pearson's r, -1 to 1; None below two pairs or where one list is constant. Raises ValueError for other lengths."""
    x, y = _pair(a, b)
    if len(x) < 2 or np.all(x == x[0]) or np.all(y == y[0]):
        return None
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x @ x) * (y @ y)))
    return max(-1.0, min(1.0, float(x @ y) / spread)) if spread else None


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rho: Pearson's r of the midranks."""
    _pair(a, b)
    return pearson(midranks(a), midranks(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b = (C - D) / sqrt((n0 - tx)(n0 - ty)); memory grows with the square of the length.

    C and D are concordant and discordant pairs, n0 all pairs, tx and ty those tied in one list.
    """
    x, y = _pair(a, b)
    # Signs and whole counts: products of differences would take tiny ones for ties.
    upper = np.triu_indices(len(x), 1)
    signs_x, signs_y = (np.sign(np.subtract.outer(one, one))[upper].astype(np.int64) for one in (x, y))
    untied_x, untied_y = int(np.abs(signs_x).sum()), int(np.abs(signs_y).sum())
    if not untied_x or not untied_y:
        return None
    return int(signs_x @ signs_y) / float(np.sqrt(float(untied_x) * float(untied_y)))


def _pair(a: Sequence[float] | Floats, b: Sequence[float] | Floats) -> tuple[Floats, Floats]:
    if len(a) != len(b):
        raise ValueError(f"There are {len(a)} and {len(b)} values.")
    return np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
