"""The comparison of two columns of a study with human scores."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from scoring.stats.levels import Coefficient, Level
from scoring.stats.significance import holm
from scoring.stats.williams import williams_test
from scoring.studies.comparisons import RandomDraws, StudyTest, compare_pair, with_holm
from scoring.studies.correlations import correlate
from scoring.studies.table import StudyTable

FEW = RandomDraws(seed=5, koehn=50, permutation=99)


def study(holes=()):
    """Three measures with more and more noise, and the human scores; ``holes``: cells (column, summarizer, topic)."""
    rng = np.random.default_rng(1)
    human = rng.normal(size=(8, 1)) + 0.5 * rng.normal(size=(8, 7))
    values = np.array([human + noise * rng.normal(size=human.shape) for noise in (0.5, 1, 4)] + [human])
    for cell in holes:
        values[cell] = np.nan
    return StudyTable(("good", "fair", "bad", "human"), tuple("ABCDEFGH"), tuple("1234567"), values)


def compare(table, columns, level=Level.SUMMARIZER, coefficient=Coefficient.PEARSON):
    pairs = combinations(columns, 2)
    tests = tuple(StudyTest)
    return with_holm([compare_pair(table, a, b, "human", level, coefficient, FEW, tests) for a, b in pairs])


def test_all_pairs_are_compared_and_adjusted_together() -> None:
    table = study()
    pairs = compare(table, ("good", "fair", "bad"))
    assert [(pair.a, pair.b) for pair in pairs] == [("good", "fair"), ("good", "bad"), ("fair", "bad")]
    assert [pair.holm for pair in pairs] == holm([pair.permutation.p for pair in pairs])
    assert len({pair.permutation.p for pair in pairs}) > 1
    for pair in pairs:
        assert pair.correlation_a == correlate(table, pair.a, "human", Level.SUMMARIZER, Coefficient.PEARSON)
        assert pair.correlation_b == correlate(table, pair.b, "human", Level.SUMMARIZER, Coefficient.PEARSON)
        between = correlate(table, pair.a, pair.b, Level.SUMMARIZER, Coefficient.PEARSON).value
        assert between is not None
        assert pair.williams == williams_test(pair.correlation_a.value, pair.correlation_b.value, between, 8)
        assert (pair.koehn.draws, pair.permutation.draws) == (50, 99)


def test_a_pair_has_the_same_result_whatever_the_others_are() -> None:
    all_pairs, (alone,) = compare(study(), ("good", "fair", "bad")), compare(study(), ("good", "bad"))
    assert replace(all_pairs[1], holm=None) == replace(alone, holm=None)


@pytest.mark.parametrize("level", Level)
def test_only_cells_with_all_three_scores_are_used(level) -> None:
    # Holes: one in each column, in different cells, and a summarizer without human scores.
    holes = [(0, 1, 2), (1, 3, 4), (3, 5, 6), *((3, 7, topic) for topic in range(7))]
    (pair,) = compare(study(holes), ("good", "fair"), level, Coefficient.KENDALL)
    assert (pair.summary_count, pair.dropped) == (56 - 10, (9, 9, 2))
    everywhere = study([(column, *cell) for _, *cell in holes for column in range(4)])
    (same,) = compare(everywhere, ("good", "fair"), level, Coefficient.KENDALL)
    assert replace(pair, dropped=same.dropped) == same


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_a_column_does_not_differ_from_itself(level, coefficient) -> None:
    (pair,) = compare(study(), ("good", "good"), level, coefficient)
    assert (pair.koehn.neither, pair.permutation.p, pair.holm) == (1.0, 1.0, 1.0)
    assert pair.williams is None


def test_williams_is_only_for_pearson_of_means() -> None:
    for level in Level:
        for coefficient in Coefficient:
            (pair,) = compare(study(), ("good", "fair"), level, coefficient)
            assert (pair.williams is not None) == ((level, coefficient) == (Level.SUMMARIZER, Coefficient.PEARSON))


def test_columns_without_common_summaries_are_not_tested() -> None:
    holes = [(3, summarizer, topic) for summarizer in range(8) for topic in range(7)]
    (pair,) = compare(study(holes), ("good", "fair"))
    assert (pair.summary_count, pair.dropped) == (0, (56, 56, 0))
    assert (pair.correlation_a.value, pair.koehn, pair.williams, pair.permutation, pair.holm) == (None,) * 5
