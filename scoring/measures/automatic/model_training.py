"""Trains the model of a measure from texts and their ratings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.model_checks import rests_on
from scoring.measures.automatic.signature import format_signature
from scoring.measures.automatic.topic_texts import TopicTexts
from scoring.measures.automatic.trained_measures import (
    COHERENCE,
    CREMER_FEATURES,
    CREMER_KERNELS,
    coherence_features,
    cremer_features,
)
from scoring.measures.trained.held_out import assess
from scoring.measures.trained.model import Ranking, Regression, TrainedModel, TrainingData, text_hash
from scoring.measures.trained.prediction import ranking_score, regression_score
from scoring.measures.trained.table import TrainingRefused, TrainingRow, TrainingTable
from scoring.measures.trained.training import library_versions, train_ranking, train_regression
from scoring.stats.arrays import Floats

MAX_RATINGS = 1_000_000
Scale = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RatedTopic:
    """A topic with ratings of its peers. ``summarizers`` and ``ratings``: of each peer; None for a peer without rating.
    ``scale``: the ends of the scale of the ratings; None if unknown.
    """

    topic: TopicTexts
    summarizers: tuple[str, ...]
    ratings: tuple[float | None, ...]
    scale: Scale | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of a training. ``left_out``: how many rated summaries could not be used, by reason."""

    model: TrainedModel
    left_out: Mapping[str, int] = field(default_factory=dict)


def train_model(
    measure: Measure,
    topics: Sequence[RatedTopic],
    against: str,
    *,
    coherence: TrainedModel | None = None,
    folds: int = 5,
) -> Trained:
    """Returns the model of a measure (with ``model:none``) that predicts the ratings, which are named ``against``.

    ``coherence``: the model of DICOMER, which CREMER needs. ``folds``: see `topic_folds`. The same texts and ratings
    give the same model, whatever their order. Raises TrainingRefused.
    """
    if measure.name in CREMER_KERNELS:
        _check_cremer(measure, topics, coherence)
    else:
        coherence = None
    left_out: Counter[str] = Counter()
    rows = list(_rows(measure, topics, coherence, left_out))
    if not rows and left_out:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in left_out.items())
        raise TrainingRefused(f"No rated summary has features ({reasons}).")
    table = TrainingTable.of(rows)
    function, cost = _train(measure, table)
    train = partial(_trained_predictor, measure)
    is_ranking = isinstance(function, Ranking)
    assessment = assess(table, train, partial(_predict, function), folds, may_use_logarithm=is_ranking)
    data = _training_data(table, topics, against)
    if warning := _shared_training_warning(coherence, data):
        assessment = replace(assessment, warnings=(*assessment.warnings, warning))
    model = TrainedModel(
        signature=format_signature(measure),
        function=function,
        cost=cost,
        data=data,
        assessment=assessment,
        libraries=library_versions(),
        rests_on=rests_on(coherence) if coherence else (),
        coherence=coherence,
    )
    return Trained(model, dict(sorted(left_out.items())))


def _check_cremer(measure: Measure, topics: Sequence[RatedTopic], coherence: TrainedModel | None) -> None:
    if coherence is None or coherence.measure != COHERENCE:
        raise TrainingRefused(f"{measure.name} needs a trained model of {COHERENCE}.")
    if coherence.parse != measure.parameters["parse"]:
        raise TrainingRefused(f"The model of {COHERENCE} was trained with parse:{coherence.parse}.")
    if any(topic.scale is None for topic in topics):
        raise TrainingRefused("A regression needs the scale of the ratings, such as 1-5.")


def _shared_training_warning(coherence: TrainedModel | None, data: TrainingData) -> str:
    """Returns a sentence if the model of DICOMER was trained on summaries of ``data``, otherwise ""."""
    shared = coherence.all_text_hashes & set(data.text_hashes) if coherence else frozenset()
    if not shared:
        return ""
    return (
        f"The model of {COHERENCE} was trained on {len(shared):,} of these summaries, so the held-out correlations are "
        "higher than they would be for other summaries."
    )


def _rows(
    measure: Measure, topics: Sequence[RatedTopic], coherence: TrainedModel | None, left_out: Counter[str]
) -> Iterator[TrainingRow]:
    """Yields a row for each rated peer whose features are known. Counts the others in ``left_out``."""
    for rated in topics:
        rows = _features(measure, rated.topic, coherence)
        for summarizer, text, rating, (features, reason) in zip(
            rated.summarizers, rated.topic.peers, rated.ratings, rows, strict=True
        ):
            if rating is None:
                continue
            if reason:
                left_out[reason] += 1
                continue
            nonzero_features = tuple(sorted((name, value) for name, value in features.items() if value))
            digest = text_hash(text.sentences)
            yield TrainingRow(rated.topic.key, summarizer, digest, _rescaled(rating, rated.scale), nonzero_features)


def _features(
    measure: Measure, topic: TopicTexts, coherence: TrainedModel | None
) -> list[tuple[Mapping[str, float], str]]:
    """Returns the features of each peer, or the reason why it has none."""
    if coherence is None:
        return [coherence_features(measure.name, measure.parameters["parse"], text) for text in topic.peers]
    content, scores = cremer_features(topic, coherence, of_models=False)
    rows = np.concatenate([content.values, scores.values], axis=1).tolist()
    return [
        (dict(zip(CREMER_FEATURES, row, strict=True)), first or second)
        for row, first, second in zip(rows, content.reasons, scores.reasons, strict=True)
    ]


def _rescaled(rating: float, scale: Scale | None) -> float:
    if scale is None:
        return rating
    low, high = scale
    if not low <= rating <= high:
        raise TrainingRefused(f"The rating {rating:g} is outside the scale {low:g}-{high:g}.")
    return (rating - low) / (high - low)


def _train(measure: Measure, table: TrainingTable) -> tuple[Ranking | Regression, float]:
    if kernel := CREMER_KERNELS.get(measure.name):
        return train_regression(table, kernel, CREMER_FEATURES)
    return train_ranking(table)


def _trained_predictor(measure: Measure, table: TrainingTable) -> "partial[Floats]":
    function, _ = _train(measure, table)
    return partial(_predict, function)


def _predict(function: Ranking | Regression, table: TrainingTable) -> Floats:
    """Returns the scores of the rows: float64[rows]."""
    rows = [dict(row.features) for row in table.rows]
    if isinstance(function, Ranking):
        return np.array([ranking_score(function, row) for row in rows])
    return np.array([regression_score(function, [row.get(name, 0.0) for name in function.features]) for row in rows])


def _training_data(table: TrainingTable, topics: Sequence[RatedTopic], against: str) -> TrainingData:
    scales = sorted({topic.scale for topic in topics if topic.scale})
    hashes = sorted({row.text_hash for row in table.rows})
    return TrainingData(against, tuple(scales), table.sha256, len(table.topics), len(table.rows), tuple(hashes))
