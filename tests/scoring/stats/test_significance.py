"""Tests of pairs over topics: against scipy, against brute force, and under the null."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import bootstrap, kstest, permutation_test

from scoring.stats.bootstrap import draws
from scoring.stats.significance import (
    Pair,
    PValue,
    bootstrap_ps,
    compare_pairs,
    holm,
    number_of_draws,
    permutation_ps,
)


def rng(seed=7):
    return np.random.default_rng(seed)


def difference_of_means(a, b, axis):
    return np.mean(a, axis=axis) - np.mean(b, axis=axis)


@pytest.mark.parametrize("topics", [2, 5, 9])
def test_exact_permutation_ps_are_those_of_scipy(topics) -> None:
    scores = rng(topics).random((3, topics)).round(1)  # round, so that there are ties
    for pair in compare_pairs(scores, rng()):
        theirs = permutation_test(
            (scores[pair.a], scores[pair.b]),
            difference_of_means,
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert pair.exact
        assert pair.permutation is not None
        assert pair.permutation.p == pytest.approx(theirs.pvalue, abs=1e-12)
        assert pair.difference == pytest.approx(theirs.statistic, abs=1e-12)


def test_with_many_topics_a_sample_comes_near_the_exact_p() -> None:
    differences = rng().normal(0.2, 1, (4, 15))
    exact, whole = permutation_ps(differences, rng(), 1)
    more = np.hstack([differences, np.zeros((4, 3))])  # topics without a difference change no sum
    sampled, part = permutation_ps(more, rng(), 40_000)
    assert (whole, part) == (True, False)
    assert sampled == pytest.approx(exact, abs=0.01)  # four standard errors: 4 * sqrt(.25 / 40,000)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=7))
@settings(max_examples=40)
def test_exact_permutation_ps_count_all_signs(found) -> None:
    differences = np.array([found], dtype=float)
    sums = [abs(sum(s * d for s, d in zip(signs, found, strict=True))) for signs in product((1, -1), repeat=len(found))]
    (p,), _ = permutation_ps(differences, rng(), 1)
    assert p == sum(one >= abs(sum(found)) for one in sums) / len(sums)


def test_under_the_null_permutation_ps_are_uniform() -> None:
    # 2,000 pairs that differ by nothing but chance. Exact ps lie on multiples of 2 / 2^12, sampled ones near those of
    # 1 / 1,000: both are fine enough to pass for continuous.
    for topics, samples in ((12, 1), (20, 999)):
        differences = rng(3).normal(size=(2_000, topics))
        ps, _ = permutation_ps(differences, rng(4), samples)
        assert kstest(ps, "uniform").pvalue > 0.05
        assert abs(float(np.mean(ps <= 0.05)) - 0.05) < 0.02  # four standard errors: 4 * sqrt(.05 * .95 / 2,000)


def test_the_bootstrap_counts_the_draws_that_the_better_one_does_not_win() -> None:
    differences = rng().normal(0.4, 1, (2, 8))
    drawn = np.vstack([draws(8, size, own) for own in [rng(5)] for size in (255, 245)])
    for row, p in zip(differences, bootstrap_ps(differences, rng(5), 500), strict=True):
        means = drawn @ row / 8
        expected = 2 * (min((means <= 0).sum(), (means >= 0).sum()) + 1) / 501
        assert p == pytest.approx(min(expected, 1), abs=1e-12)


def test_intervals_of_differences_are_those_of_scipy_on_the_same_resamples() -> None:
    scores = rng().random((2, 10))
    own, theirs = rng(5), rng(5)
    (pair,) = compare_pairs(scores, own, samples=300, resamples=400)
    theirs.integers(0, 10, (255, 10))  # what the tests draw before
    theirs.integers(0, 10, (45, 10))
    found = bootstrap((scores[0] - scores[1],), np.mean, n_resamples=400, method="percentile", rng=theirs)
    assert pair.interval == pytest.approx(tuple(found.confidence_interval), abs=1e-12)


def test_alike_rows_do_not_differ_at_all() -> None:
    (pair,) = compare_pairs(np.array([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]), rng())
    assert (pair.difference, pair.interval) == (0.0, (0.0, 0.0))
    assert pair.permutation == pair.bootstrap == PValue(1.0, 1.0)


def test_pairs_are_compared_on_the_topics_that_both_have() -> None:
    scores = np.array([[0.1, 0.9, 0.5, np.nan], [np.nan, 0.4, 0.3, 0.2], [0.7, np.nan, np.nan, np.nan]])
    first, second, third = compare_pairs(scores, rng())
    assert (first.topics, first.difference) == (2, pytest.approx(0.35))
    assert first.permutation == PValue(0.5, 0.5)  # of the four ways to choose signs two give as much
    assert second == Pair(0, 2, 1, 0.1 - 0.7)  # one topic tells nothing of others
    assert third == Pair(1, 2, 0, None)


def test_only_pairs_that_can_be_tested_are_adjusted_for() -> None:
    scores = rng().random((3, 10))
    scores[2, 1:] = np.nan
    first, *others = compare_pairs(scores, rng())
    assert first.permutation is not None
    assert first.permutation.p == first.permutation.adjusted
    assert [one.permutation for one in others] == [None, None]


def test_holm_is_the_textbook_s() -> None:
    # Holm 1979: p 0.01 0.04 0.03 0.005 of four; in ascending order times 4, 3, 2, 1, and never below those before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_the_sample_is_large_enough_for_the_adjustment() -> None:
    for pairs in (1, 45, 435, 1225):
        smallest = 1 / (number_of_draws(pairs) + 1)
        assert 2 * smallest * pairs < 0.05


def test_the_same_seed_gives_the_same_numbers() -> None:
    scores = rng().random((4, 20))
    assert compare_pairs(scores, rng(1)) == compare_pairs(scores, rng(1))
    assert compare_pairs(scores, rng(1)) != compare_pairs(scores, rng(2))


def test_fewer_than_two_rows_have_no_pairs() -> None:
    assert compare_pairs(np.zeros((1, 5)), rng()) == ()
    assert compare_pairs(np.zeros((0, 5)), rng()) == ()
