"""The reader of long tables of judgments: cells, defaults, and errors by line."""

from datetime import UTC, datetime

import pytest

from annotator.judgments.table import JudgmentRow
from annotator.judgments.table_reader import read_judgments
from annotator.tables.csv_records import TableError

HEADER = "instrument,topic,summarizer,kind,judge,list,question,item,value,skipped,marks,comment,state,at"


def test_the_example_of_the_format_is_read() -> None:
    # shared/judgments.md, section 6.
    line = "see,mill,baseline,peer,anna,amara.1,covered,3,40,,2 5,,submitted,2026-11-22T09:10:00.000000Z"
    assert read_judgments(f"{HEADER}\n{line}\n".encode()) == [
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
        )
    ]


def test_columns_that_are_missing_have_defaults() -> None:
    rows = read_judgments(b"Topic;Judge;Question;Value;Summarizer\nD1;a;q;3.0;7\nD1;b;q;;7\nD1;b;q;2;\n")
    assert [(row.value, row.kind, row.state, row.at) for row in rows] == [
        (3, "peer", "submitted", None),
        (None, "peer", "submitted", None),
        (2, "", "submitted", None),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("D1,a,q,3.5,", "Line 2: the value “3.5” is not a whole number from 0 to 100."),
        ("D1,a,q,101,", "Line 2: the value “101” is not a whole number from 0 to 100."),
        ("D1,a,q,-1,", "Line 2: the value “-1” is not a whole number from 0 to 100."),
        ("D1,,q,1,", "Line 2: the judge is missing."),
        ("D1,a,q,1,maybe", "Line 2: “maybe” in the column “skipped” is neither yes nor no."),
        ("D1,a,q,1,,,", "Line 2: it has 7 cells under 5 columns."),
    ],
)
def test_errors_name_their_line(line, message) -> None:
    with pytest.raises(TableError) as refused:
        read_judgments(f"topic,judge,question,value,skipped\n{line}\n".encode())
    assert refused.value.messages == [message]


def test_a_time_that_is_none_and_missing_columns_are_refused() -> None:
    with pytest.raises(TableError, match="Line 2: “noon” in the column “at” is not a time"):
        read_judgments(b"topic,judge,question,value,at\nD1,a,q,1,noon\n")
    with pytest.raises(TableError, match="“judge” is missing"):
        read_judgments(b"topic,question,value\nD1,q,1\n")
    with pytest.raises(TableError, match="no rows"):
        read_judgments(b"topic,judge,question,value\n")
