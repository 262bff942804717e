"""Fleiss' kappa and nominal alpha, leaving out one group of items (such as all items of a peer) at a time.

Jackknife intervals over groups are computed from these.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.stats.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class LeaveOneOutKappas:
    """Arrays with an entry for each left-out group: Fleiss' ``kappa`` and nominal ``alpha``; NaN if undefined."""

    kappa: Floats
    alpha: Floats


def leave_one_group_out(groups: Sequence[Ints]) -> LeaveOneOutKappas:
    """The coefficients without the items of each group. Their formulas consist of sums over items, so the sums over a
    group are subtracted. In the formulas of scoring.stats.kappa, ``agreed`` / ``items`` is P(A), ``chance`` is P(E),
    ``observed`` is n Do, ``expected`` is n De, and ``squares`` - ``raters`` is the sum of n_ij (n_ij - 1) over j.

    ``groups``: for each group an array of items x categories: how many raters chose each category. Every item must have
    at least two raters.
    """
    counts = np.concatenate(groups)
    group_of_item = np.repeat(np.arange(len(groups)), [len(group) for group in groups])

    def without(amounts: Floats | Ints) -> Floats:
        """For each group, the sum of the ``amounts`` of the items outside it."""
        by_group = np.bincount(group_of_item, weights=amounts, minlength=len(groups))
        remaining: Floats = by_group.sum() - by_group
        return remaining

    raters, squares = counts.sum(axis=1), (counts**2).sum(axis=1)
    items = without(np.ones(len(counts)))
    agreed = without((squares - raters) / (raters * (raters - 1)))
    observed = without((raters**2 - squares) / (raters - 1))
    totals = np.stack([without(column) for column in counts.T], axis=1)
    n, total_squares = totals.sum(axis=1), (totals**2).sum(axis=1)  # whole numbers, exact as floats
    is_known = total_squares < n**2  # else there are no items, or all are in one category
    n = np.where(is_known, n, 2.0)  # any number above 1, only to avoid dividing by 0
    chance = np.where(is_known, total_squares / n**2, np.nan)
    expected = np.where(is_known, (n**2 - total_squares) / (n - 1), np.nan)
    kappa: Floats = (agreed / np.maximum(items, 1) - chance) / (1 - chance)
    return LeaveOneOutKappas(kappa, 1 - observed / expected)
