"""Changes the state of a work (finish, review, return, agree, reopen) and its editors.

Every change of state is an entry of the log. The latest such entry says who brought the work into its present state.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from annotator.projects.models import Membership
from annotator.projects.permissions import can_manage, check_annotate, check_manage
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.adjudication.work_comparison import is_consensus, undecided_count
from annotator.work.kinds import Kind
from annotator.work.log.append import log_event
from annotator.work.log.locking import lock
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.states.permissions import (
    Closed,
    WorkRoles,
    can_edit,
    check_adjudicate,
    check_edit_or_manage,
    check_review,
    roles_of,
)
from annotator.work.visibility import ACTOR_NAME, FINISHED_STATES, OPEN_STATES, STATE_VERBS, WorkState

LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of state. ``needs_completeness``: it is refused while there are `obstacles_to_finishing`."""

    from_states: frozenset[WorkState]
    to_state: WorkState
    check: Callable[[WorkRoles], None]  # raises NotAllowed unless these roles allow the change
    needs_completeness: bool = False


TRANSITIONS = {
    "submit": Transition(OPEN_STATES, WorkState.SUBMITTED, check_edit_or_manage, needs_completeness=True),
    "review": Transition(frozenset({WorkState.SUBMITTED}), WorkState.IN_REVIEW, check_review),
    "return": Transition(frozenset({WorkState.IN_REVIEW}), WorkState.RETURNED, check_review),
    "agree": Transition(frozenset({WorkState.IN_REVIEW}), WorkState.SUBMITTED, check_review, needs_completeness=True),
    "adjudicate": Transition(OPEN_STATES, WorkState.ADJUDICATED, check_adjudicate, needs_completeness=True),
    "reopen": Transition(FINISHED_STATES, WorkState.IN_PROGRESS, lambda roles: check_manage(roles.role)),
}
assert tuple(TRANSITIONS) == STATE_VERBS  # noqa: S101  # queries find changes of state in the log by STATE_VERBS


@transaction.atomic
def change_state(*, work: Work, verb: str, by: User, now: datetime, note: str = "") -> None:
    """Change the state of a work. ``verb``: a key of TRANSITIONS. ``note``: stored in the log.

    Raises DoesNotExist, NotAllowed, Closed, or ServiceRefused with the present state or all reasons that prevent
    finishing.
    """
    if verb not in state_verbs(work.work_kind):
        raise ServiceRefused(f"A {work.work_kind.title} can only be finished and reopened.")
    if verb == "submit" and is_consensus(work):
        verb = "adjudicate"
    transition, locked = TRANSITIONS[verb], lock(work.pk, kind=work.work_kind, user=by)
    roles = _with_topic_roles(locked.roles, work, by) if verb == "adjudicate" else locked.roles
    _check_transition(verb, roles, work.work_kind)
    if locked.is_closed and not can_manage(locked.role):
        raise Closed(locked.kind.closed_sentence)
    last = _last_change(work)
    if locked.state not in transition.from_states or (verb == "review" and last and last["verb"] == "agree"):
        raise ServiceRefused(state_sentence(locked.state, last))
    if len(note) > LONGEST_NOTE:
        raise ServiceRefused(f"The note is longer than {LONGEST_NOTE} characters.")
    if transition.needs_completeness and (reasons := obstacles_to_finishing(work)):
        raise ServiceRefused(*reasons)
    payload = {"state": transition.to_state.value, **({"note": note.strip()} if note.strip() else {})}
    log_event(
        locked.work,
        revision=locked.revision,
        verb=verb,
        payload=payload,
        by=by,
        now=now,
        columns={"state": transition.to_state.value},
    )


def state_verbs(kind: Kind) -> list[str]:
    """Returns the changes of state that works of this kind can have."""
    return [verb for verb in TRANSITIONS if kind.is_reviewed or verb in ("submit", "reopen")]


def _check_transition(verb: str, roles: WorkRoles, kind: Kind) -> None:
    """Raise NotAllowed unless the member may make this change of state."""
    if not (verb == "reopen" and kind.owner_reopens and roles.is_owner and can_edit(roles)):
        TRANSITIONS[verb].check(roles)


