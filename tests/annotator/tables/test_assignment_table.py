"""The CSV of assignments."""

from datetime import date

import pytest

from annotator.tables.assignment_table import AssignmentRow, read_assignments
from annotator.tables.csv_records import TableError


def test_a_row_without_a_peer_is_a_pyramid() -> None:
    data = b"Topic,Member,peer,due,release\nD1, ann ,,2026-05-31,\nD1,ann,7,,team one 12\n"
    assert read_assignments(data)[0] == [
        AssignmentRow(2, "D1", "", "ann", date(2026, 5, 31), "", 0),
        AssignmentRow(3, "D1", "7", "ann", None, "team one", 12),
    ]


def test_other_columns_can_be_left_out() -> None:
    assert read_assignments(b"member\ttopic\nann\tD1\n") == ([AssignmentRow(2, "D1", "", "ann", None, "", 0)], [])


@pytest.mark.parametrize(
    ("table", "line", "sentence"),
    [
        ("topic,member\nD1,\n", 2, "member is empty."),
        ("topic,member\n,ann\n", 2, "topic is empty."),
        ("topic,member,due\nD1,ann,31.5.2026\n", 2, "due is “31.5.2026”, not a date such as 2026-05-31."),
        ("topic,member,due\nD1,ann,2026-02-30\n", 2, "due is “2026-02-30”, not a date such as 2026-05-31."),
        ("topic,member\nD1,ann\nD1,ann\n", 3, "the same task is already in line 2."),
        (
            "topic,member,release\nD1,ann,consensus\n",
            2,
            "a pyramid is not matched against a release; leave the cell empty.",
        ),
        ("topic,member\nD1,ann,7\n", 2, "it has 3 cells under 2 columns."),
    ],
)
def test_what_is_wrong_is_told_with_its_line(table: str, line: int, sentence: str) -> None:
    assert read_assignments(table.encode())[1] == [(line, sentence)]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("topic,peer\nD1,7\n", "The column “member” is missing."),
        ("topic,member\n", "The table has no rows."),
        ("", "The table is empty."),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(table: str, sentence: str) -> None:
    with pytest.raises(TableError) as error:
        read_assignments(table.encode())
    assert error.value.messages == [sentence]
