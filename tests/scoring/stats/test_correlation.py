"""Correlations, with scipy as the second opinion."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from scoring.stats.correlation import kendall, pearson, rank_correlations_left_out, spearman

NUMBERS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=25)


@given(NUMBERS)
def test_scipy_has_the_same(pairs) -> None:
    a, b = (list(map(float, column)) for column in zip(*pairs, strict=True))
    assume(len(set(a)) > 1 and len(set(b)) > 1)
    assert pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic, abs=1e-9)
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-9)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-9)


@given(NUMBERS)
def test_each_pair_is_left_out_as_if_it_had_never_been_there(pairs) -> None:
    left_out = rank_correlations_left_out(*zip(*pairs, strict=True))
    for correlation, without in ((spearman, left_out.spearman), (kendall, left_out.kendall)):
        for index, value in enumerate(without):
            x, y = zip(*(pair for at, pair in enumerate(pairs) if at != index), strict=True)
            expected = correlation(x, y)
            assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-12)


def test_nothing_is_left_of_two_pairs() -> None:
    left_out = rank_correlations_left_out([1, 2], [2, 1])
    assert np.isnan(left_out.spearman).tolist() == np.isnan(left_out.kendall).tolist() == [True, True]


def test_perfect_agreement_stays_exactly_1_so_that_it_has_no_interval() -> None:
    left_out = rank_correlations_left_out([3, 1, 2, 5, 7, 6], [3, 1, 2, 5, 7, 6])
    assert left_out.spearman.tolist() == left_out.kendall.tolist() == [1.0] * 6


def test_without_ties_spearman_is_the_formula_of_rank_differences() -> None:
    # By hand: ranks 1 2 3 4 5 and 2 1 4 3 5: sum of squared differences 4, 1 - 6 * 4 / (5 * 24).
    assert spearman([10, 20, 30, 40, 50], [2, 1, 4, 3, 5]) == pytest.approx(0.8)


def test_kendall_by_hand_with_ties() -> None:
    # Pairs of (1,1) (2,1) (2,2) (3,3): 4 concordant, 0 discordant, one tied in each: 4 / sqrt(5 * 5).
    assert kendall([1, 2, 2, 3], [1, 1, 2, 3]) == pytest.approx(0.8)


@pytest.mark.parametrize("correlation", [pearson, spearman, kendall])
@pytest.mark.parametrize(("a", "b"), [([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [0.1, 0.1, 0.1]), ([1], [2]), ([], [])])
def test_constant_input_has_none(correlation, a, b) -> None:
    assert correlation(a, b) is None


def test_tiny_differences_are_no_ties() -> None:
    assert kendall([0, 1e-200, 1], [0, 1e-200, 1]) == 1
