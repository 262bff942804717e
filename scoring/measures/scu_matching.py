"""Which SCUs of two coders (annotators of a pyramid) are the same: an optimal assignment by the words they share."""

import numpy as np
import scipy
from scipy import sparse

from scoring.stats.arrays import Floats
from scoring.stats.codings import CodedTopic, Coding

SAME = 0.5
"""Two SCUs assigned to each other count as the same if the Jaccard index of their words is at least this."""


def matched_scus(topic: CodedTopic, a: str, b: str) -> int:
    """Returns the number of SCUs that coders ``a`` and ``b`` both have; see `same_scus`."""
    return len(same_scus(topic, a, b))


def same_scus(topic: CodedTopic, a: str, b: str) -> list[tuple[int, int]]:
    """Returns pairs of indexes of SCUs that coders ``a`` and ``b`` both have.

    SCUs are assigned to each other one to one, so that the sum of the Jaccard indexes of their words is largest (Kuhn
    1955, by scipy's linear_sum_assignment); pairs with an index of at least :data:`SAME` count. Words that are missing
    from one coder's copy of the text are ignored.
    """
    codings = {coding.coder: coding for coding in topic.codings}
    jaccard = scu_jaccard(codings[a], codings[b], topic.word_count)
    rows, columns = scipy.optimize.linear_sum_assignment(jaccard, maximize=True)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if jaccard[i, j] >= SAME]


def scu_jaccard(a: Coding, b: Coding, word_count: int) -> Floats:
    """Returns the Jaccard index of the words of each two SCUs, 0 to 1: an array [SCUs of ``a``, SCUs of ``b``]."""
    unseen = a.unseen | b.unseen
    words_a, words_b = _indicators(a, word_count, unseen), _indicators(b, word_count, unseen)
    # Sparse, because most SCUs share no words, and because threaded dense products are slow on a busy machine.
    shared = (words_a @ words_b.T).toarray()
    union = words_a.sum(axis=1)[:, None] + words_b.sum(axis=1)[None, :] - shared
    jaccard: Floats = np.divide(shared, union, out=np.zeros(shared.shape), where=union > 0)
    return jaccard


def _indicators(coding: Coding, word_count: int, unseen: frozenset[int]) -> sparse.csr_array:
    """Returns an array [SCUs, words]: 1 if the word is in the SCU and not ``unseen`` (missing from a coder's text)."""
    scus = [[word for word in scu if word not in unseen] if unseen else scu for scu in coding.scus]
    bounds = np.cumsum([0, *map(len, scus)])
    members = np.fromiter((word for scu in scus for word in scu), dtype=np.int64, count=int(bounds[-1]))
    return sparse.csr_array((np.ones(len(members)), members, bounds), shape=(len(scus), word_count))
