"""The steps of a log that an undo or redo may name, and whose they are."""

import json
from collections.abc import Sequence

from django.db import connection

from annotator.work.edits.history import ENDED, IS_A_TURN, Step
from annotator.work.edits.verb import Verbs, kind_of, names_of

NOT_YOURS = "Only your own steps can be undone; a manager can undo any."
NO_EDIT = "This step is no edit and cannot be undone."
UNDONE = "t.verb IS NOT DISTINCT FROM 'undo'"

# A lateral join for rows ``e`` of the log: ``t`` is the last undo or redo of the group, if there is one. With it,
# ``UNDONE`` is whether the group is undone, in the same sense as ``edits.history.undone_groups``. Aggregates make
# Postgres look the group up in its index; for ORDER BY with LIMIT 1 it would walk the log, for every row.
LAST_TURN_SQL = """
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


def read_steps(work: int, groups: Sequence[str], *, verbs: Verbs, by: int, may_turn_all: bool) -> dict[str, Step]:
    """The named groups with their images, whether they stand, and what bars this person from undoing or redoing them.

    In the order in which they were made; with them, without its images, the latest other step of this person that
    stands. One query. ``verbs``: the table of the kind. ``may_turn_all``: a manager.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH named AS (
                SELECT e."group"::text, e.revision, e.verb, e.before::text, e.after::text,
                       COALESCE(e.actor_id = %(by)s, FALSE) AS mine, NOT {UNDONE} AS done,
                       {ENDED_SQL} AS ended
                FROM annotator_edit e {LAST_TURN_SQL}
                WHERE e.work_id = %(work)s AND e."group" = ANY(%(groups)s::uuid[])),
            latest AS (
                SELECT e."group"::text, e.revision, e.verb, '{{}}', '{{}}', TRUE, TRUE, FALSE
                FROM annotator_edit e {LAST_TURN_SQL}
                WHERE e.work_id = %(work)s AND e.revision > (SELECT min(revision) FROM named)
                  AND e.actor_id = %(by)s AND e.verb <> ALL(%(no_edits)s) AND e."group" <> ALL(%(groups)s::uuid[])
                  AND NOT {UNDONE}
                ORDER BY e.revision DESC LIMIT 1)
            SELECT * FROM named UNION ALL SELECT * FROM latest ORDER BY 2
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
            barred=bar(kind_of(verbs, verb), mine=mine, ended=ended, may_turn_all=may_turn_all),
            mine=mine and kind_of(verbs, verb) == "edit",
        )
    return steps


def no_edits(verbs: Verbs) -> list[str]:
    """The verbs that no undo can name: events are undone by calls of their own, or not at all."""
    return names_of(verbs, ("event", "turn"))


def bar(kind: str, *, mine: bool, ended: bool, may_turn_all: bool) -> str:
    """Why a person may not undo or redo a step of this kind, whatever else stands; a sentence, or nothing."""
    if kind == "turn":
        return IS_A_TURN
    if kind == "event":
        return NO_EDIT
    if not (mine or may_turn_all):
        return NOT_YOURS
    return ENDED if ended else ""
