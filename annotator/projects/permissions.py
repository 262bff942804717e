"""What a role or a project's settings allow: ``can_...`` returns the answer, ``check_...`` raises NotAllowed."""

from annotator.projects.models import Membership, Project
from annotator.web.refusals import NotAllowed


def can_manage(role: str) -> bool:
    """Whether the role may manage topics, texts, members, imports and releases, and reopen work. Only managers may."""
    return role == Membership.Role.MANAGER


def check_manage(role: str) -> None:
    if not can_manage(role):
        raise NotAllowed("Only a manager of the project may do this.")


def can_annotate(role: str) -> bool:
    """Whether members with this role may annotate. Managers and annotators may; viewers only read."""
    return role in (Membership.Role.MANAGER, Membership.Role.ANNOTATOR)


def check_annotate(role: str) -> None:
    if not can_annotate(role):
        raise NotAllowed("Viewers of a project can read but not annotate.")


def can_see_similar_text(suggestions: str) -> bool:
    """Whether a project with this setting shows suggestions of similar text to its members."""
    return suggestions == Project.Suggestions.ON


def check_similar_text(suggestions: str) -> None:
    if not can_see_similar_text(suggestions):
        raise NotAllowed("This project has turned suggestions of similar text off.")
