"""LitePyramid's lists of SCUs and results of crowd workers."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.litepyramid import (
    RESULT_COLUMNS,
    read_results,
    read_scus,
    write_results,
    write_scus,
)
from annotator.interchange.judgment_files.reading import ItemRow, JudgmentFile, TextRow
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError
from tests.annotator.interchange.judgment_files.names import NAMES, TEXTS

SCUS = (
    "eventId,questionId,questionText,answer,author,sourceSummaryId,forUse\n"
    "D30001,q1,The dam is old.,yes,w9,D30001.A,1\n"
    "D30001,q2,It rained.,yes,w9,D30001.B,0\n"
)


def results(*rows: dict[str, str], workers: bool = True) -> bytes:
    columns = RESULT_COLUMNS if workers else RESULT_COLUMNS[1:]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="BLANK", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({**{name: "" for name in columns if name.startswith("Answer")}, **row})
    return out.getvalue().encode()


def result(**changes: str) -> dict[str, str]:
    row = {
        "WorkerId": "w7",
        "Input.eventId": "D30001",
        "Input.summaryId": "lead",
        "Input.qIdList": "['q1', 'q2']",
        "Input.summary_text": "The dam broke.",
        "Input.statement_1": "The dam is old.",
        "Input.statement_2": "It rained.",
        "Answer.S1Answer": "p",
        "Answer.S2Answer": "n",
    }
    return row | {name.replace("_in_", "."): value for name, value in changes.items()}


def refusal(*rows: dict[str, str], scus: tuple[ItemRow, ...] = ()) -> list[str]:
    with pytest.raises(TableError) as refused:
        read_results(results(*rows), scus=scus)
    return refused.value.messages


def test_scus_are_statements_of_their_summary() -> None:
    items = read_scus(SCUS.encode()).items
    assert items == (
        ItemRow("D30001", "", "statements", "D30001.A", "q1", "The dam is old."),
        ItemRow("D30001", "", "statements", "D30001.B", "q2", "It rained.", judged=False),
    )
    assert read_scus(write_scus(items).encode()).items == items


def test_answers_of_a_worker_are_judgments() -> None:
    judged = read_results(results(result(Answer_in_S2Answer="")))
    assert [(row.judge, row.summarizer, row.item, row.value) for row in judged.rows] == [
        ("w7", "lead", "q1", 1),
        ("w7", "lead", "q2", None),
    ]
    assert judged.texts == (TextRow("D30001", "peer", "lead", "The dam broke."),)
    assert [item.text for item in judged.items] == ["The dam is old.", "It rained."]


def test_rows_without_workers_are_by_w1_w2_in_order() -> None:
    judged = read_results(results(result(), result(), result(Input_in_summaryId="other"), workers=False))
    assert [(row.summarizer, row.judge) for row in judged.rows if row.item == "q1"] == [
        ("lead", "w1"),
        ("lead", "w2"),
        ("other", "w1"),
    ]
    assert len(judged.repairs) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"Input_in_qIdList": "__import__('os')"}, "Input.qIdList “__import__('os')” is not a list of keys."),
        ({"Input_in_qIdList": "['q1']"}, "Input.qIdList and statement 2 do not agree on what is asked."),
        ({"Input_in_qIdList": str([f"q{n}" for n in range(17)])}, "it has more than 16 statements or answers."),
        ({"Answer_in_S3Answer": "p"}, "answer 3 is “p”; it must be p, n or empty, and empty without a statement."),
        ({"Answer_in_S1Answer": "x"}, "answer 1 is “x”; it must be p, n or empty, and empty without a statement."),
        (
            {"Input_in_statement_2": "It snowed."},
            "the statement q2 of event D30001 differs from that in the list of SCUs.",
        ),
    ],
)
def test_faults_name_their_row(changes: dict[str, str], message: str) -> None:
    scus = read_scus(SCUS.encode()).items
    assert refusal(result(), result(WorkerId="w8", **changes), scus=scus) == [f"Line 3: {message}"]


_STATEMENTS = st.lists(st.tuples(TEXTS, st.sampled_from([None, 0, 1])), min_size=1, max_size=20)


@settings(max_examples=30)
@given(NAMES, NAMES, NAMES, TEXTS, _STATEMENTS)
def test_what_is_written_is_read_again(
    topic: str, summary: str, judge: str, text: str, statements: list[tuple[str, int | None]]
) -> None:
    keys = [f"q'{number}" for number in range(len(statements))]
    judged = JudgmentFile(
        tuple(
            JudgmentRow("", topic, summary, "peer", judge, "", "present", key, value)
            for key, (_, value) in zip(keys, statements, strict=True)
        ),
        tuple(
            ItemRow(topic, "", "statements", "", key, statement)
            for key, (statement, _) in zip(keys, statements, strict=True)
        ),
        (TextRow(topic, "peer", summary, text),),
    )
    assert read_results(write_results(judged).encode()) == judged
