"""Batched correlations: each row against the scalar function and against scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from scoring.stats import batched_correlation, correlation

NAMES = ("pearson", "spearman", "kendall")
SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
# Few different numbers, so that many tie and some rows are constant.
NUMBERS = st.sampled_from([0.0, 0.1, 0.2, 0.3, 1 / 3, 7.0, np.nan])
ROWS = st.tuples(st.integers(1, 6), st.integers(0, 9)).flatmap(
    lambda shape: arrays(np.float64, (2, *shape), elements=NUMBERS)
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60)
@given(rows=ROWS)
def test_each_row_has_the_scalar_correlation_of_its_pairs_without_holes(name, rows) -> None:
    for a, b, value in zip(*rows, getattr(batched_correlation, name)(*rows), strict=True):
        known = ~(np.isnan(a) | np.isnan(b))
        expected = getattr(correlation, name)(a[known], b[known])
        assert np.isnan(value) if expected is None else value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", [12, batched_correlation.LONGEST_ROW + 1])
def test_scipy_has_the_same(name, length) -> None:
    a, b = np.random.default_rng(length).normal(size=(2, 20, length)).round(1)
    expected = [SCIPY[name](x, y).statistic for x, y in zip(a, b, strict=True)]
    assert getattr(batched_correlation, name)(a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_row_correlates_with_itself_perfectly(name) -> None:
    rows = np.random.default_rng(1).random((50, 11))
    assert (getattr(batched_correlation, name)(rows, rows) == 1.0).all()
    assert (getattr(batched_correlation, name)(rows, -rows) == -1.0).all()


def test_blocks_of_rows_change_nothing(monkeypatch) -> None:
    a, b = np.random.default_rng(2).integers(0, 5, (2, 30, 8)).astype(np.float64)
    whole = batched_correlation.kendall(a, b)
    monkeypatch.setattr(batched_correlation, "BLOCK_PAIRS", 28 * 7)
    assert batched_correlation.kendall(a, b).tolist() == whole.tolist()
