"""Estimates how long the computation of a study takes."""

from math import comb

from scoring.stats import column_permutation, permutation
from scoring.stats.levels import Level
from scoring.studies.comparisons import StudyTest
from scoring.studies.data import StudyData
from scoring.studies.definition import StudyDefinition

SECONDS_PER_SCORE = {Level.SUMMARIZER: 1e-8, Level.SUMMARY: 8e-8, Level.GLOBAL: 2e-7}
"""Estimated time of one correlation for each score of a column."""
SECONDS_PER_SCORE_OF_TOPIC_DRAW = {Level.SUMMARIZER: 1e-9, Level.SUMMARY: 0.0, Level.GLOBAL: 2e-7}
"""The same if only topics are drawn, which needs less computation."""


def estimated_seconds(definition: StudyDefinition, data: StudyData) -> float:
    """Returns the estimated time to compute the result of a study of these scores."""
    _, summarizer_count, topic_count = data.table.values.shape
    compared_count, human_count = len(definition.compared_columns), len(definition.against)
    correlations = (compared_count * human_count + comb(human_count, 2)) * definition.resamples  # for intervals
    topic_draw_correlations = 0
    # For each pair of compared columns, both correlations with each human column.
    per_test_draw = 2 * comb(compared_count, 2) * human_count
    if StudyTest.PERMUTATION in definition.tests:
        correlations += per_test_draw * column_permutation.DRAWS
    if StudyTest.KOEHN in definition.tests:
        topic_draw_correlations = per_test_draw * definition.resamples
    seconds_per_score = sum(
        correlations * SECONDS_PER_SCORE[level] + topic_draw_correlations * SECONDS_PER_SCORE_OF_TOPIC_DRAW[level]
        for level in definition.levels
    )
    ranking_seconds = (compared_count + human_count) * permutation.estimated_seconds(data.table.values[0])
    parts = 1 + len(definition.groups)
    return parts * (ranking_seconds + seconds_per_score * summarizer_count * topic_count * len(definition.coefficients))
