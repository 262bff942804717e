"""Correlations of two columns of a study and their intervals."""

import numpy as np
import pytest

from scoring.stats.levels import Coefficient, Drawn, Level, resampled_correlations
from scoring.studies.correlations import correlate, correlation_interval
from scoring.studies.table import StudyTable

NAN = np.nan


def study(*columns):
    values = np.array(columns, dtype=np.float64)
    names = [tuple(f"{axis}{number}" for number in range(size)) for axis, size in zip("cst", values.shape, strict=True)]
    return StudyTable(names[0], names[1], names[2], values)


def noisy_study(rng, shape=(12, 6), correlation=0.7):
    """Two columns whose means over infinitely many topics have this correlation, with noise of size 1 in each cell."""
    quality = rng.normal(size=(2, shape[0]))
    quality -= quality.mean(axis=1, keepdims=True)
    quality[1] -= quality[0] * (quality[0] @ quality[1]) / (quality[0] @ quality[0])
    quality /= quality.std(axis=1, keepdims=True)
    quality[1] = correlation * quality[0] + (1 - correlation**2) ** 0.5 * quality[1]
    return study(*(quality[:, :, None] + rng.normal(size=(2, *shape))))


# Topic 2 has no score in the first column; in topic 1 the second column is constant.
WITH_HOLES = study(
    [[1, 5, NAN], [2, 6, NAN], [3, NAN, NAN], [4, 8, NAN]],
    [[1, 3, 1], [3, 3, 2], [2, 4, 3], [4, 3, 4]],
)


def test_each_level_says_what_it_used() -> None:
    # By hand. Within topic 0, 5 pairs are concordant and 1 discordant. The means are 3 4 3 6 and 2 3 2 3.5. Of the 21
    # pairs of cells, 11 are concordant, 4 discordant, and 6 tied in the second column only.
    correlations = {level: correlate(WITH_HOLES, "c0", "c1", level, Coefficient.KENDALL) for level in Level}
    counts = {level: (one.n, one.topics_used, one.topics_undefined) for level, one in correlations.items()}
    assert counts == {Level.SUMMARIZER: (4, 2, 1), Level.SUMMARY: (4, 1, 2), Level.GLOBAL: (7, 2, 1)}
    expected = {Level.SUMMARIZER: 1.0, Level.SUMMARY: 4 / 6, Level.GLOBAL: 7 / (21 * 15) ** 0.5}
    assert {level: one.value for level, one in correlations.items()} == pytest.approx(expected)


def test_a_correlation_of_constant_or_missing_scores_is_undefined() -> None:
    table = study([[1, 1], [1, 1], [1, NAN]], [[1, 2], [3, 4], [5, 6]], np.full((3, 2), NAN))
    for level in Level:
        for coefficient in Coefficient:
            assert correlate(table, "c0", "c1", level, coefficient).value is None
            nothing = correlate(table, "c1", "c2", level, coefficient)
            assert (nothing.value, nothing.n, nothing.topics_used, nothing.topics_undefined) == (None, 0, 0, 2)
            interval = correlation_interval(table, "c0", "c1", level, coefficient, np.random.default_rng(0), draws=10)
            assert (interval.interval, interval.undefined) == (None, 10)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_a_column_correlates_with_itself_perfectly(level, coefficient) -> None:
    table = noisy_study(np.random.default_rng(1))
    assert correlate(table, "c0", "c0", level, coefficient).value == 1.0
    for drawn in Drawn:
        rng = np.random.default_rng(2)
        interval = correlation_interval(table, "c0", "c0", level, coefficient, rng, drawn=drawn, draws=30)
        assert interval.interval == (1.0, 1.0)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_the_order_of_summarizers_and_topics_changes_nothing(level, coefficient) -> None:
    table = noisy_study(np.random.default_rng(3))
    rows, topics = np.random.default_rng(4).permutation(12), np.random.default_rng(5).permutation(6)
    shuffled = study(*table.values[:, rows][:, :, topics])
    value = correlate(shuffled, "c0", "c1", level, coefficient).value
    assert value == pytest.approx(correlate(table, "c0", "c1", level, coefficient).value, abs=1e-12)


@pytest.mark.parametrize("level", Level)
def test_an_interval_contains_the_correlation_and_repeats_with_its_seed(level) -> None:
    table = noisy_study(np.random.default_rng(6), (12, 40))
    value = correlate(table, "c0", "c1", level, Coefficient.SPEARMAN).value
    for drawn in Drawn:
        interval, repeated = (
            correlation_interval(
                table, "c0", "c1", level, Coefficient.SPEARMAN, np.random.default_rng(7), drawn=drawn, draws=100
            )
            for _ in range(2)
        )
        assert interval == repeated
        assert interval.interval is not None
        assert value is not None
        assert interval.interval[0] < value < interval.interval[1]


def test_an_interval_leaves_out_a_fortieth_of_the_draws_at_each_end() -> None:
    table = noisy_study(np.random.default_rng(10))
    topics = np.random.default_rng(11).integers(6, size=(200, 6))
    a, b = table.values
    draws = resampled_correlations(a, b, Level.SUMMARIZER, Coefficient.PEARSON, topics)
    resampled = correlation_interval(
        table, "c0", "c1", Level.SUMMARIZER, Coefficient.PEARSON, np.random.default_rng(11), draws=200
    )
    assert resampled.interval == pytest.approx(tuple(np.quantile(draws, (0.025, 0.975))))


def test_topics_and_summarizers_without_any_score_do_not_widen_intervals() -> None:
    table = noisy_study(np.random.default_rng(8))
    values = np.full((2, 15, 9), NAN)
    values[:, :12, :6] = table.values
    for drawn in Drawn:
        first, second = (
            correlation_interval(
                each_table,
                "c0",
                "c1",
                Level.SUMMARIZER,
                Coefficient.PEARSON,
                np.random.default_rng(9),
                drawn=drawn,
                draws=50,
            )
            for each_table in (table, study(*values))
        )
        assert first == second


@pytest.mark.parametrize(("topics", "share"), [(3, 0.37), (10, 0.75), (50, 0.90)])
def test_intervals_cover_as_rarely_as_the_docstring_says(topics, share) -> None:
    # 250 samples have a standard error of .03.
    rng = np.random.default_rng(topics)
    covered = 0
    for _ in range(250):
        table = noisy_study(rng, (12, topics))
        interval = correlation_interval(
            table, "c0", "c1", Level.SUMMARIZER, Coefficient.PEARSON, rng, draws=300
        ).interval
        assert interval is not None
        covered += interval[0] <= 0.7 <= interval[1]
    assert covered / 250 == pytest.approx(share, abs=0.09)
