"""Intraclass correlations and limits of agreement: published tables, ANOVA by another path, and properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.stats.correlation import pearson
from scoring.stats.score_agreement import intraclass_correlations, leave_one_summary_out, limits_of_agreement

# Shrout & Fleiss 1979, table 2: four ratings on six targets. Table 4: ICC(2,1) = .29, ICC(3,1) = .71.
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)

SCORES = arrays(np.float64, st.tuples(st.integers(2, 6), st.integers(2, 4)), elements=st.integers(0, 9).map(float))


def test_the_published_example_of_shrout_and_fleiss() -> None:
    icc = intraclass_correlations(SHROUT_FLEISS)
    assert icc.absolute == pytest.approx(0.29, abs=0.005)
    assert icc.consistency == pytest.approx(0.71, abs=0.005)


@given(SCORES)
def test_mean_squares_are_those_of_sums_of_squares_by_hand(scores) -> None:
    n, k = scores.shape
    total = ((scores - scores.mean()) ** 2).sum()
    rows = k * ((scores.mean(axis=1) - scores.mean()) ** 2).sum()
    columns = n * ((scores.mean(axis=0) - scores.mean()) ** 2).sum()
    msr, msc, mse = rows / (n - 1), columns / (k - 1), (total - rows - columns) / ((n - 1) * (k - 1))
    icc = intraclass_correlations(scores)
    if msr + (k - 1) * mse > 1e-9:
        assert icc.consistency == pytest.approx((msr - mse) / (msr + (k - 1) * mse), abs=1e-9)
    denominator = msr + (k - 1) * mse + k * (msc - mse) / n
    if denominator > 1e-9:
        assert icc.absolute == pytest.approx((msr - mse) / denominator, abs=1e-9)


@given(SCORES, st.floats(-5, 5))
def test_a_judge_who_is_always_higher_changes_only_the_absolute_agreement(scores, bias) -> None:
    higher = scores.copy()
    higher[:, 0] += bias
    before, after = intraclass_correlations(scores), intraclass_correlations(higher)
    if before.consistency is not None and after.consistency is not None:
        assert after.consistency == pytest.approx(before.consistency, abs=1e-6)


def test_equal_scores_are_undefined() -> None:
    icc = intraclass_correlations(np.full((3, 2), 0.5))
    assert (icc.absolute, icc.consistency) == (None, None)
    assert intraclass_correlations(np.array([[1.0, 2.0]])).absolute is None


def test_limits_of_agreement_by_hand() -> None:
    # Differences 1, 2, 3: mean 2, standard deviation 1.
    assert limits_of_agreement(np.array([1.0, 2.0, 3.0])) == pytest.approx((0.04, 3.96))
    assert limits_of_agreement(np.array([1.0])) is None


@given(SCORES)
def test_a_summary_is_left_out_as_if_it_had_never_been_there(scores) -> None:
    left_out = leave_one_summary_out(scores)
    for number in range(len(scores)):
        others = np.delete(scores, number, axis=0)
        icc = intraclass_correlations(others)
        r = pearson(others[:, 0], others[:, 1]) if scores.shape[1] == 2 else None
        values = (left_out.pearson[number], left_out.absolute[number], left_out.consistency[number])
        for value, expected in zip(values, (r, icc.absolute, icc.consistency), strict=True):
            assert value == pytest.approx(np.nan if expected is None else expected, abs=1e-9, nan_ok=True)
