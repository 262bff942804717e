"""The log of one work, in plain SQL: an edit is the call that must be quick."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from annotator.work.edits.reducer import Applied
from annotator.work.edits.request import EditRequest
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes

MOST_MISSED = 500
# Of a row e of the log, joined with accounts u.
BY = "COALESCE(u.username, NULLIF(e.actor_name, ''))"


@dataclass(frozen=True, slots=True)
class LoggedEdit:
    """A row of the log for answers; ``touched``: the ids of its items."""

    id: str
    group: str
    revision: int
    by: str | None
    at: datetime
    verb: str
    payload: dict[str, Any]
    touched: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The row as DESIGN §4 shows it: payload fields beside the rest.

        Not the file that something came from: its name often says who wrote a masked peer.
        """
        return {
            **{name: value for name, value in self.payload.items() if name != "file"},
            "id": self.id,
            "group": self.group,
            "revision": self.revision,
            "by": self.by,
            "at": self.at.isoformat(),
            "verb": self.verb,
        }


def read_log(work: int, *, base: int, revision: int, groups: Sequence[str], edits: Sequence[str]) -> list[LoggedEdit]:
    """The rows after ``base`` up to ``revision``, and those with one of these group or edit ids, by revision.

    One statement. The upper bound tells the planner that the rows are few; without it, a long log would be read whole.
    """
    rows = run_prepared(
        f"""
        SELECT e.uuid::text, e."group"::text, e.revision, {BY}, e.at, e.verb, e.payload::text,
               ARRAY(SELECT jsonb_object_keys(e.after))
        FROM annotator_edit e LEFT JOIN auth_user u ON u.id = e.actor_id
        WHERE e.work_id = %s
          AND (e.revision > %s AND e.revision <= %s OR e."group" = ANY(%s::uuid[]) OR e.uuid = ANY(%s::uuid[]))
        ORDER BY e.revision
        """,
        [work, base, revision, list(groups), list(edits)],
    )
    return [
        LoggedEdit(row[0], row[1], row[2], row[3], row[4], row[5], json.loads(row[6]), tuple(row[7])) for row in rows
    ]


# The end of a query: the rows of the log with one of ``%(groups)s`` or ``%(edits)s``. With an OR instead of UNION ALL,
# Postgres may read the whole log of the work.
LOGGED_SQL = """
        FROM (SELECT id FROM annotator_edit WHERE work_id = %(work)s AND "group" = ANY(%(groups)s::uuid[])
              UNION ALL
              SELECT id FROM annotator_edit WHERE work_id = %(work)s AND uuid = ANY(%(edits)s::uuid[])) AS logged"""


def append_log(
    work: int,
    entries: Sequence[Applied[Any]],
    *,
    revision: int,
    by: int | None,
    now: datetime,
    counters: dict[str, Any],
    used_up: Sequence[str] = (),
    writes: Writes | None = None,
) -> None:
    """Write the rows with the revisions after ``revision``, and the new revision and counters to the work's row.

    ``used_up``: ids that are gone, kept from ever being used again here. ``writes``: what else changes with them. All
    of it is one statement: round trips are a good part of what an edit costs.
    """
    writes = writes or Writes()
    settings = "".join(f", {column} = %s" for column in counters)
    bump = f"UPDATE annotator_work SET revision = %s{settings} WHERE id = %s"
    writes.add("bumped", bump, [revision + len(entries), *counters.values(), work])
    if used_up:
        writes.add(
            "used",
            """
            INSERT INTO annotator_usedid (work_id, uuid)
            SELECT %s::bigint, gone FROM unnest(%s::uuid[]) AS gone ON CONFLICT DO NOTHING
            """,
            [work, list(used_up)],
        )
    writes.add(
        "logged",
        """
        INSERT INTO annotator_edit
            (work_id, uuid, "group", revision, actor_id, at, verb, payload, before, after)
        SELECT %s::bigint, new.uuid, new.grp, new.revision, %s::int, %s::timestamptz, new.verb, new.payload,
               new.before, new.after
        FROM unnest(%s::uuid[], %s::uuid[], %s::int[], %s::text[], %s::jsonb[], %s::jsonb[], %s::jsonb[])
            AS new (uuid, grp, revision, verb, payload, before, after)
        """,
        [
            work,
            by,
            now,
            [entry.edit.id for entry in entries],
            [entry.group for entry in entries],
            list(range(revision + 1, revision + len(entries) + 1)),
            [entry.edit.verb for entry in entries],
            [json.dumps(entry.edit.payload) for entry in entries],
            [json.dumps(entry.before) for entry in entries],
            [json.dumps(entry.after) for entry in entries],
        ],
    )
    writes.run()


def log_event(
    work: int,
    *,
    revision: int,
    verb: str,
    payload: dict[str, Any],
    by: User | None,
    now: datetime,
    after: dict[str, Any] | None = None,
    columns: dict[str, Any] | None = None,
    writes: Writes | None = None,
) -> int:
    """Write one row to the log and ``columns`` to the work's own row; gives the new revision.

    ``after``: the images of the items that the event made. ``writes``: their rows.
    """
    edit = EditRequest(str(uuid4()), verb, payload)
    applied = Applied(str(uuid4()), edit, dict.fromkeys(after or {}), after or {})
    append_log(
        work,
        [applied],
        revision=revision,
        by=by.pk if by else None,
        now=now,
        counters=columns or {},
        writes=writes,
    )
    return revision + 1
