"""Distances between sets of words, from their sizes and the number of words they share.

Sources: Passonneau 2004 (the four values for identical, contained, overlapping and disjoint sets); Passonneau 2006
(MASI). J is the Jaccard index: the number of words in both sets divided by the number of words in either.

| distance     | identical | one in the other    | overlapping  | disjoint       |
|--------------|-----------|---------------------|--------------|----------------|
| nominal      | 0         | 1                   | 1            | 1              |
| passonneau   | 0         | 1/3                 | 2/3          | 1              |
| jaccard      | 0         | 1 - J               | 1 - J        | 1              |
| masi         | 0         | 1 - 2J/3            | 1 - J/3      | 1              |

MASI is 1 - J * M, where M is 1, 2/3, 1/3 or 0 in the four columns. Artstein & Poesio 2008 and Siddharthan & Teufel 2007
print the product of two distances instead, which is another measure.
"""

from enum import StrEnum

import numpy as np

from scoring.stats.arrays import Floats, Ints

Counts = Ints | Floats


class Distance(StrEnum):
    """How far apart two sets are, from 0 (identical) to 1 (disjoint). Results are listed in this order."""

    NOMINAL = "nominal"
    JACCARD = "jaccard"
    MASI = "masi"
    PASSONNEAU = "passonneau"


def distances(distance: Distance, a: Counts, b: Counts, shared: Counts) -> Floats:
    """The distance of each pair of sets, 0 to 1.

    ``a`` and ``b``: arrays of the sizes of the two sets, >= 1; ``shared``: an array of the numbers of words in both.

    >>> distances(Distance.MASI, np.array([2, 2]), np.array([2, 3]), np.array([2, 2])).tolist()
    [0.0, 0.5555555555555556]
    """
    is_identical = (shared == a) & (shared == b)
    is_nested = ~is_identical & ((shared == a) | (shared == b))
    union = a + b - shared
    match distance:
        case Distance.NOMINAL:
            return np.where(is_identical, 0.0, 1.0)
        case Distance.PASSONNEAU:
            return np.select([is_identical, is_nested, shared > 0], [0.0, 1 / 3, 2 / 3], default=1.0)
        case Distance.JACCARD:
            return (union - shared) / union
        case Distance.MASI:
            monotonicity = np.where(is_identical, 1.0, np.where(is_nested, 2 / 3, 1 / 3))
            return 1.0 - shared / union * monotonicity
