"""Scores by the distinct words and n-grams that two texts share."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from scoring.measures.automatic.bags import clipped_overlaps, totals
from scoring.measures.automatic.grams import Grams, n_grams
from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import Numbers, ratio
from scoring.measures.automatic.tokens import encoded_words
from scoring.measures.automatic.topic_texts import TopicTexts
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Floats, Ints


def distinct_n_grams(n: int, parameters: Parameters, topic: TopicTexts) -> Grams:
    """Returns the n-grams of the peers and then of the models, each once for each text that has it. ``ordered:mead``
    ignores the order of the words in an n-gram.
    """
    encoded = encoded_words(parameters, topic)
    is_ordered = n == 1 or parameters["ordered"] == "yes"
    return each_once(n_grams(encoded, n) if is_ordered else _unordered_n_grams(encoded, n))


def _unordered_n_grams(encoded: EncodedTexts, n: int) -> Grams:
    """Returns all sequences of ``n`` words; sequences of the same words in any order have the same key."""
    if len(encoded.words) < n:
        return n_grams(encoded, n)
    windows = np.sort(sliding_window_view(encoded.words, n), axis=1)
    keys = np.unique(windows, axis=0, return_inverse=True)[1].reshape(-1)
    text_of_word = encoded.text_of_word
    text_of_first, text_of_last = text_of_word[: len(keys)], text_of_word[n - 1 :]
    is_in_one_text = text_of_first == text_of_last
    return Grams(keys[is_in_one_text], text_of_first[is_in_one_text], encoded.text_count)


def each_once(grams: Grams) -> Grams:
    """Returns every gram once for each text that has it."""
    distinct, ranks = np.unique(grams.keys, return_inverse=True)
    texts, keys = np.divmod(np.unique(grams.texts * len(distinct) + ranks), max(1, len(distinct)))
    return Grams(keys, texts, grams.text_count)


def has_n_grams(n: int, parameters: Parameters, topic: TopicTexts) -> list[bool]:
    """Returns whether each text has n-grams: the peers, then the models."""
    return [count > 0 for count in totals(distinct_n_grams(n, parameters, topic))[:, 0].tolist()]


def overlaps(n: int, parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the number of n-grams in both texts divided by the number in either, 0 without n-grams: float64[peers,
    models, 1].
    """
    shared, in_peer, in_model = _counts(n, parameters, topic)
    return ratio(shared, in_peer + in_model - shared)[..., None]


def simple_cosines(parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the number of words in both texts divided by the geometric mean of the numbers in each: float64[peers,
    models, 1].
    """
    shared, in_peer, in_model = _counts(1, parameters, topic)
    geometric_mean: Floats = np.sqrt(in_peer * in_model)
    return ratio(shared, geometric_mean)[..., None]


def _counts(n: int, parameters: Parameters, topic: TopicTexts) -> tuple[Ints, Ints, Ints]:
    """Returns the numbers of distinct n-grams: shared [peers, models], of each peer [peers, 1], and of each model [1,
    models].
    """
    grams, peer_count = distinct_n_grams(n, parameters, topic), len(topic.peers)
    in_text = totals(grams)[:, 0]
    shared = clipped_overlaps(*grams.split(peer_count))[..., 0]
    return shared, in_text[:peer_count, None], in_text[None, peer_count:]
