"""The inner products of all pairs of sentences of a document, in three content spaces.

The vector of a text is the sum of the vectors of its sentences. So these products give the cosine of any two extracts,
however many words the document has.
"""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
import scipy

from scoring.measures.automatic.extracts.spaces import (
    MAX_CORPUS_TEXTS,
    Space,
    Vector,
    svd_space,
    tf_vector,
    tfidf_space,
    word_counts,
)
from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.scores import Family
from scoring.stats.arrays import Floats

DEFAULT_DIMENSIONS = 100


def content_products(
    sentences: Sequence[str], corpus: Iterable[Text], *, k: int = DEFAULT_DIMENSIONS
) -> dict[Family, Floats]:
    """Returns the products of the sentences by family: float64[sentences, sentences].

    ``corpus``: the documents on which idf and SVD rest. With fewer than two, there are only the products of word
    counts: every word would have the idf 0, and all texts the same direction in the space of SVD. With more than
    MAX_CORPUS_TEXTS, SVD is left out. ``k``: how many dimensions its space has.
    """
    parameters = Parameters((("tok", "unicode1"), ("case", "keep"), ("k", str(k)), ("scaled", "no")))
    texts = tuple(corpus)
    spaces: dict[Family, Space] = {Family.TF: tf_vector}
    if len(texts) > 1:
        spaces[Family.TFIDF] = tfidf_space(parameters, texts)
    if 1 < len(texts) <= MAX_CORPUS_TEXTS:
        spaces[Family.SVD] = svd_space(parameters, texts)
    counts = [word_counts(parameters, [sentence]) for sentence in sentences]
    return {family: products([space(words) for words in counts]) for family, space in spaces.items()}


def products(vectors: Sequence[Vector]) -> Floats:
    """Returns the inner products of all pairs of vectors: float64[vectors, vectors]."""
    columns = {key: column for column, key in enumerate(sorted(set(chain.from_iterable(vectors))))}
    lengths = [len(vector) for vector in vectors]
    rows = np.repeat(np.arange(len(vectors)), lengths)
    column_of_value = np.fromiter((columns[key] for vector in vectors for key in vector), np.int64, len(rows))
    values = np.fromiter((value for vector in vectors for value in vector.values()), np.float64, len(rows))
    matrix = scipy.sparse.coo_array((values, (rows, column_of_value)), (len(vectors), len(columns))).tocsr()
    matrix.sort_indices()  # so that sums do not depend on the order of words
    return np.asarray((matrix @ matrix.T).toarray(), np.float64)
