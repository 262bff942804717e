"""Reads a CSV table of assignments. Columns: `topic, member`, optional `peer, instrument, model, due, release`.

A row without `peer` assigns the topic's pyramid. A row with `instrument`, the key of an instrument, assigns what it
asks about the topic or, if `peer` is filled in, about this peer. `model` restricts this to comparisons with the model
summary of this summarizer. `due` is a date such as 2026-05-31. `release` is the release that the peer is to be matched
against: the name of a pyramid's owner, for its latest release (`consensus`), or name and release number
(`consensus 2`).
Cells may be escaped (see `csv_output`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from annotator.tables.csv_output import unescape_formulas
from annotator.tables.csv_records import MAX_ERRORS, TableError, csv_records, decode_table

COLUMNS = ("topic", "peer", "instrument", "model", "member", "due", "release")
REQUIRED = ("topic", "member")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBERED_RELEASE = re.compile(r"(.+?) +([0-9]{1,8})")


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """A row of the table. `release_owner`: empty if the row names no release; `release_number`: 0 for the latest."""

    line: int
    topic: str
    peer: str
    member: str
    due: date | None
    release_owner: str
    release_number: int
    instrument: str = ""
    model: str = ""


def read_assignments(data: bytes) -> tuple[list[AssignmentRow], list[tuple[int, str]]]:
    """The rows of a table, in order, and its errors with their lines. Rows with an empty required cell are left out.

    Raises:
        TableError: if the table as a whole cannot be read.
    """
    rows: list[AssignmentRow] = []
    lines_by_task: dict[tuple[str, ...], int] = {}
    errors: list[tuple[int, str]] = []
    for line, record in csv_records(decode_table(data), required=REQUIRED):
        if len(errors) > MAX_ERRORS:
            break
        if isinstance(record, str):
            errors.append((line, record))  # ``record`` is an error message
            continue
        cells = {name: unescape_formulas(record.get(name, "").strip()) for name in COLUMNS}
        errors += [(line, error) for error in _cell_errors(cells)]
        if not all(cells[name] for name in REQUIRED):
            continue
        row = _row(line, cells)
        task = (row.topic, row.peer, row.member, row.instrument, row.model)
        first_line = lines_by_task.setdefault(task, line)
        if first_line != line:
            errors.append((line, f"the same task is already in line {first_line}."))
        rows.append(row)
    if not (errors or rows):
        raise TableError(["The table has no rows."])
    return rows, errors


def _cell_errors(cells: Mapping[str, str]) -> Iterator[str]:
    for name in REQUIRED:
        if not cells[name]:
            yield f"{name} is empty."
    if cells["release"] and cells["instrument"]:
        yield "judgments are not matched against a release; leave the cell empty."
    elif cells["release"] and not cells["peer"]:
        yield "a pyramid is not matched against a release; leave the cell empty."
    if cells["model"] and not cells["instrument"]:
        yield "a model belongs to an instrument; fill in the column instrument."
    if cells["due"] and not _due_date(cells["due"]):
        yield f"due is “{cells['due'][:30]}”, not a date such as 2026-05-31."


def _row(line: int, cells: Mapping[str, str]) -> AssignmentRow:
    match = _NUMBERED_RELEASE.fullmatch(cells["release"])
    owner, number = (match[1], int(match[2])) if match else (cells["release"], 0)
    return AssignmentRow(
        line=line,
        topic=cells["topic"],
        peer=cells["peer"],
        member=cells["member"],
        due=_due_date(cells["due"]),
        release_owner=owner,
        release_number=number,
        instrument=cells["instrument"],
        model=cells["model"],
    )


def _due_date(cell: str) -> date | None:
    """The date in a cell; None if the cell is empty or not a date."""
    try:
        return date.fromisoformat(cell) if _DATE.fullmatch(cell) else None
    except ValueError:
        return None
