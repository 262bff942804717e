"""The history of a work as people read it: one line a gesture, newest first."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from annotator.work.edits.describe import describe
from annotator.work.edits.verb import Done, Verbs, kind_of
from annotator.work.log.append import BY
from annotator.work.log.steps import ENDED_SQL, LAST_TURN_SQL, UNDONE, bar, no_edits

PAGE = 50


@dataclass(slots=True)
class _Gesture:
    """The rows of one group, in order; the first tells its kind."""

    group: str
    revision: int
    by: str | None
    mine: bool
    at: datetime
    undone: bool
    ended: bool
    kind: str
    edits: list[Done] = field(default_factory=list)

    @property
    def turns(self) -> str | None:
        """The group that this one undid or redid."""
        return self.edits[0].payload["group"] if self.kind == "turn" else None


def read_history(
    work: int, *, verbs: Verbs, user: int, may_turn_all: bool, before: int | None = None, limit: int = PAGE
) -> list[dict[str, Any]]:
    """The gestures before a revision (None: the latest), newest first, at most ``limit``. Two queries at most.

    Each has ``group``, ``revision`` (of its last edit), ``by``, ``mine``, ``at``, ``kind`` ("edit", "turn" for an undo
    or redo, "event" for what is no edit), ``text``, ``undone``, ``barred`` (why the user may not undo or redo it
    whatever else stands, or nothing), and the images ``before`` and ``after`` of all it touched, which is what undoing
    and redoing it without the server needs. ``verbs``: the table of the kind. ``may_turn_all``: the user is a manager.
    """
    gestures = _read(work, verbs, user, before=before, limit=limit)
    missing = [g.turns for g in gestures.values() if g.turns and g.turns not in gestures]
    turned = _read(work, verbs, user, groups=missing) if missing else {}
    known = {**turned, **gestures}
    return [_as_json(gesture, _text(gesture, known, verbs), may_turn_all) for gesture in gestures.values()]


def _read(
    work: int, verbs: Verbs, user: int, *, before: int | None = None, limit: int = PAGE, groups: Sequence[str] = ()
) -> dict[str, _Gesture]:
    which = "TRUE" if before is None else "e.revision < %(before)s"
    if groups:
        which = 'e."group" = ANY(%(groups)s::uuid[])'
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH page AS (
                SELECT e."group", max(e.revision) AS last FROM annotator_edit e
                WHERE e.work_id = %(work)s AND {which}
                GROUP BY e."group" ORDER BY last DESC LIMIT %(limit)s)
            SELECT e."group"::text, page.last, {BY}, e.actor_id = %(by)s, e.at, {UNDONE},
                   {ENDED_SQL}, e.verb, e.payload::text, e.before::text, e.after::text
            FROM annotator_edit e JOIN page USING ("group") LEFT JOIN auth_user u ON u.id = e.actor_id
                 {LAST_TURN_SQL}
            WHERE e.work_id = %(work)s
            ORDER BY page.last DESC, e.revision
            """,
            {
                "work": work,
                "by": user,
                "before": before,
                "limit": limit,
                "groups": list(groups),
                "no_edits": no_edits(verbs),
            },
        )
        rows = cursor.fetchall()
    gestures: dict[str, _Gesture] = {}
    for group, revision, by, mine, at, undone, ended, verb, payload, was, now in rows:
        kind = kind_of(verbs, verb)
        gesture = gestures.setdefault(group, _Gesture(group, revision, by, bool(mine), at, undone, ended, kind))
        gesture.edits.append(Done(verb, json.loads(payload), json.loads(was), json.loads(now)))
    return gestures


def _as_json(gesture: _Gesture, text: str, may_turn_all: bool) -> dict[str, Any]:
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for edit in gesture.edits:
        before, after = {**edit.before, **before}, {**after, **edit.after}
    return {
        "group": gesture.group,
        "revision": gesture.revision,
        "by": gesture.by,
        "mine": gesture.mine,
        "at": gesture.at.isoformat(),
        "kind": gesture.kind,
        "turns": gesture.turns,
        "text": text,
        "undone": gesture.undone,
        "barred": bar(gesture.kind, mine=gesture.mine, ended=gesture.ended, may_turn_all=may_turn_all),
        # An import touches everything and cannot be undone: its images would be most of the answer.
        "before": {} if gesture.kind == "event" else before,
        "after": {} if gesture.kind == "event" else after,
    }


def _text(gesture: _Gesture, known: dict[str, _Gesture], verbs: Verbs) -> str:
    if not gesture.turns:
        return describe(gesture.edits, verbs)
    done = describe(gesture.edits[:1], verbs)
    if len(gesture.edits) > 1:
        return f"{done} {len(gesture.edits)} steps"
    turned = known.get(gesture.turns)
    return f"{done}: {describe(turned.edits, verbs)}" if turned else done
