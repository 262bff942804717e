"""The log of one pyramid or peer annotation, in plain SQL: an edit is the call that must be quick."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotator.reducers.group import Applied
from annotator.services.prepared import run_prepared

MOST_MISSED = 500
# Of a row e of the log, joined with accounts u.
BY = "COALESCE(u.username, NULLIF(e.actor_name, ''))"


@dataclass(frozen=True, slots=True)
class Target:
    """Whose log it is: the column that points there, the table, and the key."""

    column: str
    table: str
    key: int


@dataclass(frozen=True, slots=True)
class LoggedEdit:
    """A row of the log as answers show it; ``touched`` are the ids of its SCUs or units."""

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


def read_log(target: Target, *, base: int, groups: Sequence[str], edits: Sequence[str]) -> list[LoggedEdit]:
    """The rows after revision ``base`` and those with one of these group or edit ids, by revision. One statement."""
    rows = run_prepared(
        f"""
        SELECT e.uuid::text, e."group"::text, e.revision, {BY}, e.at, e.verb, e.payload::text,
               ARRAY(SELECT jsonb_object_keys(e.after))
        FROM annotator_edit e LEFT JOIN auth_user u ON u.id = e.actor_id
        WHERE e.{target.column} = %s
          AND (e.revision > %s OR e."group" = ANY(%s::uuid[]) OR e.uuid = ANY(%s::uuid[]))
        ORDER BY e.revision
        """,
        [target.key, base, list(groups), list(edits)],
    )
    return [
        LoggedEdit(row[0], row[1], row[2], row[3], row[4], row[5], json.loads(row[6]), tuple(row[7])) for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Entry:
    """A row to be written: an edit that applied and the group it came in."""

    group: str
    applied: Applied[Any]


def append_log(
    target: Target,
    entries: Sequence[Entry],
    *,
    revision: int,
    by: int | None,
    now: datetime,
    counters: dict[str, Any],
    used_up: Sequence[str] = (),
) -> None:
    """Write the rows with the revisions after ``revision``, and the new revision and counters to the target's row.

    ``used_up``: ids that are gone, kept from ever being used again here. One statement saves round trips.
    """
    settings = "".join(f", {column} = %s" for column in counters)
    applied = [entry.applied for entry in entries]
    run_prepared(
        f"""
        WITH bumped AS (UPDATE {target.table} SET revision = %s{settings} WHERE id = %s),
        used AS (
            INSERT INTO annotator_usedid ({target.column}, uuid)
            SELECT %s::bigint, gone FROM unnest(%s::uuid[]) AS gone ON CONFLICT DO NOTHING)
        INSERT INTO annotator_edit
            ({target.column}, uuid, "group", revision, actor_id, at, verb, payload, before, after)
        SELECT %s::bigint, new.uuid, new.grp, new.revision, %s::int, %s::timestamptz, new.verb, new.payload,
               new.before, new.after
        FROM unnest(%s::uuid[], %s::uuid[], %s::int[], %s::text[], %s::jsonb[], %s::jsonb[], %s::jsonb[])
            AS new (uuid, grp, revision, verb, payload, before, after)
        """,
        [
            revision + len(entries),
            *counters.values(),
            target.key,
            target.key,
            list(used_up),
            target.key,
            by,
            now,
            [a.edit.id for a in applied],
            [entry.group for entry in entries],
            list(range(revision + 1, revision + len(entries) + 1)),
            [a.edit.verb for a in applied],
            [json.dumps(a.edit.payload) for a in applied],
            [json.dumps(a.before) for a in applied],
            [json.dumps(a.after) for a in applied],
        ],
    )
