"""Reads JSON Lines and JSON from users. Every error of JSON Lines names its line."""

import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from annotator.tables.csv_records import MAX_COLUMNS, TableError, check_row_count
from annotator.texts.json_values import has_more_values

MAX_VALUES = 3_000_000
"""The greatest number of values in a JSON file that is read as a whole."""


def json_records(text: str, *, max_values: int = MAX_COLUMNS) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """Yields each line number, and its object or an error message. Skips empty lines.

    ``max_values``: the number of values that a line may have.
    """
    # Not str.splitlines(): it would split at U+2028 and U+0085, which JSON strings may contain unescaped.
    for line, row in enumerate(io.StringIO(text), start=1):
        check_row_count(line)
        if not row.strip():
            continue
        if has_more_values(row.encode(), max_values):
            yield line, f"it has more than {max_values:,} values."
            continue
        try:
            record = _parsed(row)
        except ValueError as error:
            yield line, f"it is not JSON ({error})."
        else:
            yield line, record if isinstance(record, dict) else "it is not a JSON object."


def json_document(text: str) -> Any:
    """The value of a JSON file. Raises TableError if it is not JSON or too large."""
    if has_more_values(text.encode(), MAX_VALUES):
        raise TableError([f"The file has more than {MAX_VALUES:,} values."])
    try:
        return _parsed(text)
    except ValueError as error:
        raise TableError([f"The file is not JSON ({error})."]) from error


def _parsed(text: str) -> Any:
    """The value of a JSON text. Raises ValueError with a short reason."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at_line = f" in line {error.lineno}" if "\n" in text.strip() else ""
        raise ValueError(f"{error.msg}{at_line}") from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
