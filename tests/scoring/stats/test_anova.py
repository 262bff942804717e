"""Analyses of variance: published tables, a design by hand, and projections with numpy's lstsq."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from scoring.stats.anova import AnovaRow, SumsOfSquares, anova, anova_row
from tests.oracles.least_squares import residual_sum_of_squares

MAIN = [("annotator",), ("peer",)]
FULL = [*MAIN, ("annotator", "peer")]
DESIGN = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.integers(0, 9)), min_size=6, max_size=24)


def test_three_annotations_of_four_summaries() -> None:
    # Nenkova & Passonneau 2004, Table 1 (C1, C2, consensus); section 3.1 prints F = .11, p = .90 for annotations.
    scores = [0.97, 0.87, 0.83, 0.82, 0.94, 0.87, 0.84, 0.74, 0.95, 0.89, 0.85, 0.76]
    table = anova(scores, {"annotation": ["C1"] * 4 + ["C2"] * 4 + ["consensus"] * 4}, [("annotation",)])
    row, residual = table.rows
    assert (row.df, residual.df, table.n) == (2, 9, 12)
    assert (row.f, row.p) == (pytest.approx(0.1059, abs=5e-5), pytest.approx(0.90062, abs=5e-6))
    again = stats.f_oneway(scores[:4], scores[4:8], scores[8:])
    assert (row.f, row.p) == (pytest.approx(again.statistic), pytest.approx(again.pvalue))


@pytest.mark.parametrize(
    ("df", "ss", "f", "tolerance"),
    # Harman & Over 2004, Table 1 (DUC 2003): F from the printed SS and Df over the residual 2.281 / 787.
    [(9, 1.243, 47.66, 0.02), (10, 0.941, 32.49, 0.03), (29, 1.313, 15.62, 0.01), (90, 0.282, 1.08, 0.005),
     (79, 1.01, 4.41, 0.005), (289, 3.087, 3.68, 0.006)],
)  # fmt: skip
def test_f_follows_from_the_published_sums_of_squares(df, ss, f, tolerance) -> None:
    row = anova_row(("term",), df, ss, AnovaRow((), 787, 2.281, 2.281 / 787, None, None))
    assert row.f == pytest.approx(f, abs=tolerance)
    assert row.p == (pytest.approx(0.294, abs=0.0005) if df == 90 else pytest.approx(0, abs=1e-4))


def test_a_balanced_design_by_hand() -> None:
    # Annotators a, b; peers x, y; two scores a cell: ax 1 3, ay 4 6, bx 2 2, by 9 9. Means: all 4.5; a 3.5, b 5.5;
    # x 2, y 7; cells 2, 5, 2, 9. SS: annotator 8 * 1, peer 8 * 6.25, cells 2 * 33 = 66 less these two, residual 2 + 2.
    levels = {"annotator": list("aaaabbbb"), "peer": list("xxyyxxyy")}
    for kind in SumsOfSquares:
        table = anova([1, 3, 4, 6, 2, 2, 9, 9], levels, FULL, kind)
        assert [row.df for row in table.rows] == [1, 1, 1, 4]
        assert [row.ss for row in table.rows] == pytest.approx([8, 50, 8, 4])
        assert [row.f for row in table.rows[:3]] == pytest.approx([8, 50, 8])


@given(DESIGN, st.sampled_from(SumsOfSquares))
def test_sums_of_squares_are_differences_of_residuals(design, kind) -> None:
    a, p, y = zip(*design, strict=True)
    factors = {"annotator": a, "peer": p}
    table = anova(y, factors, FULL, kind)
    before = [[], MAIN[:1], MAIN] if kind is SumsOfSquares.SEQUENTIAL else [MAIN[1:], MAIN[:1], MAIN]
    for row, term, others in zip(table.rows, FULL, before, strict=False):
        assert row.term == term
        expected = residual_sum_of_squares(y, factors, others) - residual_sum_of_squares(y, factors, [*others, term])
        assert row.ss == pytest.approx(expected, abs=1e-6)
    assert table.rows[-1].ss == pytest.approx(residual_sum_of_squares(y, factors, FULL), abs=1e-6)
    assert sum(row.df for row in table.rows) == len(y) - 1 or kind is SumsOfSquares.TYPE_II


def test_without_a_residual_there_is_no_f() -> None:
    table = anova([1, 2, 3, 5], {"annotator": list("aabb"), "peer": list("xyxy")}, FULL)
    assert [row.df for row in table.rows] == [1, 1, 1, 0]
    assert [row.f for row in table.rows] == [None] * 4
    assert table.rows[-1].ms is None


def test_a_factor_with_one_level_adds_nothing() -> None:
    row, *_ = anova([1, 2, 4], {"annotator": ["a"] * 3, "peer": list("xyz")}, MAIN).rows
    assert (row.df, row.ss, row.f) == (0, 0.0, None)
