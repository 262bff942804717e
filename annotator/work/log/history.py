"""Reads the history of a work: the steps that undo and redo refer to, and a sentence about each gesture.

A *gesture* is a group of edits, a *step* a group to be undone or redone, a *turn* an undo or redo. A group is *done*
unless its last turn was an undo.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection

from annotator.work.edits.describe import describe
from annotator.work.edits.history import IS_A_TURN, REDO_ENDED, Step
from annotator.work.edits.reducer import step_of
from annotator.work.edits.verb import HistoryEdit, Verbs, category_of, verb_names
from annotator.work.log.append import ACTOR_SQL

PAGE_SIZE = 50
NOT_YOURS = "Only your own steps can be undone; a manager can undo any."
NOT_AN_EDIT = "This step is not an edit and cannot be undone."
UNDONE_SQL = "t.verb IS NOT DISTINCT FROM 'undo'"

# A lateral join for rows ``e`` of the log: ``t`` is the last turn of the row's group, if any. With it, ``UNDONE_SQL``
# says whether the group is undone, as in ``edits.history.undone_groups``. Thanks to the aggregates, Postgres finds the
# group in an index; with ORDER BY and LIMIT 1 it would read the whole log for every row.
LAST_TURN_SQL = """
        LEFT JOIN LATERAL (
            SELECT (array_agg(h.verb ORDER BY h.revision DESC))[1] AS verb, max(h.revision) AS revision
            FROM annotator_edit h
            WHERE h.work_id = e.work_id AND h.verb IN ('undo', 'redo') AND h.payload ->> 'group' = e."group"::text
            ) t ON TRUE"""

# Whether the person ``by`` has made a new edit since the group was undone, which ends redo. ``t`` is as above.
REDO_ENDED_SQL = f"""
        COALESCE({UNDONE_SQL} AND t.revision < (
            SELECT max(n.revision) FROM annotator_edit n
            WHERE n.work_id = %(work)s AND n.actor_id = %(by)s AND n.verb <> ALL(%(not_edits)s)), FALSE)"""


def read_steps(work: int, groups: Sequence[str], *, verbs: Verbs, by: int, may_undo_all: bool) -> dict[str, Step]:
    """Returns the steps of these groups as the person ``by`` (an account's id) sees them, by group id, oldest first.
    One query.

    Includes the person's latest other step that is done, without snapshots: it prevents the undo of earlier steps.
    ``verbs``: the verb table of the kind. ``may_undo_all``: the person is a manager.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH requested AS (
                SELECT e."group"::text, e.revision, e.verb, e.before::text, e.after::text,
                       COALESCE(e.actor_id = %(by)s, FALSE) AS mine, NOT {UNDONE_SQL} AS done,
                       {REDO_ENDED_SQL} AS ended
                FROM annotator_edit e {LAST_TURN_SQL}
                WHERE e.work_id = %(work)s AND e."group" = ANY(%(groups)s::uuid[])),
            latest AS (
                SELECT e."group"::text, e.revision, e.verb, '{{}}', '{{}}', TRUE, TRUE, FALSE
                FROM annotator_edit e {LAST_TURN_SQL}
                WHERE e.work_id = %(work)s AND e.revision > (SELECT min(revision) FROM requested)
                  AND e.actor_id = %(by)s AND e.verb <> ALL(%(not_edits)s) AND e."group" <> ALL(%(groups)s::uuid[])
                  AND NOT {UNDONE_SQL}
                ORDER BY e.revision DESC LIMIT 1)
            SELECT * FROM requested UNION ALL SELECT * FROM latest ORDER BY 2
            """,
            {"work": work, "by": by, "groups": list(groups), "not_edits": verbs_without_undo(verbs)},
        )
        rows = cursor.fetchall()
    steps: dict[str, Step] = {}
    for group, _, verb, before, after, mine, done, ended in rows:
        earlier = steps.get(group)
        steps[group] = Step(
            before={**json.loads(before), **(earlier.before if earlier else {})},
            after={**(earlier.after if earlier else {}), **json.loads(after)},
            done=done,
            barred=why_barred(category_of(verbs, verb), mine=mine, ended=ended, may_undo_all=may_undo_all),
            mine=mine and category_of(verbs, verb) == "edit",  # a later event or turn does not prevent an undo
        )
    return steps


def verbs_without_undo(verbs: Verbs) -> list[str]:
    """Returns the verbs that cannot be undone: undo, redo and events."""
    return verb_names(verbs, ("event", "turn"))


def why_barred(category: str, *, mine: bool, ended: bool, may_undo_all: bool) -> str:
    """Returns a sentence on why a person may not undo or redo a step of this category of verb; empty if they may.

    ``mine``: the step is the person's own. ``ended``: the step is undone, and a new edit of the person has ended redo.
    """
    if category == "turn":
        return IS_A_TURN
    if category == "event":
        return NOT_AN_EDIT
    if not (mine or may_undo_all):
        return NOT_YOURS
    return REDO_ENDED if ended else ""


@dataclass(frozen=True, slots=True)
class _Gesture:
    """A group of the log. ``target``: the group that it undid or redid, if any.

    ``json``: the gesture for the API, with ``text`` still empty.
    """

    edits: list[HistoryEdit]
    target: str | None
    json: dict[str, Any]


def read_history(
    work: int, *, verbs: Verbs, user: int, may_undo_all: bool, before: int | None = None, limit: int = PAGE_SIZE
) -> list[dict[str, Any]]:
    """Returns the JSON of the gestures before a revision (None: the latest), newest first. Two queries at most.

    The ``kind`` of a gesture is "edit", "turn" or "event". ``barred`` says why the user may not undo or redo it; it is
    empty if they may. ``before`` and ``after`` are the changed snapshots, with which the page can undo it offline.
    """
    query = {"work": work, "by": user, "before": before, "limit": limit, "not_edits": verbs_without_undo(verbs)}
    gestures = _read_gestures(query, verbs, may_undo_all)
    missing = [gesture.target for gesture in gestures.values() if gesture.target and gesture.target not in gestures]
    targets = _read_gestures({**query, "groups": missing}, verbs, may_undo_all) if missing else {}
    return [{**gesture.json, "text": _text(gesture, targets | gestures, verbs)} for gesture in gestures.values()]


def _read_gestures(query: dict[str, Any], verbs: Verbs, may_undo_all: bool) -> dict[str, _Gesture]:
    """Returns a page of gestures by group id; if ``query`` (the SQL parameters) has ``groups``, only these groups."""
    condition = "TRUE" if query["before"] is None else "e.revision < %(before)s"
    if "groups" in query:
        condition = 'e."group" = ANY(%(groups)s::uuid[])'
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH page AS (
                SELECT e."group", max(e.revision) AS last FROM annotator_edit e
                WHERE e.work_id = %(work)s AND {condition}
                GROUP BY e."group" ORDER BY last DESC LIMIT %(limit)s)
            SELECT e."group"::text, page.last, {ACTOR_SQL}, e.actor_id = %(by)s, e.at, {UNDONE_SQL},
                   {REDO_ENDED_SQL}, e.verb, e.payload::text, e.before::text, e.after::text
            FROM annotator_edit e JOIN page USING ("group") LEFT JOIN auth_user u ON u.id = e.actor_id
                 {LAST_TURN_SQL}
            WHERE e.work_id = %(work)s
            ORDER BY page.last DESC, e.revision
            """,
            query,
        )
        rows = cursor.fetchall()
    return {group: _gesture(list(logged), verbs, may_undo_all) for group, logged in groupby(rows, itemgetter(0))}


