"""Reads users' CSV tables row by row. Every error in a row names its line."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotator.texts.cleaning import TextError, decode_text
from annotator.texts.errors import FormatError

MAX_BYTES = 50_000_000
MAX_MESSAGES = 50
MAX_ROWS = 50_000
MAX_COLUMNS = 1_000
MAX_ERRORS = 1_000
"""Reading stops after this many errors."""

_MAX_CELL_CHARACTERS = 11_000_000  # more than a text may have: texts that are too long get a better message later


class TableError(FormatError):
    """A table that cannot be imported. `messages`: at most `MAX_MESSAGES`, and then the number of further messages."""

    def __init__(self, messages: list[str]) -> None:
        self.messages = messages[:MAX_MESSAGES]
        if len(messages) > MAX_MESSAGES:
            self.messages.append(f"And {len(messages) - MAX_MESSAGES} more.")
        super().__init__(" ".join(self.messages))


def decode_table(data: bytes) -> str:
    """The text of a table. Raises TableError if it is too large, empty, not UTF-8 or a JSON list."""
    if len(data) > MAX_BYTES:
        raise TableError([f"The table is larger than {MAX_BYTES // 1_000_000} MB."])
    try:
        text = decode_text(data).removeprefix("\ufeff")
    except TextError as error:
        raise TableError([str(error).replace("The text", "The table", 1)]) from error
    if not text.strip():
        raise TableError(["The table is empty."])
    if text.lstrip().startswith("["):
        raise TableError(["The table is a JSON list; write one object per line (JSONL)."])
    return text


def csv_records(text: str, *, required: Sequence[str]) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """Yields each row's first line number, and its cells by column or, for a malformed row, an error message.

    Column names are read in lower case. Raises TableError if a column is missing, and as `csv_rows` does.
    """
    rows = csv_rows(text)
    _, header = next(rows)
    columns = [cell.strip().lower() for cell in header]
    _check_columns(columns, required)
    for line, cells in rows:
        if len(cells) > len(columns):
            yield line, f"it has {len(cells)} cells under {len(columns)} columns."
        else:
            yield line, dict(zip(columns, cells, strict=False))


def csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yields the first line number and the cells of the header and of each row that is not empty.

    The separator is the comma, semicolon or tab, whichever is most frequent in the header. Raises TableError if the
    text is not CSV or there are more than `MAX_ROWS` rows.
    """
    csv.field_size_limit(max(csv.field_size_limit(), _MAX_CELL_CHARACTERS))
    header = text.partition("\n")[0]
    delimiter = max(",;\t", key=header.count)
    if header.count(delimiter) >= MAX_COLUMNS:
        raise TableError([f"The table has more than {MAX_COLUMNS:,} columns."])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for number, cells in enumerate(reader):  # number 0 is the header
            check_row_count(number)
            if number == 0 or any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise TableError([f"Line {line}: it is not CSV ({error})."]) from error


def check_row_count(count: int) -> None:
    """Raise TableError if there are too many rows, before they fill the memory."""
    if count > MAX_ROWS:
        raise TableError([f"The table has more than {MAX_ROWS:,} rows; import it in parts."])


def _check_columns(columns: list[str], required: Sequence[str]) -> None:
    missing = [column for column in required if column not in columns]
    duplicates = sorted({column for column in columns if column and columns.count(column) > 1})
    errors = [f"The column “{column}” is missing." for column in missing]
    errors += [f"The column “{column}” appears twice." for column in duplicates]
    if errors:
        raise TableError(errors)
