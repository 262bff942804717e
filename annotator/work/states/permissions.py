"""Who may do what: for each rule one ``can_...`` that answers and one ``check_...`` that raises.

Whether somebody may see a row at all is decided where rows are fetched (``visible_to``); these rules come after it.
"""

from dataclasses import dataclass

from annotator.projects.permissions import can_annotate, can_manage, check_annotate, check_manage
from annotator.web.refusals import NotAllowed, WrongState
from annotator.work.models import Work
from annotator.work.visibility import EDITABLE_STATES, FINISHED_STATES, WorkState


class NotEditable(WrongState):
    """The work is in a state that accepts no edits."""

    def __init__(self, state: str) -> None:
        in_review = state == WorkState.IN_REVIEW
        message = IN_REVIEW if in_review else NOT_IN_REVIEW if state in EDITABLE_STATES else FINISHED
        super().__init__(message, state=state)


FINISHED = "This is finished and takes no changes; a manager can reopen it."
IN_REVIEW = "This is in review: until it is returned, only its reviewer changes it."
NOT_IN_REVIEW = "A reviewer changes this only while it is in review."


@dataclass(frozen=True, slots=True)
class Standing:
    """What a member is to a work: the role in the project, and those for this work and topic.

    ``is_editor``: its owner or a listed editor. ``reviews`` and ``adjudicates``: roles for its topic that the member
    may use now (``member_reviews``, ``member_adjudicates``).
    """

    role: str
    is_owner: bool = False
    is_editor: bool = False
    reviews: bool = False
    adjudicates: bool = False


def standing_of(work: Work) -> Standing:
    """What the user who asks is to a work found with ``for_workspace``."""
    return Standing(
        work.member_role,
        is_owner=work.member_is_owner,
        is_editor=work.member_is_editor,
        reviews=work.member_reviews,
        adjudicates=work.member_adjudicates,
    )


def can_edit(role: str, *, is_editor: bool) -> bool:
    """The owner and the listed editors work on it, if their role still lets them annotate."""
    return is_editor and can_annotate(role)


def check_edit(role: str, *, is_editor: bool) -> None:
    """Raise NotAllowed unless the member works on this work."""
    if not can_edit(role, is_editor=is_editor):
        raise NotAllowed("Only the owner and the editors of this work may change it.")


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
    """Who edits now: in review those who review, else the owner and the editors, until it is finished."""
    if state == WorkState.IN_REVIEW:
        return can_review(standing)
    return accepts_edits(state) and can_edit(standing.role, is_editor=standing.is_editor)


def check_change(standing: Standing, state: str) -> None:
    """Raise NotAllowed for who never edits this, and NotEditable for who does in another state."""
    if can_change(standing, state):
        return
    if not standing.reviews:
        check_edit(standing.role, is_editor=standing.is_editor)
    check_annotate(standing.role)
    raise NotEditable(state)


def can_release(standing: Standing) -> bool:
    """Editors release a pyramid, and so do managers and the topic's adjudicators."""
    adjudicates = can_adjudicate(standing.role, adjudicates=standing.adjudicates)
    return adjudicates or can_edit(standing.role, is_editor=standing.is_editor)


def check_release(standing: Standing) -> None:
    """Raise NotAllowed unless the member may make a release of this pyramid."""
    if not can_release(standing):
        raise NotAllowed("Only the editors of this pyramid, adjudicators and managers may release it.")


def can_stand_in(standing: Standing) -> bool:
    """Finishing and carrying over are for the owner and the editors, and for managers where the owner has gone."""
    return can_manage(standing.role) or can_edit(standing.role, is_editor=standing.is_editor)


def check_stand_in(standing: Standing) -> None:
    """Raise NotAllowed unless the member may finish this work, or carry it over to another release."""
    if not can_stand_in(standing):
        raise NotAllowed("Only the owner and the editors of this work, and managers, may do this.")


def can_write_notes(role: str) -> bool:
    """Notes are for all who may annotate and see the work; viewers read them."""
    return can_annotate(role)


def check_write_notes(role: str) -> None:
    """Raise NotAllowed unless the member may write notes."""
    if not can_write_notes(role):
        raise NotAllowed("Viewers of a project can read notes but not write any.")


def can_adjudicate(role: str, *, adjudicates: bool) -> bool:
    """A consensus is made by the topic's adjudicators and by managers.

    ``adjudicates``: the member adjudicates this topic and has no unfinished work of the kind on it
    (``member_adjudicates``).
    """
    return can_manage(role) or (can_annotate(role) and adjudicates)


def check_adjudicate(role: str, *, adjudicates: bool) -> None:
    """Raise NotAllowed unless the member may make a consensus of the topic's work."""
    if not can_adjudicate(role, adjudicates=adjudicates):
        raise NotAllowed("Only an adjudicator of the topic whose own work on it is finished may do this.")


def can_hold_topic_role(role: str, *, has_unfinished: bool) -> bool:
    """Reviewers and adjudicators are members who may annotate, without unfinished work of their own on the topic."""
    return can_annotate(role) and not has_unfinished


def check_hold_topic_role(role: str, *, has_unfinished: bool) -> None:
    """Raise NotAllowed unless the member can be given a role for the topic."""
    if not can_annotate(role):
        raise NotAllowed("Viewers of a project can read but not review or adjudicate.")
    if has_unfinished:
        raise NotAllowed("Nobody judges others’ work on a topic while their own on it is unfinished.")


def is_finished(state: str) -> bool:
    """Whether work in this state is finished: its scores count, and it takes no edits."""
    return state in FINISHED_STATES


def can_reopen(role: str) -> bool:
    """Finished work is reopened by managers only."""
    return can_manage(role)


def check_reopen(role: str) -> None:
    """Raise NotAllowed unless the member may reopen finished work."""
    check_manage(role)


def accepts_edits(state: str) -> bool:
    """Whether work in this state can be edited."""
    return state in EDITABLE_STATES


def check_accepts_edits(state: str) -> None:
    """Raise NotEditable unless work in this state can be edited."""
    if not accepts_edits(state):
        raise NotEditable(state)
