"""Content similarity: how close a summary is to the documents, and to its truths.

A truth is the extract of a judge or, with ``truths:models``, a model summary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.measures.automatic.extracts.spaces import (
    MAX_CORPUS_TEXTS,
    Space,
    Vector,
    cosine,
    svd_space,
    tf_vector,
    tfidf_space,
    word_counts,
)
from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import exact_mean
from scoring.measures.automatic.topic_texts import Scored, Text, TopicTexts, Undefined

VALUES = ("document", "truths")
SPACES = {"tfidf": tfidf_space, "svd": svd_space}


@dataclass(frozen=True, slots=True)
class _Targets:
    """The vectors that texts of a topic are compared with. ``truths``: empty if the topic has none."""

    space: Space
    document: Vector
    truths: tuple[Vector, ...]


def score(space_name: str, parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns VALUES of the peers: the cosine with all documents as one text, and the mean cosine with the truths."""
    targets = _targets(space_name, parameters, topic)
    if isinstance(targets, Undefined):
        return _undefined(len(topic.peers), targets)
    rows = [_values(peer, targets, targets.truths, parameters) for peer in topic.peers]
    return _scored(rows, parameters)


def score_models(space_name: str, parameters: Parameters, topic: TopicTexts) -> Scored:
    """Returns VALUES of the models. If models are the truths, each is compared with the others."""
    targets = _targets(space_name, parameters, topic)
    if isinstance(targets, Undefined):
        return _undefined(len(topic.models), targets)
    truths, rows = targets.truths, []
    for index, model in enumerate(topic.models):
        others = (*truths[:index], *truths[index + 1 :]) if parameters["truths"] == "models" else truths
        rows.append(_values(model, targets, others, parameters))
    return _scored(rows, parameters)


def _targets(space_name: str, parameters: Parameters, topic: TopicTexts) -> _Targets | Undefined:
    """Returns the vectors of the documents and the truths, or why there are none."""
    sentences = [sentence for document in topic.documents for sentence in document.sentences]
    if not sentences:
        return Undefined.NO_DOCUMENTS
    space: Space = tf_vector
    if space_name != "tf":
        corpus = topic.corpus if parameters["corpus"] == "project" else topic.documents
        if not corpus:
            return Undefined.NO_DOCUMENTS
        if len(corpus) == 1:
            return Undefined.SMALL_CORPUS
        if space_name == "svd" and len(corpus) > MAX_CORPUS_TEXTS:
            return Undefined.LARGE_CORPUS
        space = SPACES[space_name](parameters, corpus)

    def vector(text: Sequence[str]) -> Vector:
        return space(word_counts(parameters, text))

    return topic.compute_once(
        ("content", space_name, parameters),
        lambda: _Targets(space, vector(sentences), tuple(map(vector, _truths(parameters, topic, sentences)))),
    )


def _truths(parameters: Parameters, topic: TopicTexts, sentences: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yields the sentences of each truth. ``sentences``: those of all documents, from which the judges chose."""
    if parameters["truths"] == "models":
        yield from (model.sentences for model in topic.models)
    elif topic.judged is not None and topic.judged.sentence_count == len(sentences):
        for chosen_numbers in topic.judged.judges:
            yield [sentences[number] for number in chosen_numbers]


def _values(text: Text, targets: _Targets, truths: Sequence[Vector], parameters: Parameters) -> tuple[float, float]:
    vector = targets.space(word_counts(parameters, text.sentences))
    cosines = np.array([cosine(vector, truth) for truth in truths])
    return cosine(vector, targets.document), float(exact_mean(cosines)) if len(cosines) else np.nan


def _scored(rows: Sequence[tuple[float, float]], parameters: Parameters) -> Scored:
    values = np.array(rows, np.float64).reshape(len(rows), len(VALUES))
    reason = Undefined.NO_MODELS if parameters["truths"] == "models" else Undefined.NO_EXTRACT
    return Scored(values, tuple(reason if np.isnan(row).any() else "" for row in values))


def _undefined(count: int, reason: Undefined) -> Scored:
    return Scored(np.full((count, len(VALUES)), np.nan), (reason,) * count)
