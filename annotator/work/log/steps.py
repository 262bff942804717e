"""The steps of a log that an undo or redo may name, and whose they are."""

import json
from collections.abc import Sequence

from django.db import connection

from annotator.work.edits.history import ENDED, HISTORY_VERBS, IS_A_TURN, Step
from annotator.work.visibility import STATE_VERBS

# Rows of the log that are no edits: they are taken back by their own calls, or not at all.
EVENTS = ("import", "release", "carry_over", "consensus", *STATE_VERBS)
NO_EDITS = [*EVENTS, *HISTORY_VERBS]

NOT_YOURS = "Only your own steps can be undone; a manager can undo any."
NO_EDIT = "This step is no edit and cannot be undone."


# A lateral join, for rows ``e`` of the log: ``t`` is the last undo or redo of the group, if there is one.
TURNED_SQL = """
        LEFT JOIN LATERAL (
            SELECT h.verb, h.revision FROM annotator_edit h
            WHERE h.work_id = %(work)s AND h.verb IN ('undo', 'redo') AND h.payload ->> 'group' = e."group"::text
            ORDER BY h.revision DESC LIMIT 1) t ON TRUE"""

# Whether the person ``by`` has edited anew since the group was undone, with ``t`` as in ``TURNED_SQL``.
ENDED_SQL = """
        COALESCE(t.verb = 'undo' AND t.revision < (
            SELECT max(n.revision) FROM annotator_edit n
            WHERE n.work_id = %(work)s AND n.actor_id = %(by)s AND n.verb <> ALL(%(no_edits)s)), FALSE)"""


def read_steps(work: int, groups: Sequence[str], *, by: int, may_turn_all: bool) -> dict[str, Step]:
    """The named groups with their images, whether they stand, and what bars this person from turning them.

    In the order in which they were made; with them, without its images, the latest other step of this person that
    stands. One statement. ``may_turn_all``: a manager.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH named AS (
                SELECT e."group"::text, e.revision, e.verb, e.before::text, e.after::text,
                       COALESCE(e.actor_id = %(by)s, FALSE) AS mine, t.verb IS DISTINCT FROM 'undo' AS done,
                       {ENDED_SQL} AS ended
                FROM annotator_edit e {TURNED_SQL}
                WHERE e.work_id = %(work)s AND e."group" = ANY(%(groups)s::uuid[])),
            turned AS (
                SELECT DISTINCT ON (h.payload ->> 'group') h.payload ->> 'group' AS step, h.verb FROM annotator_edit h
                WHERE h.work_id = %(work)s AND h.revision > (SELECT min(revision) FROM named)
                  AND h.verb IN ('undo', 'redo')
                ORDER BY h.payload ->> 'group', h.revision DESC),
            latest AS (
                SELECT e."group"::text, e.revision, e.verb, '{{}}', '{{}}', TRUE, TRUE, FALSE
                FROM annotator_edit e
                WHERE e.work_id = %(work)s AND e.revision > (SELECT min(revision) FROM named)
                  AND e.actor_id = %(by)s AND e.verb <> ALL(%(no_edits)s) AND e."group" <> ALL(%(groups)s::uuid[])
                  AND e."group"::text NOT IN (SELECT step FROM turned WHERE verb = 'undo')
                ORDER BY e.revision DESC LIMIT 1)
            SELECT * FROM named UNION ALL SELECT * FROM latest ORDER BY 2
            """,
            {"work": work, "by": by, "groups": list(groups), "no_edits": NO_EDITS},
        )
        rows = cursor.fetchall()
    steps: dict[str, Step] = {}
    for group, _, verb, before, after, mine, done, ended in rows:
        known = steps.get(group)
        steps[group] = Step(
            before={**json.loads(before), **(known.before if known else {})},
            after={**(known.after if known else {}), **json.loads(after)},
            done=done,
            barred=bar(verb, mine=mine, ended=ended, may_turn_all=may_turn_all),
            mine=mine and verb not in NO_EDITS,
        )
    return steps


def bar(verb: str, *, mine: bool, ended: bool, may_turn_all: bool) -> str:
    """Why a person may not turn a group with this verb, whatever else stands; a sentence, or nothing."""
    if verb in HISTORY_VERBS:
        return IS_A_TURN
    if verb in EVENTS:
        return NO_EDIT
    if not (mine or may_turn_all):
        return NOT_YOURS
    return ENDED if ended else ""
