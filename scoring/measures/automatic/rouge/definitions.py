"""The ROUGE measures. "The script" is ROUGE-1.5.5."""

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
"""Takes the words of all texts and the number of peers. Returns the overlaps [peers, models] and the totals [texts]."""
WEIGHT = 1.2
"""In ROUGE-W, a run of k adjacent words is worth f(k) = k ** WEIGHT."""


def _n_gram_counts(n: int, encoded: EncodedTexts, peer_count: int) -> tuple[Ints, Ints]:
    grams = n_grams(encoded, n)
    return clipped_overlaps(*grams.split(peer_count))[..., 0], totals(grams)[:, 0]


def _lcs_counts(encoded: EncodedTexts, peer_count: int) -> tuple[Ints, Ints]:
    return lcs_overlaps(encoded, peer_count), encoded.text_lengths


def _pair_counts(count: Count, parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the counts of each pair of a peer and a model (shared, in the model, in the peer), as int64[peers,
    models, 3].
    """
    peer_count = len(topic.peers)
    overlaps, text_totals = count(topic_words(parameters, topic), peer_count)
    in_peer, in_model = text_totals[:peer_count, None], text_totals[None, peer_count:]
    return np.stack(np.broadcast_arrays(overlaps, in_model, in_peer), axis=-1)


def _pair_worths(parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns, for ROUGE-W, what runs of words are worth for each pair of a peer and a model: float64[peers, models,
    5].

    The five numbers are the worth of the shared runs; the worth of the model, and of the peer, with each sentence as
    one run; and these last two again as the script computes them: it applies f once more to the model's worth, and
    takes the whole peer as one run.
    """
    peer_count, encoded = len(topic.peers), topic_words(parameters, topic)
    overlaps = wlcs_overlaps(encoded, peer_count, WEIGHT)
    sentence_worths = (np.diff(encoded.sentence_starts) ** WEIGHT).tolist()
    bounds = pairwise(encoded.text_sentences.tolist())
    text_worths = np.array([fsum(sentence_worths[start:end]) for start, end in bounds])
    model_worth, peer_worth = text_worths[None, peer_count:], text_worths[:peer_count, None]
    peer_as_one_run = encoded.text_lengths[:peer_count, None] ** WEIGHT
    worths = (overlaps, model_worth, peer_worth, model_worth**WEIGHT, peer_as_one_run)
    return np.stack(np.broadcast_arrays(*worths), axis=-1)


def _weighted_values(parameters: Parameters, numbers: Numbers) -> Floats:
    """Returns recall, precision and F from `_pair_worths`. The inverse of f turns shares of worth into shares of
    words. A share is at most 1, although a shared run can be worth more than a peer whose sentences are shorter than
    the model's.
    """
    shared, *worths = np.moveaxis(numbers, -1, 0)
    model_worth, peer_worth = worths[2:] if parameters["formula"] == "155" else worths[:2]
    recall, precision = (np.minimum(ratio(shared, worth), 1) ** (1 / WEIGHT) for worth in (model_worth, peer_worth))
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


def _from_counts(name: str, meaning: str, count: Count) -> MeasureDefinition:
    return _definition(name, meaning, partial(_pair_counts, count))


ROUGE: tuple[MeasureDefinition, ...] = (
    _from_counts("rouge-1", "Shared words.", partial(_n_gram_counts, 1)),
    *(_from_counts(f"rouge-{n}", f"Shared sequences of {n} words.", partial(_n_gram_counts, n)) for n in range(2, 10)),
    _from_counts("rouge-l", "Words in the longest common subsequences of sentences.", _lcs_counts),
    _definition("rouge-w-1.2", "As rouge-l, but adjacent words count more.", _pair_worths, _weighted_values),
    _from_counts(
        "rouge-s4",
        "Shared pairs of words in their order, with at most four words between them.",
        partial(skip_counts, gap=4, unigrams=False),
    ),
    _from_counts("rouge-su4", "As rouge-s4, and shared words.", partial(skip_counts, gap=4, unigrams=True)),
    _from_counts("rouge-s*", "Shared pairs of words in their order, at any distance.", unlimited_skip_counts),
)
