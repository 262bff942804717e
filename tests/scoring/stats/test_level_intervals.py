"""How often intervals of a correlation contain the true one, by simulation."""

import numpy as np
import pytest

from scoring.stats.levels import Coefficient, Drawn, Level, resampled_interval

TRUE_R = 0.7
TRUE_TAU = 2 / np.pi * np.arcsin(TRUE_R)  # of normally distributed qualities (Greiner)
SUMMARIZERS, SAMPLES, DRAWS = 12, 200, 200


def coverage(topics: int, drawn: Drawn) -> float:
    """In which share of samples the interval of Kendall's tau between mean scores contains TRUE_TAU. Each sample has
    other summarizers, whose scores on a topic are their quality and as much noise.
    """
    rng = np.random.default_rng([7, topics])
    contained = 0
    for _ in range(SAMPLES):
        qualities = rng.multivariate_normal([0, 0], [[1, TRUE_R], [TRUE_R, 1]], size=SUMMARIZERS).T
        a, b = qualities[:, :, None] + rng.normal(size=(2, SUMMARIZERS, topics))
        result = resampled_interval(a, b, Level.SUMMARIZER, Coefficient.KENDALL, rng, drawn=drawn, draws=DRAWS)
        assert result.interval is not None
        contained += result.interval[0] <= TRUE_TAU <= result.interval[1]
    return contained / SAMPLES


@pytest.mark.parametrize("topics", [5, 20])
def test_intervals_from_topics_and_summarizers_contain_the_true_tau(topics) -> None:
    """The standard error of a coverage of .95 in 200 samples is .015."""
    assert coverage(topics, Drawn.BOTH) >= 0.9


def test_intervals_from_few_topics_alone_are_too_narrow() -> None:
    """So the page on programs warns of them."""
    assert coverage(5, Drawn.TOPICS) < 0.7


def test_equal_columns_have_an_interval_of_one() -> None:
    scores = np.random.default_rng(1).normal(size=(5, 4))
    result = resampled_interval(scores, scores, Level.SUMMARY, Coefficient.KENDALL, np.random.default_rng(2))
    assert (result.interval, result.undefined) == ((1.0, 1.0), 0)


def test_draws_without_a_correlation_are_counted_and_left_out() -> None:
    """Topic 2 is constant, so draws of it alone (a quarter of all) have no correlation."""
    a, b = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), np.array([[1.0, 0.0], [3.0, 0.0], [2.0, 0.0]])
    result = resampled_interval(a, b, Level.SUMMARIZER, Coefficient.KENDALL, np.random.default_rng(3))
    assert result.interval == pytest.approx((1 / 3, 1 / 3))
    assert 200 < result.undefined < 300
