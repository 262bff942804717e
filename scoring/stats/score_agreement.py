"""How closely two or more judges give the same scores: intraclass correlations, and Bland and Altman's limits.

Pearson's correlation stays 1 if one judge is always .2 higher. ICC(A,1) counts that as disagreement and ICC(C,1) does
not; the difference between the two is the judges' bias.
"""

from dataclasses import dataclass
from math import sqrt

from scoring.stats.arrays import Floats, Interval

LIMITS = 1.96
"""Standard deviations to each side of the mean difference that hold 95 % of normal differences."""


@dataclass(frozen=True, slots=True)
class IntraclassCorrelations:
    """``absolute``: ICC(A,1), agreement of the scores themselves; ``consistency``: ICC(C,1), after taking away each
    judge's mean. At most 1; None if all scores are equal.
    """

    absolute: float | None
    consistency: float | None


def intraclass_correlations(scores: Floats) -> IntraclassCorrelations:
    """ICC(A,1) and ICC(C,1) of a two-way model (McGraw & Wong 1996; ICC(2,1) and ICC(3,1) of Shrout & Fleiss 1979).

    ``scores``: n summaries x k judges without NaN. Both are None for fewer than two summaries or judges.

    With mean squares of rows MSR, columns MSC and error MSE:
    A = (MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n) and C = (MSR - MSE) / (MSR + (k - 1) MSE).

    Two judges, three summaries; the second is always 1 higher (by hand: MSR = 2, MSC = 1.5, MSE = 0):

    >>> import numpy as np
    >>> intraclass_correlations(np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 4.0]]))
    IntraclassCorrelations(absolute=0.6666666666666666, consistency=1.0)
    """
    n, k = scores.shape
    if n < 2 or k < 2 or (scores == scores[0, 0]).all():
        return IntraclassCorrelations(None, None)
    deviations = scores - scores.mean()
    rows, columns = deviations.mean(axis=1), deviations.mean(axis=0)
    error = deviations - rows[:, None] - columns
    row_square = k * float(rows @ rows) / (n - 1)
    column_square = n * float(columns @ columns) / (k - 1)
    error_square = float((error * error).sum()) / ((n - 1) * (k - 1))
    return IntraclassCorrelations(
        _ratio(row_square - error_square, row_square + (k - 1) * error_square + k * (column_square - error_square) / n),
        _ratio(row_square - error_square, row_square + (k - 1) * error_square),
    )


def limits_of_agreement(differences: Floats) -> Interval:
    """Mean difference plus and minus 1.96 standard deviations (Bland & Altman 1986); None for fewer than two."""
    if len(differences) < 2:
        return None
    mean, margin = float(differences.mean()), LIMITS * sqrt(float(differences.var(ddof=1)))
    return (mean - margin, mean + margin)


def _ratio(numerator: float, denominator: float) -> float | None:
    """None for 0 / 0, when no score varies in the way that the ratio measures."""
    return numerator / denominator if denominator > 0 else None
