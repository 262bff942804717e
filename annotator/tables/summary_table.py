"""Reads a table of summaries (CSV or JSONL), and reports all its errors by line.

Columns: `topic, kind, summarizer, text`, optional `title, statement`. CSV is separated by commas, semicolons or tabs,
whichever is most frequent in the header; quoted cells may contain line ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotator.tables.csv_records import MAX_ERRORS, TableError, csv_records, decode_table
from annotator.tables.json_records import json_records
from annotator.texts.cleaning import CleanText, TextError, clean_text

MAX_NAME = 200
REQUIRED = ("topic", "kind", "summarizer", "text")
OPTIONAL = ("title", "statement")
KINDS = ("model", "peer")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One summary. `line`: number of the row's first line, from 1. `notes`: what was changed in the text.

    `title`, `statement`: of its topic; the statement is the question that its summaries answer.
    """

    line: int
    topic: str
    kind: str
    summarizer: str
    title: str
    statement: str
    text: str
    notes: tuple[str, ...] = ()


@dataclass
class _Reading:
    """The rows and errors read so far. `lines`: line numbers by (topic, kind, summarizer). `topic_texts`: titles and
    statements by (topic, column).
    """

    rows: list[TableRow] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lines: dict[tuple[str, str, str], int] = field(default_factory=dict)
    topic_texts: dict[tuple[str, str], str] = field(default_factory=dict)


def read_table(data: bytes) -> list[TableRow]:
    """The rows of a CSV or JSONL file, in order; it is JSONL if its first character is `{`.

    Raises:
        TableError: if anything is wrong; the message lists all errors.
    """
    text = decode_table(data)
    records = json_records(text) if text.lstrip().startswith("{") else csv_records(text, required=REQUIRED)
    reading = _Reading()
    try:
        for line, record in records:
            if len(reading.errors) > MAX_ERRORS:
                break
            if isinstance(record, str):
                reading.errors.append(f"Line {line}: {record}")
            else:
                _read_row(reading, line, record)
    except TableError as error:
        raise TableError([*reading.errors, *error.messages]) from error
    if reading.errors or not reading.rows:
        raise TableError(reading.errors or ["The table has no rows."])
    return reading.rows


def _read_row(reading: _Reading, line: int, record: Mapping[str, Any]) -> None:
    """Add a row to `reading`, or all errors in it."""
    problems: list[str] = []
    cells = {column: _cell(record, column, problems) for column in (*REQUIRED, *OPTIONAL)}
    topic, summarizer = cells["topic"].strip(), cells["summarizer"].strip()
    kind = cells["kind"].strip().lower()
    present_columns = {column for column in REQUIRED if record.get(column) is not None}
    if kind not in KINDS and "kind" in present_columns:
        problems.append(f"kind is “{cells['kind'][:30]}”, not model or peer.")
    for column, name in (("topic", topic), ("summarizer", summarizer)):
        problems += _name_problems(column, name, report_empty=column in present_columns)
    clean = _text(cells["text"], problems, report_empty=isinstance(record.get("text"), str))
    topic_texts = {column: _text(cells[column], problems, report_empty=False).text.strip() for column in OPTIONAL}
    key = (topic, kind, summarizer)
    if not problems and key in reading.lines:
        problems.append(f"the {kind} “{summarizer}” of topic “{topic}” is already in line {reading.lines[key]}.")
    for column, topic_text in topic_texts.items():
        if topic_text and reading.topic_texts.setdefault((topic, column), topic_text) != topic_text:
            problems.append(f"the {column} of topic “{topic}” differs from an earlier line.")
    if problems:
        reading.errors += [f"Line {line}: {problem}" for problem in problems]
        return
    reading.lines[key] = line
    reading.rows.append(TableRow(line, topic, kind, summarizer, **topic_texts, text=clean.text, notes=clean.notes))


def _cell(record: Mapping[str, Any], column: str, problems: list[str]) -> str:
    """The cell as text; empty if it is missing or malformed. Any problem is added to `problems`."""
    value = record.get(column)
    if value is None:
        if column in REQUIRED:
            problems.append(f"{column} is missing.")
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and column in {"topic", "summarizer"}:
        return str(value)
    if not isinstance(value, str):
        problems.append(f"{column} is not text.")
        return ""
    return value


def _name_problems(column: str, name: str, *, report_empty: bool) -> list[str]:
    """The problems of a name. ``report_empty``: false if the cell is missing, because that is reported already."""
    if not name:
        return [f"{column} is empty."] if report_empty else []
    if len(name) > MAX_NAME:
        return [f"{column} has more than {MAX_NAME} characters."]
    return [] if name.isprintable() else [f"{column} has characters that cannot be shown."]


def _text(cell: str, problems: list[str], *, report_empty: bool) -> CleanText:
    """The text of the cell, cleaned. Any problem is added to `problems`, an empty text only if `report_empty`."""
    try:
        clean = clean_text(cell)
    except TextError as error:
        problems.append(str(error)[:1].lower() + str(error)[1:])
        return CleanText("", ())
    if report_empty and not clean.text.strip():
        problems.append("text is empty.")
    return clean
