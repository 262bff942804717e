"""Differences between the rows of two states, and how they are written in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from annotator.work.log.prepared import run_prepared


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part as a row: ``holder`` is the id of its SCU or unit, ``summary`` the key of its summary."""

    uuid: str
    holder: str
    summary: int
    position: int
    start: int
    end: int

    @staticmethod
    def columns(rows: Sequence["PartRow"]) -> list[list[object]]:
        """The rows as one list per column."""
        names = ("uuid", "holder", "summary", "position", "start", "end")
        return [[getattr(row, name) for row in rows] for name in names]


# The same columns as SQL, for both tables of parts.
PART_ROWS = """unnest(%s::uuid[], %s::uuid[], %s::bigint[], %s::int[], %s::int[], %s::int[])
               AS v (uuid, holder, summary, position, start, stop)"""


@dataclass(frozen=True, slots=True)
class PartChanges:
    added: list[PartRow]
    changed: list[PartRow]
    removed: list[str]

    @classmethod
    def between(cls, before: dict[str, PartRow], after: dict[str, PartRow]) -> Self:
        """``before`` and ``after``: rows by part id."""
        return cls(
            added=[row for uuid, row in after.items() if uuid not in before],
            changed=[row for uuid, row in after.items() if uuid in before and row != before[uuid]],
            removed=sorted(before.keys() - after.keys()),
        )


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

    def run(self) -> None:
        """Send all changes as one query; none if there is nothing to write."""
        if self._named:
            run_prepared(f"WITH {', '.join(self._named)} SELECT", self._params)


def as_array(flags: Sequence[str]) -> str:
    """Flags as a Postgres array literal: ``unnest`` takes no lists of different lengths."""
    return f"{{{','.join(flags)}}}"


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The keys whose images are not the same object: an image that changed is a new one."""
    return [key for key in before.keys() | after.keys() if before.get(key) is not after.get(key)]
