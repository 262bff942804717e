"""Assesses a trained measure: how well its scores agree with the ratings of topics that it was not trained on.

The topics are divided into parts ("folds"). The summaries of each part are scored by a model that was trained on the
other parts. The correlations of these scores with the ratings are compared with those of the model that was trained on
all topics, which are better than can be expected of other texts.
"""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from scoring.measures.trained.model import Assessment, ModelCorrelation
from scoring.measures.trained.table import TrainingRefused, TrainingTable
from scoring.stats.arrays import Floats
from scoring.stats.levels import Coefficient, Level, level_correlations

LEVELS = (Level.SUMMARIZER, Level.SUMMARY)

Predict = Callable[[TrainingTable], Floats]
"""Returns the scores of the rows of a table: float64[rows]."""
Train = Callable[[TrainingTable], Predict]


def topic_folds(topics: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """Divides the topics into ``count`` parts of about the same size, or one part for each topic if there are fewer
    topics. The order of ``topics`` does not matter.
    """
    ordered = sorted(topics)
    return [tuple(ordered[first::count]) for first in range(min(count, len(ordered)))]


def assess(table: TrainingTable, train: Train, predict: Predict, folds: int, *, may_use_logarithm: bool) -> Assessment:
    """Returns the correlations of the ratings with held-out scores, and with those of ``predict``, the model trained on
    all topics. ``folds``: at least 2. ``may_use_logarithm``: whether Pearson's r is of the logarithms of the scores, as
    Lin et al. 2012 do, if all are positive. Raises TrainingRefused if there is only one topic.
    """
    parts = topic_folds(table.topics, folds)
    if len(parts) < 2:
        raise TrainingRefused("Held-out correlations need at least 2 topics with rated summaries.")
    in_sample = predict(table)
    held_out = np.full(len(table.rows), np.nan)
    warnings = []
    for held_out_topics in parts:
        is_held_out = np.array([row.topic in held_out_topics for row in table.rows])
        try:
            fold_predict = train(table.with_topics(set(table.topics) - set(held_out_topics)))
        except TrainingRefused as refused:
            listed = ", ".join(held_out_topics[:5])
            warnings.append(f"No model could be trained without the topics {listed:.300}: {refused}")
            continue
        held_out[is_held_out] = fold_predict(table.with_topics(held_out_topics))
    known = np.concatenate([in_sample, held_out[~np.isnan(held_out)]])
    logarithm = may_use_logarithm and bool((known > 0).all())
    correlations = tuple(
        ModelCorrelation(
            level,
            coefficient,
            *(
                _correlation(table, np.log(scores) if use_log else scores, level, coefficient)
                for scores in (held_out, in_sample)
            ),
        )
        for level, coefficient in product(LEVELS, Coefficient)
        for use_log in [logarithm and coefficient is Coefficient.PEARSON]
    )
    return Assessment(len(parts), logarithm, correlations, tuple(warnings[:3]))


def _correlation(table: TrainingTable, scores: Floats, level: Level, coefficient: Coefficient) -> float | None:
    """Returns the correlation of the scores with the ratings; None if it is undefined."""
    value = float(level_correlations(*_columns(table, scores), level, coefficient)[0])
    return None if np.isnan(value) else value


def _columns(table: TrainingTable, scores: Floats) -> tuple[Floats, Floats]:
    """Returns the scores and the ratings: arrays [1, summarizers, topics] with NaN where a score is missing."""
    summarizers = {name: index for index, name in enumerate(sorted({row.summarizer for row in table.rows}))}
    topics = {name: index for index, name in enumerate(table.topics)}
    columns = np.full((2, len(summarizers), len(topics)), np.nan)
    places = ([summarizers[row.summarizer] for row in table.rows], [topics[row.topic] for row in table.rows])
    for column, values in zip(columns, (scores, np.where(np.isnan(scores), np.nan, table.ratings)), strict=True):
        column[places] = values
    is_scored = ~np.isnan(columns[0])  # a summarizer or topic without a score has no mean and no correlation
    columns = columns[:, is_scored.any(axis=1)][:, :, is_scored.any(axis=0)]
    return columns[0][None], columns[1][None]
