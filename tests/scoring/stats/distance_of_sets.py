"""The distance of two sets, given as sets."""

from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np

from scoring.stats.distances import Distance, distances


def distance_of(distance: Distance, a: AbstractSet[Any], b: AbstractSet[Any]) -> float:
    """The distance of two sets that are not empty. Raises ValueError for an empty one.

    >>> distance_of(Distance.JACCARD, {"a", "b"}, {"b", "c"})
    0.6666666666666666
    """
    if not a or not b:
        raise ValueError("The distance of an empty set is not defined.")
    sizes = (np.array([len(a)]), np.array([len(b)]), np.array([len(a & b)]))
    return float(distances(distance, *sizes)[0])
