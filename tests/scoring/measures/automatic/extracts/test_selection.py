"""Co-selection and sentence tau: worked examples, scipy, and what is undefined."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau

from scoring.measures.automatic.extracts.sentence_rank import sentence_tau
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import JudgedExtracts, Scored, Text, TopicTexts

FOUR_JUDGES = JudgedExtracts(10, ((0, 1), (0, 2), (0, 1), ()))


def score(name: str, judged: JudgedExtracts | None, *extracts: tuple[int, ...] | None, **chosen: str) -> Scored:
    peers = tuple(Text(("dam",), extract=extract) for extract in extracts)
    return definition(name).measure(chosen).score(TopicTexts("D1", peers, judged=judged))


def ranks(extract: tuple[int, ...], count: int) -> list[float]:
    """Definitions §10: the chosen sentences 1..K in document order, all others their midrank."""
    chosen = sorted(extract)
    rest = (len(chosen) + 1 + count) / 2
    return [chosen.index(sentence) + 1 if sentence in extract else rest for sentence in range(count)]


def test_co_selection_is_a_mean_over_judges() -> None:
    # By hand: (0, 1, 2) has 2, 2, 2 and 0 sentences in common with the judges, who chose 2, 2, 2 and none.
    scored = score("co-selection", FOUR_JUDGES, (0, 1, 2))
    assert scored.values[0, :3].tolist() == pytest.approx([3 * (2 / 3) / 4, 3 / 4, 3 * (4 / 5) / 4], abs=1e-15)
    assert scored.reasons == ("",)


def test_kappa_is_that_of_the_judges_and_the_summarizer() -> None:
    # judgments.md §13 (e): ten sentences, extracts 12, 13 and 12 have P(A) .8667, P(E) .68 and K .5833.
    scored = score("co-selection", JudgedExtracts(10, ((0, 1), (0, 2))), (0, 1))
    assert scored.values[0, 3] == pytest.approx((13 / 15 - 0.68) / 0.32, abs=1e-12)


def test_an_empty_extract_scores_0_and_a_text_that_is_no_extract_has_no_value() -> None:
    scored = score("co-selection", FOUR_JUDGES, (), None)
    assert scored.values[0, :3].tolist() == [0, 0, 0]
    assert np.isnan(scored.values[1]).all()
    assert scored.reasons == ("", "no extract")
    assert score("co-selection", None, (0,)).reasons == ("no extract",)
    assert score("co-selection", JudgedExtracts(10, ()), (0,)).reasons == ("no extract",)
    assert score("co-selection", FOUR_JUDGES).values.shape == (0, 4)


def test_kappa_is_undefined_if_all_choose_everything_but_the_shares_are_defined() -> None:
    scored = score("co-selection", JudgedExtracts(2, ((0, 1),)), (0, 1))
    assert scored.values[0, :3].tolist() == [1, 1, 1]
    assert np.isnan(scored.values[0, 3])
    assert scored.reasons == ("constant",)


def test_tau_is_that_of_the_implied_rankings() -> None:
    assert ranks((1, 2), 5) == [4, 1, 2, 4, 4]  # Donaway et al., section 2.2: sentences 2 and 3 of 5
    extracts = [extract for size in range(1, 6) for extract in combinations(range(5), size)]
    for first, second in combinations(extracts, 2):
        expected = kendalltau(ranks(first, 5), ranks(second, 5)).statistic
        assert sentence_tau(first, second, 5, "b") == pytest.approx(expected, abs=1e-15)


def test_the_paper_is_wrong_about_a_tie() -> None:
    # Donaway et al. write that 2, 3, 4 of 20 sentences is closer to 2, 3, 5 than 2, 3, 9 is: both are 2/3.
    values = score("sentence-tau", JudgedExtracts(20, ((1, 2, 4),)), (1, 2, 3), (1, 2, 8)).values
    assert values.tolist() == [[2 / 3], [2 / 3]]


def test_tau_is_a_mean_over_judges_who_chose_something() -> None:
    both = score("sentence-tau", FOUR_JUDGES, (0, 1), ())
    with_second_judge = kendalltau(ranks((0, 1), 10), ranks((0, 2), 10)).statistic
    assert both.values[0, 0] == pytest.approx((1 + with_second_judge + 1) / 3, abs=1e-15)
    assert both.reasons == ("", "constant")
    # Variant a divides by all 45 pairs; 17 are not tied (8 + 9 have a chosen sentence).
    assert score("sentence-tau", JudgedExtracts(10, ((0, 1),)), (0, 1), variant="a").values[0, 0] == 17 / 45
