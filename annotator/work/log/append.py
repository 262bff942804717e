"""Reads and appends to the log of one work. It uses plain SQL, because edits are the API calls that must be fast."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from annotator.work.edits.reducer import AppliedEdit
from annotator.work.edits.request import EditRequest
from annotator.work.log.prepared import run_prepared
from annotator.work.log.rows import Writes

MAX_MISSED_EDITS = 500  # a page that missed more edits gets all data of the work instead
# SQL: the name of the person who acted, for rows ``e`` of the log joined with accounts ``u``.
ACTOR_SQL = "COALESCE(u.username, NULLIF(e.actor_name, ''))"


@dataclass(frozen=True, slots=True)
class LoggedEdit:
    """A row of the log as the API returns it. ``touched``: the ids of the changed snapshots."""

    id: str
    group: str
    revision: int
    by: str | None
    at: datetime
    verb: str
    payload: dict[str, Any]
    touched: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Returns the row as one JSON object, which also contains the fields of the payload.

        The name of an imported file is left out, because it often reveals who wrote a masked peer.
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
    """Returns the rows after the revision ``base`` up to ``revision``, and the rows of these groups and edits, by
    revision. One query.

    The upper bound tells Postgres that the rows are few; without it, Postgres would read the whole of a long log.
    """
    rows = run_prepared(
        f"""
        SELECT e.uuid::text, e."group"::text, e.revision, {ACTOR_SQL}, e.at, e.verb, e.payload::text,
               ARRAY(SELECT jsonb_object_keys(e.after))
        FROM annotator_edit e LEFT JOIN auth_user u ON u.id = e.actor_id
        WHERE e.work_id = %s
          AND (e.revision > %s AND e.revision <= %s OR e."group" = ANY(%s::uuid[]) OR e.uuid = ANY(%s::uuid[]))
        ORDER BY e.revision
        """,
        [work, base, revision, list(groups), list(edits)],
    )
    return [LoggedEdit(*(*row[:6], json.loads(row[6]), tuple(row[7]))) for row in rows]


# A FROM clause: the rows of the log with one of the ids ``%(groups)s`` or ``%(edits)s``. With OR instead of UNION ALL,
# Postgres may read the whole log of the work.
LOGGED_SQL = """
        FROM (SELECT id FROM annotator_edit WHERE work_id = %(work)s AND "group" = ANY(%(groups)s::uuid[])
              UNION ALL
              SELECT id FROM annotator_edit WHERE work_id = %(work)s AND uuid = ANY(%(edits)s::uuid[])) AS logged"""


def append_log(
    work: int,
    entries: Sequence[AppliedEdit[Any]],
    *,
    revision: int,
    by: int | None,
    now: datetime,
    columns: dict[str, Any],
    newly_reserved: Sequence[str] = (),
    writes: Writes | None = None,
) -> None:
    """Append the entries, numbered from ``revision`` + 1, and set the new revision and ``columns`` in the work's row.

    ``columns``: maps column names to values. ``newly_reserved``: ids of removed items and parts, which this work must
    never use again. ``writes``: changes of other tables. One query writes everything, because round trips are a large
    part of the cost of an edit.
    """
    writes = writes or Writes()
    set_clauses = "".join(f", {column} = %s" for column in columns)
    update = f"UPDATE annotator_work SET revision = %s{set_clauses} WHERE id = %s"
    writes.add("updated_work", update, [revision + len(entries), *columns.values(), work])
    if newly_reserved:
        writes.add(
            "reserved_ids",
            """
            INSERT INTO annotator_usedid (work_id, uuid)
            SELECT %s::bigint, used FROM unnest(%s::uuid[]) AS used ON CONFLICT DO NOTHING
            """,
            [work, list(newly_reserved)],
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
    """Append an event to the log and set ``columns`` in the work's own row. Returns the new revision.

    ``after``: the snapshots of the items that the event created. ``writes``: the database writes for these items.
    """
    edit = EditRequest(str(uuid4()), verb, payload)
    applied = AppliedEdit(str(uuid4()), edit, dict.fromkeys(after or {}), after or {})
    actor = by.pk if by else None
    append_log(work, [applied], revision=revision, by=actor, now=now, columns=columns or {}, writes=writes)
    return revision + 1
