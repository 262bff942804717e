"""The agreement of judges on the questions of an instrument."""

from dataclasses import replace

import pytest

from scoring.results.judgments.agreement import question_agreement
from scoring.results.judgments.sheets import ListedItem, data_of_rows
from tests.scoring.results.judgments.rows import rating, row, sheet


def agreement(data):
    return question_agreement(data, data.questions[0], data.sheets).as_json()


def test_ratings_are_compared_summary_by_summary() -> None:
    values = {"anna": (1, 2, 4), "ben": (1, 4, 4)}
    rows = [
        rating("t1", name, judge, value)
        for judge, of_judge in values.items()
        for name, value in zip("abc", of_judge, strict=True)
    ]
    # A summary of another topic, and a model summary of the same name, are other items.
    rows += [rating("t2", "a", "anna", 5), rating("t1", "a", "ben", 5, kind="model")]
    document = agreement(data_of_rows(rows, "rating"))
    assert document["items"] == 3
    assert document["exact"] == pytest.approx(2 / 3)
    assert document["mean_difference"] == pytest.approx(2 / 3)
    pair = document["pairs"][0]
    # P(A) = 2/3; P(E) = 1/3 * 1/3 (value 1) + 1/3 * 2/3 (value 4) = 1/3.
    assert (pair["a"], pair["b"], pair["items"], pair["kappa_cohen"]) == ("anna", "ben", 3, 0.5)
    # Nominal: n Do = 2; the values 1 1 2 4 4 4 have 36 - (4 + 1 + 9) = 22 unequal ordered pairs, n De = 22 / 5.
    assert document["alpha"]["nominal"] == pytest.approx(1 - 2 / (22 / 5))
    assert document["values"]["anna"] == {"1": 1, "2": 1, "4": 1, "5": 1}
    assert document["few_common_items"] == ["anna", "ben"]


def test_unit_without_a_value_counts_0_but_a_skipped_one_is_missing() -> None:
    rows = [
        *sheet("t1", "a", "anna", "A1", "4 2 ."),
        *sheet("t1", "a", "ben", "A1", "4 . 1"),
        row("t1", "a", "ben", "A1", "2", None),
    ]
    document = agreement(data_of_rows(rows, "coverage"))
    assert document["items"] == 2
    assert (document["exact"], document["within_one"], document["mean_difference"]) == (0.5, 1.0, 0.5)


def test_marks_are_compared_by_their_jaccard_index() -> None:
    rows = [
        row("t1", "a", "anna", "A1", "1", 4, marks="1 2"),
        row("t1", "a", "anna", "A1", "2", 4, marks="3"),
        row("t1", "a", "ben", "A1", "1", 4, marks="2 3"),
        row("t1", "a", "ben", "A1", "3", 0),
    ]
    # Unit 1: 1/3; unit 2: 0, because only Anna marked a sentence; unit 3 has no marks.
    assert agreement(data_of_rows(rows, "coverage"))["marks"] == pytest.approx(1 / 6)


def test_one_judge_agrees_with_nobody() -> None:
    document = agreement(data_of_rows([rating("t1", "a", "anna", 1)], "rating"))
    assert set(document["alpha"].values()) == {None}
    assert (document["exact"], document["pairs"], document["items"], document["marks"]) == (None, [], 0, None)


def test_program_is_compared_with_each_person_and_not_among_people() -> None:
    rows = [
        *sheet("t1", "a", "anna", "1", "2 1 0 2"),
        *sheet("t1", "a", "ben", "1", "2 2 0 ."),
        *sheet("t1", "a", "program", "1", "2 1 1 2"),
    ]
    items = tuple(ListedItem(str(key), None, name) for key, name in enumerate(("vital", "vital", "okay", "okay"), 1))
    data = replace(data_of_rows(rows, "presence"), items={("t1", "1"): items}, programs=frozenset({"program"}))
    document = agreement(data)
    assert [(pair["a"], pair["b"], pair["items"]) for pair in document["pairs"]] == [("anna", "ben", 3)]
    by_importance = {entry["importance"]: entry for entry in document["programs"]}
    assert {name: entry["comparisons"] for name, entry in by_importance.items()} == {None: 7, "vital": 4, "okay": 3}
    # With Anna 3 of 4 equal, with Ben 1 of 3.
    assert by_importance[None]["exact"] == pytest.approx(4 / 7)
    assert by_importance["vital"]["confusion"] == [
        {"person": 1, "program": 1, "count": 1},
        {"person": 2, "program": 1, "count": 1},
        {"person": 2, "program": 2, "count": 2},
    ]
    # Vital: P(A) = 3/4, P(E) = 1/4 * 2/4 + 3/4 * 2/4 = 1/2.
    assert by_importance["vital"]["kappa_cohen"] == 0.5


def test_kappa_of_chosen_sentences_is_a_mean_over_topics() -> None:
    rows = [
        *sheet("t1", "", "anna", "1", "1 1 0 0", kind=""),
        *sheet("t1", "", "ben", "1", "1 1 0 0", kind=""),
        *sheet("t2", "", "anna", "1", "1 1 0 0", kind=""),
        *sheet("t2", "", "ben", "1", "1 . 1 .", kind=""),
    ]
    document = agreement(data_of_rows(rows, "extract"))
    # 1 on the first topic; on the second P(A) = P(E) = 1/2, so 0.
    assert document["kappa_fleiss"] == 0.5
    # A sentence without a value is not chosen.
    assert (document["items"], document["exact"]) == (8, 0.75)
