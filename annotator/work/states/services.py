"""The states of works (DESIGN §3): finished, reviewed, returned or agreed to, and reopened.

Every change of a state is a row of the log; the last of them tells who brought the work to where it is.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from annotator.projects.models import Membership
from annotator.projects.permissions import check_annotate, check_manage
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.adjudication.compared import is_consensus, undecided
from annotator.work.log.append import log_event
from annotator.work.log.locking import lock
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.states.permissions import Standing, check_adjudicate, check_review, check_stand_in, standing_of
from annotator.work.visibility import ACTED_BY, FINISHED_STATES, OPEN_STATES, STATE_VERBS, WorkState

LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of state: from which states, to which, and who may. ``whole``: only if nothing prevents a release."""

    starts: frozenset[WorkState]
    ends: WorkState
    check: Callable[[Standing], None]
    whole: bool = False


TRANSITIONS = {
    "submit": Transition(OPEN_STATES, WorkState.SUBMITTED, check_stand_in, whole=True),
    "review": Transition(frozenset({WorkState.SUBMITTED}), WorkState.IN_REVIEW, check_review),
    "return": Transition(frozenset({WorkState.IN_REVIEW}), WorkState.RETURNED, check_review),
    "agree": Transition(frozenset({WorkState.IN_REVIEW}), WorkState.SUBMITTED, check_review, whole=True),
    "adjudicate": Transition(OPEN_STATES, WorkState.ADJUDICATED, check_adjudicate, whole=True),
    "reopen": Transition(FINISHED_STATES, WorkState.IN_PROGRESS, lambda standing: check_manage(standing.role)),
}
assert tuple(TRANSITIONS) == STATE_VERBS  # noqa: S101  # the log's queries name them too


@transaction.atomic
def change_state(*, work: Work, verb: str, by: User, now: datetime, note: str = "") -> None:
    """Take a work to another state. ``verb``: a key of TRANSITIONS; ``note`` goes into the log.

    Raises DoesNotExist, NotAllowed, or ServiceRefused with the present state or with all that prevents finishing.
    """
    if verb == "submit" and is_consensus(work):
        verb = "adjudicate"
    transition, locked = TRANSITIONS[verb], lock(work.pk, kind=work.of, user=by)
    transition.check(_with_roles(locked.standing, work, by) if verb == "adjudicate" else locked.standing)
    last = _last_change(work)
    if locked.state not in transition.starts or (verb == "review" and last and last["verb"] == "agree"):
        raise ServiceRefused(standing_sentence(locked.state, last))
    if len(note) > LONGEST_NOTE:
        raise ServiceRefused(f"The note is longer than {LONGEST_NOTE} characters.")
    if transition.whole and (reasons := unfinished(work)):
        raise ServiceRefused(*reasons)
    payload = {"state": transition.ends.value, **({"note": note.strip()} if note.strip() else {})}
    log_event(
        locked.work,
        revision=locked.revision,
        verb=verb,
        payload=payload,
        by=by,
        now=now,
        columns={"state": transition.ends.value},
    )


def _with_roles(standing: Standing, work: Work, by: User) -> Standing:
    """Roles for the topic, which `lock` does not read for editors: here they matter."""
    reviews, adjudicates = Work.objects.of_kind(work.kind).roles_over(work.pk, user=by)
    return replace(standing, reviews=reviews, adjudicates=adjudicates)


def _last_change(work: Work) -> Mapping[str, Any] | None:
    edits = Edit.objects.filter(work=work.pk, verb__in=STATE_VERBS).order_by("-revision")
    return edits.values("verb", by=ACTED_BY).first()


def unfinished(work: Work) -> list[str]:
    """What prevents finishing a work, as sentences."""
    return work.of.unfinished(work, undecided=undecided(work))


def standing_sentence(state: str, last: Mapping[str, Any] | None) -> str:
    """The work's state, for somebody whose change came too late or does not fit."""
    who = (last and last["by"]) or "Somebody"
    agreed = last is not None and last["verb"] == "agree"
    if state == WorkState.SUBMITTED and agreed:
        return f"{who} has agreed to this: it stands until a manager reopens it."
    return {
        WorkState.IN_PROGRESS: "This is being worked on already.",
        WorkState.IN_REVIEW: f"{who} has this in review.",
        WorkState.RETURNED: f"{who} has returned this: it is being worked on again.",
        WorkState.SUBMITTED: f"{who} has finished this already." if last else "This is finished already.",
        WorkState.ADJUDICATED: "This is adjudicated: it stands until a manager reopens it.",
    }[WorkState(state)]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of a work, who brought it there and when, and the transitions that the user may make now."""

    state: str
    verb: str
    by: str | None
    at: datetime | None
    note: str
    agreed: bool
    actions: list[str]


def stage_of(work: Work) -> Stage:
    """The stage of a work for the user who read it with ``for_workspace``."""
    state, standing, last = work.state, standing_of(work), work.last_state_change or {}
    agreed = state == WorkState.SUBMITTED and last.get("verb") == "agree"
    at = datetime.fromisoformat(last["at"]) if last else None
    fits = [
        verb for verb, transition in TRANSITIONS.items() if state in transition.starts and _may(transition, standing)
    ]
    actions = [verb for verb in fits if verb != "adjudicate" and not (agreed and verb == "review")]
    return Stage(state, last.get("verb", ""), last.get("by"), at, last.get("note", ""), agreed, actions)


def _may(transition: Transition, standing: Standing) -> bool:
    try:
        transition.check(standing)
    except NotAllowed:
        return False
    return True


def possible_editors(*, project: int, owner: int) -> QuerySet[Membership]:
    """The members who can be chosen: with an account, allowed to annotate, and not the owner."""
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
