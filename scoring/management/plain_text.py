"""The output of commands: JSON, and tables for a terminal."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def json_text(rows: Any) -> str:
    """Indented JSON that ends with a newline; other characters than ASCII are not escaped."""
    return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def aligned_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """An aligned table: numbers to the right with four decimals, None as a dash."""
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


def _terminal_cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _is_number(cell: str) -> bool:
    return cell == "-" or cell.replace(".", "", 1).isdigit()
