"""Applies trained models. Sums are rounded once, so a score has the same bits in every batch and on every machine."""

from collections.abc import Mapping, Sequence
from math import exp, fsum

from scoring.measures.trained.model import Kernel, Ranking, Regression

DEGREE, COEF0, GAMMA = 3, 1.0, 1.0
"""The constants of the kernels, which are also given to scikit-learn."""


def ranking_score(ranking: Ranking, features: Mapping[str, float]) -> float:
    """Returns the score of a text. ``features``: by name; features that are 0 may be missing."""
    return fsum(weight * features.get(name, 0.0) for name, weight in ranking.weights)


def regression_score(regression: Regression, features: Sequence[float]) -> float:
    """Returns the score of a text. ``features``: in the order of ``regression.features``."""
    vectors = zip(regression.dual_coefficients, regression.support_vectors, strict=True)
    terms = (coefficient * kernel_value(regression.kernel, vector, features) for coefficient, vector in vectors)
    return fsum((regression.intercept, *terms))


def kernel_value(kernel: Kernel, x: Sequence[float], y: Sequence[float]) -> float:
    """Returns K(x, y), see `Kernel`."""
    if kernel is Kernel.RBF:
        return exp(-GAMMA * fsum((a - b) ** 2 for a, b in zip(x, y, strict=True)))
    product = fsum(a * b for a, b in zip(x, y, strict=True))
    return product if kernel is Kernel.LINEAR else (GAMMA * product + COEF0) ** DEGREE
