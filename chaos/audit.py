"""What the tables say of edits that people sent: each acknowledged one once, none in half, and no lock left behind."""

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import connection

from annotator.work.log.check import check_logs
from annotator.work.log.models import Edit

Groups = dict[str, Any]
PATIENCE = 5.0  # seconds; a backend whose client was killed needs a moment to notice

LEFT = """
    SELECT 'a transaction nobody ends' FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'
    UNION ALL SELECT 'a lock that is waited for' FROM pg_locks WHERE NOT granted
    UNION ALL SELECT 'an advisory lock' FROM pg_locks WHERE locktype = 'advisory'
"""


def audit(sent: list[Groups]) -> list[str]:
    """What is wrong, as sentences; none if all is well.

    A sent group has ``work``, ``group``, ``edits`` (id, verb, payload), ``who``, and ``state``: "acknowledged",
    "refused" or "pending"; the groups of one person come in the order in which they were made.
    """
    rows = _rows({one["work"] for one in sent})
    known = {one["group"] for one in sent}
    return [*_of_groups(sent, rows), *_of_order(sent, rows), *_of_strangers(rows, known), *_of_log(), *_of_locks()]


def _rows(works: set[int]) -> dict[str, list[Edit]]:
    """The log of these works by group, in order."""
    found: dict[str, list[Edit]] = defaultdict(list)
    for edit in Edit.objects.filter(work__in=works).order_by("revision"):
        found[str(edit.group)].append(edit)
    return dict(found)


def _of_groups(sent: list[Groups], rows: dict[str, list[Edit]]) -> Iterator[str]:
    for one in sent:
        logged = rows.get(one["group"], [])
        said = f"The group {one['group']} of {one['who']} ({one['state']})"
        if one["state"] == "acknowledged" and not logged:
            yield f"{said} is lost."
        if one["state"] == "refused" and logged:
            yield f"{said} was taken all the same."
        in_log = [(str(row.uuid), row.verb, row.payload) for row in logged]
        if logged and in_log != [_row(edit) for edit in one["edits"]]:
            yield f"{said} stands in the log as something else: {len(logged)} of {len(one['edits'])} edits."
        if logged and logged[-1].revision - logged[0].revision != len(logged) - 1:
            yield f"{said} is torn apart in the log."


def _row(edit: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    payload = {name: value for name, value in edit.items() if name not in ("id", "verb")}
    return edit["id"], edit["verb"], payload


def _of_order(sent: list[Groups], rows: dict[str, list[Edit]]) -> Iterator[str]:
    last: dict[str, int] = defaultdict(int)
    for one in sent:
        if logged := rows.get(one["group"]):
            if logged[0].revision < last[one["who"]]:
                yield f"The group {one['group']} of {one['who']} overtook an earlier one."
            last[one["who"]] = logged[0].revision


def _of_strangers(rows: dict[str, list[Edit]], known: set[str]) -> Iterator[str]:
    for group in rows.keys() - known:
        yield f"Nobody has sent the group {group}, which is in the log."


def _of_log() -> Iterator[str]:
    for one in check_logs():
        for fault in one.faults:
            yield f"{type(one.work).__name__} {one.work.pk}: {fault}"


def _of_locks() -> list[str]:
    until = time.monotonic() + PATIENCE
    while True:
        with connection.cursor() as cursor:
            cursor.execute(LEFT)
            left = [f"There is {what}." for (what,) in cursor.fetchall()]
        if not left or time.monotonic() > until:
            return left
        time.sleep(0.05)
