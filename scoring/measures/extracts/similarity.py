"""The cosines of extracts with other choices of sentences of the same document, from products of sentences."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from scoring.measures.extracts.enumeration import Extracts
from scoring.stats.arrays import Floats


def cosines_with(extracts: Extracts, targets: Sequence[Collection[int]], products: Floats) -> Floats:
    """Returns the cosine of each extract with each target: float64[targets, extracts]; 0 if either vector is 0.

    ``targets``: the numbers of their sentences. ``products``: the inner products of all pairs of sentences of the
    document (see :mod:`scoring.measures.extracts.products`).
    """
    columns = np.ascontiguousarray(extracts.T, np.intp)
    norms = np.sqrt(_squared_norms(columns, products))
    result = np.zeros((len(targets), len(extracts)))
    for target, similarities in zip(targets, result, strict=True):
        sentences = sorted(target)
        with_target = products[:, sentences].sum(axis=1)  # the product of each sentence with the target
        for column in columns:
            similarities += with_target[column]
        scale = norms * np.sqrt(max(0.0, products[np.ix_(sentences, sentences)].sum()))
        np.divide(similarities, scale, out=similarities, where=scale > 0)
        similarities[scale == 0] = 0.0
    return result


def _squared_norms(columns: npt.NDArray[np.intp], products: Floats) -> Floats:
    """Returns the squared lengths of the vectors of extracts. ``columns``: [sentences of each, extracts]."""
    own, flat, sentence_count = np.ascontiguousarray(np.diag(products)), products.ravel(), len(products)
    squares = np.zeros(columns.shape[1])
    for place, column in enumerate(columns[:-1], start=1):
        squares += flat[column * sentence_count + columns[place:]].sum(axis=0)
    squares *= 2
    for column in columns:
        squares += own[column]
    return np.maximum(squares, 0.0)  # a rounded sum can be below 0
