"""Reads and writes the long table of judgments, as CSV or JSON Lines: one row for each judgment."""

import json
from collections.abc import Iterable, Iterator

from annotator.interchange.judgment_files.cells import (
    BadCell,
    Cells,
    choice,
    table_rows,
    time,
    time_text,
    whole_number,
    yes_or_no,
)
from annotator.interchange.judgment_files.reading import JudgmentFile, Reading
from annotator.judgments.table import JudgmentRow
from annotator.tables.csv_output import csv_text

COLUMNS = (
    "instrument", "topic", "summarizer", "kind", "judge", "list", "question", "item", "value", "skipped", "marks",
    "comment", "state", "at",
)  # fmt: skip
REQUIRED = ("topic", "judge", "question", "value")
STATES = ("in_progress", "submitted")
MAX_VALUE = 100
_TEXT_COLUMNS = ("instrument", "topic", "summarizer", "judge", "list", "question", "item", "comment")


def read_judgments(data: bytes) -> JudgmentFile:
    """Returns the judgments of a table. Only the ``REQUIRED`` columns must exist. Raises TableError with all errors."""
    reading = Reading()
    for place, cells in table_rows(data, required=REQUIRED):
        if reading.has_too_many_errors:
            break
        try:
            reading.add(_row(cells), place)
        except BadCell as error:
            reading.refuse(place, str(error))
    return reading.result(if_empty="The table has no rows.")


def write_judgments_csv(rows: Iterable[JudgmentRow]) -> str:
    return csv_text(COLUMNS, judgment_records(rows))


def write_judgments_jsonl(rows: Iterable[JudgmentRow]) -> str:
    """Returns one JSON object per line: as in the CSV table, but value is a number or null, and marks is a list."""
    lines = []
    for row in rows:
        (record,) = judgment_records([row])
        typed = {"value": row.value, "skipped": row.skipped, "marks": list(row.marks), "at": record["at"] or None}
        lines.append(json.dumps({**record, **typed}, ensure_ascii=False) + "\n")
    return "".join(lines)


def _row(cells: Cells | str) -> JudgmentRow:
    """Returns the judgment in a row. ``cells``: an error message if the row cannot be read. Raises BadCell."""
    if isinstance(cells, str):
        raise BadCell(cells)
    value = whole_number(cells, "value", maximum=MAX_VALUE)
    skipped = yes_or_no(cells, "skipped", default=False)
    if skipped and value is not None:
        raise BadCell("a skipped question has no value.")
    return JudgmentRow(
        **{name: cells.get(name, "") for name in _TEXT_COLUMNS},
        kind=choice(cells, "kind", ("model", "peer", ""), default="peer" if cells.get("summarizer") else ""),
        value=value,
        skipped=skipped,
        marks=tuple(dict.fromkeys(cells.get("marks", "").split())),
        state=choice(cells, "state", STATES, default="submitted"),
        at=time(cells, "at"),
    )


def judgment_records(rows: Iterable[JudgmentRow]) -> Iterator[dict[str, str | int]]:
    """Yields the cells of each row by column."""
    for row in rows:
        yield {
            **{name: getattr(row, name) for name in (*_TEXT_COLUMNS, "kind", "state")},
            "value": "" if row.value is None else row.value,
            "skipped": "yes" if row.skipped else "",
            "marks": " ".join(row.marks),
            "at": time_text(row.at),
        }
