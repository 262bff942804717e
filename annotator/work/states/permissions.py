"""Permissions on a visible work: each rule has a ``can_...`` that returns a bool and a ``check_...`` that raises."""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.projects.permissions import can_annotate, can_manage, check_annotate
from annotator.web.refusals import NotAllowed, WrongState
from annotator.work.models import Work
from annotator.work.visibility import EDITABLE_STATES, FINISHED_STATES, WorkState


class NotEditable(WrongState):
    """The state of the work does not allow the user to edit it now."""

    def __init__(self, state: str) -> None:
        is_in_review = state == WorkState.IN_REVIEW
        other_message = NOT_IN_REVIEW_MESSAGE if state in EDITABLE_STATES else FINISHED_MESSAGE
        super().__init__(IN_REVIEW_MESSAGE if is_in_review else other_message, state=state)


class Closed(WrongState):
    """Something other than the state of the work forbids changes of it, such as a closed instrument."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, state="closed")


FINISHED_MESSAGE = "This is finished and takes no changes; a manager can reopen it."
IN_REVIEW_MESSAGE = "This is in review: until it is returned, only its reviewer can change it."
NOT_IN_REVIEW_MESSAGE = "A reviewer can change this only while it is in review."


@dataclass(frozen=True, slots=True)
class WorkRoles:
    """The roles of a member for one work.

    ``role``: the role in the project. ``is_editor``: the member is the owner or a listed editor. ``reviews``,
    ``adjudicates``: the member is a reviewer or adjudicator of the topic and may act as such now.
    """

    role: str
    is_owner: bool = False
    is_editor: bool = False
    reviews: bool = False
    adjudicates: bool = False


def roles_of(work: Work) -> WorkRoles:
    """Returns the roles of the user for whom ``for_workspace`` read the work."""
    return WorkRoles(
        work.member_role,
        is_owner=work.member_is_owner,
        is_editor=work.member_is_editor,
        reviews=work.member_reviews,
        adjudicates=work.member_adjudicates,
    )


def _check(can: Callable[[WorkRoles], bool], message: str) -> Callable[[WorkRoles], None]:
    """Make the ``check_...`` of a ``can_...``: it raises NotAllowed with the message."""

    def check(roles: WorkRoles) -> None:
        if not can(roles):
            raise NotAllowed(message)

    return check


def can_edit(roles: WorkRoles) -> bool:
    """Whether the member is the owner or a listed editor, with a project role that allows annotating."""
    return roles.is_editor and can_annotate(roles.role)


check_edit = _check(can_edit, "Only the owner and the editors of this work may change it.")


def can_review(roles: WorkRoles) -> bool:
    """Whether the member is a reviewer of the topic or a manager, and not the owner."""
    is_reviewer = can_manage(roles.role) or (can_annotate(roles.role) and roles.reviews)
    return is_reviewer and not roles.is_owner


def check_review(roles: WorkRoles) -> None:
    """Raise NotAllowed unless the member may review this work."""
    if roles.is_owner:
        raise NotAllowed("Nobody reviews their own work.")
    if not can_review(roles):
        raise NotAllowed("Only a reviewer of the topic whose own work on it is finished may do this.")


def can_edit_now(roles: WorkRoles, state: str) -> bool:
    """Whether the member may edit in this state: a reviewer while it is in review, an editor while it is open."""
    if state == WorkState.IN_REVIEW:
        return can_review(roles)
    return accepts_edits(state) and can_edit(roles)


def check_edit_now(roles: WorkRoles, state: str) -> None:
    """Raise NotAllowed if the member may never edit this work, NotEditable if only its present state forbids it."""
    if can_edit_now(roles, state):
        return
    if not roles.reviews:
        check_edit(roles)
    check_annotate(roles.role)
    raise NotEditable(state)


def can_release(roles: WorkRoles) -> bool:
    """Whether the member may release this pyramid: as an editor, a manager or an adjudicator of the topic."""
    return can_adjudicate(roles) or can_edit(roles)


check_release = _check(can_release, "Only the editors of this pyramid, adjudicators and managers may release it.")


def can_edit_or_manage(roles: WorkRoles) -> bool:
    """Whether the member may finish the work or carry it over to a later release, as an editor or a manager."""
    return can_manage(roles.role) or can_edit(roles)  # managers, because the owner may have left


check_edit_or_manage = _check(
    can_edit_or_manage, "Only the owner and the editors of this work, and managers, may do this."
)


def can_adjudicate(roles: WorkRoles) -> bool:
    """Whether the member may make a consensus: as an adjudicator of the topic or a manager."""
    return can_manage(roles.role) or (can_annotate(roles.role) and roles.adjudicates)


check_adjudicate = _check(
    can_adjudicate, "Only an adjudicator of the topic whose own work on it is finished may do this."
)


def topic_role_obstacle(role: str, *, has_unfinished: bool) -> str:
    """Returns a sentence on why a member with this project role cannot review or adjudicate a topic; empty if they can.

    ``has_unfinished``: the member has unfinished work of their own on the topic.
    """
    if not can_annotate(role):
        return "Viewers of a project can read but not review or adjudicate."
    if has_unfinished:
        return "Members cannot review or adjudicate a topic while their own work on it is unfinished."
    return ""


def is_finished(state: str) -> bool:
    """Whether work in this state is finished, so that its scores count."""
    return state in FINISHED_STATES


def accepts_edits(state: str) -> bool:
    return state in EDITABLE_STATES


def check_accepts_edits(state: str) -> None:
    if not accepts_edits(state):
        raise NotEditable(state)
