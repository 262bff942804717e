"""Rows of plain values as CSV, as JSON and as a table for a terminal."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A cell that begins so is run as a formula by spreadsheets."""


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """RFC 4180 with a header line. Numbers are written so that reading them gives the same number; None is empty."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_csv_cell(row[column]) for column in columns] for row in rows)
    return out.getvalue()


def json_text(rows: Any) -> str:
    """Indented JSON with a newline at the end, characters as they are."""
    return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def aligned_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Columns aligned for a terminal: numbers to the right with four decimals, missing ones as a dash."""
    table = [list(columns), *([_terminal_cell(row[column]) for column in columns] for row in rows)]
    if len(table) == 1:
        return "  ".join(columns) + "\n"
    values = [[row[i] for row in table] for i in range(len(columns))]
    widths = [max(map(len, column)) for column in values]
    numeric = [all(_is_number(cell) for cell in column[1:]) for column in values]
    lines = (
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in table
    )
    return "\n".join(lines) + "\n"


def _csv_cell(value: Any) -> str:
    """Text that could be taken for a formula gets an apostrophe before it, as spreadsheets do for text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else value
    return repr(value)


def _terminal_cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.replace(".", "", 1).isdigit()
