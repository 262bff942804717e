"""Vectors of texts in three content spaces (Donaway et al. 2000, section 2.3), and the products of all pairs.

``tf``  the count of each word
``tfidf``  each count times the word's inverse document frequency in a corpus, ln(texts / texts with the word)
``svd``  coordinates in the space of the k largest singular values of the corpus' matrix of terms and documents

The cosine of two texts does not depend on their lengths, so counts need not be divided by them. All three are linear:
the vector of a text is the sum of the vectors of its sentences. So the products of all pairs of sentences (the Gram
matrix) give the cosine of any two extracts, however many words there are.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import log
from typing import Any

import numpy as np
import scipy

from scoring.measures.extracts.errors import ExtractsRefused
from scoring.stats.arrays import Floats, Ints

Words = Sequence[str]
MAX_CORPUS_TEXTS = 2_000
"""For SVD, whose time grows with the cube of the number of texts."""
DEFAULT_DIMENSIONS = 100
SMALLEST_EIGENVALUE = 1e-13
"""Eigenvalues of the corpus below this share of the largest are rounding errors: they do not count for its rank."""


@dataclass(frozen=True)
class Corpus:
    """Texts that weight words. ``counts``: of each word in each text, a sparse matrix [texts, words], whose columns are
    the words of ``vocabulary``, in alphabetical order.
    """

    counts: scipy.sparse.csr_array
    vocabulary: dict[str, int]

    @property
    def text_count(self) -> int:
        return int(self.counts.shape[0])

    @cached_property
    def document_frequencies(self) -> Ints:
        """In how many texts each word occurs."""
        return np.bincount(self.counts.indices, minlength=len(self.vocabulary))

    def idf(self, word: str) -> float:
        """Returns ln(texts / texts with the word). A word that is in no text counts as if it were in one."""
        column = self.vocabulary.get(word)
        frequency = 1 if column is None else int(self.document_frequencies[column])
        return log(max(1, self.text_count) / frequency)


def corpus_of(texts: Iterable[Words]) -> Corpus:
    texts = list(texts)
    vocabulary = _vocabulary(texts)
    return Corpus(_counts(texts, vocabulary), vocabulary)


def tf_vectors(texts: Sequence[Words]) -> scipy.sparse.csr_array:
    """Returns the counts of words in each text: a sparse matrix [texts, words]."""
    return _counts(texts, _vocabulary(texts))


def tfidf_vectors(texts: Sequence[Words], idf: Callable[[str], float]) -> scipy.sparse.csr_array:
    """Returns the counts of words in each text, each times the word's ``idf``: a sparse matrix [texts, words]."""
    vocabulary = _vocabulary(texts)
    counts = _counts(texts, vocabulary)
    weights = np.array([idf(word) for word in vocabulary], np.float64)
    return scipy.sparse.csr_array((counts.data * weights[counts.indices], counts.indices, counts.indptr), counts.shape)


@dataclass(frozen=True, slots=True)
class SvdSpace:
    """The k left singular vectors of a corpus with the largest singular values. ``basis``: float64[words, k], whose
    rows are the words of ``vocabulary``.
    """

    basis: Floats
    vocabulary: dict[str, int]

    @property
    def dimensions(self) -> int:
        return int(self.basis.shape[1])

    def vectors(self, texts: Sequence[Words]) -> Floats:
        """Returns the coordinates of each text: float64[texts, k]. Words that the corpus lacks do not count."""
        coordinates: Floats = _counts(texts, self.vocabulary) @ self.basis
        return coordinates


def svd_space(corpus: Corpus, k: int = DEFAULT_DIMENSIONS, *, scaled: bool = False) -> SvdSpace:
    """Returns the space of the min(k, rank) largest singular values of the matrix of the words' relative frequencies.

    ``scaled``: divide each coordinate by its singular value. Raises ExtractsRefused for a corpus of more than
    MAX_CORPUS_TEXTS texts.
    """
    if corpus.text_count > MAX_CORPUS_TEXTS:
        raise ExtractsRefused(f"The corpus has {corpus.text_count:,} texts; SVD allows at most {MAX_CORPUS_TEXTS:,}.")
    lengths = np.maximum(corpus.counts.sum(axis=1), 1)
    frequencies = scipy.sparse.csr_array(corpus.counts.multiply(1 / lengths[:, None]))
    # The eigenvectors of the products of all pairs of texts are the right singular vectors.
    eigenvalues, eigenvectors = np.linalg.eigh(gram(frequencies))
    largest_first = np.argsort(-eigenvalues, kind="stable")[:k]
    singular = largest_first[eigenvalues[largest_first] > SMALLEST_EIGENVALUE * eigenvalues.max(initial=0.0)]
    values = np.sqrt(eigenvalues[singular])
    left_vectors = (frequencies.T @ eigenvectors[:, singular]) / values
    basis, triangle = np.linalg.qr(left_vectors)  # they are orthonormal except for rounding errors
    basis *= np.where(np.diag(triangle) < 0, -1.0, 1.0)
    return SvdSpace(basis / values if scaled else basis, corpus.vocabulary)


def gram(vectors: scipy.sparse.csr_array | Floats) -> Floats:
    """Returns the inner products of all pairs of rows: float64[rows, rows]."""
    products: Any = vectors @ vectors.T
    return np.asarray(products if isinstance(products, np.ndarray) else products.toarray(), np.float64)


def cosines(products: Floats) -> Floats:
    """Returns the cosines of all pairs of texts from their inner products; 0 if either vector is 0."""
    norms = np.sqrt(np.diag(products))
    scale = norms[:, None] * norms[None, :]
    ratios: Floats = np.divide(products, scale, out=np.zeros_like(products), where=scale > 0)
    return np.clip(ratios, -1.0, 1.0)


def _vocabulary(texts: Iterable[Words]) -> dict[str, int]:
    return {word: number for number, word in enumerate(sorted(set(chain.from_iterable(texts))))}


def _counts(texts: Sequence[Words], vocabulary: dict[str, int]) -> scipy.sparse.csr_array:
    """Returns how often each word of the vocabulary occurs in each text: float64[texts, words], sparse and sorted."""
    columns = [[vocabulary[word] for word in text if word in vocabulary] for text in texts]
    rows = np.repeat(np.arange(len(texts)), [len(row) for row in columns])
    flat = np.fromiter(chain.from_iterable(columns), np.int64, len(rows))
    shape = (len(texts), len(vocabulary))
    counts = scipy.sparse.coo_array((np.ones(len(flat)), (rows, flat)), shape).tocsr()  # sums what is repeated
    counts.sort_indices()
    return counts
