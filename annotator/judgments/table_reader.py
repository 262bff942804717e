"""Reads the long table of judgments from CSV."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_records import MAX_ERRORS, TableError, csv_records, decode_table

REQUIRED = ("topic", "judge", "question", "value")
TEXT_COLUMNS = ("instrument", "topic", "summarizer", "judge", "list", "question", "item", "comment")
WHOLE_NUMBER = re.compile(r"(\d{1,3})(?:\.0+)?", re.ASCII)
SKIPPED = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


class _BadCell(ValueError):
    """A cell cannot be read; the message is the end of a sentence that begins with its line."""


def read_judgments(data: bytes) -> list[JudgmentRow]:
    """Returns the judgments of a CSV table, in its order. Only the columns ``REQUIRED`` must be there. Raises
    TableError, which lists all errors by line.
    """
    rows: list[JudgmentRow] = []
    errors: list[str] = []
    for line, record in csv_records(decode_table(data), required=REQUIRED):
        if len(errors) > MAX_ERRORS:
            break
        try:
            rows.append(_row(record))
        except _BadCell as error:
            errors.append(f"Line {line}: {error}")
    if errors or not rows:
        raise TableError(errors or ["The table has no rows."])
    return rows


def _row(record: Mapping[str, Any] | str) -> JudgmentRow:
    if isinstance(record, str):
        raise _BadCell(record)
    cells = {name: (cell or "").strip() for name, cell in record.items()}
    for name in ("topic", "judge", "question"):
        if not cells[name]:
            raise _BadCell(f"the {name} is missing.")
    return JudgmentRow(
        **{name: cells.get(name, "") for name in TEXT_COLUMNS},
        kind=cells.get("kind") or ("peer" if cells.get("summarizer") else ""),
        value=_value(cells["value"]),
        skipped=_skipped(cells.get("skipped", "")),
        marks=tuple(cells.get("marks", "").split()),
        state=cells.get("state") or "submitted",
        at=_time(cells.get("at", "")),
    )


def _value(cell: str) -> int | None:
    if not cell:
        return None
    match = WHOLE_NUMBER.fullmatch(cell)
    if match is None or int(match[1]) > 100:
        raise _BadCell(f"the value “{cell[:30]}” is not a whole number from 0 to 100.")
    return int(match[1])


def _skipped(cell: str) -> bool:
    if cell.lower() not in SKIPPED:
        raise _BadCell(f"“{cell[:30]}” in the column “skipped” is neither yes nor no.")
    return SKIPPED[cell.lower()]


def _time(cell: str) -> datetime | None:
    try:
        return datetime.fromisoformat(cell) if cell else None
    except ValueError:
        raise _BadCell(f"“{cell[:40]}” in the column “at” is not a time.") from None
