"""Compares the log with the groups of edits that people sent, and looks for transactions and locks left behind."""

import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db import connection

from annotator.work.log.models import Edit
from annotator.work.log.rebuild import check_log_of

Group = dict[str, Any]
LEFTOVERS_TIMEOUT = 5.0  # seconds: a Postgres backend takes a moment to notice that its client was killed

LEFTOVERS_SQL = """
    SELECT 'an open transaction' FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'
    UNION ALL SELECT 'a process that waits for a lock' FROM pg_locks WHERE NOT granted
    UNION ALL SELECT 'an advisory lock' FROM pg_locks WHERE locktype = 'advisory'
"""


def audit(sent: list[Group]) -> list[str]:
    """Returns a sentence for each error.

    A sent group has ``work`` and ``group`` (ids), ``edits`` (each with id, verb and payload), ``who`` (a person's name)
    and ``state``: "acknowledged", "refused" or "pending". Each person's groups are in the order of their creation.
    """
    works = {group["work"] for group in sent}
    logged_groups: dict[str, list[Edit]] = defaultdict(list)  # by the id of the group
    for edit in Edit.objects.filter(work__in=works).order_by("revision"):
        logged_groups[str(edit.group)].append(edit)
    not_sent = logged_groups.keys() - {group["group"] for group in sent}
    return [
        *_group_errors(sent, logged_groups),
        *(f"The log has the group {group}, which nobody sent." for group in not_sent),
        *(f"Work {check.work.pk}: {fault}" for pk in works for check in check_log_of(pk) for fault in check.faults),
        *_leftovers(),
    ]


def _group_errors(sent: list[Group], logged_groups: dict[str, list[Edit]]) -> Iterator[str]:
    last_revisions: dict[str, int] = defaultdict(int)  # by person
    for group in sent:
        logged = logged_groups.get(group["group"], [])
        name = f"The group {group['group']} of {group['who']} ({group['state']})"
        if group["state"] == "acknowledged" and not logged:
            yield f"{name} is lost."
        if group["state"] == "refused" and logged:
            yield f"{name} was applied."
        if logged and [{"id": str(row.uuid), "verb": row.verb, **row.payload} for row in logged] != group["edits"]:
            yield f"{name} differs in the log: {len(logged)} of {len(group['edits'])} edits."
        if logged and logged[-1].revision - logged[0].revision != len(logged) - 1:
            yield f"{name} has edits of others between its own in the log."
        if logged and logged[0].revision < last_revisions[group["who"]]:
            yield f"{name} was applied before an earlier one."
        if logged:
            last_revisions[group["who"]] = logged[0].revision


def _leftovers() -> list[str]:
    deadline = time.monotonic() + LEFTOVERS_TIMEOUT
    while True:
        with connection.cursor() as cursor:
            cursor.execute(LEFTOVERS_SQL)
            leftovers = [f"There is {leftover}." for (leftover,) in cursor.fetchall()]
        if not leftovers or time.monotonic() > deadline:
            return leftovers
        time.sleep(0.05)
