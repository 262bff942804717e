"""The sentence rankings of many extracts compared with that of one (Donaway et al. 2000, section 2.2).

:mod:`scoring.measures.automatic.extracts.sentence_rank` computes the same for one pair of extracts.

An extract ranks its sentences 1, 2, ... in the order of the document. All other sentences share the next rank.

The sign of an ordered pair (a, x) of sentences is 1 if a ranking places a before x, -1 if after, 0 if they share a
rank. Kendall's C - D is the sum over all pairs of the product of their signs in both rankings. Only pairs with a
sentence a of the extract have a sign there: 1 for every x outside the extract, and for every later x inside. So C - D
is the sum over all a of (the sum of a's signs in the other ranking, over all x), plus the sum over the pairs inside the
extract of their signs there: those pairs would otherwise count once in each direction, which gives 0.
"""

from collections.abc import Collection

import numpy as np

from scoring.measures.extracts.enumeration import Extracts
from scoring.stats.arrays import Floats, Ints


def sentence_ranks(extract: Collection[int], sentence_count: int) -> Floats:
    """Returns the rank of each sentence of the document, with midranks: float64[sentences].

    >>> sentence_ranks([1, 2], 5).tolist()  # definitions of Donaway et al. 2000
    [4.0, 1.0, 2.0, 4.0, 4.0]
    """
    ranks = np.full(sentence_count, (len(extract) + 1 + sentence_count) / 2)
    ranks[sorted(extract)] = np.arange(1, len(extract) + 1)
    return ranks


def untied_pairs(size: int, sentence_count: int) -> int:
    """Returns the number of pairs of sentences that an extract with ``size`` sentences does not rank equally."""
    others = sentence_count - size
    return (sentence_count * (sentence_count - 1) - others * (others - 1)) // 2


def concordances(extracts: Extracts, truth: Collection[int], sentence_count: int) -> Ints:
    """Returns C - D, concordant minus discordant pairs of sentences, of each extract and the truth: int64[extracts]."""
    ranks = sentence_ranks(truth, sentence_count)
    signs = np.sign(ranks[None, :] - ranks[:, None]).astype(np.int64)  # [a, x]: 1 if a is before x
    sums, flat_signs = signs.sum(axis=1), signs.ravel()
    columns = np.ascontiguousarray(extracts.T, np.intp)
    differences = np.zeros(len(extracts), np.int64)
    for place, column in enumerate(columns, start=1):
        differences += sums[column]
        differences += flat_signs[column * sentence_count + columns[place:]].sum(axis=0)
    return differences