def _gesture(rows: list[Any], verbs: Verbs, may_undo_all: bool) -> _Gesture:
    """Makes a gesture from the rows that `_read_gestures` reads for one group, whose verbs are all of one category."""
    group, revision, by, mine, at, undone, ended, verb = rows[0][:8]
    category, edits = category_of(verbs, verb), [HistoryEdit(row[7], *map(json.loads, row[8:])) for row in rows]
    target = edits[0].payload["group"] if category == "turn" else None
    # An event such as an import cannot be undone, and its snapshots of all items would be most of the answer.
    step = step_of([] if category == "event" else edits)
    data = {
        "group": group,
        "revision": revision,
        "by": by,
        "mine": bool(mine),
        "at": at.isoformat(),
        "kind": category,
        "turns": target,
        "text": "",
        "undone": undone,
        "barred": why_barred(category, mine=bool(mine), ended=ended, may_undo_all=may_undo_all),
        "before": step.before,
        "after": step.after,
    }
    return _Gesture(edits, target, data)


def _text(gesture: _Gesture, gestures: dict[str, _Gesture], verbs: Verbs) -> str:
    """Returns a sentence about a gesture; for a turn also about its target, if ``gestures`` (by group id) has it."""
    if not gesture.target:
        return describe(gesture.edits, verbs)
    undid_or_redid = describe(gesture.edits[:1], verbs)
    if len(gesture.edits) > 1:
        return f"{undid_or_redid} {len(gesture.edits)} steps"
    target = gestures.get(gesture.target)
    return f"{undid_or_redid}: {describe(target.edits, verbs)}" if target else undid_or_redid
