"""Combines the values of a peer against each model (its references) into one value of the peer.

The parameter ``refs`` says how: ``sum`` adds the counts of all models before it divides, ``best`` takes the counts of
the model with the best recall, ``max`` and ``mean`` take the largest and the mean value. With ``jack:yes`` this is done
without each model in turn, and the value is the mean of the results (with a single model, the plain value). Nothing
here depends on the order of the models.
"""

from collections.abc import Callable, Sequence
from math import fsum

import numpy as np
import numpy.typing as npt

from scoring.measures.automatic.parameters import Parameters, choice
from scoring.measures.automatic.topic_texts import Scored, Text, TopicTexts, Undefined
from scoring.stats.arrays import Floats

COUNT_REFERENCES = (choice("refs", "sum", "best"), choice("jack", "no", "yes"))
"""The parameters of measures that compute counts for each pair of a peer and a model."""
SCORE_REFERENCES = (choice("refs", "mean", "max"), choice("jack", "no", "yes"))
"""The parameters of measures that compute a score for each pair; their `Ratios` return these scores unchanged."""

Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]
PairNumbers = Callable[[Parameters, TopicTexts], Numbers]
"""Returns the numbers from which the values of each pair of a peer and a model are computed, such as counts:
[peers, models, numbers].
"""
Ratios = Callable[[Parameters, Numbers], Floats]
"""Turns the numbers of the last axis into values: [..., numbers] -> float64[..., values]."""


def score_against_models(
    pair_numbers: PairNumbers, ratios: Ratios, value_count: int, parameters: Parameters, topic: TopicTexts
) -> Scored:
    """Returns the values of the peers against the models."""
    if not topic.models:
        return no_models(len(topic.peers), value_count)
    numbers = pair_numbers(parameters, topic)
    values = combine(numbers, ratios, parameters)
    return Scored(values, ("",) * len(topic.peers))


def score_models_against_others(
    pair_numbers: PairNumbers, ratios: Ratios, value_count: int, parameters: Parameters, topic: TopicTexts
) -> Scored:
    """Returns the values of the models, each against the others. ``jack`` is ignored: every model is scored against one
    model fewer than there are, as a peer is with ``jack:yes``.
    """
    count = len(topic.models)
    if count < 2:
        return no_models(count, value_count)
    models_as_peers = topic.compute_once("models as peers", lambda: TopicTexts(topic.key, topic.models, topic.models))
    numbers = pair_numbers(parameters, models_as_peers)
    # Without the diagonal, which compares each model with itself.
    against_others = numbers[~np.eye(count, dtype=np.bool_)].reshape(count, count - 1, *numbers.shape[2:])
    return Scored(_combine_set(against_others, ratios, parameters), ("",) * count)


def no_models(count: int, value_count: int) -> Scored:
    """Returns undefined values for ``count`` texts, because there are no models to compare them with."""
    return Scored(np.full((count, value_count), np.nan), (Undefined.NO_MODELS,) * count)


def undefined_without_files(
    scored: Scored, texts: Sequence[Text], models: Sequence[Text], lacks_file: Callable[[Text], bool]
) -> Scored:
    """Removes the values of ``texts`` that lack their file (a parse or elements), and all values if a model lacks its
    file.
    """
    model_lacks_file = any(map(lacks_file, models))
    return scored.undefined_where([model_lacks_file or lacks_file(text) for text in texts], Undefined.NO_PARSE)


def combine(numbers: Numbers, ratios: Ratios, parameters: Parameters) -> Floats:
    """Combines the models by ``refs`` and ``jack``: [peers, models, numbers] -> float64[peers, values]. There must be
    at least one model.
    """
    model_count = numbers.shape[1]
    if parameters["jack"] == "no" or model_count == 1:
        return _combine_set(numbers, ratios, parameters)
    sets = [np.delete(numbers, left_out, axis=1) for left_out in range(model_count)]
    return exact_mean(np.stack([_combine_set(numbers_of_set, ratios, parameters) for numbers_of_set in sets]))


def _combine_set(numbers: Numbers, ratios: Ratios, parameters: Parameters) -> Floats:
    """Combines these models by ``refs``: [peers, models, numbers] -> float64[peers, values]."""
    refs = parameters["refs"]
    if refs == "sum":
        return ratios(parameters, exact_sum(np.moveaxis(numbers, 1, 0)))
    if refs == "best":
        return ratios(parameters, _best(numbers))
    values = ratios(parameters, numbers)
    return values.max(axis=1) if refs == "max" else exact_mean(np.moveaxis(values, 1, 0))


def _best(counts: Numbers) -> Numbers:
    """Returns, for each peer, the counts (shared, in the model, in the peer) of the model with the largest recall; in
    a tie, of the model with the largest precision. If models still tie, they all give the same values.
    """
    recall, precision = (ratio(counts[..., 0], counts[..., column]) for column in (1, 2))
    best = np.lexsort([precision, recall], axis=1)[:, -1]  # the last model, sorted by recall and then by precision
    return counts[np.arange(len(counts)), best]


def ratio(part: Numbers, whole: Numbers) -> Floats:
    """Returns the quotients; 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros(np.shape(whole)), where=np.asarray(whole) > 0)


def exact_sum(numbers: Numbers) -> Numbers:
    """Sums over the first axis. Sums of floats are rounded once, so that the order of the terms does not matter."""
    if numbers.dtype == np.int64:
        return np.asarray(numbers.sum(axis=0))
    terms = numbers.reshape(len(numbers), -1).T.tolist()
    return np.array([fsum(row) for row in terms]).reshape(numbers.shape[1:])


def exact_mean(values: Floats) -> Floats:
    """Returns the mean over the first axis, the same to the last bit for any order of the terms."""
    return np.asarray(exact_sum(values) / len(values), np.float64)
