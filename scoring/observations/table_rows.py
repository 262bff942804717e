"""Reads the rows of a table of scores: CSV, TSV, JSON Lines, or a NIST table."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from annotator.tables.csv_records import MAX_COLUMNS, TableError, check_row_count, csv_rows

NIST_COLUMNS = ("topic", "selector", "assessor", "summarizer", "score")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HAS_SUMMARIZER = re.compile(r"(?:^|[,;\t])summarizer(?:[,;\t]|$)", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[+-]?\d+\.?\d*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Rows:
    """The names of the columns, and each row with its line number, from 1. Reading the rows may raise TableError."""

    columns: list[str]
    rows: Iterator[tuple[int, list[str]]]


def table_rows(text: str, default_name: str) -> Rows:
    """Returns the rows of a table. ``default_name``: the name of the scores of a NIST table, which has no names."""
    if text.lstrip().startswith("{"):
        return _json_lines(text)
    if first_line := _first_nist_line(text):
        columns = ["topic", "assessor", "summarizer", "name", "value"]
        return Rows(columns, _nist_rows(text, first_line, default_name))
    rows = csv_rows(text)
    _, header = next(rows)
    return Rows([cell.strip() for cell in header], rows)


def _json_lines(text: str) -> Rows:
    objects: list[tuple[int, dict[str, Any]]] = []
    for line, content in enumerate(_lines(text), 1):
        if not content.strip():
            continue
        try:
            # Numbers stay text, because they must be exact.
            values = json.loads(content, parse_float=str, parse_int=str, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise TableError([f"Line {line}: it is not JSON ({error})."]) from error
        if not isinstance(values, dict):
            raise TableError([f"Line {line}: it is not a JSON object."])
        objects.append((line, values))
        check_row_count(len(objects))
    columns = list(dict.fromkeys(name for _, values in objects for name in values))
    if len(columns) > MAX_COLUMNS:
        raise TableError([f"The table has more than {MAX_COLUMNS:,} columns."])
    return Rows(columns, ((line, [_cell(values.get(name)) for name in columns]) for line, values in objects))


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _first_nist_line(text: str) -> int:
    """Returns the line, from 1, of the first row of a NIST table; 0 if the text is not such a table.

    The columns of such a table have no names and are separated by white space: `NIST_COLUMNS`, with the number of a
    question before the score in tables of linguistic quality. Up to 20 lines of other text can precede the rows.
    """
    for line, content in enumerate(_lines(text), 1):
        if _is_nist_row(_nist_cells(content)):
            return line
        if line > 20 or _HAS_SUMMARIZER.search(content):  # too much other text, or a CSV or TSV header
            return 0
    return 0


def _lines(text: str) -> Iterator[str]:
    """Yields the lines one by one, because a list of millions of short lines takes many times the text's memory."""
    return (match[0] for match in _LINE.finditer(text))


def _nist_cells(content: str) -> list[str]:
    """Returns the cells of a line; if there are more than a row can have, the last cell is the rest of the line."""
    return content.split(maxsplit=len(NIST_COLUMNS) + 1)


def _is_nist_row(cells: list[str]) -> bool:
    extra = len(cells) - len(NIST_COLUMNS)
    return extra in (0, 1) and not cells[0].startswith("|") and bool(_NUMBER.fullmatch(cells[-1]))


def _nist_rows(text: str, first_line: int, default_name: str) -> Iterator[tuple[int, list[str]]]:
    """Yields each row with its line number and the cells topic, assessor, summarizer, name and value."""
    count = 0
    for line, content in enumerate(_lines(text), 1):
        cells = _nist_cells(content)
        if line < first_line or not cells:
            continue
        count += 1
        check_row_count(count)
        if len(cells) not in (len(NIST_COLUMNS), len(NIST_COLUMNS) + 1):
            raise TableError([f"Line {line}: a row has {len(NIST_COLUMNS)} cells: {', '.join(NIST_COLUMNS)}."])
        topic, _, assessor, summarizer, *question, score = cells
        yield line, [topic, assessor, summarizer, f"{default_name}.Q{question[0]}" if question else default_name, score]
