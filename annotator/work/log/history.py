"""The history of a work as people read it: one line a gesture, newest first."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from annotator.work.edits.describe import Done, describe
from annotator.work.edits.history import HISTORY_VERBS
from annotator.work.log.append import BY
from annotator.work.log.steps import ENDED_SQL, EVENTS, NO_EDITS, TURNED_SQL, bar

PAGE = 50


@dataclass(slots=True)
class _Gesture:
    """The rows of one group, in order."""

    group: str
    revision: int
    by: str | None
    mine: bool
    at: datetime
    undone: bool
    ended: bool
    edits: list[Done] = field(default_factory=list)

    @property
    def turns(self) -> str | None:
        """The group that this one undid or redid."""
        first = self.edits[0]
        return first.payload["group"] if first.verb in HISTORY_VERBS else None


def read_history(
    work: int, *, user: int, may_turn_all: bool, before: int | None = None, limit: int = PAGE
) -> list[dict[str, Any]]:
    """The gestures before a revision (None: the latest), newest first, at most ``limit``. Two statements at most.

    Each has ``group``, ``revision`` (of its last edit), ``by``, ``mine``, ``at``, ``kind`` ("edit", "turn" for an undo
    or redo, "event" for what is no edit), ``text``, ``undone``, ``barred`` (why the user may not undo or redo it
    whatever else stands, or nothing), and the images ``before`` and ``after`` of all it touched, which is what undoing
    and redoing it without the server needs. ``may_turn_all``: the user is a manager.
    """
    gestures = _read(work, user=user, before=before, limit=limit)
    missing = [g.turns for g in gestures.values() if g.turns and g.turns not in gestures]
    turned = _read(work, user=user, groups=missing) if missing else {}
    return [_as_json(gesture, {**turned, **gestures}, may_turn_all) for gesture in gestures.values()]


def _read(
    work: int, *, user: int, before: int | None = None, limit: int = PAGE, groups: list[str] | None = None
) -> dict[str, _Gesture]:
    which = "TRUE" if before is None else "e.revision < %(before)s"
    if groups is not None:
        which = 'e."group" = ANY(%(groups)s::uuid[])'
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH page AS (
                SELECT e."group", max(e.revision) AS last FROM annotator_edit e
                WHERE e.work_id = %(work)s AND {which}
                GROUP BY e."group" ORDER BY last DESC LIMIT %(limit)s)
            SELECT e."group"::text, page.last, {BY}, e.actor_id = %(by)s, e.at, t.verb = 'undo',
                   {ENDED_SQL}, e.verb, e.payload::text, e.before::text, e.after::text
            FROM annotator_edit e JOIN page USING ("group") LEFT JOIN auth_user u ON u.id = e.actor_id
                 {TURNED_SQL}
            WHERE e.work_id = %(work)s
            ORDER BY page.last DESC, e.revision
            """,
            {
                "work": work,
                "by": user,
                "before": before,
                "limit": limit,
                "groups": groups,
                "no_edits": NO_EDITS,
            },
        )
        rows = cursor.fetchall()
    gestures: dict[str, _Gesture] = {}
    for group, revision, by, mine, at, undone, ended, verb, payload, was, now in rows:
        gesture = gestures.setdefault(group, _Gesture(group, revision, by, bool(mine), at, bool(undone), ended))
        gesture.edits.append(Done(verb, json.loads(payload), json.loads(was), json.loads(now)))
    return gestures


def _as_json(gesture: _Gesture, known: dict[str, _Gesture], may_turn_all: bool) -> dict[str, Any]:
    first = gesture.edits[0]
    kind = "turn" if gesture.turns else "event" if first.verb in EVENTS else "edit"
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
        "kind": kind,
        "turns": gesture.turns,
        "text": _text(gesture, known),
        "undone": gesture.undone,
        "barred": bar(first.verb, mine=gesture.mine, ended=gesture.ended, may_turn_all=may_turn_all),
        # An import touches everything and cannot be undone: its images would be most of the answer.
        "before": {} if kind == "event" else before,
        "after": {} if kind == "event" else after,
    }


def _text(gesture: _Gesture, known: dict[str, _Gesture]) -> str:
    if gesture.turns:
        turned = known.get(gesture.turns)
        done = "undid" if gesture.edits[0].verb == "undo" else "redid"
        if len(gesture.edits) > 1:
            return f"{done} {len(gesture.edits)} steps"
        return f"{done}: {describe(turned.edits)}" if turned else done
    return describe(gesture.edits)
