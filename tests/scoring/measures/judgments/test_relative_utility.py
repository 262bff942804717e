"""Relative Utility, subsumption and co-selection of extracts."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.judgments.co_selection import co_selection, mean_co_selection, selection_kappa
from scoring.measures.judgments.relative_utility import (
    Utilities,
    interjudge_utility,
    judge_utilities,
    normalized_utility,
    pooled_relative_utility,
    random_utility,
    relative_utility,
    size_of_rate,
)
from scoring.measures.judgments.subsumption import redundant_sentences
from tests.oracles import judgments as oracle

# published.json, 003.ru.example: Radev, Jing & Budzikowska 2000, section 4.2, four sentences and three judges.
PAPER = {"1": [10, 8, 2, 5], "2": [10, 9, 3, 6], "3": [5, 8, 4, 9]}
UTILITIES = st.integers(1, 3).flatmap(
    lambda judges: st.integers(2, 7).flatmap(
        lambda sentences: st.lists(
            st.lists(st.integers(0, 10), min_size=sentences, max_size=sentences).filter(any),
            min_size=judges,
            max_size=judges,
        )
    )
)


def named(by_judge) -> Utilities:
    return Utilities({f"judge {number}": values for number, values in enumerate(by_judge)})


def rounded(value: Fraction | None, digits: int = 5) -> float:
    assert value is not None
    return round(float(value), digits)


def test_example_of_the_paper() -> None:
    utilities = Utilities(PAPER)
    s = {extract: relative_utility(utilities, extract) for extract in combinations(range(4), 2)}
    assert rounded(s[0, 3]) == 0.83299
    assert rounded(s[0, 2]) == 0.62676
    assert rounded(s[1, 3]) == 0.83723
    r, j = random_utility(utilities, 2), interjudge_utility(utilities, 2)
    assert rounded(r, 3) == 0.732
    assert rounded(j) == 0.84018
    assert rounded(normalized_utility(s[0, 3], j, r)) == 0.93349
    assert rounded(normalized_utility(s[1, 3], j, r)) == 0.97271


def test_example_of_the_paper_with_subsumption() -> None:
    # Judge 2 says that sentence 4 says no more than sentence 1.
    utilities = Utilities(PAPER, {"2": {3: [0]}})
    scores = {credit: relative_utility(utilities, (0, 3), credit=Fraction(credit)) for credit in ("1", "1/2", "0")}
    assert {credit: rounded(s) for credit, s in scores.items()} == {"1": 0.83299, "1/2": 0.78036, "0": 0.72773}
    # Sentence 1 is not chosen, so nothing is redundant.
    assert relative_utility(utilities, (1, 3), credit=Fraction(0)) == relative_utility(utilities, (1, 3))


@settings(max_examples=40)
@given(UTILITIES)
def test_r_is_the_mean_over_all_extracts_and_no_extract_is_above_1(by_judge) -> None:
    for size in range(1, len(by_judge[0]) + 1):
        assert random_utility(named(by_judge), size) == oracle.mean_utility(by_judge, size)
        for extract in combinations(range(len(by_judge[0])), size):
            s = relative_utility(named(by_judge), extract)
            assert s == oracle.utility(by_judge, extract)
            assert s <= 1


def test_r_of_twelve_sentences_is_the_mean_over_all_495_extracts() -> None:
    by_judge = [[10, 0, 3, 3, 7, 1, 0, 9, 4, 6, 2, 5], [0, 0, 10, 1, 1, 8, 8, 2, 0, 3, 6, 4]]
    assert random_utility(named(by_judge), 4) == oracle.mean_utility(by_judge, 4)


@settings(max_examples=40)
@given(UTILITIES)
def test_bounds(by_judge) -> None:
    size = (len(by_judge[0]) + 1) // 2
    sole = named(by_judge[:1])
    assert relative_utility(sole, sole.best_extract("judge 0", size)) == 1
    assert interjudge_utility(sole, size) is None
    assert interjudge_utility(named([by_judge[0]] * 3), size) == 1
    pooled = [pooled_relative_utility(named(by_judge), e) for e in combinations(range(len(by_judge[0])), size)]
    assert max(score or 0 for score in pooled) == 1


def test_own_extract_prefers_earlier_sentences_and_pairs_have_a_direction() -> None:
    utilities = Utilities({"a": [5, 5, 5, 9], "b": [0, 10, 2, 4]})
    assert utilities.best_extract("a", 2) == (0, 3)
    assert judge_utilities(utilities, 2) == {("a", "b"): Fraction(4, 14), ("b", "a"): Fraction(14, 14)}


def test_judge_without_any_utility_is_left_out() -> None:
    with_zeros = Utilities(PAPER | {"4": [0, 0, 0, 0]})
    assert relative_utility(with_zeros, (0, 3)) == relative_utility(Utilities(PAPER), (0, 3))
    assert random_utility(with_zeros, 2) == random_utility(Utilities(PAPER), 2)
    assert interjudge_utility(with_zeros, 2) == interjudge_utility(Utilities(PAPER), 2)
    only_zeros = Utilities({"4": [0, 0]})
    assert (relative_utility(only_zeros, [0]), random_utility(only_zeros, 1)) == (None, None)
    assert pooled_relative_utility(only_zeros, [0]) is None


def test_d_is_undefined_unless_j_exceeds_r() -> None:
    assert normalized_utility(Fraction(1), Fraction(1, 2), Fraction(1, 2)) is None
    assert normalized_utility(Fraction(1), None, Fraction(1, 2)) is None
    assert normalized_utility(Fraction(1, 4), Fraction(1), Fraction(1, 2)) == Fraction(-1, 2)


def test_empty_extract_scores_0_at_an_asked_size_and_other_sizes_are_refused() -> None:
    assert relative_utility(Utilities(PAPER), [], size=2) == 0
    for size in (0, 5):
        with pytest.raises(ValueError, match="of 4 sentences cannot be scored"):
            random_utility(Utilities(PAPER), size)


def test_rates_are_rounded_half_up_to_at_least_one_sentence() -> None:
    rates = [(Fraction(1, 10), 25), (Fraction(1, 10), 24), (Fraction(1, 20), 3), (Fraction(1), 7)]
    assert [size_of_rate(rate, count) for rate, count in rates] == [3, 2, 1, 7]


@pytest.mark.parametrize(
    ("extract", "marks", "redundant"),
    [
        ([0, 1], {}, set()),
        ([0, 1], {1: [0]}, {1}),
        ([1, 0], {1: [0]}, {1}),  # whatever the order in the extract
        ([0, 1], {1: [2]}, set()),  # sentence 2 is not chosen
        ([2, 1], {1: [0], 0: [2]}, set()),  # marks through a sentence that is not chosen do not count
        ([0, 1, 2], {1: [0], 0: [2]}, {0, 1}),
        ([2, 0, 1], {0: [1], 1: [2], 2: [0]}, {0, 1}),  # a circle: the first counts
        ([2, 0, 1, 3], {0: [1], 1: [2], 2: [0, 3]}, {0, 1, 2}),  # sentence 3 says more than the whole circle
        ([0, 1], {0: [0]}, set()),
    ],
)
def test_redundant_sentences(extract, marks, redundant) -> None:
    assert redundant_sentences(extract, marks) == redundant


def test_co_selection_by_hand() -> None:
    selection = co_selection([1, 2, 3, 4], [2, 4, 6])
    assert (selection.precision, selection.recall, selection.f1) == (Fraction(1, 2), Fraction(2, 3), Fraction(4, 7))
    empty = co_selection([], [1])
    assert (empty.precision, empty.recall, empty.f1) == (0, 0, 0)
    mean = mean_co_selection([selection, empty])
    assert mean is not None
    assert mean.f1 == Fraction(2, 7)
    assert mean_co_selection([]) is None


def chosen(extracts, count):
    return [[int(number in extract) for extract in extracts] for number in range(count)]


def test_kappa_of_three_extracts() -> None:
    # Ten sentences, extracts of sentences 1 2, 1 3, 1 2 (judgments.md, section 13 e).
    extracts = [(0, 1), (0, 2), (0, 1)]
    agreed, chance, kappa = oracle.kappa(chosen(extracts, 10))
    assert tuple(round(float(share), 4) for share in (agreed, chance, kappa)) == (0.8667, 0.68, 0.5833)
    assert selection_kappa(extracts, 10) == pytest.approx(float(kappa))


def test_random_system_halves_the_kappa_of_three_judges() -> None:
    # Radev et al. 2003, Figure 5: Humans and RAND at 5, 10, 20, 30 and 40 %.
    humans, random = [0.127, 0.157, 0.194, 0.225, 0.274], [0.064, 0.081, 0.097, 0.116, 0.137]
    assert max(abs(judges / 2 - with_system) for judges, with_system in zip(humans, random, strict=True)) <= 0.004
    # Over all extracts of the same size, the mean kappa is exactly half.
    judges = [(0, 1, 4), (0, 2, 4), (1, 4, 5)]
    kappas = [selection_kappa([*judges, extract], 7) or 0 for extract in combinations(range(7), 3)]
    assert sum(kappas) / len(kappas) == pytest.approx((selection_kappa(judges, 7) or 0) / 2)
