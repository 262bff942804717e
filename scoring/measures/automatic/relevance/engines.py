"""Retrieval engines: how relevant is each text of a collection to a query?

An engine sees a collection as counts, int64[texts, words + 1]: how often each text has each word of the query, and, in
the last column, how many words it has. The score of a text is a sum over the words of the query, rounded to 12 decimals
so that the same texts have the same score in every collection.
"""

from collections.abc import Callable, Mapping
from math import fsum

import numpy as np

from scoring.stats.arrays import Floats, Ints

K1, B = 1.5, 0.75
"""The parameters of BM25 that bm25s and other engines have by default."""

Engine = Callable[[Ints, Ints, Ints], list[float]]
"""Takes a collection, how often the query has each of its words, and the collection that gives the idf (inverse
document frequency). Returns the score of each text."""


def inner(collection: Ints, query: Ints, idf_collection: Ints) -> list[float]:
    """Returns the inner product of the vectors of each text and of the query. The weight of a word is its count times
    its idf, ln(texts / texts with the word).
    """
    frequencies = np.maximum(_document_frequencies(idf_collection), 1)  # as in `similarity.frequencies.idf`
    idfs = np.log(len(idf_collection) / frequencies)
    return _sums(collection[:, :-1] * query * idfs**2)


def bm25(collection: Ints, query: Ints, idf_collection: Ints) -> list[float]:
    """Returns the scores of BM25 in the variant of Lucene, computed by the library bm25s: the sum over the query's
    words of idf * count / (count + K1 (1 - B + B length / mean length)), where the idf is
    ln(1 + (texts - f + .5) / (f + .5)) and f is the number of texts with the word.
    """
    scores = _bm25_of_words(collection) * query
    if idf_collection is not collection:
        scores = scores * _bm25_idfs(idf_collection) / _bm25_idfs(collection)
    return _sums(scores)


ENGINES: Mapping[str, Engine] = {"inner": inner, "bm25": bm25}


def _bm25_of_words(collection: Ints) -> Floats:
    """Returns the score of each text for each word of the query alone: float64[texts, words]."""
    from bm25s import BM25

    other_word = collection.shape[1] - 1  # stands for all words that the query lacks
    counts = collection.copy()
    counts[:, other_word] -= collection[:, :-1].sum(axis=1)
    scores = np.zeros((len(collection), other_word))
    if not counts.any():
        return scores
    numbers = np.arange(other_word + 1)
    texts = [np.repeat(numbers, row).tolist() for row in counts]
    index = BM25(method="lucene", k1=K1, b=B, dtype="float64")
    index.index((texts, {str(number): number for number in numbers.tolist()}), show_progress=False)
    for word in np.flatnonzero(_document_frequencies(collection)).tolist():
        scores[:, word] = index.get_scores_from_ids([word])
    return scores


def _bm25_idfs(collection: Ints) -> Floats:
    frequencies = _document_frequencies(collection)
    idfs: Floats = np.log(1 + (len(collection) - frequencies + 0.5) / (frequencies + 0.5))
    return idfs


def _document_frequencies(collection: Ints) -> Ints:
    """Returns the number of texts that have each word of the query."""
    return np.asarray((collection[:, :-1] > 0).sum(axis=0))


def _sums(scores: Floats) -> list[float]:
    """Returns the sum of the scores of each text."""
    return [round(fsum(row), 12) for row in scores.tolist()]
