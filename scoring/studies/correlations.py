"""Computes how well two columns of a study agree, at three levels, with percentile intervals of the bootstrap."""

from dataclasses import dataclass

import numpy as np

from scoring.stats.arrays import Floats
from scoring.stats.levels import (
    DRAWS,
    Coefficient,
    Drawn,
    Level,
    ResampledInterval,
    level_correlations,
    resampled_interval,
    topic_correlations,
)
from scoring.studies.table import StudyTable


@dataclass(frozen=True, slots=True)
class Correlation:
    """``value``: None if undefined. ``n``: how many pairs of numbers were correlated: of means at the summarizer level,
    of scores at other levels. ``topics_used`` and ``topics_undefined`` add up to all topics of the study. A topic is
    undefined if no summarizer has both scores on it, and at the summary level also if its correlation is undefined.
    """

    value: float | None
    n: int
    topics_used: int
    topics_undefined: int


def correlate(table: StudyTable, a: str, b: str, level: Level, coefficient: Coefficient) -> Correlation:
    """Returns the correlation of columns ``a`` and ``b`` over the summaries that both score.

    If scores are missing, the means of two summarizers can be over different topics.
    """
    scores_a, scores_b = table.common_scores((a, b)).values
    return column_correlation(scores_a, scores_b, level=level, coefficient=coefficient, topic_count=len(table.topics))


def column_correlation(
    a: Floats, b: Floats, *, level: Level, coefficient: Coefficient, topic_count: int
) -> Correlation:
    """Returns the correlation of two columns: arrays [summarizers, topics] with NaN at the same places, and at least
    one score on each topic. ``topic_count``: the number of all topics of the study, including topics without scores.
    """
    value = float(level_correlations(a[None], b[None], level, coefficient)[0])
    used = np.ones(a.shape[1], dtype=np.bool_)
    if level is Level.SUMMARY:  # the mean of the topics' correlations that are defined
        used = ~np.isnan(topic_correlations(a, b, coefficient))
    n = len(a) if level is Level.SUMMARIZER else int((~np.isnan(a[:, used])).sum())
    return Correlation(None if np.isnan(value) else value, n, int(used.sum()), topic_count - int(used.sum()))


def correlation_interval(
    table: StudyTable,
    a: str,
    b: str,
    level: Level,
    coefficient: Coefficient,
    rng: np.random.Generator,
    *,
    drawn: Drawn = Drawn.TOPICS,
    draws: int = DRAWS,
) -> ResampledInterval:
    """Returns the percentile interval of ``correlate``. Draws with an undefined correlation are left out."""
    scores_a, scores_b = table.common_scores((a, b)).values
    return resampled_interval(scores_a, scores_b, level, coefficient, rng, drawn=drawn, draws=draws)
