"""Confidence intervals from Student's t: of means over topics, and of any statistic by the jackknife.

Student's t is accurate even for few topics: intervals of mean modified scores over 3, 5, 10 and 20 topics contain the
true mean in .96, .93, .95 and .94 of all cases; percentile bootstrap intervals only in .75, .84, .89 and .92.

The jackknife computes a statistic T again without each of the n units. The pseudo-value of a unit is n T - (n - 1) T',
where T' is T without this unit. The interval is that of the mean of the pseudo-values, but centred on T (Tukey 1958;
Efron & Tibshirani 1993, chapter 11).
"""

from math import atanh, sqrt, tanh

import numpy as np
import scipy

from scoring.stats.arrays import CONFIDENCE_LEVEL, Floats, Interval


def t_factor(degrees: int) -> float:
    """How many standard errors an interval extends to each side, for ``degrees`` of freedom and CONFIDENCE_LEVEL."""
    return float(scipy.stats.t.ppf((1 + CONFIDENCE_LEVEL) / 2, degrees))


def mean_interval(values: Floats) -> Interval:
    """The interval of the mean of the ``values`` that are not NaN; None for fewer than two such values.

    Three topics with scores .2, .4 and .6: .4 - 4.3027 * .2 / sqrt(3), where 4.3027 is from a table of t with 2 df.

    >>> tuple(round(end, 4) for end in mean_interval(np.array([0.2, 0.4, 0.6])))
    (-0.0968, 0.8968)
    """
    known = values[~np.isnan(values)]
    if len(known) < 2:
        return None
    centre = float(known.mean())
    margin = t_factor(len(known) - 1) * float(known.std(ddof=1)) / sqrt(len(known))
    return (centre - margin, centre + margin)


def jackknife_interval(statistic: float | None, without: Floats) -> Interval:
    """The interval of a statistic. ``without``: the statistic without each of the n units, NaN if undefined.

    Returns None if the statistic is undefined, with all units or without one of them, or for fewer than two units. The
    interval can extend beyond the statistic's range.
    """
    n = len(without)
    if statistic is None or n < 2 or not np.isfinite(without).all():
        return None
    pseudo_values = n * statistic - (n - 1) * without
    margin = t_factor(n - 1) * float(pseudo_values.std(ddof=1)) / sqrt(n)
    return (statistic - margin, statistic + margin)


def jackknife_correlation_interval(correlation: float | None, without: Floats) -> Interval:
    """The interval of a correlation r, computed on Fisher's scale z = atanh(r), where the standard error hardly depends
    on r. Arguments and result are those of :func:`jackknife_interval`. Returns None also if the correlation is 1 or -1,
    with all units or without one of them.
    """
    if correlation is None or not np.isfinite(without).all() or abs(correlation) >= 1 or (abs(without) >= 1).any():
        return None
    interval = jackknife_interval(atanh(correlation), np.arctanh(without))
    return interval and (tanh(interval[0]), tanh(interval[1]))
