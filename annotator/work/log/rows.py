"""Differences between the rows of two states, and how they are written in one SQL query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from annotator.work.log.prepared import run_prepared

Row = dict[str, Any]
"""A row to be written, by column."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The rows of a table that differ between two states."""

    added: list[Row]
    changed: list[Row]
    removed: list[Row]

    @classmethod
    def between(cls, before: Mapping[Any, Row], after: Mapping[Any, Row]) -> Self:
        """``before`` and ``after``: rows by what identifies them."""
        return cls(
            added=[row for key, row in after.items() if key not in before],
            changed=[row for key, row in after.items() if key in before and row != before[key]],
            removed=[row for key, row in before.items() if key not in after],
        )


def rows_sql(columns: str) -> str:
    """SQL of rows ``v`` that a parameter has as JSON. ``columns``: their names and types, as in CREATE TABLE."""
    return f"json_to_recordset(%s::json) AS v ({columns})"


class Writes:
    """Changes of several tables that go to the database together: an edit should cost few round trips.

    All of them see the rows as they were before; they must not touch a row twice.
    """

    def __init__(self) -> None:
        self._named: list[str] = []
        self._params: list[Any] = []

    def add(self, name: str, sql: str, params: Sequence[Any]) -> None:
        """Add a change; later ones can use its rows under ``name``."""
        self._named.append(f"{name} AS ({sql})")
        self._params += params

    def delete(self, table: str, work_column: str, work: int, rows: Sequence[Row]) -> None:
        """Delete rows of a work by their ``uuid``."""
        if rows:
            sql = f"DELETE FROM annotator_{table} WHERE {work_column} = %s AND uuid = ANY(%s::uuid[])"
            self.add(f"gone_{table}", sql, [work, [row["uuid"] for row in rows]])

    def run(self) -> None:
        """Send all changes as one query; none if there is nothing to write."""
        if self._named:
            run_prepared(f"WITH {', '.join(self._named)} SELECT", self._params)


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The keys whose images are not the same object: an image that changed is a new one."""
    return [key for key in before.keys() | after.keys() if before.get(key) is not after.get(key)]
