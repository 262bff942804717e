"""Who may do what: for each rule one ``can_...`` that answers and one ``check_...`` that raises.

Whether somebody may see a row at all is decided where rows are fetched (``visible_to``); these rules come after it.
"""

from annotator.models import Membership, Project
from annotator.models.pyramid import EDITABLE_STATES


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


def can_edit(role: str, *, is_editor: bool) -> bool:
    """Edits are for the owner and the listed editors, if their role still lets them annotate."""
    return is_editor and can_annotate(role)


def check_edit(role: str, *, is_editor: bool) -> None:
    """Raise NotAllowed unless the member may edit this pyramid or peer annotation."""
    if not can_edit(role, is_editor=is_editor):
        raise NotAllowed("Only the owner and the editors of this work may change it.")


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
