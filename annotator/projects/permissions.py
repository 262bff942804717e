"""What a role in a project allows: for each rule, ``can_...`` returns it and ``check_...`` raises NotAllowed."""

from annotator.projects.models import Membership, Project
from annotator.web.refusals import NotAllowed


def can_manage(role: str) -> bool:
    """Managers set up projects, topics, texts and members, import, release and reopen."""
    return role == Membership.Role.MANAGER


def check_manage(role: str) -> None:
    """Raise NotAllowed unless the member may manage the project."""
    if not can_manage(role):
        raise NotAllowed("Only a manager of the project may do this.")


def can_annotate(role: str) -> bool:
    """Managers and annotators may start work of their own; viewers may only read."""
    return role in (Membership.Role.MANAGER, Membership.Role.ANNOTATOR)


def check_annotate(role: str) -> None:
    """Raise NotAllowed unless the member may start work of their own."""
    if not can_annotate(role):
        raise NotAllowed("Viewers of a project can read but not annotate.")


def can_see_similar_text(suggestions: str) -> bool:
    """Every member may see suggestions of similar text, unless the project has turned them off."""
    return suggestions == Project.Suggestions.ON


def check_similar_text(suggestions: str) -> None:
    """Raise NotAllowed if the project has turned suggestions off."""
    if not can_see_similar_text(suggestions):
        raise NotAllowed("This project has turned suggestions of similar text off.")
