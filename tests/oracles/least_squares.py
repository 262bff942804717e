"""Residual sums of squares of models of factors, by numpy's least squares on dummy variables."""

from collections.abc import Mapping, Sequence

import numpy as np


def residual_sum_of_squares(
    response: Sequence[float], factors: Mapping[str, Sequence[str]], terms: Sequence[Sequence[str]]
) -> float:
    columns = [np.ones(len(response))]
    for term in terms:
        cells = list(zip(*(factors[name] for name in term), strict=True))
        columns += [np.array([float(cell == level) for cell in cells]) for level in sorted(set(cells))]
    x, y = np.array(columns).T, np.array(response, dtype=float)
    return float(np.sum((y - x @ np.linalg.lstsq(x, y, rcond=None)[0]) ** 2))
