"""Williams' test: are two correlations with the same third variable different?"""

from dataclasses import dataclass
from math import sqrt

import scipy

SMALLEST_DETERMINANT = 1e-12
"""A smaller determinant K of the correlation matrix is a rounding error: the three variables are linearly dependent."""


@dataclass(frozen=True, slots=True)
class WilliamsTest:
    """``t`` with ``df`` degrees of freedom. ``one_sided``: the p-value for the alternative r12 > r13; ``two_sided``:
    the p-value for r12 != r13.
    """

    t: float
    df: int
    one_sided: float
    two_sided: float


def williams_test(r12: float, r13: float, r23: float, n: int) -> WilliamsTest | None:
    """Compares Pearson's r of variables 1 and 2 with that of 1 and 3 over the same ``n`` summarizers.

    t = (r12 - r13) sqrt((n - 1)(1 + r23) / (2 K (n - 1) / (n - 3) + (r12 + r13)^2 (1 - r23)^3 / 4)), where
    K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23, with n - 3 degrees of freedom (Williams 1959; Steiger 1980, formula
    7). Returns None for n < 4, or if K is not positive.

    >>> test = williams_test(0.9, 0.8, 0.85, 20)
    >>> round(test.t, 5), test.df, round(test.one_sided, 6)
    (1.72918, 17, 0.050946)
    """
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    if n < 4 or determinant < SMALLEST_DETERMINANT:
        return None
    variance = 2 * determinant * (n - 1) / (n - 3) + (r12 + r13) ** 2 * (1 - r23) ** 3 / 4
    t = (r12 - r13) * sqrt((n - 1) * (1 + r23) / variance)
    return WilliamsTest(t, n - 3, float(scipy.stats.t.sf(t, n - 3)), 2 * float(scipy.stats.t.sf(abs(t), n - 3)))
