"""Weights, tiers and the best weight of X SCUs."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.measures.pyramid import (
    Pyramid,
    Rounding,
    average_scus_per_model,
)
from tests.scoring.measures.max_formulas import max_by_greedy, max_by_paper_formula, tiers

WEIGHTS = st.lists(st.integers(0, 12), max_size=60)
WHOLE_X = st.integers(0, 80)
REAL_X = st.fractions(0, 80, max_denominator=20)

# Nenkova & Passonneau 2004, Figure 2: two SCUs in the top tier and four in the next; there the tiers are 4 and 3.
FIGURE_2 = [4, 4, 3, 3, 3, 3]

# Hand-made: tiers 4 (1 SCU), 3 (2), 2 (none), 1 (3).
GAPPED = [1, 3, 4, 1, 3, 1]


def test_tiers_count_the_scus_of_each_weight_from_the_top() -> None:
    assert list(tiers(GAPPED).items()) == [(4, 1), (3, 2), (1, 3)]


def test_figure_2_of_the_paper_has_six_optimal_summaries_of_four_scus() -> None:
    best = max_by_paper_formula(FIGURE_2, 4)
    optimal = [chosen for chosen in combinations(range(6), 4) if sum(FIGURE_2[i] for i in chosen) == best]
    assert (best, len(optimal)) == (14, 6)


@pytest.mark.parametrize("maximum", [max_by_paper_formula, max_by_greedy])
@pytest.mark.parametrize(
    ("x", "expected"),
    # By hand: 4, 4+3, 4+3+3, then SCUs of weight 1; the whole pyramid weighs 13 however large X is.
    [(0, 0), (1, 4), (2, 7), (3, 10), (4, 11), (6, 13), (7, 13), (100, 13), (Fraction(5, 2), Fraction(17, 2))],
)
def test_the_best_weight_by_hand(maximum, x, expected) -> None:
    assert maximum(GAPPED, x) == expected


@given(WEIGHTS, st.one_of(WHOLE_X, REAL_X))
def test_the_formula_of_the_paper_equals_the_greedy_sum(weights, x) -> None:
    assert max_by_paper_formula(weights, x) == max_by_greedy(weights, x)
    assert Pyramid(dict(enumerate(weights)), model_count=1).max_weight(x) == max_by_greedy(weights, x)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=9), st.data())
def test_no_choice_of_x_scus_weighs_more_than_max(weights, data) -> None:
    x = data.draw(st.integers(0, len(weights)))
    assert max_by_greedy(weights, x) == max(map(sum, combinations(weights, x)))


@given(WEIGHTS, REAL_X, REAL_X)
def test_max_grows_with_x_and_stays_within_the_pyramid(weights, x, y) -> None:
    low, high = sorted((x, y))
    assert 0 <= max_by_greedy(weights, low) <= max_by_greedy(weights, high) <= sum(weights)


@given(WEIGHTS, REAL_X, st.randoms(use_true_random=False))
def test_max_does_not_depend_on_the_order_of_the_scus(weights, x, random) -> None:
    shuffled = random.sample(weights, len(weights))
    assert max_by_paper_formula(shuffled, x) == max_by_paper_formula(weights, x)


@pytest.mark.parametrize(
    ("contributors", "rounding", "expected"),
    # Ten contributors over four models average 2.5, nine 2.25.
    [
        (10, Rounding.HALF_UP, 3),
        (10, Rounding.FLOOR, 2),
        (10, Rounding.CEIL, 3),
        (10, Rounding.EXACT, Fraction(5, 2)),
        (9, Rounding.HALF_UP, 2),
        (9, Rounding.CEIL, 3),
        (8, Rounding.CEIL, 2),
        (8, Rounding.EXACT, 2),
    ],
)
def test_the_average_number_of_scus_of_a_model_is_rounded_as_asked(contributors, rounding, expected) -> None:
    pyramid = Pyramid(dict.fromkeys(range(contributors), 1), model_count=4)
    assert average_scus_per_model(pyramid, rounding) == expected


@given(st.lists(st.integers(0, 8), max_size=40), st.integers(1, 10))
def test_half_up_is_the_floor_of_the_average_plus_one_half(weights, models) -> None:
    pyramid = Pyramid(dict(enumerate(weights)), models)
    exact = average_scus_per_model(pyramid, Rounding.EXACT)
    assert average_scus_per_model(pyramid, Rounding.HALF_UP) == (exact + Fraction(1, 2)).__floor__()
    assert average_scus_per_model(pyramid, Rounding.FLOOR) == exact.__floor__()
    assert average_scus_per_model(pyramid, Rounding.CEIL) == exact.__ceil__()
