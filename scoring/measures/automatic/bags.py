"""Counts how many grams (words, n-grams or skip bigrams) a peer and a model share.

A gram that occurs i times in the peer and j times in the model counts min(i, j) times: the overlap is "clipped". Each
gram has a class, such as its number of function words, and each class has a weight. Overlaps are counted by class, in
whole numbers, and multiplied by the weights last. So a value is the same to the last bit, whatever the order of texts
and grams.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from scoring.measures.automatic.grams import Grams
from scoring.stats.arrays import Floats, Ints

BLOCK_CELLS = 2_000_000
"""Largest number of cells (texts x distinct grams of the models) of the table of counts that is in memory at once."""


def totals(grams: Grams) -> Ints:
    """Returns the number of grams of each text by class: int64[texts, classes]."""
    classes = 0 if grams.classes is None else grams.classes
    counts = np.bincount(grams.texts * grams.class_count + classes, minlength=grams.text_count * grams.class_count)
    return counts.reshape(grams.text_count, grams.class_count)


def clipped_overlaps(peers: Grams, models: Grams) -> Ints:
    """Returns the sum of min(count in the peer, count in the model) over all grams: int64[peers, models, classes].

    Each distinct gram of the models is a column. Grams of peers that no model has are dropped. The others are counted
    in a table of peers x columns, a block of peers at a time.
    """
    distinct, first_indexes, column_of_gram = np.unique(models.keys, return_index=True, return_inverse=True)
    overlaps = np.zeros((peers.text_count, models.text_count, peers.class_count), np.int64)
    if not len(distinct) or not len(peers.keys):
        return overlaps
    grams_by_model = [_grams_of_model(models, column_of_gram, model) for model in range(models.text_count)]
    class_of_column = np.zeros(len(distinct), np.int64) if models.classes is None else models.classes[first_indexes]
    texts, columns = _occurrences_in_models(peers, distinct)
    for first_peer, counts in _count_tables(texts, columns, peers.text_count, len(distinct)):
        peers_of_block = slice(first_peer, first_peer + len(counts))
        for model, (model_columns, model_counts) in enumerate(grams_by_model):
            shared = np.minimum(counts[:, model_columns], model_counts)
            for gram_class in range(peers.class_count):
                in_class = shared[:, class_of_column[model_columns] == gram_class] if peers.class_count > 1 else shared
                overlaps[peers_of_block, model, gram_class] = in_class.sum(axis=1)
    return overlaps


def _grams_of_model(models: Grams, column_of_gram: Ints, model: int) -> tuple[Ints, Ints]:
    """Returns the columns of the distinct grams of one model, and how often the model has each of them."""
    columns, counts = np.unique(column_of_gram[models.texts == model], return_counts=True)
    return columns, counts


def _occurrences_in_models(peers: Grams, distinct: Ints) -> tuple[Ints, Ints]:
    """Finds the occurrences, in peers, of the ``distinct`` grams of the models. Returns the text and the column of each
    occurrence, sorted by text.
    """
    columns = np.minimum(np.searchsorted(distinct, peers.keys), len(distinct) - 1)
    in_models = np.flatnonzero(distinct[columns] == peers.keys)
    by_text = in_models[np.argsort(peers.texts[in_models], kind="stable")]
    return peers.texts[by_text], columns[by_text]


def _count_tables(texts: Ints, columns: Ints, text_count: int, width: int) -> Iterator[tuple[int, Ints]]:
    """Yields, for each block of texts, the index of its first text and how often each text has each column's gram:
    int64[texts, width]. ``texts`` and ``columns``: the text and the column of each occurrence, sorted by text.
    """
    height = max(1, BLOCK_CELLS // width)
    for first in range(0, text_count, height):
        stop = min(first + height, text_count)
        start, end = np.searchsorted(texts, (first, stop))
        cells = (texts[start:end] - first) * width + columns[start:end]
        yield first, np.bincount(cells, minlength=(stop - first) * width).reshape(-1, width)


def weighted(counts: Ints, weights: Sequence[float]) -> Floats:
    """Returns counts by class (the last axis) times the weights of the classes, summed in the order of the classes."""
    total = np.zeros(counts.shape[:-1])
    for gram_class, weight in enumerate(weights):
        total += counts[..., gram_class] * weight
    return total
