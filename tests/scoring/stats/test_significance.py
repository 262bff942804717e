"""Tests of pairs over topics: holes, adjustments for many pairs, and the family-wise error."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control, ttest_rel

from scoring.stats.significance import Pair, PValue, benjamini_hochberg, compare_pairs, holm

PS = st.lists(st.floats(0, 1), max_size=12)


def rng(seed=7):
    return np.random.default_rng(seed)


def test_differences_and_their_intervals_are_those_of_scipy() -> None:
    scores = rng().random((3, 10))
    for pair in compare_pairs(scores, rng()):
        theirs = ttest_rel(scores[pair.a], scores[pair.b]).confidence_interval(0.95)
        assert pair.interval == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_the_effect_is_the_difference_in_standard_deviations() -> None:
    # Differences .1, .2 and .3: mean .2, standard deviation .1 (Cohen 1988, d of paired values).
    (pair,) = compare_pairs(np.array([[0.3, 0.4, 0.5], [0.2, 0.2, 0.2]]), rng())
    assert pair.difference == pytest.approx(0.2)
    assert pair.effect == pytest.approx(2.0)


def test_equal_rows_do_not_differ_at_all() -> None:
    (pair,) = compare_pairs(np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]), rng())
    assert (pair.difference, pair.interval, pair.effect) == (0.0, (0.0, 0.0), None)
    assert pair.test == PValue(1.0, 1.0, 1.0, True)


def test_pairs_are_compared_on_the_topics_that_both_have() -> None:
    scores = np.array([[0.1, 0.9, 0.5, np.nan], [np.nan, 0.4, 0.3, 0.2], [0.7, np.nan, np.nan, np.nan]])
    first, second, third = compare_pairs(scores, rng())
    assert (first.topics, first.difference) == (2, pytest.approx(0.35))
    assert first.test == PValue(0.5, 0.5, 0.5, True)  # two of the four choices of signs give as much
    assert second == Pair(0, 2, 1, 0.1 - 0.7)  # one topic says nothing about others
    assert third == Pair(1, 2, 0, None)


def test_only_pairs_that_can_be_tested_are_adjusted_for() -> None:
    scores = rng().random((3, 10))
    scores[2, 1:] = np.nan
    first, *others = compare_pairs(scores, rng())
    assert first.test is not None
    assert first.test.p == first.test.holm == first.test.benjamini_hochberg
    assert [pair.test for pair in others] == [None, None]


def test_holm_of_the_published_example() -> None:
    # Holm 1979: p .01, .04, .03, .005; in ascending order times 4, 3, 2, 1, and never below those before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


@given(PS)
def test_benjamini_and_hochbergs_ps_are_those_of_scipy(ps) -> None:
    expected = list(false_discovery_control(ps, method="bh")) if ps else []
    assert benjamini_hochberg(ps) == pytest.approx(expected, abs=1e-12)


@given(PS)
def test_the_adjustments_keep_the_order_and_holm_is_the_stricter(ps) -> None:
    for p, strict, lenient in zip(ps, holm(ps), benjamini_hochberg(ps), strict=True):
        assert p - 1e-12 <= lenient <= strict + 1e-12


def test_the_family_wise_error_is_at_most_the_level() -> None:
    # 400 experiments with 5 equal summarizers on 8 topics that differ.
    # .05 plus two standard errors: 2 * sqrt(.05 * .95 / 400) = .022.
    draws, errors = rng(11), 0
    for _ in range(400):
        scores = draws.beta(2, 3, (1, 8)) + draws.normal(0, 0.1, (5, 8))
        errors += any(pair.test is not None and pair.test.holm <= 0.05 for pair in compare_pairs(scores, draws))
    assert errors / 400 <= 0.072


def test_the_same_seed_gives_the_same_numbers() -> None:
    scores = rng().random((4, 50))
    assert compare_pairs(scores, rng(1)) == compare_pairs(scores, rng(1))
    assert compare_pairs(scores, rng(1)) != compare_pairs(scores, rng(2))


def test_fewer_than_two_rows_have_no_pairs() -> None:
    assert compare_pairs(np.zeros((1, 5)), rng()) == ()
    assert compare_pairs(np.zeros((0, 5)), rng()) == ()
