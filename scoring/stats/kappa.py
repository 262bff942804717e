"""Agreement of raters who say yes or no to items: Cohen's and Fleiss' kappa, nominal alpha, Jaccard, AC1 and others.

Sources: Cohen 1960; Fleiss 1971, equal to the kappa of Siegel & Castellan 1988 in Radev et al. 2003, section 3.1.2;
Krippendorff 1980 (nominal alpha); Gwet 2008 (AC1); Cicchetti & Feinstein 1990 (positive and negative agreement).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scoring.stats.arrays import Ints

Ratings = npt.NDArray[np.int8]
"""Items x raters: 1 for yes, 0 for no, -1 if the rater did not rate the item."""


@dataclass(frozen=True, slots=True)
class PairTable:
    """Counts of the items that raters a and b both rated: "yes" from both, from only a, from only b, from neither."""

    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def item_count(self) -> int:
        return self.both + self.only_a + self.only_b + self.neither

    def __add__(self, other: "PairTable") -> "PairTable":
        """The table of the items of both tables together."""
        both, neither = self.both + other.both, self.neither + other.neither
        return PairTable(both, self.only_a + other.only_a, self.only_b + other.only_b, neither)

    def __sub__(self, other: "PairTable") -> "PairTable":
        """This table without the items of ``other``, which must be among its items."""
        both, neither = self.both - other.both, self.neither - other.neither
        return PairTable(both, self.only_a - other.only_a, self.only_b - other.only_b, neither)


def cohen_kappa(table: PairTable) -> float | None:
    """(P(A) - P(E)) / (1 - P(E)), where P(A) is the observed agreement and P(E) the agreement by chance, from each
    rater's own shares of yes and no. None if P(E) is 1 or there are no items.

    Ten items; the raters differ on three (by hand: P(A) = .7, P(E) = .5 * .4 + .5 * .6):

    >>> round(cohen_kappa(PairTable(both=3, only_a=2, only_b=1, neither=4)), 12)
    0.4
    """
    n = table.item_count
    if n == 0:
        return None
    yes_a, yes_b = table.both + table.only_a, table.both + table.only_b
    # n^2 P(E) is a whole number; P(E) as a float could miss 1 by a rounding error.
    expected = yes_a * yes_b + (n - yes_a) * (n - yes_b)
    if expected == n * n:
        return None
    return ((table.both + table.neither) * n - expected) / (n * n - expected)


def jaccard_index(table: PairTable) -> float | None:
    """Items with "yes" from both raters, divided by items with "yes" from at least one; None if nobody said yes."""
    either = table.both + table.only_a + table.only_b
    return table.both / either if either else None


def gwet_ac1(table: PairTable) -> float | None:
    """Gwet's AC1 (2008): kappa with P(E) = 2 q (1 - q), where q is the mean share of "yes"; None without items.

    If almost all items are "no", Cohen's P(E) is close to 1, and Cohen's kappa is small in spite of good agreement.
    This P(E) is at most 1/2.

    >>> gwet_ac1(PairTable(both=0, only_a=1, only_b=1, neither=8))  # P(A) = .8, q = .1, P(E) = .18
    0.7560975609756098
    """
    n = table.item_count
    if n == 0:
        return None
    yes = 2 * table.both + table.only_a + table.only_b
    expected = yes * (2 * n - yes)  # 2 n^2 P(E)
    return (2 * n * (table.both + table.neither) - expected) / (2 * n * n - expected)


def positive_agreement(table: PairTable) -> float | None:
    """2 both / (yes of a + yes of b): agreement on "yes"; None if nobody said yes."""
    yes = 2 * table.both + table.only_a + table.only_b
    return 2 * table.both / yes if yes else None


def negative_agreement(table: PairTable) -> float | None:
    """2 neither / (no of a + no of b): agreement on "no"; None if nobody said no."""
    return positive_agreement(PairTable(table.neither, table.only_a, table.only_b, table.both))


def fleiss_kappa(counts: Ints) -> float | None:
    """Fleiss' kappa = (P(A) - P(E)) / (1 - P(E)). ``counts`` (n_ij): items x categories, how many raters chose each
    category. P(A) = mean over items of sum_j n_ij (n_ij - 1) / (m_i (m_i - 1)), where the number of raters m_i may
    differ by item (the usual extension). P(E) = sum of the squared shares of the categories. Items with fewer than two
    raters do not count. None if P(E) is 1 or no item counts. Range: -1 / (m - 1) to 1.
    """
    counts, raters = _comparable(counts)
    if not len(counts):
        return None
    agreed = float(((counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1))).mean())
    shares = counts.sum(axis=0) / counts.sum()
    expected = float((shares**2).sum())
    return None if (shares == 1).any() else (agreed - expected) / (1 - expected)


def nominal_alpha(counts: Ints) -> float | None:
    """Krippendorff's alpha = 1 - Do / De with the nominal distance, where Do is the observed and De the expected
    disagreement. ``counts``, n_ij and m_i as in :func:`fleiss_kappa`; n is the sum of all counts, n_j of category j:

    n Do = sum over items of (m_i^2 - sum_j n_ij^2) / (m_i - 1); n De = (n^2 - sum_j n_j^2) / (n - 1). None if De is 0.
    """
    counts, raters = _comparable(counts)
    n = int(counts.sum())
    expected = (n * n - int((counts.sum(axis=0) ** 2).sum())) / (n - 1) if n else 0.0
    if expected == 0:
        return None
    observed = float(((raters**2 - (counts**2).sum(axis=1)) / (raters - 1)).sum())
    return 1.0 - observed / expected


def category_counts(ratings: Ratings) -> Ints:
    """Items x 2: how many raters said no and how many said yes."""
    return np.stack([(ratings == 0).sum(axis=1), (ratings == 1).sum(axis=1)], axis=1)


def pair_tables(ratings: Ratings) -> dict[tuple[int, int], PairTable]:
    """The tables of all pairs of raters with a common item, by the raters' columns a < b."""
    yes, no = (ratings == 1).astype(np.float64), (ratings == 0).astype(np.float64)
    both, only_a, only_b, neither = yes.T @ yes, yes.T @ no, no.T @ yes, no.T @ no
    tables = {}
    for a, b in np.argwhere(np.triu(both + only_a + only_b + neither, 1)).tolist():
        tables[a, b] = PairTable(int(both[a, b]), int(only_a[a, b]), int(only_b[a, b]), int(neither[a, b]))
    return tables


def _comparable(counts: Ints) -> tuple[Ints, Ints]:
    """The rows of the items with at least two raters, and the number of raters of each of these items."""
    raters = counts.sum(axis=1)
    return counts[raters >= 2], raters[raters >= 2]
