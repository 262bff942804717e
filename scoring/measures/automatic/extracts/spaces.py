"""Vector spaces in which texts are compared by their content (Donaway, Drummey & Mather 2000, section 2.3).

A text is a vector of its word counts (tf), of these times the words' idf, or of its coordinates in the space of the
largest singular values of a corpus (SVD, which is also called latent semantic indexing).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import fsum, sqrt
from typing import Any

import numpy as np
import scipy

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.similarity.frequencies import idf
from scoring.measures.automatic.tokens import sentences_of_words
from scoring.measures.automatic.topic_texts import Text, WordFrequencies
from scoring.stats.arrays import Floats

Counts = Counter[str]
Vector = Mapping[Any, float]
"""The coordinates that are not 0, by word or by the number of a dimension."""
Space = Callable[[Counts], Vector]
"""Turns the word counts of a text into its vector."""

MAX_CORPUS_TEXTS = 2_000
"""The most documents of a corpus for SVD: its time grows with the cube of their number."""
RANK_TOLERANCE = 1e-7
"""Singular values below this share of the largest count as 0: they are roots of rounding errors of about 1e-16."""

ZERO_TOLERANCE = 1e-8
"""If the coordinates of a text are below this share of its length, they are rounding errors: the text has nothing in
common with the space, and its vector is 0."""


def word_counts(parameters: Parameters, sentences: Iterable[str]) -> Counts:
    """Returns how often each word occurs, by ``tok`` and ``case``."""
    return Counter(chain.from_iterable(sentences_of_words(parameters, Text(tuple(sentences)))))


def cosine(first: Vector, second: Vector) -> float:
    """Returns the cosine, 0 if either vector is 0. Sums are rounded once, so the order of words does not matter."""
    norms = sqrt(fsum(value * value for value in first.values()) * fsum(value * value for value in second.values()))
    product = fsum(value * second[key] for key, value in first.items() if key in second)
    return max(-1.0, min(1.0, product / norms)) if norms else 0.0


def tf_vector(counts: Counts) -> Vector:
    return counts


def tfidf_space(parameters: Parameters, corpus: tuple[Text, ...]) -> Space:
    """Returns the space of counts times ln(N / documents with the word), for the N documents of the corpus. A word that
    no document has counts as if one document had it.
    """
    frequencies = _frequencies(parameters["tok"], parameters["case"], corpus)
    return lambda counts: {word: count * idf(frequencies, word) for word, count in counts.items()}


def svd_space(parameters: Parameters, corpus: tuple[Text, ...]) -> Space:
    """Returns the space of the ``k`` largest singular values of the corpus (all, if there are fewer): a vector x of
    counts becomes U_k^T x, and with ``scaled:yes`` S_k^-1 U_k^T x.
    """
    decomposition = _decomposition(parameters["tok"], parameters["case"], corpus)
    largest = slice(0, parameters.whole_number("k"))
    right, values = decomposition.right[:, largest], decomposition.values[largest]
    divisor = values if parameters["scaled"] == "yes" else np.ones_like(values)

    def vector(counts: Counts) -> Vector:
        # U_k = A V_k S_k^-1 for the corpus A = U S V^T, so U_k^T x = S_k^-1 V_k^T (A^T x): U is never needed.
        coordinates = decomposition.products(counts) @ right / values
        length = sqrt(sum(count * count for count in counts.values()))
        if np.linalg.norm(coordinates) <= ZERO_TOLERANCE * length:
            return {}
        return dict(enumerate((coordinates / divisor).tolist()))

    return vector


@dataclass(frozen=True, slots=True)
class _Decomposition:
    """The singular value decomposition of a matrix of words x documents. ``values``: the positive singular values, the
    largest first. ``right``: documents x values. ``shares``: documents x words, each word's share of the words of a
    document. ``columns``: the column of each word, in alphabetical order.
    """

    values: Floats
    right: Floats
    shares: scipy.sparse.csr_array
    columns: Mapping[str, int]

    def products(self, counts: Counts) -> Floats:
        """Returns the inner product of a text with each document. Adds up word by word in alphabetical order."""
        vector = np.zeros(len(self.columns))
        for word in counts.keys() & self.columns.keys():
            vector[self.columns[word]] = counts[word]
        products: Floats = self.shares @ vector
        return products


@lru_cache(maxsize=1)  # all topics of a project share its corpus
def _word_counts_of(tok: str, case: str, corpus: tuple[Text, ...]) -> tuple[Counts, ...]:
    return tuple(word_counts(_word_parameters(tok, case), text.sentences) for text in corpus)


@lru_cache(maxsize=1)
def _frequencies(tok: str, case: str, corpus: tuple[Text, ...]) -> WordFrequencies:
    occurrences = Counter(chain.from_iterable(_word_counts_of(tok, case, corpus)))
    return WordFrequencies(tok, case, len(corpus), occurrences)


@lru_cache(maxsize=1)
def _decomposition(tok: str, case: str, corpus: tuple[Text, ...]) -> _Decomposition:
    """Decomposes the matrix A of the words' shares of each document, from the eigenvectors of A^T A."""
    texts = _word_counts_of(tok, case, corpus)
    columns = {word: column for column, word in enumerate(sorted(set(chain.from_iterable(texts))))}
    rows = [sorted((columns[word], count) for word, count in counts.items()) for counts in texts]
    shares = [count / counts.total() for counts, row in zip(texts, rows, strict=True) for _, count in row]
    indices = [column for row in rows for column, _ in row]
    starts = np.cumsum([0, *map(len, rows)])
    matrix = scipy.sparse.csr_array((shares, indices, starts), (len(texts), len(columns)), dtype=np.float64)
    squared_values, right = np.linalg.eigh((matrix @ matrix.T).toarray())  # the smallest first
    values = np.sqrt(np.maximum(squared_values[::-1], 0))
    rank = int((values > RANK_TOLERANCE * values.max(initial=0)).sum())
    return _Decomposition(values[:rank], np.ascontiguousarray(right[:, ::-1][:, :rank]), matrix, columns)


def _word_parameters(tok: str, case: str) -> Parameters:
    return Parameters((("tok", tok), ("case", case)))
