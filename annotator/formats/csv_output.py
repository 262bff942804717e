"""Rows of plain values as CSV that spreadsheets can open."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Text that begins so is run as a formula by spreadsheets: it gets an apostrophe before it."""


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """RFC 4180 with a header line. Numbers are written so that reading them gives the same number; None is empty."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(map(_cell, columns))
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    return out.getvalue()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
