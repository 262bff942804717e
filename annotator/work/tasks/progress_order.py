"""The lines of the progress page in the order of one of its columns."""

from collections.abc import Callable, Iterable
from typing import Any

from annotator.work.tasks.progress import NOT_BEGUN, SOME, Line
from annotator.work.visibility import WorkState

WAY = [NOT_BEGUN, SOME, *(WorkState.IN_PROGRESS, WorkState.RETURNED, WorkState.IN_REVIEW)]
WAY += [WorkState.SUBMITTED, WorkState.ADJUDICATED]
"""The states from the beginning of a work to its end."""

COVERED = "covered"
COLUMNS: dict[str, Callable[[Line], Any]] = {
    "topic": lambda line: line.topic.key,
    "owner": lambda line: line.owner.name,
    "kind": lambda line: line.kind,
    "state": lambda line: (line.finished / line.number if line.number else 0, WAY.index(line.state)),
    "items": lambda line: line.held.items,
    COVERED: lambda line: (
        line.coverage.covered / line.coverage.words if line.coverage and line.coverage.words else None
    ),
    "active": lambda line: line.active,
    "last": lambda line: line.last,
    "notes": lambda line: line.held.threads,
    "flags": lambda line: line.held.flags,
    "due": lambda line: line.due,
}
"""What lines are sorted by; None for a line that has no such thing."""


def in_order(lines: Iterable[Line], by: str, *, descending: bool) -> list[Line]:
    """The lines by a column, equal ones as they came and those without a value last; as they came by no such column.

    By ``COVERED`` only with their coverage filled in.
    """
    column = COLUMNS.get(by)
    if column is None:
        return list(lines)
    valued = [(column(line), line) for line in lines]
    known = sorted((one for one in valued if one[0] is not None), key=lambda one: one[0], reverse=descending)
    return [line for _, line in known] + [line for value, line in valued if value is None]
