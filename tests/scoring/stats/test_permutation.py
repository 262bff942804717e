"""The paired permutation test: against scipy, against brute force and enumeration, and under the null."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kstest, permutation_test

from scoring.stats.permutation import MAX_EXACT_TOPICS, exact_p, number_of_draws, permutation_ps


def rng(seed=7):
    return np.random.default_rng(seed)


def brute_force(differences):
    """All choices of signs, one by one, in exact arithmetic."""
    choices = list(product((1, -1), repeat=len(differences)))
    sums = [
        abs(sum(sign * difference for sign, difference in zip(signs, differences, strict=True))) for signs in choices
    ]
    return sum(size >= abs(sum(differences)) for size in sums) / len(choices)


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=12))
@settings(max_examples=60)
def test_exact_p_is_that_of_all_choices_of_signs(differences) -> None:
    assert exact_p(np.array(differences)) == brute_force(differences)


@given(st.lists(st.fractions(-1, 1, max_denominator=40), min_size=2, max_size=9))
@settings(max_examples=60)
def test_sums_of_fractions_that_are_equal_tie_although_their_floats_differ(differences) -> None:
    (p,), exact = permutation_ps(np.array([[float(one) for one in differences]]), rng(), 1)
    assert exact
    assert p == brute_force(differences)


def test_tenths_tie() -> None:
    # In floats .1 + .2 is more than .3, so comparing floats would give 2 of 8 instead of 4 of 8.
    assert brute_force([Fraction(1, 10), Fraction(2, 10), Fraction(-3, 10)]) == 1.0
    (p,), _ = permutation_ps(np.array([[0.1, 0.2, -0.3], [0.1, 0.2, 0.3]])[:1], rng(), 1)
    assert p == 1.0


@pytest.mark.parametrize("topics", [17, 18, 20])
def test_exact_p_is_that_of_a_table_of_all_sums(topics) -> None:
    # Another path than halves and binary search: the distribution of sums, convolved topic by topic.
    differences = rng(topics).integers(-9, 10, topics)
    ways = {0: 1}
    for difference in differences.tolist():
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for sign in (1, -1):
                longer[total + sign * difference] = longer.get(total + sign * difference, 0) + count
        ways = longer
    observed = abs(int(differences.sum()))
    expected = sum(count for total, count in ways.items() if abs(total) >= observed) / 2**topics
    assert exact_p(differences) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("topics", [2, 5, 9])
def test_exact_ps_are_those_of_scipy(topics) -> None:
    a, b = rng(topics).random((2, topics)).round(1)
    theirs = permutation_test(
        (a, b), lambda x, y: np.mean(x) - np.mean(y), permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    (p,), exact = permutation_ps((a - b)[None, :], rng(), 1)
    assert exact
    assert p == pytest.approx(theirs.pvalue, abs=1e-12)


def test_forty_topics_are_exact_and_more_are_sampled() -> None:
    differences = rng().normal(size=(1, MAX_EXACT_TOPICS + 1))
    assert permutation_ps(differences[:, :MAX_EXACT_TOPICS], rng(), 1)[1]
    assert not permutation_ps(differences, rng(), 100)[1]


def test_topics_without_a_difference_change_nothing() -> None:
    differences = rng().normal(0.2, 1, (3, 12))
    expected = permutation_ps(differences, rng(), 1)
    with_zeros = np.hstack([differences, np.zeros((3, 60))])
    found = permutation_ps(with_zeros, rng(), 1)
    assert found[1]
    assert found[0].tolist() == expected[0].tolist()


def test_a_pair_without_any_difference_has_p_one() -> None:
    assert permutation_ps(np.zeros((1, 5)), rng(), 1)[0].tolist() == [1.0]


def test_values_of_any_size_are_exact() -> None:
    # Scores out of a hundred million, and of a hundred-millionth: the unit of the whole numbers follows them.
    differences = np.array([3.0, 1.0, -2.0, 4.0, 1.0])
    for scale in (1e8, 1.0, 1e-8):
        assert permutation_ps(differences[None, :] * scale, rng(), 1)[0].tolist() == [brute_force([3, 1, -2, 4, 1])]


def test_a_sample_comes_near_the_exact_p() -> None:
    differences = rng().normal(0.1, 1, (4, MAX_EXACT_TOPICS))
    exact, _ = permutation_ps(differences, rng(), 1)
    split = np.hstack([differences[:, :-1], differences[:, -1:] / 2, differences[:, -1:] / 2])
    sampled, is_exact = permutation_ps(split, rng(), 40_000)
    assert not is_exact
    assert sampled == pytest.approx(exact, abs=0.02)


def test_under_the_null_ps_are_uniform() -> None:
    # 2,000 pairs that differ by nothing but chance; exact ps lie on multiples of 2 / 2^12, sampled ones on those of
    # 1 / 1,000: both are fine enough to pass for continuous.
    for topics in (12, 50):
        ps, _ = permutation_ps(rng(3).normal(size=(2_000, topics)), rng(4), 999)
        assert kstest(ps, "uniform").pvalue > 0.05
        assert abs(float(np.mean(ps <= 0.05)) - 0.05) < 0.02  # four standard errors: 4 * sqrt(.05 * .95 / 2,000)


@pytest.mark.parametrize("pairs", [1, 45, 1_770])
def test_a_sampled_p_can_survive_the_correction_for_all_pairs(pairs) -> None:
    assert pairs / (number_of_draws(pairs) + 1) < 0.01
