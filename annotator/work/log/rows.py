"""Finds the differences between the rows of two states, and writes them with one SQL query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from annotator.work.log.prepared import run_prepared

Row = dict[str, Any]
"""A row to be written, by column."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The rows of a table that an edit adds, changes and removes."""

    added: list[Row]
    changed: list[Row]
    removed: list[Row]

    @classmethod
    def between(cls, before: Mapping[Any, Row], after: Mapping[Any, Row]) -> Self:
        """Returns the changes from ``before`` to ``after``, both of which map a unique key to each row."""
        return cls(
            added=[row for key, row in after.items() if key not in before],
            changed=[row for key, row in after.items() if key in before and row != before[key]],
            removed=[row for key, row in before.items() if key not in after],
        )


def rows_sql(columns: str) -> str:
    """SQL for a FROM clause: the rows ``v`` of a JSON parameter. ``columns``: names and types as in CREATE TABLE."""
    return f"json_to_recordset(%s::json) AS v ({columns})"


class Writes:
    """SQL changes of several tables, which `run` sends as one query (one CTE per change) to save round trips.

    All changes see the rows as they were before the query, so no row may be changed twice.
    """

    def __init__(self) -> None:
        self._ctes: list[str] = []
        self._params: list[Any] = []

    def add(self, name: str, sql: str, params: Sequence[Any]) -> None:
        """Add a change. Later changes can refer to its RETURNING rows by ``name``."""
        self._ctes.append(f"{name} AS ({sql})")
        self._params += params

    def delete(self, table: str, work_column: str, work: int, rows: Sequence[Row]) -> None:
        """Delete rows of a work by their ``uuid``."""
        if rows:
            sql = f"DELETE FROM annotator_{table} WHERE {work_column} = %s AND uuid = ANY(%s::uuid[])"
            self.add(f"deleted_{table}", sql, [work, [row["uuid"] for row in rows]])

    def run(self) -> None:
        if self._ctes:
            run_prepared(f"WITH {', '.join(self._ctes)} SELECT", self._params)


def differing_keys(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Returns the keys whose snapshots (JSON of items) differ. Edits replace snapshots, so identity shows changes."""
    return [key for key in before.keys() | after.keys() if before.get(key) is not after.get(key)]
