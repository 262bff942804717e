"""Counts skip bigrams: pairs of words in their order, with at most ``gap`` words, or any number, between them."""

import numpy as np

from scoring.measures.automatic.bags import BLOCK_CELLS, clipped_overlaps, totals
from scoring.measures.automatic.grams import Grams, skip_bigrams
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Ints


def skip_grams(encoded: EncodedTexts, gap: int, *, unigrams: bool) -> Grams:
    """Returns the skip bigrams. ``unigrams``: whether to add all words except the last word of each text, which
    ROUGE-1.5.5 leaves out.
    """
    pairs = skip_bigrams(encoded, gap)
    if not unigrams:
        return pairs
    is_last = np.zeros(len(encoded.words), np.bool_)
    is_last[encoded.text_starts[1:][encoded.text_lengths > 0] - 1] = True
    keys = encoded.words[~is_last] + len(encoded.vocabulary) ** 2  # beyond the keys of all pairs
    texts = np.concatenate([pairs.texts, encoded.text_of_word[~is_last]])
    return Grams(np.concatenate([pairs.keys, keys]), texts, encoded.text_count)


def skip_counts(encoded: EncodedTexts, peer_count: int, gap: int, *, unigrams: bool) -> tuple[Ints, Ints]:
    """Returns the numbers of shared grams [peers, models] and of all grams [texts]."""
    grams = skip_grams(encoded, gap, unigrams=unigrams)
    return clipped_overlaps(*grams.split(peer_count))[..., 0], totals(grams)[:, 0]


def unlimited_skip_counts(encoded: EncodedTexts, peer_count: int) -> tuple[Ints, Ints]:
    """Returns the same as `skip_counts` for pairs with any number of words between them.

    The pairs themselves are not listed, because a text of n words has n (n - 1) / 2 pairs. Instead, for each word of a
    model, the words that follow it are counted in the model and in the peers.
    """
    lengths = encoded.text_lengths
    overlaps = np.zeros((peer_count, encoded.text_count - peer_count), np.int64)
    for model in range(overlaps.shape[1]):
        start, end = encoded.text_starts[peer_count + model : peer_count + model + 2]
        distinct, model_columns = np.unique(encoded.words[start:end], return_inverse=True)
        block_size = max(1, BLOCK_CELLS // max(1, len(distinct)))
        for first in range(0, peer_count, block_size):
            last = min(first + block_size, peer_count)
            overlaps[first:last, model] = _overlaps_with_model(encoded, distinct, model_columns, first, last)
    return overlaps, lengths * (lengths - 1) // 2


def _overlaps_with_model(encoded: EncodedTexts, distinct: Ints, model_columns: Ints, first: int, last: int) -> Ints:
    """Returns the numbers of shared pairs of a model and each peer from ``first`` to before ``last``. ``distinct``: the
    model's distinct words; ``model_columns``: for each word of the model, its index in ``distinct``.
    """
    column_of_word = np.full(len(encoded.vocabulary), -1)
    column_of_word[distinct] = np.arange(len(distinct))
    start, end = encoded.text_starts[[first, last]]
    columns, texts = column_of_word[encoded.words[start:end]], encoded.text_of_word[start:end] - first
    columns, texts = columns[columns >= 0], texts[columns >= 0]
    overlaps, model_texts = np.zeros(last - first, np.int64), np.zeros(len(model_columns), np.int64)
    for column in np.unique(columns):
        in_model = _followers(model_columns, model_texts, column, 1, len(distinct))
        in_peers = _followers(columns, texts, column, last - first, len(distinct))
        overlaps += np.minimum(in_peers, in_model).sum(axis=1)
    return overlaps


def _followers(columns: Ints, texts: Ints, column: int, text_count: int, width: int) -> Ints:
    """Returns how often each word follows the word ``column`` in each text, at any distance: int64[texts, width].
    ``columns`` and ``texts``: the word and the text of each place.
    """
    occurrences_before = np.concatenate(([0], np.cumsum(columns == column)))  # of ``column``, before each place
    before_text = occurrences_before[np.searchsorted(texts, np.arange(text_count))]
    in_text_before = occurrences_before[:-1] - before_text[texts]  # the same, in the text of the place only
    counts = np.bincount(texts * width + columns, weights=in_text_before, minlength=text_count * width)
    return counts.astype(np.int64).reshape(text_count, width)
