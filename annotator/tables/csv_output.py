"""Writes CSV that spreadsheets can open without running any of its cells as a formula."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# The beginning of a formula, as spreadsheets recognise it. Some skip white space, quotes or NUL before the first sign;
# some accept full-width signs. A cell can begin after any separator, because separators depend on the user's settings.
_FORMULA = "[\\s\"'\ufeff\u200b\0]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\"']*[\t\r\n\0]"
_BEFORE_FORMULA = re.compile(f"(?:\\A|(?<=[;\t\r\n]))(?={_FORMULA})")
_ESCAPE = re.compile(f"(?:\\A|(?<=[;\t\r\n]))'(?={_FORMULA})")


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the header and then each row as a line of CSV (RFC 4180).

    Numbers are written so that reading them gives the same number; None becomes an empty cell.
    """
    writer = csv.writer(_Echo())
    yield writer.writerow(_escaped_cell(column) for column in columns)
    for row in rows:
        yield writer.writerow([_escaped_cell(row[column]) for column in columns])


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(csv_lines(columns, rows))


class _Echo:
    """A stand-in for a file: ``csv.writer`` then returns each record instead of storing it."""

    def write(self, record: str) -> str:
        return record


def escape_formulas(text: str, mark: str = "'") -> str:
    """The text with ``mark`` before everything that a spreadsheet would run as a formula."""
    return _BEFORE_FORMULA.sub(mark, text)


def unescape_formulas(text: str) -> str:
    """The text without the marks that `escape_formulas` added."""
    return _ESCAPE.sub("", text)


def _escaped_cell(value: Any) -> Any:
    return escape_formulas(value) if isinstance(value, str) else value
