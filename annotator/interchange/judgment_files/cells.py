"""Reads single cells of tables of judgments and items."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from annotator.tables.csv_output import unescape_formulas
from annotator.tables.csv_records import csv_records, decode_table
from annotator.tables.json_records import json_records
from annotator.texts.cleaning import TextError, clean_text

_WHOLE_NUMBER = re.compile(r"(\d{1,9})(?:\.0+)?", re.ASCII)
_YES_NO = {"no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}

Cells = Mapping[str, str]
"""The text of each cell of a row, by column."""


class BadCell(ValueError):
    """A cell cannot be read. The message completes a sentence that begins with the place, such as "Line 7: "."""


def table_rows(data: bytes, *, required: tuple[str, ...]) -> Iterator[tuple[str, Cells | str]]:
    """Yields the place of each row of a CSV or JSON Lines table, and its cells by column or else an error message.

    The table is JSON Lines if its first character is "{". ``required`` columns that a row lacks are empty. Raises
    TableError if the table as a whole cannot be read.
    """
    text = decode_table(data)
    is_json = text.lstrip().startswith("{")
    for line, record in json_records(text) if is_json else csv_records(text, required=required):
        place = f"Line {line}"
        if isinstance(record, str):
            yield place, record
            continue
        try:
            read_cell = _json_cell if is_json else _csv_cell
            cells = {name.strip().lower(): read_cell(name, value) for name, value in record.items()}
            yield place, dict.fromkeys(required, "") | cells
        except BadCell as error:
            yield place, str(error)


def whole_number(cells: Cells, column: str, *, maximum: int) -> int | None:
    """Returns the number in a cell; None if it is empty. "3.0" is 3. Raises BadCell."""
    cell = cells.get(column, "")
    if not cell:
        return None
    match = _WHOLE_NUMBER.fullmatch(cell)
    if match is None or int(match[1]) > maximum:
        raise BadCell(f"the {column} “{cell[:30]}” is not a whole number from 0 to {maximum:,}.")
    return int(match[1])


def yes_or_no(cells: Cells, column: str, *, default: bool) -> bool:
    cell = cells.get(column, "").lower()
    if cell and cell not in _YES_NO:
        raise BadCell(f"“{cell[:30]}” in the column “{column}” is neither yes nor no.")
    return _YES_NO[cell] if cell else default


def choice(cells: Cells, column: str, choices: tuple[str, ...], *, default: str) -> str:
    cell = cells.get(column, "").lower() or default
    if cell not in choices:
        named = ", ".join(filter(None, choices))
        raise BadCell(f"the {column} “{cell[:30]}” is none of {named}.")
    return cell


def time(cells: Cells, column: str) -> datetime | None:
    """Returns the time in a cell, in UTC; None if it is empty. A time without a zone is in UTC."""
    cell = cells.get(column, "")
    try:
        parsed = datetime.fromisoformat(cell) if cell else None
        return parsed and (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadCell(f"“{cell[:40]}” in the column “{column}” is not a time.") from None


def time_text(at: datetime | None) -> str:
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z" if at else ""


def _csv_cell(column: str, value: str | None) -> str:
    return _clean(column, unescape_formulas((value or "").strip()))


def _json_cell(column: str, value: Any) -> str:
    """The cell that a CSV table would have for this value: a list of words is one text, with spaces between them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(word, str) and word.split() == [word] for word in value):
        return " ".join(value)
    if value is not None and not isinstance(value, str):
        raise BadCell(f"{column} is not text.")
    return _clean(column, (value or "").strip())


def _clean(column: str, text: str) -> str:
    try:
        return clean_text(text).text.strip()
    except TextError as error:
        raise BadCell(f"{column}: {str(error)[:1].lower()}{str(error)[1:]}") from error
