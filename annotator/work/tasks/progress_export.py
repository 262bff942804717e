"""The lines of the progress page as rows of a table."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotator.work.tasks.progress import Line

COLUMNS = (
    "topic",
    "owner",
    "kind",
    "state",
    "number",
    "finished",
    "scus_or_units",
    "words",
    "covered",
    "set_aside",
    "open",
    "active_minutes",
    "last_activity",
    "open_notes",
    "flags",
    "due",
    "overdue",
    "stuck",
)


def progress_rows(lines: Iterable[Line]) -> Iterable[Mapping[str, Any]]:
    """One row a line, with the columns above; ``lines`` have their coverage. Words are counts, times UTC."""
    for line in lines:
        covered = line.coverage
        values = (
            line.topic.key,
            line.owner.name,
            line.kind,
            line.state,
            line.number,
            line.finished,
            line.held.items,
            covered.words if covered else None,
            covered.covered if covered else None,
            covered.aside if covered else None,
            covered.open if covered else None,
            round(line.active / 60, 1),
            line.last.isoformat(timespec="seconds") if line.last else None,
            line.held.threads,
            line.held.flags,
            line.due,
            line.overdue,
            line.stuck,
        )
        yield dict(zip(COLUMNS, values, strict=True))
