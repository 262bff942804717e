"""Rows of plain values as CSV that spreadsheets can open."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# Where a cell may begin: at the beginning and, as spreadsheets of other countries or people separate cells otherwise,
# behind what separates theirs. Some drop white space, a mark or a NUL first, and some take full-width signs.
_BEHIND = "[\\s\"'\ufeff\u200b\0]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\"']*[\t\r\n\0]"
_RUN = re.compile(f"(?:\\A|(?<=[;\t\r\n]))(?={_BEHIND})")
_GUARDED = re.compile(f"(?:\\A|(?<=[;\t\r\n]))'(?={_BEHIND})")


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """RFC 4180 with a header line, a record at a time.

    Numbers are written so that reading them gives the same number; None is empty.
    """
    writer = csv.writer(_Echo())
    yield writer.writerow(_harmless(column) for column in columns)
    for row in rows:
        yield writer.writerow([_harmless(row[column]) for column in columns])


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """All the lines of ``csv_lines``."""
    return "".join(csv_lines(columns, rows))


class _Echo:
    """What ``csv.writer`` takes for a file; it hands each record back."""

    def write(self, record: str) -> str:
        return record


def guarded(text: str, mark: str = "'") -> str:
    """A text with a mark before what a spreadsheet would run as a formula; other texts give other ones."""
    return _RUN.sub(mark, text)


def unguarded(text: str) -> str:
    """What `guarded` was given."""
    return _GUARDED.sub("", text)


def _harmless(value: Any) -> Any:
    return guarded(value) if isinstance(value, str) else value
