"""Designs with judges, systems and docsets: sums of squares against least squares, and what the notes say."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.anova import SumsOfSquares
from scoring.stats.factorial import factorial_anova, term_sentence
from tests.oracles.least_squares import residual_sum_of_squares

NAMES = ("judge", "system", "docset")
TERMS = [("judge",), ("system",), ("docset",), ("judge", "system"), ("judge", "docset"), ("system", "docset")]
OBSERVATION = st.tuples(st.sampled_from("ab"), st.sampled_from("uvw"), st.sampled_from("xyz"), st.integers(0, 9))


def factors_of(rows) -> dict[str, list[str]]:
    return {name: [str(row[index]) for row in rows] for index, name in enumerate(NAMES)}


def analysed(rows, sums_of_squares=SumsOfSquares.SEQUENTIAL):
    """Observations with values that follow no pattern."""
    values = [float((7 * number * number + 3 * number) % 101) for number in range(len(rows))]
    return factorial_anova(values, factors_of(rows), sums_of_squares)


def harman_and_over() -> list[tuple[int, int, int]]:
    """A design with the numbers of DUC 2003, task 4: 11 systems, and 30 docsets with 4 of 10 judges each.

    Table 1 has 1294 of 11 * 30 * 4 = 1320 observations. Its degrees of freedom follow if two cells of judge and docset,
    one more cell of system and docset, and nothing else are empty: 1320 - 2 * 11 - 4 = 1294.
    """
    judges = {docset: [(docset + 3 * turn + docset // 10) % 10 for turn in range(4)] for docset in range(30)}
    rows = [(judge, system, docset) for docset in judges for judge in judges[docset] for system in range(11)]
    empty_judging = {(judges[0][0], 0), (judges[1][0], 1)}
    return [row for row in rows if (row[0], row[2]) not in empty_judging and row[1:] != (5, 17)]


def test_the_design_of_table_1_has_its_degrees_of_freedom() -> None:
    result = analysed(harman_and_over())
    assert result.table is not None
    assert result.table.n == 1294
    assert [row.df for row in result.table.rows] == [9, 10, 29, 90, 79, 289, 787]
    assert result.cells == {
        ("judge", "system"): (110, 110),
        ("judge", "docset"): (118, 300),
        ("system", "docset"): (329, 330),
    }
    assert result.notes == ()
    assert sum(row.ss for row in result.table.rows) == pytest.approx(total_of(harman_and_over()))


def total_of(rows) -> float:
    values = np.array([float((7 * number * number + 3 * number) % 101) for number in range(len(rows))])
    return float(((values - values.mean()) ** 2).sum())


@given(st.lists(OBSERVATION, min_size=8, max_size=40))
def test_sequential_sums_and_residual_give_the_total_also_with_empty_cells(rows) -> None:
    values, factors = [float(row[3]) for row in rows], factors_of(rows)
    result = factorial_anova(values, factors)
    if result.table is None:
        assert any(len(set(levels)) == 1 for levels in factors.values())
        return
    table = result.table
    assert sum(row.ss for row in table.rows) == pytest.approx(float(np.var(values)) * len(values), abs=1e-6)
    assert sum(row.df for row in table.rows) == len(values) - 1
    terms = [row.term for row in table.rows[:-1]]
    assert terms == TERMS[: len(terms)]
    for count, row in enumerate(table.rows[:-1]):
        added = residual_sum_of_squares(values, factors, terms[:count]) - residual_sum_of_squares(
            values, factors, terms[: count + 1]
        )
        assert row.ss == pytest.approx(added, abs=1e-6)


@given(st.lists(OBSERVATION, min_size=8, max_size=40))
def test_type_ii_is_what_a_term_adds_to_the_terms_that_do_not_contain_it(rows) -> None:
    values, factors = [float(row[3]) for row in rows], factors_of(rows)
    table = factorial_anova(values, factors, SumsOfSquares.TYPE_II).table
    if table is None:
        return
    for row in table.rows[:-1]:
        others = [other.term for other in table.rows[:-1] if not set(row.term) <= set(other.term)]
        added = residual_sum_of_squares(values, factors, others) - residual_sum_of_squares(
            values, factors, [*others, row.term]
        )
        assert row.ss == pytest.approx(added, abs=1e-6)


@given(st.lists(st.integers(0, 9), min_size=24, max_size=24))
def test_both_types_are_equal_when_the_design_is_balanced(values) -> None:
    factors = factors_of([*product("ab", "uvw", "xy")] * 2)
    numbers = [float(value) for value in values]
    first, second = (factorial_anova(numbers, factors, kind).table for kind in SumsOfSquares)
    assert first is not None
    assert second is not None
    assert [row.df for row in first.rows] == [row.df for row in second.rows] == [1, 2, 1, 2, 1, 2, 14]
    assert [row.ss for row in first.rows] == pytest.approx([row.ss for row in second.rows], abs=1e-9)


def test_a_design_like_duc_2006_says_that_each_docset_has_one_judge() -> None:
    rows = [(docset // 2, system, docset) for docset in range(6) for system in range(4)]
    result = analysed(rows)
    assert result.table is not None
    assert [(row.term, row.df) for row in result.table.rows] == [
        (("judge",), 2), (("system",), 3), (("docset",), 3),
        (("judge", "system"), 6), (("judge", "docset"), 0), ((), 9),
    ]  # fmt: skip
    assert result.notes == (
        "Each docset has one judge: docset then means docset within judge.",
        "system:docset is left out, because it would leave no residual.",
        "judge:docset has no degrees of freedom: other terms explain all that it could explain.",
    )
    second = analysed(rows, SumsOfSquares.TYPE_II)
    assert (
        second.notes[0] == "Each docset has one judge: differences between judges are also differences between docsets."
    )


def test_judges_with_a_model_each_are_one_factor_with_it() -> None:
    rows = [*product("ab", "uvw", "xy")] * 2
    models = ["M" + row[0] for row in rows]
    result = factorial_anova([float(n % 7) for n in range(24)], factors_of(rows), equivalents={"model": models})
    assert result.notes == (
        "Each judge goes with one model and each model with one judge: judge and model are one factor.",
    )


def test_groups_of_judges_without_a_common_docset_are_named() -> None:
    rows = [
        (judge, system, docset)
        for judges, docsets in (("ab", "xy"), ("cd", "zt"))
        for judge, system, docset in product(judges, "uvw", docsets)
    ]
    (note,) = analysed(rows).notes
    assert note.startswith("The judges and docsets form 2 groups that have no judge and no docset in common")


def test_systems_judged_on_a_docset_each_are_named() -> None:
    rows = [(judge, docset, docset) for judge, docset in product("ab", "xyz")] * 2
    assert analysed(rows).notes[0] == (
        "Each system goes with one docset and each docset with one system: system and docset are one factor."
    )


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        ([("a", "u", "x"), ("b", "v", "x")], "There is only one docset, so variance cannot be analysed."),
        ([], "There are no scores to analyse."),
    ],
)
def test_without_two_levels_there_is_a_sentence_and_no_table(rows, note) -> None:
    result = analysed(rows)
    assert result.notes == (note,)
    assert result.as_json() == {"type": 1, "n": 0, "terms": [], "cells": {}, "notes": [note]}


def test_words_say_what_a_row_means() -> None:
    result = factorial_anova(
        [float(number % 2 + 5 * (number // 12)) for number in range(24)], factors_of([*product("ab", "uvw", "xy")] * 2)
    )
    assert result.table is not None
    sentences = {row.term: term_sentence(row) for row in result.table.rows}
    assert sentences["judge",] == "No difference between the judges is shown."
    assert sentences["judge", "system"] == "It is not shown that the comparison of systems depends on the judge."
    assert sentences[()] == ""
    names = [row["term"] for row in result.as_json()["terms"]]
    assert names == ["judge", "system", "docset", "judge:system", "judge:docset", "system:docset", "residual"]


def test_interactions_with_too_many_combinations_are_left_out_from_the_last(monkeypatch) -> None:
    """4 judges, 3 systems and 5 docsets: 12, 20 and 15 combinations. The largest term is not solved for."""
    rows = list(product(range(4), range(3), range(5)))
    monkeypatch.setattr("scoring.stats.factorial.MAX_COLUMNS", 26)
    result = analysed(rows)
    assert result.table is not None
    assert [":".join(row.term) for row in result.table.rows[:-1]] == [
        *("judge", "system", "docset", "judge:system", "judge:docset"),
    ]
    assert result.notes == ("system:docset is left out, because it has too many combinations of levels (15).",)
    monkeypatch.setattr("scoring.stats.factorial.MAX_COLUMNS", 4)
    assert analysed(rows).table is None
    assert analysed(rows).notes == ("There are too many levels to analyse variance.",)
