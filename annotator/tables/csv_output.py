"""Rows of plain values as CSV that spreadsheets can open."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# Where a cell may begin: at the start of a text and, because separators depend on the country and on settings, behind
# any separator. Some spreadsheets drop white space, a quote or a NUL first, and some accept full-width signs.
_FORMULA = "[\\s\"'\ufeff\u200b\0]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\"']*[\t\r\n\0]"
_UNESCAPED = re.compile(f"(?:\\A|(?<=[;\t\r\n]))(?={_FORMULA})")
_ESCAPED = re.compile(f"(?:\\A|(?<=[;\t\r\n]))'(?={_FORMULA})")


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """RFC 4180 with a header line, a record at a time.

    Numbers are written so that reading them gives the same number; None is empty.
    """
    writer = csv.writer(_Echo())
    yield writer.writerow(_escaped_cell(column) for column in columns)
    for row in rows:
        yield writer.writerow([_escaped_cell(row[column]) for column in columns])


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """All the lines of ``csv_lines``."""
    return "".join(csv_lines(columns, rows))


class _Echo:
    """A file for ``csv.writer`` that returns each record."""

    def write(self, record: str) -> str:
        return record


def escape_formulas(text: str, mark: str = "'") -> str:
    """The text with a mark before what a spreadsheet would run as a formula."""
    return _UNESCAPED.sub(mark, text)


def unescape_formulas(text: str) -> str:
    """The text before `escaped`."""
    return _ESCAPED.sub("", text)


def _escaped_cell(value: Any) -> Any:
    return escape_formulas(value) if isinstance(value, str) else value
