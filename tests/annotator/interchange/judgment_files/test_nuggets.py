"""Nuggets as JSON Lines: banks, judged answers, answers and scores."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.nuggets import (
    NuggetScores,
    read_answers,
    read_assignments,
    read_bank,
    write_answers,
    write_assignments,
    write_bank,
    write_metrics,
)
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, TextRow
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError
from tests.annotator.interchange.judgment_files.names import NAMES, TEXTS

BANK = (
    '{"qid": "2024-1", "query": "Why did it break?", "nuggets": ['
    '{"text": "The dam is old", "importance": "vital"}, {"text": "It rained", "importance": "okay"}]}\n'
)
ITEMS = (
    ItemRow("2024-1", "", "statements", "", "1", "The dam is old", importance="vital"),
    ItemRow("2024-1", "", "statements", "", "2", "It rained", importance="okay"),
)
ASSIGNED = (
    '{"qid": "2024-1", "query": "Why did it break?", "run_id": "lead", "answer_text": "The dam broke.", "nuggets": ['
    '{"text": "The dam is old", "importance": "vital", "assignment": "support"}, '
    '{"text": "It rained", "importance": "okay", "assignment": "partial_support"}]}\n'
)


def messages(read, data: str, **options: object) -> list[str]:
    with pytest.raises(TableError) as refused:
        read(data.encode(), **options)
    return refused.value.messages


def test_a_bank_numbers_the_nuggets_of_a_topic() -> None:
    bank = read_bank(BANK.encode())
    assert bank.items == ITEMS
    assert bank.texts == (TextRow("2024-1", "statement", "", "Why did it break?"),)
    assert write_bank(bank) == BANK


def test_a_nugget_that_is_there_twice_counts_once() -> None:
    bank = read_bank(BANK.replace("It rained", "The dam is old").encode())
    assert [item.key for item in bank.items] == ["1"]
    assert [repair.what for repair in bank.repairs] == ["the nugget “The dam is old” is there twice; it counts once."]


def test_faults_of_a_bank_name_their_line() -> None:
    faults = [
        "[]",
        '{"qid": "1", "nuggets": {}}',
        '{"qid": "1", "nuggets": [{"text": "a", "importance": "high"}]}',
        "{",
    ]
    assert messages(read_bank, "\n".join(['{"nuggets": []}', *faults])) == [
        "Line 1: qid is missing.",
        "Line 2: it is not a JSON object.",
        "Line 3: nuggets is missing or is not a list of objects.",
        "Line 4: the importance “high” is neither vital nor okay.",
        "Line 5: it is not JSON (Expecting property name enclosed in double quotes).",
    ]


def test_claims_and_questions_of_auto_judge_are_nuggets() -> None:
    record = {
        "query_id": "7",
        "title_query": "Why?",
        "format_version": "v3",
        "claim_bank": {"c1": {"claim": "The dam is old", "query_id": "7", "importance": "vital", "creator": [{}]}},
        "nugget_bank": {
            "q1": {"question": "What fell?", "importance": 3, "answers": {"rain": {"answer": "rain"}, "snow": {}}}
        },
    }
    bank = read_bank(json.dumps(record).encode())
    assert [(item.text, item.importance) for item in bank.items] == [
        ("The dam is old", "vital"),
        ("What fell? rain / snow", ""),
    ]
    assert [repair.what for repair in bank.repairs] == [
        "2 values of the bank, such as references and creators, have no place here."
    ]


@pytest.mark.parametrize("bank", [(), ITEMS])
def test_assignments_are_judgments_of_one_judge(bank: tuple[ItemRow, ...]) -> None:
    judged = read_assignments(ASSIGNED.encode(), judge="ann", bank=bank)
    assert [(row.summarizer, row.judge, row.item, row.value) for row in judged.rows] == [
        ("lead", "ann", "1", 2),
        ("lead", "ann", "2", 1),
    ]
    assert TextRow("2024-1", "peer", "lead", "The dam broke.") in judged.texts
    assert write_assignments(JudgmentFile(judged.rows, ITEMS, judged.texts)) == ASSIGNED


def test_a_judged_passage_is_named_by_its_docid() -> None:
    passage = ASSIGNED.replace("answer_text", "candidate_text").replace("run_id", "docid")
    assert read_assignments(passage.encode(), judge="ann").rows[0].summarizer == "lead"


def test_assignments_of_unknown_nuggets_and_values_are_refused() -> None:
    assert messages(read_assignments, ASSIGNED.replace("It rained", "It snowed"), judge="ann", bank=ITEMS) == [
        "Line 1: topic 2024-1 has no nugget “It snowed”."
    ]
    assert messages(read_assignments, ASSIGNED.replace("partial_support", "maybe"), judge="ann") == [
        "Line 1: the assignment “maybe” is none of not_support, partial_support, support."
    ]
    assert messages(read_assignments, ASSIGNED + ASSIGNED.replace('"partial_', '"not_'), judge="ann") == [
        "Line 2: ann has another answer to the same question in line 1."
    ]


def test_another_importance_than_the_banks_is_reported() -> None:
    judged = read_assignments(ASSIGNED.replace("okay", "vital").encode(), judge="ann", bank=ITEMS)
    assert [repair.what for repair in judged.repairs] == ["the nugget “It rained” is okay in the bank."]


def test_sentences_of_an_answer_are_lines() -> None:
    line = '{"topic_id": "1", "answer": [{"text": "It\\nbroke."}, {"text": " "}, {"text": "It rained."}]}\n'
    texts = read_answers(line.encode(), run="lead").texts
    assert texts == (TextRow("1", "peer", "lead", "It broke.\nIt rained."),)
    assert read_answers(write_answers(texts).encode()).texts == texts
    assert messages(read_answers, line) == ["Line 1: run_id is missing."]


def test_metrics_end_with_the_mean_and_undefined_scores_are_null() -> None:
    # The first topic is the worked example of shared/judgments.md, section 14; the second has no vital nugget.
    scores = [NuggetScores("1", 0.5, 0.5, 0.75, 0.625), NuggetScores("2", None, 1.0, None, 1.0)]
    lines = [json.loads(line) for line in write_metrics(scores).splitlines()]
    assert [list(line.values()) for line in lines] == [
        ["1", 0.5, 0.5, 0.75, 0.625],
        ["2", None, 1.0, None, 1.0],
        ["all", 0.5, 0.75, 0.75, 0.8125],
    ]


_BANKS = st.lists(
    st.tuples(TEXTS, st.sampled_from(["vital", "okay", ""])), min_size=1, max_size=4, unique_by=lambda n: n[0]
)


@settings(max_examples=30)
@given(NAMES, NAMES, TEXTS, _BANKS, st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_what_is_written_is_read_again(
    topic: str, run: str, answer: str, nuggets: list[tuple[str, str]], values: list[int]
) -> None:
    items = tuple(
        ItemRow(topic, "", "statements", "", str(number), text, importance=importance)
        for number, (text, importance) in enumerate(nuggets, start=1)
    )
    assert read_bank(write_bank(JudgmentFile(items=items)).encode()).items == items
    rows = tuple(
        JudgmentRow("", topic, run, "peer", "ann", "", "support", item.key, value)
        for item, value in zip(items, values, strict=False)
    )
    judged = JudgmentFile(rows, items, (TextRow(topic, "peer", run, answer),))
    assert read_assignments(write_assignments(judged).encode(), judge="ann") == judged
    assert read_answers(write_answers(judged.texts).encode()).texts == judged.texts
