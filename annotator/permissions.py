"""Who may do what: for each rule one ``can_...`` that answers and one ``check_...`` that raises.

Whether somebody may see a row at all is decided where rows are fetched (``visible_to``); these rules come after it.
"""

from annotator.models import Membership, Project
from annotator.models.visibility import EDITABLE_STATES, FINISHED_STATES, WorkState


class NotAllowed(PermissionError):
    """The member's role does not allow this; the message is one sentence for the member."""


class NotEditable(Exception):
    """The pyramid or peer annotation is in a state that accepts no edits."""

    def __init__(self, state: str) -> None:
        super().__init__("This is finished and takes no changes; a manager can reopen it.")
        self.state = state


def can_manage(role: str) -> bool:
    """Managers set up projects, topics, texts and members, import, release and reopen."""
    return role == Membership.Role.MANAGER


def check_manage(role: str) -> None:
    """Raise NotAllowed unless the member may manage the project."""
    if not can_manage(role):
        raise NotAllowed("Only a manager of the project may do this.")


def can_annotate(role: str) -> bool:
    """Managers and annotators may begin work of their own; viewers read."""
    return role in (Membership.Role.MANAGER, Membership.Role.ANNOTATOR)


def check_annotate(role: str) -> None:
    """Raise NotAllowed unless the member may begin work of their own."""
    if not can_annotate(role):
        raise NotAllowed("Viewers of a project can read but not annotate.")


def can_edit(role: str, *, is_editor: bool, reviews: bool = False, state: str = "") -> bool:
    """Edits are for the owner and the listed editors, and for the topic's reviewers while the work is in review.

    All of them only if their role still lets them annotate. ``reviews``: as ``member_reviews``.
    """
    return can_annotate(role) and (is_editor or (reviews and state == WorkState.IN_REVIEW))


def check_edit(role: str, *, is_editor: bool, reviews: bool = False, state: str = "") -> None:
    """Raise NotAllowed unless the member may edit this pyramid or peer annotation."""
    if not can_edit(role, is_editor=is_editor, reviews=reviews, state=state):
        raise NotAllowed("Only the owner and the editors of this work may change it.")


REVIEWED_STATES = frozenset({WorkState.SUBMITTED, WorkState.IN_REVIEW})


def can_review(role: str, *, reviews: bool, is_owner: bool, state: str) -> bool:
    """Submitted work is reviewed by the topic's reviewers and by managers, never by its owner.

    ``reviews``: the member reviews this topic and has no unfinished work of the kind on it (``member_reviews``).
    """
    allowed = can_manage(role) or (can_annotate(role) and reviews)
    return allowed and not is_owner and state in REVIEWED_STATES


def check_review(role: str, *, reviews: bool, is_owner: bool, state: str) -> None:
    """Raise NotAllowed unless the member may review this pyramid or peer annotation as it stands."""
    if is_owner:
        raise NotAllowed("Nobody reviews their own work.")
    if state not in REVIEWED_STATES:
        raise NotAllowed("Only what is finished can be reviewed.")
    if not can_review(role, reviews=reviews, is_owner=is_owner, state=state):
        raise NotAllowed("Only a reviewer of the topic whose own work on it is finished may do this.")


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


def can_be_shown_similar_text(suggestions: str) -> bool:
    """Similar text is for every member, unless the project has turned it off."""
    return suggestions == Project.Suggestions.ON


def check_shown_similar_text(suggestions: str) -> None:
    """Raise NotAllowed where the project has turned suggestions off."""
    if not can_be_shown_similar_text(suggestions):
        raise NotAllowed("This project has turned suggestions of similar text off.")


def accepts_edits(state: str) -> bool:
    """Whether work in this state can be edited."""
    return state in EDITABLE_STATES


def check_accepts_edits(state: str) -> None:
    """Raise NotEditable unless work in this state can be edited."""
    if not accepts_edits(state):
        raise NotEditable(state)
