"""Which SCUs of two coders are the same: an optimal assignment on the words they share."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from scoring.stats.arrays import Floats
from scoring.stats.codings import CodedTopic, Coding

SAME = 0.5
"""Word Jaccard from which two assigned SCUs count as the same."""


@dataclass(frozen=True, slots=True)
class MatchedScus:
    """SCUs ``a`` of one coder and ``b`` of the other (their numbers), with their word Jaccard, above 0 to 1."""

    a: int
    b: int
    jaccard: float


def assigned_scus(a: Coding, b: Coding, words: int) -> list[MatchedScus]:
    """The one-to-one assignment of SCUs with the largest sum of word Jaccard, pairs without a common word left out.

    Words that one of the two has not seen do not count. Source: Kuhn 1955, as scipy's linear_sum_assignment.
    """
    jaccard = _jaccard(a, b, words)
    rows, columns = linear_sum_assignment(jaccard, maximize=True)
    return [
        MatchedScus(int(row), int(column), float(jaccard[row, column]))
        for row, column in zip(rows, columns, strict=True)
        if jaccard[row, column] > 0
    ]


def matched_scus(topic: CodedTopic, a: str, b: str) -> int:
    """Number of pairs of the assignment of the two coders' SCUs with a word Jaccard of at least :data:`SAME`."""
    first, second = (next(one for one in topic.codings if one.coder == name) for name in (a, b))
    return sum(pair.jaccard >= SAME for pair in assigned_scus(first, second, topic.words))


def _jaccard(a: Coding, b: Coding, words: int) -> Floats:
    unseen = a.unseen | b.unseen
    left, right = _indicators(a, words, unseen), _indicators(b, words, unseen)
    # Sparse, as most SCUs share nothing; and many small dense products wait long for a busy machine's threads.
    shared = (left @ right.T).toarray()
    union = left.sum(axis=1)[:, None] + right.sum(axis=1)[None, :] - shared
    jaccard: Floats = np.divide(shared, union, out=np.zeros(shared.shape), where=union > 0)
    return jaccard


def _indicators(coding: Coding, words: int, unseen: frozenset[int]) -> sparse.csr_array:
    """SCUs x words: 1 where a word that both have seen is in the SCU."""
    kept = [[word for word in scu if word not in unseen] if unseen else scu for scu in coding.scus]
    bounds = np.cumsum([0, *map(len, kept)])
    members = np.fromiter((word for scu in kept for word in scu), dtype=np.int64, count=int(bounds[-1]))
    return sparse.csr_array((np.ones(len(members)), members, bounds), shape=(len(kept), words))
