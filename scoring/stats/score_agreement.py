"""How closely two or more judges (people who score) agree: intraclass correlations, and Bland and Altman's limits.

If one judge's scores are always .2 higher, Pearson's correlation is still 1. ICC(A,1) counts such a bias as
disagreement, whereas ICC(C,1) does not. The difference between ICC(C,1) and ICC(A,1) shows how large the bias is.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from scoring.stats.arrays import Bools, Floats, Interval

STANDARD_DEVIATIONS = 1.96
"""The limits of agreement are this far from the mean: between them are 95 % of normally distributed differences."""

SMALLEST = 1e-12
"""A sum of squares below this share of the sum of all squared scores counts as 0, because of rounding errors."""


@dataclass(frozen=True, slots=True)
class IntraclassCorrelations:
    """``absolute``: ICC(A,1), the agreement of the scores themselves; ``consistency``: ICC(C,1), their agreement after
    each judge's mean is subtracted. At most 1; None if undefined, for instance if all scores are equal.
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
    row_means, column_means = deviations.mean(axis=1), deviations.mean(axis=0)
    error = deviations - row_means[:, None] - column_means
    msr = k * float(row_means @ row_means) / (n - 1)
    msc = n * float(column_means @ column_means) / (k - 1)
    mse = float((error * error).sum()) / ((n - 1) * (k - 1))
    return IntraclassCorrelations(
        absolute=_ratio(msr - mse, msr + (k - 1) * mse + k * (msc - mse) / n),
        consistency=_ratio(msr - mse, msr + (k - 1) * mse),
    )


@dataclass(frozen=True, slots=True)
class LeaveOneOutAgreement:
    """The correlations without each of n summaries; NaN if undefined. ``pearson``: only for two judges."""

    pearson: Floats
    absolute: Floats
    consistency: Floats


def leave_one_summary_out(scores: Floats) -> LeaveOneOutAgreement:
    """Pearson's r, ICC(A,1) and ICC(C,1) without each summary. ``scores`` and the mean squares are those of
    :func:`intraclass_correlations`. A name that ends in ``_ss`` is a sum of squares.

    Leaving out a summary changes the judges' means. Let d be the deviation of its score from the judge's old mean. The
    sum of squared deviations from the new mean is the old sum minus n / (n - 1) d^2; sums of products change likewise.
    """
    n, k = scores.shape
    undefined = np.full(n, np.nan)
    if n < 3 or k < 2:
        return LeaveOneOutAgreement(undefined, undefined, undefined)
    means = scores.mean(axis=0)
    deviations = scores - means
    factor, row_sums = n / (n - 1), deviations.sum(axis=1)
    judge_ss = (deviations**2).sum(axis=0) - factor * deviations**2  # [left-out summary, judge]
    within_ss = judge_ss.sum(axis=1)  # within judges: the sum of row_ss and the sum of squares of the error
    row_ss = ((row_sums**2).sum() - factor * row_sums**2) / k  # between summaries
    new_means = means - deviations / (n - 1)
    column_ss = (n - 1) * ((new_means - new_means.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)  # between judges
    tiny = SMALLEST * max(float((scores**2).sum()), SMALLEST)
    msr = np.maximum(row_ss, 0) / (n - 2)
    msc = np.where(column_ss > tiny, column_ss, 0) / (k - 1)
    mse = np.maximum(within_ss - row_ss, 0) / ((n - 2) * (k - 1))
    consistency_denominator = msr + (k - 1) * mse
    scores_vary = within_ss > tiny
    pearson = undefined
    if k == 2:
        products = deviations[:, 0] @ deviations[:, 1] - factor * deviations[:, 0] * deviations[:, 1]
        both_vary = (judge_ss > tiny).all(axis=1)
        pearson = _ratios(products, np.sqrt(np.maximum(judge_ss.prod(axis=1), 0)), both_vary)
    return LeaveOneOutAgreement(
        pearson=np.clip(pearson, -1.0, 1.0),
        absolute=_ratios(
            msr - mse, consistency_denominator + k * (msc - mse) / (n - 1), is_defined=scores_vary | (msc > 0)
        ),
        consistency=_ratios(msr - mse, consistency_denominator, is_defined=scores_vary),
    )


def limits_of_agreement(differences: Floats) -> Interval:
    """The mean plus and minus 1.96 standard deviations (Bland & Altman 1986); None for fewer than two differences."""
    if len(differences) < 2:
        return None
    mean, margin = float(differences.mean()), STANDARD_DEVIATIONS * sqrt(float(differences.var(ddof=1)))
    return (mean - margin, mean + margin)


def _ratio(numerator: float, denominator: float) -> float | None:
    """The quotient; None unless the denominator is above 0."""
    return numerator / denominator if denominator > 0 else None


def _ratios(numerators: Floats, denominators: Floats, is_defined: Bools) -> Floats:
    """The quotients; NaN where ``is_defined`` is False."""
    ratios: Floats = np.where(is_defined, numerators, np.nan) / np.where(is_defined, denominators, 1.0)
    return ratios
