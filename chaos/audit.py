"""Compares the log with the edits that people sent: each acknowledged group once, none in part, no lock left."""

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import connection

from annotator.work.log.models import Edit
from annotator.work.log.rebuild import check_logs

Group = dict[str, Any]
PATIENCE = 5.0  # seconds; a backend whose client was killed needs a moment to notice

LEFTOVERS = """
    SELECT 'an open transaction' FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'
    UNION ALL SELECT 'a process that waits for a lock' FROM pg_locks WHERE NOT granted
    UNION ALL SELECT 'an advisory lock' FROM pg_locks WHERE locktype = 'advisory'
"""


def audit(sent: list[Group]) -> list[str]:
    """Returns what is wrong, as sentences; an empty list if all is well.

    A sent group has ``work``, ``group``, ``edits`` (id, verb, payload), ``who``, and ``state``: "acknowledged",
    "refused" or "pending"; the groups of one person come in the order in which they were made.
    """
    rows = _rows({group["work"] for group in sent})
    known = {group["group"] for group in sent}
    return [*_of_groups(sent, rows), *_of_order(sent, rows), *_of_unknown(rows, known), *_of_log(), *_of_locks()]


def _rows(works: set[int]) -> dict[str, list[Edit]]:
    """Returns the log of these works by group, in order."""
    rows: dict[str, list[Edit]] = defaultdict(list)
    for edit in Edit.objects.filter(work__in=works).order_by("revision"):
        rows[str(edit.group)].append(edit)
    return dict(rows)


def _of_groups(sent: list[Group], rows: dict[str, list[Edit]]) -> Iterator[str]:
    for group in sent:
        logged = rows.get(group["group"], [])
        name = f"The group {group['group']} of {group['who']} ({group['state']})"
        if group["state"] == "acknowledged" and not logged:
            yield f"{name} is lost."
        if group["state"] == "refused" and logged:
            yield f"{name} was applied."
        in_log = [(str(row.uuid), row.verb, row.payload) for row in logged]
        if logged and in_log != [_row(edit) for edit in group["edits"]]:
            yield f"{name} differs in the log: {len(logged)} of {len(group['edits'])} edits."
        if logged and logged[-1].revision - logged[0].revision != len(logged) - 1:
            yield f"{name} is interrupted in the log."


def _row(edit: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    payload = {name: value for name, value in edit.items() if name not in ("id", "verb")}
    return edit["id"], edit["verb"], payload


def _of_order(sent: list[Group], rows: dict[str, list[Edit]]) -> Iterator[str]:
    last: dict[str, int] = defaultdict(int)
    for group in sent:
        if logged := rows.get(group["group"]):
            if logged[0].revision < last[group["who"]]:
                yield f"The group {group['group']} of {group['who']} overtook an earlier one."
            last[group["who"]] = logged[0].revision


def _of_unknown(rows: dict[str, list[Edit]], known: set[str]) -> Iterator[str]:
    for group in rows.keys() - known:
        yield f"The log has the group {group}, which nobody sent."


def _of_log() -> Iterator[str]:
    for checked in check_logs():
        for fault in checked.faults:
            yield f"{type(checked.work).__name__} {checked.work.pk}: {fault}"


def _of_locks() -> list[str]:
    until = time.monotonic() + PATIENCE
    while True:
        with connection.cursor() as cursor:
            cursor.execute(LEFTOVERS)
            left = [f"There is {what}." for (what,) in cursor.fetchall()]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.05)
