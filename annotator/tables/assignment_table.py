"""Reads a CSV table of assignments. Columns: `topic, member`, optional `peer, due, release`.

A row without `peer` assigns the topic's pyramid. `due` is a date such as 2026-05-31. `release` is the release that
the peer is to be matched against: its owner for the latest one (`consensus`), or owner and number (`consensus 2`).
Cells may be escaped (see `csv_output`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from annotator.tables.csv_output import unescape_formulas
from annotator.tables.csv_records import MAX_ERRORS, TableError, csv_records, decode_table

REQUIRED = ("topic", "member")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBERED_RELEASE = re.compile(r"(.+?) +([0-9]{1,8})")


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """A row of the table. `release_owner` is empty if it names no release; `release_number` is 0 for the latest."""

    line: int
    topic: str
    peer: str
    member: str
    due: date | None
    release_owner: str
    release_number: int


def read_assignments(data: bytes) -> list[AssignmentRow]:
    """The rows of a table, in order.

    Raises:
        TableError: if anything is wrong; the message lists all errors.
    """
    rows: list[AssignmentRow] = []
    lines_by_task: dict[tuple[str, str, str], int] = {}
    errors: list[str] = []
    for line, record in csv_records(decode_table(data), required=REQUIRED):
        if len(errors) > MAX_ERRORS:
            break
        try:
            row = _parse_row(line, record)
            task = (row.topic, row.peer, row.member)
            if task in lines_by_task:
                raise ValueError(f"the same task is already in line {lines_by_task[task]}.")
        except ValueError as error:
            errors.append(f"Line {line}: {error}")
        else:
            lines_by_task[task] = line
            rows.append(row)
    if errors or not rows:
        raise TableError(errors or ["The table has no rows."])
    return rows


def _parse_row(line: int, record: Mapping[str, Any] | str) -> AssignmentRow:
    if isinstance(record, str):
        raise ValueError(record)  # it is an error message
    cells = {
        name: unescape_formulas(record.get(name, "").strip()) for name in ("topic", "peer", "member", "due", "release")
    }
    for name in REQUIRED:
        if not cells[name]:
            raise ValueError(f"{name} is empty.")
    if cells["release"] and not cells["peer"]:
        raise ValueError("a pyramid is not matched against a release; leave the cell empty.")
    match = _NUMBERED_RELEASE.fullmatch(cells["release"])
    owner, number = (match[1], int(match[2])) if match else (cells["release"], 0)
    return AssignmentRow(line, cells["topic"], cells["peer"], cells["member"], _due_date(cells["due"]), owner, number)


def _due_date(cell: str) -> date | None:
    if not cell:
        return None
    try:
        if not _DATE.fullmatch(cell):
            raise ValueError
        return date.fromisoformat(cell)
    except ValueError:
        raise ValueError(f"due is “{cell[:30]}”, not a date such as 2026-05-31.") from None
