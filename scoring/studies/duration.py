"""How long a study takes."""

from math import comb

from scoring.stats import column_permutation, permutation
from scoring.stats.levels import Level
from scoring.studies.comparisons import StudyTest
from scoring.studies.data import StudyData
from scoring.studies.definition import StudyDefinition

SECONDS_PER_DRAWN_CELL = {Level.SUMMARIZER: 1e-8, Level.SUMMARY: 8e-8, Level.GLOBAL: 2e-7}
"""Estimated time of a correlation for each cell of a column in each draw."""
SECONDS_PER_CELL_OF_DRAWN_TOPICS = {Level.SUMMARIZER: 1e-9, Level.SUMMARY: 0.0, Level.GLOBAL: 2e-7}
"""The same if only topics are drawn, so that less is computed anew."""


def estimated_seconds(definition: StudyDefinition, data: StudyData) -> float:
    """Estimated time to compute the result of a study of these scores."""
    _, summarizers, topics = data.table.values.shape
    compared, human = len(definition.compared_columns), len(definition.against)
    drawn = (compared * human + comb(human, 2)) * definition.resamples
    drawn_topics = 0
    compared_twice = 2 * comb(compared, 2) * human
    if StudyTest.PERMUTATION in definition.tests:
        drawn += compared_twice * column_permutation.DRAWS
    if StudyTest.KOEHN in definition.tests:
        drawn_topics = compared_twice * definition.resamples
    per_cell = sum(
        drawn * SECONDS_PER_DRAWN_CELL[level] + drawn_topics * SECONDS_PER_CELL_OF_DRAWN_TOPICS[level]
        for level in definition.levels
    )
    rankings = (compared + human) * permutation.estimated_seconds(data.table.values[0])
    parts = 1 + len(definition.groups)
    return parts * (rankings + per_cell * summarizers * topics * len(definition.coefficients))
