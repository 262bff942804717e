"""Ranks, and intervals of means over topics."""

import numpy as np
import pytest
from scipy.stats import bootstrap

from scoring.stats.bootstrap import draws, mean_intervals
from scoring.stats.ranking import Rank, competition_ranks


def rng():
    return np.random.default_rng(7)


def test_equal_values_tie_and_take_the_places_of_all_of_them() -> None:
    assert competition_ranks([0.2, 0.5, None, 0.5, 0.5, 0.1]) == [
        Rank(4, False),
        Rank(1, True),
        None,
        Rank(1, True),
        Rank(1, True),
        Rank(5, False),
    ]


def test_nothing_has_no_ranks() -> None:
    assert competition_ranks([]) == []
    assert competition_ranks([None]) == [None]


def test_intervals_are_those_of_scipy_on_the_same_resamples() -> None:
    scores = rng().random((3, 12))
    # The same seed: scipy draws indexes of n values for each resample, as is done here.
    for row, found in zip(scores, mean_intervals(scores, np.random.default_rng(5)), strict=True):
        theirs = bootstrap((row,), np.mean, n_resamples=2_000, method="percentile", rng=np.random.default_rng(5))
        assert found == pytest.approx(tuple(theirs.confidence_interval), abs=1e-12)


def test_a_row_with_holes_is_drawn_from_the_topics_it_has() -> None:
    scores = rng().random((2, 9))
    scores[1, [0, 4, 8]] = np.nan
    found = mean_intervals(scores, np.random.default_rng(5), resamples=500)
    own = np.random.default_rng(5)
    for row, interval in zip(scores, found, strict=True):
        theirs = bootstrap((row[~np.isnan(row)],), np.mean, n_resamples=500, method="percentile", rng=own)
        assert interval == pytest.approx(tuple(theirs.confidence_interval), abs=1e-12)


def test_one_topic_or_none_has_no_interval() -> None:
    scores = np.array([[0.5, np.nan], [np.nan, np.nan], [0.1, 0.3]])
    one, none, two = mean_intervals(scores, rng())
    assert (one, none) == (None, None)
    assert two == (pytest.approx(0.1), pytest.approx(0.3))


def test_rows_with_the_same_topics_get_the_same_draws() -> None:
    row = rng().random(8)
    first, second = mean_intervals(np.array([row, row]), rng())
    assert first == second


def test_every_draw_has_as_many_topics_as_there_are() -> None:
    drawn = draws(5, 20, rng())
    assert drawn.shape == (20, 5)
    assert (drawn.sum(axis=1) == 5).all()


def test_no_summarizers_have_no_intervals() -> None:
    assert mean_intervals(np.zeros((0, 4)), rng()) == []
