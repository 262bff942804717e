"""Rows of plain values as CSV that spreadsheets can open."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")
"""Text that begins so is run as a formula by spreadsheets (some drop a NUL first): it gets an apostrophe before it."""


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


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
