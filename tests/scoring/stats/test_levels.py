"""Correlations at three levels against loops over the scalar correlations, with holes and after resampling."""

from fractions import Fraction

import numpy as np
import pytest

from scoring.stats import correlation, levels
from scoring.stats.levels import Coefficient, Level, level_correlations, resampled_correlations

SCALAR = {coefficient: getattr(correlation, coefficient) for coefficient in Coefficient}


def columns_with_holes(seed=1, summarizers=7, topics=5):
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 6, (2, summarizers, topics)) / 3
    holes = rng.random((summarizers, topics)) < 0.2
    holes[:, 0] = True  # a topic without any score
    b[:, 1] = 1.0  # a topic where the correlation is undefined
    a[holes] = b[holes] = np.nan
    return a, b


def by_loops(a, b, level, coefficient):
    """The correlation of two columns by the scalar functions and exact means; NaN if undefined."""
    known = ~np.isnan(a)
    correlate = SCALAR[coefficient]
    if level is Level.GLOBAL:
        value = correlate(a[known], b[known])
    elif level is Level.SUMMARY:
        by_topic = [correlate(x[some], y[some]) for x, y, some in zip(a.T, b.T, known.T, strict=True)]
        defined = [value for value in by_topic if value is not None]
        value = sum(defined) / len(defined) if defined else None
    else:
        means = [
            [
                float(sum(map(third, row[some])) / int(some.sum()))
                for row, some in zip(side, known, strict=True)
                if some.any()
            ]
            for side in (a, b)
        ]
        value = correlate(*means)
    return np.nan if value is None else value


def third(value):
    return Fraction(round(value * 3), 3)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_a_level_is_what_loops_over_topics_say(level, coefficient) -> None:
    versions = [columns_with_holes(seed) for seed in range(8)]
    a, b = np.array(versions).transpose(1, 0, 2, 3)
    expected = [by_loops(x, y, level, coefficient) for x, y in versions]
    assert np.isfinite(expected).all()
    assert level_correlations(a, b, level, coefficient) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
@pytest.mark.parametrize("draws_summarizers", [False, True])
def test_a_draw_is_a_table_of_the_drawn_rows_and_topics(level, coefficient, draws_summarizers, monkeypatch) -> None:
    monkeypatch.setattr(levels, "BLOCK_CELLS", 100)
    a, b = columns_with_holes()
    rng = np.random.default_rng(3)
    topics = rng.integers(5, size=(40, 5))
    topics[0] = 0  # a draw without any score
    summarizers = rng.integers(7, size=(40, 7)) if draws_summarizers else None
    rows = np.tile(np.arange(7), (40, 1)) if summarizers is None else summarizers
    expected = [
        by_loops(a[row][:, drawn], b[row][:, drawn], level, coefficient)
        for row, drawn in zip(rows, topics, strict=True)
    ]
    assert np.isnan(expected[0])
    values = resampled_correlations(a, b, level, coefficient, topics, summarizers)
    assert values == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_a_column_correlates_with_itself_perfectly(level, coefficient) -> None:
    column = np.random.default_rng(4).random((3, 9, 6))
    assert (level_correlations(column, column, level, coefficient) == 1.0).all()


def test_means_that_are_equal_in_exact_arithmetic_tie() -> None:
    # In floats .1 + .2 + .3 is more than .3 + .2 + .1.
    a = np.array([[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.9, 0.9, 0.9]]])
    b = np.array([[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]])
    assert a[0, 0].sum() != a[0, 1].sum()
    assert level_correlations(a, b, Level.SUMMARIZER, Coefficient.KENDALL)[0] == pytest.approx(2 / 6**0.5)
