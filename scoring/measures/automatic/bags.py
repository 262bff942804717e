"""Clipped overlaps of bags: how many grams a peer and a model share, each as often as both have it.

All measures that count shared grams use these two functions. A gram has a class, such as its number of function words,
and a class has a weight. Overlaps are counted by class, in whole numbers, and weighted last (`weighted`), so that the
order of texts and grams never changes a bit of a value.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from scoring.measures.automatic.grams import Grams
from scoring.stats.arrays import Floats, Ints

BLOCK_CELLS = 2_000_000
"""Largest number of cells (texts x distinct grams of the models) of the table of counts that is in memory at once."""


def totals(grams: Grams) -> Ints:
    """The number of grams of each text by class: int64[texts, classes]."""
    classes = 0 if grams.classes is None else grams.classes
    cells = np.bincount(grams.texts * grams.class_count + classes, minlength=grams.text_count * grams.class_count)
    return cells.reshape(grams.text_count, grams.class_count)


def clipped_overlaps(peers: Grams, models: Grams) -> Ints:
    """The sum of min(count in the peer, count in the model) over all grams, by class: int64[peers, models, classes].

    Grams of peers that no model has are dropped first. What remains is counted in a dense table, whose size does not
    depend on the vocabulary of the peers, in blocks of peers.
    """
    distinct, first_places, column = np.unique(models.keys, return_index=True, return_inverse=True)
    overlaps = np.zeros((peers.text_count, models.text_count, peers.class_count), np.int64)
    if not len(distinct) or not len(peers.keys):
        return overlaps
    model_columns = [_columns_of_model(models, column, model) for model in range(models.text_count)]
    class_of_column = np.zeros(len(distinct), np.int64) if models.classes is None else models.classes[first_places]
    texts, columns = _in_models(peers, distinct)
    for first, counts in _count_tables(texts, columns, peers.text_count, len(distinct)):
        for model, (chosen, model_counts) in enumerate(model_columns):
            shared = np.minimum(counts[:, chosen], model_counts)
            for number in range(peers.class_count):
                of_class = shared if peers.class_count == 1 else shared[:, class_of_column[chosen] == number]
                overlaps[first : first + len(counts), model, number] = of_class.sum(axis=1)
    return overlaps


def _columns_of_model(models: Grams, column: Ints, model: int) -> tuple[Ints, Ints]:
    """The columns of the grams of one model, and their counts."""
    columns, counts = np.unique(column[models.texts == model], return_counts=True)
    return columns, counts


def _in_models(peers: Grams, distinct: Ints) -> tuple[Ints, Ints]:
    """The occurrences in peers of grams that a model has, by text: their texts and the columns of their grams."""
    columns = np.minimum(np.searchsorted(distinct, peers.keys), len(distinct) - 1)
    in_models = np.flatnonzero(distinct[columns] == peers.keys)
    by_text = in_models[np.argsort(peers.texts[in_models], kind="stable")]
    return peers.texts[by_text], columns[by_text]


def _count_tables(texts: Ints, columns: Ints, text_count: int, width: int) -> Iterator[tuple[int, Ints]]:
    """In blocks, the first text of the block and its table of counts: int64[texts of the block, width]."""
    height = max(1, BLOCK_CELLS // width)
    for first in range(0, text_count, height):
        last = min(first + height, text_count)
        start, end = np.searchsorted(texts, (first, last))
        cells = (texts[start:end] - first) * width + columns[start:end]
        yield first, np.bincount(cells, minlength=(last - first) * width).reshape(-1, width)


def weighted(counts: Ints, weights: Sequence[float]) -> Floats:
    """Counts by class (the last axis) times the weights of the classes, summed in the order of the classes."""
    total = np.zeros(counts.shape[:-1])
    for number, weight in enumerate(weights):
        total += counts[..., number] * weight
    return total
