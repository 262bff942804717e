"""Who may do what with a work: each rule has a ``can_...`` that answers and a ``check_...`` that raises.

``visible_to`` decides whether a member may see the work at all; these rules come after it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.projects.permissions import can_annotate, can_manage, check_annotate
from annotator.web.refusals import NotAllowed, WrongState
from annotator.work.models import Work
from annotator.work.visibility import EDITABLE_STATES, FINISHED_STATES, WorkState


class NotEditable(WrongState):
    """The work's state allows no edits."""

    def __init__(self, state: str) -> None:
        in_review = state == WorkState.IN_REVIEW
        message = IN_REVIEW if in_review else NOT_IN_REVIEW if state in EDITABLE_STATES else FINISHED
        super().__init__(message, state=state)


FINISHED = "This is finished and takes no changes; a manager can reopen it."
IN_REVIEW = "This is in review: until it is returned, only its reviewer changes it."
NOT_IN_REVIEW = "A reviewer changes this only while it is in review."


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's roles for one work.

    ``role``: in the project. ``is_editor``: its owner or a listed editor. ``reviews`` and ``adjudicates``: roles for
    its topic that the member may use now.
    """

    role: str
    is_owner: bool = False
    is_editor: bool = False
    reviews: bool = False
    adjudicates: bool = False


def standing_of(work: Work) -> Standing:
    """The standing of the user for whom ``for_workspace`` read the work."""
    return Standing(
        work.member_role,
        is_owner=work.member_is_owner,
        is_editor=work.member_is_editor,
        reviews=work.member_reviews,
        adjudicates=work.member_adjudicates,
    )


def _check(can: Callable[[Standing], bool], message: str) -> Callable[[Standing], None]:
    """The ``check_...`` of a ``can_...``: raises NotAllowed with the message."""

    def check(standing: Standing) -> None:
        if not can(standing):
            raise NotAllowed(message)

    return check


def can_edit(standing: Standing) -> bool:
    """The owner and the listed editors, if their role allows annotating."""
    return standing.is_editor and can_annotate(standing.role)


check_edit = _check(can_edit, "Only the owner and the editors of this work may change it.")


def can_review(standing: Standing) -> bool:
    """Work is reviewed by the topic's reviewers and by managers, never by its owner."""
    allowed = can_manage(standing.role) or (can_annotate(standing.role) and standing.reviews)
    return allowed and not standing.is_owner


def check_review(standing: Standing) -> None:
    """Raise NotAllowed unless the member may review this work."""
    if standing.is_owner:
        raise NotAllowed("Nobody reviews their own work.")
    if not can_review(standing):
        raise NotAllowed("Only a reviewer of the topic whose own work on it is finished may do this.")


def can_change(standing: Standing, state: str) -> bool:
    """Who edits now: reviewers during review; otherwise the owner and the editors, until it is finished."""
    if state == WorkState.IN_REVIEW:
        return can_review(standing)
    return accepts_edits(state) and can_edit(standing)


def check_change(standing: Standing, state: str) -> None:
    """Raise NotAllowed if the member may never edit this work, NotEditable if only its state forbids it."""
    if can_change(standing, state):
        return
    if not standing.reviews:
        check_edit(standing)
    check_annotate(standing.role)
    raise NotEditable(state)


def can_release(standing: Standing) -> bool:
    """Editors release a pyramid, and so do managers and the topic's adjudicators."""
    return can_adjudicate(standing) or can_edit(standing)


check_release = _check(can_release, "Only the editors of this pyramid, adjudicators and managers may release it.")


def can_stand_in(standing: Standing) -> bool:
    """Finishing and carrying over: the owner, the editors, and managers in case the owner has left."""
    return can_manage(standing.role) or can_edit(standing)


check_stand_in = _check(can_stand_in, "Only the owner and the editors of this work, and managers, may do this.")


def can_adjudicate(standing: Standing) -> bool:
    """A consensus is made by the topic's adjudicators and by managers."""
    return can_manage(standing.role) or (can_annotate(standing.role) and standing.adjudicates)


check_adjudicate = _check(
    can_adjudicate, "Only an adjudicator of the topic whose own work on it is finished may do this."
)


def refused_topic_role(role: str, *, has_unfinished: bool) -> str:
    """Why a member cannot review or adjudicate a topic, as a sentence; empty if they can.

    ``has_unfinished``: they have unfinished work of their own on the topic.
    """
    if not can_annotate(role):
        return "Viewers of a project can read but not review or adjudicate."
    return "Nobody judges others’ work on a topic while their own on it is unfinished." if has_unfinished else ""


def is_finished(state: str) -> bool:
    """Whether work in this state is finished: its scores count, and it takes no edits."""
    return state in FINISHED_STATES


def accepts_edits(state: str) -> bool:
    """Whether work in this state can be edited."""
    return state in EDITABLE_STATES


def check_accepts_edits(state: str) -> None:
    """Raise NotEditable unless work in this state can be edited."""
    if not accepts_edits(state):
        raise NotEditable(state)
