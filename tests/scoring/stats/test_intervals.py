"""Student's t and the jackknife: by hand, against scipy, and by how often they cover."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student
from scipy.stats import ttest_1samp

from scoring.stats.intervals import jackknife_interval, mean_interval

VALUES = st.lists(st.floats(0, 1), min_size=2, max_size=12)


@given(VALUES)
def test_intervals_of_means_are_those_of_scipy(values) -> None:
    if np.ptp(values) < 1e-6:
        return
    theirs = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(np.array(values)) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_holes_are_left_out() -> None:
    assert mean_interval(np.array([0.2, np.nan, 0.4, 0.6])) == mean_interval(np.array([0.2, 0.4, 0.6]))


def test_fewer_than_two_values_have_no_interval() -> None:
    assert mean_interval(np.array([0.5])) is None
    assert mean_interval(np.array([])) is None
    assert jackknife_interval(0.5, np.array([0.5])) is None


@given(VALUES)
def test_the_jackknife_of_a_mean_is_students_interval(values) -> None:
    # The pseudo-values of a mean are the values themselves (Efron & Tibshirani 1993, section 11.5).
    array = np.array(values)
    without = np.array([np.delete(array, at).mean() for at in range(len(array))])
    assert jackknife_interval(float(array.mean()), without) == pytest.approx(mean_interval(array), abs=1e-9)


def test_an_undefined_statistic_has_no_interval() -> None:
    assert jackknife_interval(None, np.array([0.1, 0.2])) is None
    assert jackknife_interval(0.1, np.array([0.1, np.nan])) is None


@pytest.mark.parametrize("topics", [3, 5, 10, 20])
def test_intervals_of_means_cover_what_they_say(topics) -> None:
    # Scores between 0 and 1 with the skew of real modified scores: Beta(2, 3), mean .4.
    # 2,000 samples have a standard error of .005.
    samples = np.random.default_rng(topics).beta(2, 3, (2_000, topics))
    margins = student.ppf(0.975, topics - 1) * samples.std(axis=1, ddof=1) / np.sqrt(topics)
    ends = [mean_interval(sample) for sample in samples[:50]]
    means = samples.mean(axis=1)
    assert ends == [pytest.approx((m - d, m + d)) for m, d in zip(means[:50], margins[:50], strict=True)]
    assert 0.93 <= float((np.abs(means - 0.4) <= margins).mean()) <= 0.97
