"""The cosine of the word vectors of two texts: for each word, its count in the text (tf), or this times its idf."""

from collections import Counter
from functools import partial
from itertools import pairwise
from math import fsum, sqrt

import numpy as np

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import Numbers, score_against_models, score_models_against_others
from scoring.measures.automatic.similarity.frequencies import chosen_frequencies, idf
from scoring.measures.automatic.tokens import encoded_words
from scoring.measures.automatic.topic_texts import Scored, TopicTexts, Undefined, WordFrequencies
from scoring.stats.arrays import Floats


def score(parameters: Parameters, topic: TopicTexts) -> Scored:
    frequencies = chosen_frequencies(parameters, topic)
    scored = score_against_models(
        partial(_cosines, frequencies), unchanged, value_count=1, parameters=parameters, topic=topic
    )
    return _undefined_without_idf(scored, parameters, frequencies)


def score_models(parameters: Parameters, topic: TopicTexts) -> Scored:
    frequencies = chosen_frequencies(parameters, topic)
    scored = score_models_against_others(
        partial(_cosines, frequencies), unchanged, value_count=1, parameters=parameters, topic=topic
    )
    return _undefined_without_idf(scored, parameters, frequencies)


def unchanged(parameters: Parameters, scores: Numbers) -> Floats:  # noqa: ARG001 all `Ratios` have these arguments
    """Returns the scores of pairs, which are already values."""
    return np.asarray(scores, np.float64)


def _undefined_without_idf(scored: Scored, parameters: Parameters, frequencies: WordFrequencies | None) -> Scored:
    lacks_idf = parameters["weights"] == "tfidf" and frequencies is None
    return scored.undefined_where([lacks_idf] * len(scored.reasons), Undefined.NO_PROJECT_TEXTS)


def _cosines(frequencies: WordFrequencies | None, parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the cosine of each pair of a peer and a model, 0 if either vector is 0: float64[peers, models, 1]."""
    encoded = encoded_words(parameters, topic)
    if parameters["weights"] == "tf" or frequencies is None:
        squared_idfs = [1.0] * len(encoded.vocabulary)
    else:
        squared_idfs = [idf(frequencies, word) ** 2 for word in encoded.vocabulary]
    words = encoded.words.tolist()
    vectors = [Counter[int](words[start:end]) for start, end in pairwise(encoded.text_starts.tolist())]
    squared_norms = [_product(vector, vector, squared_idfs) for vector in vectors]
    peer_count = len(topic.peers)
    cosines = np.zeros((peer_count, len(vectors) - peer_count, 1))
    for peer in range(peer_count):
        for model in range(peer_count, len(vectors)):
            if norms := sqrt(squared_norms[peer] * squared_norms[model]):
                cosines[peer, model - peer_count, 0] = _product(vectors[peer], vectors[model], squared_idfs) / norms
    return np.minimum(cosines, 1)  # a rounded quotient can exceed 1


def _product(first: Counter[int], second: Counter[int], squared_idfs: list[float]) -> float:
    """Returns the inner product of two vectors of counts, each count times the word's idf. The sum is rounded once, so
    the order of words does not matter.
    """
    shorter, longer = sorted((first, second), key=len)
    return fsum(count * longer[word] * squared_idfs[word] for word, count in shorter.items() if word in longer)
