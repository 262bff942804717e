"""Coverage of a model's units, and ratings as ranks."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata

from scoring.measures.judgments.coverage import Coverage, UnitJudgment, coverage, length_adjusted
from scoring.measures.judgments.midranks import midranks


def units(*values) -> list[UnitJudgment]:
    return [
        UnitJudgment(value, frozenset({str(index)}) if value else frozenset()) for index, value in enumerate(values)
    ]


def covered(judgments, **options) -> Coverage:
    scores = coverage(judgments, **options)
    assert scores is not None
    return scores


def test_two_judges_on_the_scale_of_2002() -> None:
    # judgments.md, section 13 a: the fourth unit of the first judge has no mark and no value.
    scores = (
        covered(units(100, 40, 0, None), maximum=100, step=20),
        covered(units(80, 60, 20, 0), maximum=100, step=20),
    )
    first, second = (score.mean for score in scores)
    assert (first, second) == (Fraction(35, 100), Fraction(40, 100))
    assert (second - first, (second - first) / second) == (Fraction(5, 100), Fraction(125, 1000))
    assert list(scores[0].recall) == [20, 40, 60, 80, 100]


def test_scale_of_2001() -> None:
    score = covered(units(4, 3, 0, 1), maximum=4)
    assert (4 * score.mean, score.mean, score.retention) == (2, Fraction(1, 2), Fraction(3, 4))
    assert [float(score.recall[threshold]) for threshold in (4, 3, 2, 1)] == [0.25, 0.5, 0.5, 0.75]


def test_marked_sentences_count_once() -> None:
    marks = [UnitJudgment(4, frozenset("ab")), UnitJudgment(4, frozenset("b")), UnitJudgment()]
    score = covered(marks, maximum=4, sentence_count=5)
    assert (score.retention, score.sentences_per_unit, score.marked_share) == (
        Fraction(2, 3),
        Fraction(2, 3),
        Fraction(2, 5),
    )
    assert covered(marks, maximum=4).marked_share is None


def test_model_without_units_has_no_coverage() -> None:
    assert coverage([], maximum=4) is None


@pytest.mark.parametrize(("words", "adjusted"), [(100, "2/5"), (75, "9/20"), (300, "2/5")])
def test_only_summaries_below_the_target_gain_by_their_length(words, adjusted) -> None:
    c = length_adjusted(Fraction(1, 2), words=words, target=100, share=Fraction(4, 5))
    assert c == Fraction(adjusted)


def test_midranks_by_hand() -> None:
    assert midranks([1, 2, 2, 3, 5]) == [1, Fraction(5, 2), Fraction(5, 2), 4, 5]


@settings(max_examples=30)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=20))
def test_midranks_are_those_of_scipy(values) -> None:
    assert [float(rank) for rank in midranks(values)] == rankdata(values).tolist()
