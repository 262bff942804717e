"""The history of a work: what undo and redo may name, and what people read, one line a gesture."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection

from annotator.work.edits.describe import describe
from annotator.work.edits.history import ENDED, IS_A_TURN, Step
from annotator.work.edits.reducer import step_of
from annotator.work.edits.verb import Done, Verbs, kind_of, names_of
from annotator.work.log.append import BY

PAGE = 50
NOT_YOURS = "Only your own steps can be undone; a manager can undo any."
NO_EDIT = "This step is no edit and cannot be undone."
UNDONE = "t.verb IS NOT DISTINCT FROM 'undo'"

# A lateral join for rows ``e`` of the log: ``t`` is the last undo or redo of the group, if any. With it, ``UNDONE`` is
# whether the group is undone, as in ``edits.history.undone_groups``. Aggregates make Postgres look the group up in its
# index; for ORDER BY with LIMIT 1 it would read the whole log for every row.
LAST_UNDO_SQL = """
        LEFT JOIN LATERAL (
            SELECT (array_agg(h.verb ORDER BY h.revision DESC))[1] AS verb, max(h.revision) AS revision
            FROM annotator_edit h
            WHERE h.work_id = e.work_id AND h.verb IN ('undo', 'redo') AND h.payload ->> 'group' = e."group"::text
            ) t ON TRUE"""

# Whether the person ``by`` has edited anew since the group was undone, with ``t`` as above.
ENDED_SQL = f"""
        COALESCE({UNDONE} AND t.revision < (
            SELECT max(n.revision) FROM annotator_edit n
            WHERE n.work_id = %(work)s AND n.actor_id = %(by)s AND n.verb <> ALL(%(no_edits)s)), FALSE)"""


def read_steps(work: int, groups: Sequence[str], *, verbs: Verbs, by: int, may_undo_all: bool) -> dict[str, Step]:
    """The groups with their images, in order: whether each stands, and why this person may not undo or redo it.

    Followed by this person's latest other step that stands, without its images. One query. ``verbs``: the table of
    the kind. ``may_undo_all``: the person is a manager.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH requested AS (
                SELECT e."group"::text, e.revision, e.verb, e.before::text, e.after::text,
                       COALESCE(e.actor_id = %(by)s, FALSE) AS mine, NOT {UNDONE} AS done,
                       {ENDED_SQL} AS ended
                FROM annotator_edit e {LAST_UNDO_SQL}
                WHERE e.work_id = %(work)s AND e."group" = ANY(%(groups)s::uuid[])),
            latest AS (
                SELECT e."group"::text, e.revision, e.verb, '{{}}', '{{}}', TRUE, TRUE, FALSE
                FROM annotator_edit e {LAST_UNDO_SQL}
                WHERE e.work_id = %(work)s AND e.revision > (SELECT min(revision) FROM requested)
                  AND e.actor_id = %(by)s AND e.verb <> ALL(%(no_edits)s) AND e."group" <> ALL(%(groups)s::uuid[])
                  AND NOT {UNDONE}
                ORDER BY e.revision DESC LIMIT 1)
            SELECT * FROM requested UNION ALL SELECT * FROM latest ORDER BY 2
            """,
            {"work": work, "by": by, "groups": list(groups), "no_edits": no_edits(verbs)},
        )
        rows = cursor.fetchall()
    steps: dict[str, Step] = {}
    for group, _, verb, before, after, mine, done, ended in rows:
        known = steps.get(group)
        steps[group] = Step(
            before={**json.loads(before), **(known.before if known else {})},
            after={**(known.after if known else {}), **json.loads(after)},
            done=done,
            barred=bar(kind_of(verbs, verb), mine=mine, ended=ended, may_undo_all=may_undo_all),
            mine=mine and kind_of(verbs, verb) == "edit",
        )
    return steps


def no_edits(verbs: Verbs) -> list[str]:
    """The verbs that undo never applies to: undo, redo and events."""
    return names_of(verbs, ("event", "turn"))


def bar(kind: str, *, mine: bool, ended: bool, may_undo_all: bool) -> str:
    """Why a person may not undo or redo a step of this kind, as a sentence; empty if they may."""
    if kind == "turn":
        return IS_A_TURN
    if kind == "event":
        return NO_EDIT
    if not (mine or may_undo_all):
        return NOT_YOURS
    return ENDED if ended else ""


@dataclass(frozen=True, slots=True)
class _Gesture:
    """The edits of a group in order, the group that it undid or redid, and its JSON with an empty ``text``."""

    edits: list[Done]
    turns: str | None
    json: dict[str, Any]


def read_history(
    work: int, *, verbs: Verbs, user: int, may_undo_all: bool, before: int | None = None, limit: int = PAGE
) -> list[dict[str, Any]]:
    """The gestures before a revision (None: the latest), newest first, at most ``limit``. Two queries at most.

    ``kind``: "edit", "turn" (an undo or redo) or "event" (no edit). ``barred``: why the user may not undo or redo it;
    empty if they may. ``before`` and ``after``: images of all it touched, so that the page can undo it offline.
    """
    query = {"work": work, "by": user, "before": before, "limit": limit, "no_edits": no_edits(verbs)}
    gestures = _read(query, verbs, may_undo_all)
    missing = [g.turns for g in gestures.values() if g.turns and g.turns not in gestures]
    known = {**(_read({**query, "groups": missing}, verbs, may_undo_all) if missing else {}), **gestures}
    return [{**gesture.json, "text": _text(gesture, known, verbs)} for gesture in gestures.values()]


def _read(query: dict[str, Any], verbs: Verbs, may_undo_all: bool) -> dict[str, _Gesture]:
    """The gestures of a page of the history or, with ``groups`` in the query, of these groups."""
    which = "TRUE" if query["before"] is None else "e.revision < %(before)s"
    if "groups" in query:
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
                 {LAST_UNDO_SQL}
            WHERE e.work_id = %(work)s
            ORDER BY page.last DESC, e.revision
            """,
            query,
        )
        rows = cursor.fetchall()
    return {group: _gesture(list(of_group), verbs, may_undo_all) for group, of_group in groupby(rows, itemgetter(0))}


def _gesture(rows: list[Any], verbs: Verbs, may_undo_all: bool) -> _Gesture:
    """The gesture of the rows of one group: the first has its kind."""
    group, revision, by, mine, at, undone, ended, verb = rows[0][:8]
    kind, edits = kind_of(verbs, verb), [Done(row[7], *map(json.loads, row[8:])) for row in rows]
    turns = edits[0].payload["group"] if kind == "turn" else None
    # An import touches everything and cannot be undone: its images would be most of the answer.
    step = step_of([] if kind == "event" else edits)
    data = {
        "group": group,
        "revision": revision,
        "by": by,
        "mine": bool(mine),
        "at": at.isoformat(),
        "kind": kind,
        "turns": turns,
        "text": "",
        "undone": undone,
        "barred": bar(kind, mine=bool(mine), ended=ended, may_undo_all=may_undo_all),
        "before": step.before,
        "after": step.after,
    }
    return _Gesture(edits, turns, data)


def _text(gesture: _Gesture, known: dict[str, _Gesture], verbs: Verbs) -> str:
    if not gesture.turns:
        return describe(gesture.edits, verbs)
    done = describe(gesture.edits[:1], verbs)
    if len(gesture.edits) > 1:
        return f"{done} {len(gesture.edits)} steps"
    target = known.get(gesture.turns)
    return f"{done}: {describe(target.edits, verbs)}" if target else done