def _with_topic_roles(roles: WorkRoles, work: Work, by: User) -> WorkRoles:
    """``roles`` with the topic roles filled in, which `lock` does not read for editors."""
    reviews, adjudicates = Work.objects.of_kind(work.kind).may_review_and_adjudicate(work.pk, user=by)
    return replace(roles, reviews=reviews, adjudicates=adjudicates)


def _last_change(work: Work) -> Mapping[str, Any] | None:
    """Returns the ``verb`` of the latest change of state and who made it (``by``); None if there was no change."""
    edits = Edit.objects.filter(work=work.pk, verb__in=STATE_VERBS).order_by("-revision")
    return edits.values("verb", by=ACTOR_NAME).first()


def obstacles_to_finishing(work: Work) -> list[str]:
    """Returns the reasons why a work cannot be finished yet, as sentences."""
    return work.work_kind.finish_obstacles(work, undecided=undecided_count(work))


def state_sentence(state: str, last: Mapping[str, Any] | None) -> str:
    """Returns a sentence on why this state does not allow the requested change. ``last``: from `_last_change`."""
    name = (last and last["by"]) or "Somebody"
    if state == WorkState.SUBMITTED and last and last["verb"] == "agree":
        return f"{name} has approved this: it is final until a manager reopens it."
    return {
        WorkState.IN_PROGRESS: "This is being worked on already.",
        WorkState.IN_REVIEW: f"{name} has this in review.",
        WorkState.RETURNED: f"{name} has returned this: it is being worked on again.",
        WorkState.SUBMITTED: f"{name} has finished this already." if last else "This is finished already.",
        WorkState.ADJUDICATED: "This is adjudicated: it is final until a manager reopens it.",
    }[WorkState(state)]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of a work, and the ``verb``, ``by``, ``at`` and ``note`` of its latest change of state, if any.

    ``agreed``: a reviewer has approved the finished work (verb "agree"). ``actions``: the verbs in TRANSITIONS that the
    user may choose now; never "adjudicate", because `change_state` turns "submit" of a consensus into it.
    """

    state: str
    verb: str
    by: str | None
    at: datetime | None
    note: str
    agreed: bool
    actions: list[str]


def stage_of(work: Work) -> Stage:
    """Returns the stage of a work for the user for whom ``for_workspace`` read it."""
    state, roles, last = work.state, roles_of(work), work.last_state_change or {}
    agreed = state == WorkState.SUBMITTED and last.get("verb") == "agree"
    at = datetime.fromisoformat(last["at"]) if last else None
    possible = [
        verb
        for verb in state_verbs(work.work_kind)
        if state in TRANSITIONS[verb].from_states
        and _may_do(verb, roles, work.work_kind)
        and not (work.is_closed and not can_manage(roles.role))
    ]
    actions = [verb for verb in possible if verb != "adjudicate" and not (agreed and verb == "review")]
    return Stage(state, last.get("verb", ""), last.get("by"), at, last.get("note", ""), agreed, actions)


def _may_do(verb: str, roles: WorkRoles, kind: Kind) -> bool:
    try:
        _check_transition(verb, roles, kind)
    except NotAllowed:
        return False
    return True


def possible_editors(*, project: int, owner: int) -> QuerySet[Membership]:
    """Returns the members other than the owner who have an account and may annotate."""
    members = Membership.objects.filter(project=project, user__isnull=False).exclude(pk=owner)
    return members.exclude(role=Membership.Role.VIEWER)


def set_editors(*, work: Work, editors: Collection[Membership], by: Membership) -> None:
    """Make these members the only editors besides the owner. Raises NotAllowed unless ``by`` is a manager."""
    check_manage(by.role)
    for editor in editors:
        if editor.project_id != work.topic.project_id:
            raise ServiceRefused("Only members of the project can be editors.")
        check_annotate(editor.role)
    work.editors.set(editors)
