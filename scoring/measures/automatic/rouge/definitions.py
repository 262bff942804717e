"""The ROUGE measures."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import fsum

import numpy as np

from scoring.measures.automatic.bags import clipped_overlaps, totals
from scoring.measures.automatic.grams import n_grams
from scoring.measures.automatic.measure import MeasureDefinition, needs_models
from scoring.measures.automatic.parameters import Parameters, choice
from scoring.measures.automatic.references import (
    Numbers,
    Ratios,
    ratio,
    score_against_models,
    score_models_against_others,
)
from scoring.measures.automatic.rouge.lcs import lcs_overlaps
from scoring.measures.automatic.rouge.options import OPTIONS, topic_words
from scoring.measures.automatic.rouge.skip import skip_counts, unlimited_skip_counts
from scoring.measures.automatic.rouge.values import PRIMARY, VALUES, recall_precision_f, with_f
from scoring.measures.automatic.rouge.wlcs import wlcs_overlaps
from scoring.measures.automatic.topic_texts import TopicTexts
from scoring.measures.automatic.words import EncodedTexts
from scoring.stats.arrays import Floats, Ints

Count = Callable[[EncodedTexts, int], tuple[Ints, Ints]]
"""From the words and the number of peers: the overlaps [peers, models] and the totals [texts]."""
WEIGHT = 1.2


def _n_gram_counts(n: int, encoded: EncodedTexts, peer_count: int) -> tuple[Ints, Ints]:
    grams = n_grams(encoded, n)
    return clipped_overlaps(*grams.split(peer_count))[..., 0], totals(grams)[:, 0]


def _lcs_counts(encoded: EncodedTexts, peer_count: int) -> tuple[Ints, Ints]:
    return lcs_overlaps(encoded, peer_count), encoded.text_lengths


def _pair_counts(count: Count, parameters: Parameters, topic: TopicTexts) -> Numbers:
    """(shared, in the model, in the peer) of each pair: int64[peers, models, 3]."""
    peer_count = len(topic.peers)
    overlaps, text_totals = count(topic_words(parameters, topic), peer_count)
    in_peer, in_model = text_totals[:peer_count, None], text_totals[None, peer_count:]
    return np.stack(np.broadcast_arrays(overlaps, in_model, in_peer), axis=-1)


def _pair_weights(parameters: Parameters, topic: TopicTexts) -> Numbers:
    """For ROUGE-W the worth of runs of words: float64[peers, models, 5].

    The shared worth; that of the model and of the peer if each sentence is one run; and both as the script has them: it
    applies f to the model's worth again, and takes the peer as one run.
    """
    peer_count, encoded = len(topic.peers), topic_words(parameters, topic)
    overlaps = wlcs_overlaps(encoded, peer_count, WEIGHT)
    of_sentences = (np.diff(encoded.sentence_starts) ** WEIGHT).tolist()
    bounds = pairwise(encoded.text_sentences.tolist())
    worth = np.array([fsum(of_sentences[start:end]) for start, end in bounds])
    in_model, in_peer = worth[None, peer_count:], worth[:peer_count, None]
    as_one_run = encoded.text_lengths[:peer_count, None] ** WEIGHT
    return np.stack(np.broadcast_arrays(overlaps, in_model, in_peer, in_model**WEIGHT, as_one_run), axis=-1)


def _weighted_values(parameters: Parameters, numbers: Numbers) -> Floats:
    """The inverse of f brings the shares of worth back to shares of words.

    At most 1: if the peer's sentences are shorter than the model's, a run may be worth more than all of them.
    """
    columns = (3, 4) if parameters["formula"] == "155" else (1, 2)
    recall, precision = (
        np.minimum(ratio(numbers[..., 0], numbers[..., column]), 1) ** (1 / WEIGHT) for column in columns
    )
    return with_f(parameters, recall, precision)


def _definition(
    name: str,
    meaning: str,
    pair_numbers: Callable[[Parameters, TopicTexts], Numbers],
    ratios: Ratios = recall_precision_f,
) -> MeasureDefinition:
    formula = (choice("formula", "paper", "155"),) if name.startswith("rouge-w") else ()
    return MeasureDefinition(
        name=name,
        meaning=meaning,
        version=1,
        parameters=(*OPTIONS, *formula),
        values=VALUES,
        primary=PRIMARY,
        needs=needs_models,
        score=partial(score_against_models, pair_numbers, ratios, len(VALUES)),
        score_models=partial(score_models_against_others, pair_numbers, ratios, len(VALUES)),
    )


def _counting(name: str, meaning: str, count: Count) -> MeasureDefinition:
    return _definition(name, meaning, partial(_pair_counts, count))


ROUGE: tuple[MeasureDefinition, ...] = (
    _counting("rouge-1", "Shared words.", partial(_n_gram_counts, 1)),
    *(_counting(f"rouge-{n}", f"Shared sequences of {n} words.", partial(_n_gram_counts, n)) for n in range(2, 10)),
    _counting("rouge-l", "Words in the longest common subsequences of sentences.", _lcs_counts),
    _definition("rouge-w-1.2", "As rouge-l, but adjacent words count more.", _pair_weights, _weighted_values),
    _counting(
        "rouge-s4",
        "Shared pairs of words in their order, with at most four words between them.",
        partial(skip_counts, gap=4, unigrams=False),
    ),
    _counting("rouge-su4", "As rouge-s4, and shared words.", partial(skip_counts, gap=4, unigrams=True)),
    _counting("rouge-s*", "Shared pairs of words in their order, at any distance.", unlimited_skip_counts),
)
