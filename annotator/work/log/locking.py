"""Locks a work for a transaction. The same query reads what an edit needs: the work's row and the user's roles."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from annotator.projects.permissions import can_manage
from annotator.work.edits.request import MAX_ID
from annotator.work.kinds import Kind, kinds
from annotator.work.log.prepared import run_prepared
from annotator.work.models import Work
from annotator.work.states.permissions import WorkRoles
from annotator.work.visibility import OPEN_STATES


@dataclass(frozen=True, slots=True)
class Locked:
    """The locked row of a work, whose id is ``work``, with the acting user's roles.

    ``roles``: the topic roles (reviewer, adjudicator) are left out for owners, managers and editors of open work, who
    may edit without them.
    ``overlap``: the project's rule for words in several items ("allow", "warn", "forbid"). ``may_decide``: the work is
    a consensus made here, not imported. ``is_closed``: see ``Kind.closed_sql``. ``lock_values``: the values of
    ``Kind.lock_columns``.
    """

    kind: Kind
    work: int
    revision: int
    state: str
    roles: WorkRoles
    overlap: str
    next_uid: int
    next_position: float
    may_decide: bool
    is_closed: bool
    lock_values: tuple[Any, ...]

    @property
    def role(self) -> str:
        return self.roles.role


def lock(work: int, *, kind: Kind, user: User) -> Locked:
    """Lock a work of this kind. Raises Work.DoesNotExist if the user cannot see it.

    One query, plus one for members who are not its owner, a manager, or an editor while it is open.
    """
    if work > MAX_ID or kind not in kinds():
        raise Work.DoesNotExist
    rows = run_prepared(
        f"""
        SELECT w.revision, w.state, w.next_uid, w.next_position, {kind.overlap_column}, m.role, w.owner_id = m.id,
               w.owner_id = m.id OR EXISTS (SELECT FROM annotator_work_editors e
                                            WHERE e.work_id = w.id AND e.membership_id = m.id),
               EXISTS (SELECT FROM annotator_consensussource c WHERE c.work_id = w.id),
               {kind.closed_sql}, {kind.lock_columns}
        FROM annotator_work w
        JOIN annotator_topic t ON t.id = w.topic_id
        JOIN annotator_project project ON project.id = t.project_id
        JOIN annotator_membership m ON m.project_id = project.id AND m.user_id = %s
        {kind.lock_joins}
        WHERE w.id = %s AND w.kind = '{kind.name}' FOR NO KEY UPDATE OF w
        """,
        [user.pk, work],
    )
    if not rows:
        raise Work.DoesNotExist
    ((revision, state, next_uid, next_position, overlap, role, is_owner, is_editor, may_decide, closed, *values),) = (
        rows
    )
    reviews = adjudicates = False
    if not (is_owner or can_manage(role) or (is_editor and state in OPEN_STATES)):
        # Most edits need no second query, because editors make them.
        reviews, adjudicates = Work.objects.of_kind(kind.name).may_review_and_adjudicate(work, user=user)
    roles = WorkRoles(role, is_owner, is_editor, reviews, adjudicates)
    return Locked(
        kind, work, revision, state, roles, overlap, next_uid, next_position, may_decide, closed, tuple(values)
    )
