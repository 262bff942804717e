"""The long table of judgments: cells, defaults, errors by line, and writing what was read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.interchange.judgment_files.long_table import (
    COLUMNS,
    read_judgments,
    write_judgments_csv,
    write_judgments_jsonl,
)
from annotator.interchange.judgment_files.reading import judgment_key
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import TableError
from tests.annotator.interchange.judgment_files.names import NAMES, TEXTS

HEADER = ",".join(COLUMNS)
# shared/judgments.md, section 6.
EXAMPLE = f"{HEADER}\nsee,mill,baseline,peer,anna,amara.1,covered,3,40,,2 5,,submitted,2026-11-22T09:10:00.000000Z\n"


def messages(table: str) -> list[str]:
    with pytest.raises(TableError) as refused:
        read_judgments(table.encode())
    return refused.value.messages


def test_the_example_of_the_format_is_read_and_written() -> None:
    rows = read_judgments(EXAMPLE.encode()).rows
    assert rows == (
        JudgmentRow(
            instrument="see",
            topic="mill",
            summarizer="baseline",
            kind="peer",
            judge="anna",
            list="amara.1",
            question="covered",
            item="3",
            value=40,
            marks=("2", "5"),
            at=datetime(2026, 11, 22, 9, 10, tzinfo=UTC),
        ),
    )
    assert write_judgments_csv(rows).replace("\r\n", "\n") == EXAMPLE


def test_columns_that_are_missing_have_defaults() -> None:
    rows = read_judgments(b"Topic;Judge;Question;Value;Summarizer\nD1;a;q;3.0;7\nD1;b;q;;7\nD1;b;q;2;\n").rows
    assert [(row.value, row.kind, row.state, row.at) for row in rows] == [
        (3, "peer", "submitted", None),
        (None, "peer", "submitted", None),
        (2, "", "submitted", None),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("D1,a,q,3.5,,", "Line 2: the value “3.5” is not a whole number from 0 to 100."),
        ("D1,a,q,101,,", "Line 2: the value “101” is not a whole number from 0 to 100."),
        ("D1,a,q,-1,,", "Line 2: the value “-1” is not a whole number from 0 to 100."),
        ("D1,,q,1,,", "Line 2: the judge is missing."),
        ("D1,a,q,1,maybe,", "Line 2: “maybe” in the column “skipped” is neither yes nor no."),
        ("D1,a,q,1,yes,", "Line 2: a skipped question has no value."),
        ("D1,a,q,1,,done", "Line 2: the state “done” is none of in_progress, submitted."),
        ("D1,a,q,1,,,,", "Line 2: it has 8 cells under 6 columns."),
        ("D\x01,a,q,1,,", "Line 2: topic: line 1 has the character U+0001, which cannot be stored."),
        (f"D1,{'a' * 201},q,1,,", "Line 2: the judge has more than 200 characters."),
    ],
)
def test_errors_name_their_line(line, message) -> None:
    assert messages(f"topic,judge,question,value,skipped,state\n{line}\n") == [message]


def test_a_time_that_is_none_and_missing_columns_are_refused() -> None:
    assert messages("topic,judge,question,value,at\nD1,a,q,1,noon\n") == [
        "Line 2: “noon” in the column “at” is not a time."
    ]
    assert messages("topic,question,value\nD1,q,1\n") == ["The column “judge” is missing."]
    assert messages("topic,judge,question,value\n") == ["The table has no rows."]
    assert messages('{"topic": "D1", "judge": "a", "question": "q", "value": [1]}\n') == ["Line 1: value is not text."]


def test_two_values_of_a_judge_for_the_same_are_refused_and_equal_ones_count_once() -> None:
    header = "topic,judge,question,value\n"
    assert messages(f"{header}D1,a,q,1\nD1,b,q,1\nD1,a,q,2\n") == [
        "Line 4: a has another answer to the same question in line 2."
    ]
    table = read_judgments(f"{header}D1,a,q,1\nD1,a,q,1.0\n".encode())
    assert len(table.rows) == 1
    assert [(repair.place, repair.what) for repair in table.repairs] == [
        ("Line 3", "the same judgment is already in line 2; it counts once.")
    ]


ROWS = st.lists(
    st.builds(
        JudgmentRow,
        instrument=st.just("") | NAMES,
        topic=NAMES,
        summarizer=st.just("") | NAMES,
        kind=st.sampled_from(["model", "peer"]),
        judge=NAMES,
        list=st.just("") | NAMES,
        question=NAMES,
        item=st.just("") | NAMES,
        value=st.none() | st.integers(0, 100),
        marks=st.lists(st.from_regex(r"[a-z0-9#.]+", fullmatch=True), max_size=2, unique=True).map(tuple),
        comment=st.just("") | TEXTS,
        state=st.sampled_from(["in_progress", "submitted"]),
        at=st.none() | st.datetimes(timezones=st.just(UTC)),
    ),
    min_size=1,
    max_size=3,
    unique_by=judgment_key,
)


@settings(max_examples=30)
@given(ROWS)
def test_what_is_written_is_read_again(rows: list[JudgmentRow]) -> None:
    for write in (write_judgments_csv, write_judgments_jsonl):
        assert read_judgments(write(rows).encode()).rows == tuple(rows)
