"""The columns of the progress page: what its lines are sorted by, and its CSV file."""

from collections.abc import Callable, Iterable
from typing import Any

from annotator.work.tasks.progress import SOME, Line
from annotator.work.tasks.progress_counts import Coverage
from annotator.work.tasks.queries import NOT_BEGUN
from annotator.work.visibility import WorkState

STATES = [NOT_BEGUN, SOME, *(WorkState.IN_PROGRESS, WorkState.RETURNED, WorkState.IN_REVIEW)]
STATES += [WorkState.SUBMITTED, WorkState.ADJUDICATED]
"""From the beginning of a work to its end."""

COVERED = "covered"
SORT_KEYS: dict[str, Callable[[Line], Any]] = {
    "topic": lambda line: line.topic.key,
    "owner": lambda line: line.owner.name,
    "kind": lambda line: line.kind,
    "state": lambda line: (line.finished / line.number if line.number else 0, STATES.index(line.state)),
    "items": lambda line: line.counts.items,
    COVERED: lambda line: _coverage(line).covered / _coverage(line).words if _coverage(line).words else None,
    "active": lambda line: line.active,
    "last": lambda line: line.last,
    "notes": lambda line: line.counts.threads,
    "flags": lambda line: line.counts.flags,
    "due": lambda line: line.due,
}
"""By column of the page; None for a line without a value."""

CSV_VALUES: dict[str, Callable[[Line], Any]] = {
    "topic": lambda line: line.topic.key,
    "owner": lambda line: line.owner.name,
    "kind": lambda line: line.kind,
    "state": lambda line: line.state,
    "number": lambda line: line.number,
    "finished": lambda line: line.finished,
    "scus_or_units": lambda line: line.counts.items,
    "words": lambda line: _coverage(line).words,
    "covered": lambda line: _coverage(line).covered,
    "set_aside": lambda line: _coverage(line).aside,
    "open": lambda line: _coverage(line).open,
    "active_minutes": lambda line: round(line.active / 60, 1),
    "last_activity": lambda line: line.last.isoformat(timespec="seconds") if line.last else None,
    "open_notes": lambda line: line.counts.threads,
    "flags": lambda line: line.counts.flags,
    "due": lambda line: line.due,
    "overdue": lambda line: line.overdue,
    "stuck": lambda line: line.stuck,
}
"""By column of the CSV file. Lines have their coverage; words are counts, times UTC."""


def _coverage(line: Line) -> Coverage:
    return line.coverage or Coverage()


def sorted_lines(lines: Iterable[Line], by: str, *, descending: bool) -> list[Line]:
    """The lines sorted by a column, ties in the order given, lines without a value last; unsorted if it is no column.

    For ``COVERED`` the lines must have their coverage.
    """
    if by not in SORT_KEYS:
        return list(lines)
    values = [(SORT_KEYS[by](line), line) for line in lines]
    known = sorted((pair for pair in values if pair[0] is not None), key=lambda pair: pair[0], reverse=descending)
    return [line for _, line in known] + [line for value, line in values if value is None]
