"""A CSV of assignments -> rows. Columns: `topic, member`, optional `peer, due, release`; no peer means the pyramid.

`due` is a date as 2026-05-31. `release` is whose latest release a peer is matched against (`consensus`), or one by its
number (`consensus 2`). Names may have the apostrophe before a formula that our own CSV files have.
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
_NUMBERED = re.compile(r"(.+?) +([0-9]{1,8})")


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """One task. `line`: its row's, from 1; `release_of`: an owner or ""; `release`: its number, 0 for the latest."""

    line: int
    topic: str
    peer: str
    member: str
    due: date | None
    release_of: str
    release: int


def read_assignments(data: bytes) -> list[AssignmentRow]:
    """The rows of a table, in order.

    Raises:
        TableError: anything wrong in it; nothing of it should be used.
    """
    rows, lines = [], dict[tuple[str, str, str], int]()
    errors: list[str] = []
    for line, record in csv_records(decode_table(data), required=REQUIRED):
        if len(errors) > MAX_ERRORS:
            break
        try:
            row = _row(line, record)
            key = (row.topic, row.peer, row.member)
            if key in lines:
                raise ValueError(f"the same task is in line {lines[key]} already.")
        except ValueError as error:
            errors.append(f"Line {line}: {error}")
        else:
            lines[key] = line
            rows.append(row)
    if errors or not rows:
        raise TableError(errors or ["The table has no rows."])
    return rows


def _row(line: int, record: Mapping[str, Any] | str) -> AssignmentRow:
    if isinstance(record, str):
        raise ValueError(record)
    cells = {
        name: unescape_formulas(record.get(name, "").strip()) for name in ("topic", "peer", "member", "due", "release")
    }
    for name in REQUIRED:
        if not cells[name]:
            raise ValueError(f"{name} is empty.")
    if cells["release"] and not cells["peer"]:
        raise ValueError("a pyramid is not matched against a release; leave the cell empty.")
    numbered = _NUMBERED.fullmatch(cells["release"])
    owner, number = (numbered[1], int(numbered[2])) if numbered else (cells["release"], 0)
    return AssignmentRow(line, cells["topic"], cells["peer"], cells["member"], _due(cells["due"]), owner, number)


def _due(cell: str) -> date | None:
    if not cell:
        return None
    try:
        if not _DATE.fullmatch(cell):
            raise ValueError
        return date.fromisoformat(cell)
    except ValueError:
        raise ValueError(f"due is “{cell[:30]}”, not a date such as 2026-05-31.") from None
