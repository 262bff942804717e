"""Ratings as ranks within a topic, for instruments that ask to use every value.

In DUC 2005 assessors rated the summaries of a topic relative to each other, so the ratings themselves cannot be
compared between topics. NIST's "scaled" responsiveness is the rank of a rating among all ratings of the topic.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction


def midranks(values: Sequence[int]) -> list[Fraction]:
    """Returns the rank of each value, 1 for the smallest to n for the largest. Tied values share the mean of their
    ranks.

    >>> [float(rank) for rank in midranks([1, 2, 2, 3, 5])]
    [1.0, 2.5, 2.5, 4.0, 5.0]
    """
    counts = Counter(values)
    ranks, smaller = dict[int, Fraction](), 0
    for value in sorted(counts):
        ranks[value] = Fraction(2 * smaller + counts[value] + 1, 2)
        smaller += counts[value]
    return [ranks[value] for value in values]
