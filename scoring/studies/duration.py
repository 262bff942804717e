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
    _, summarizers, topics = data.table.values.shape
    compared, human = len(definition.compared_columns), len(definition.against)
    correlations = (compared * human + comb(human, 2)) * definition.resamples  # for intervals
    topic_draw_correlations = 0
    per_test_draw = 2 * comb(compared, 2) * human  # a pair of compared columns: two correlations with each human column
    if StudyTest.PERMUTATION in definition.tests:
        correlations += per_test_draw * column_permutation.DRAWS
    if StudyTest.KOEHN in definition.tests:
        topic_draw_correlations = per_test_draw * definition.resamples
    seconds_per_score = sum(
        correlations * SECONDS_PER_SCORE[level] + topic_draw_correlations * SECONDS_PER_SCORE_OF_TOPIC_DRAW[level]
        for level in definition.levels
    )
    ranking_seconds = (compared + human) * permutation.estimated_seconds(data.table.values[0])
    parts = 1 + len(definition.groups)
    return parts * (ranking_seconds + seconds_per_score * summarizers * topics * len(definition.coefficients))
