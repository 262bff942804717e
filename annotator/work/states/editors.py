"""Who edits a work besides its owner."""

from collections.abc import Collection

from django.db.models import QuerySet

from annotator.projects.models import Membership
from annotator.projects.permissions import check_annotate, check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.models import Work


def possible_editors(*, project: int, owner: int) -> QuerySet[Membership]:
    """The members who may be named: they have an account and may annotate; the owner edits anyway."""
    members = Membership.objects.filter(project=project, user__isnull=False).exclude(pk=owner)
    return members.exclude(role=Membership.Role.VIEWER)


def set_editors(*, work: Work, editors: Collection[Membership], by: Membership) -> None:
    """Let these members, and nobody else but the owner, edit. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    for editor in editors:
        if editor.project_id != work.topic.project_id:
            raise ServiceRefused("Only members of the project can be editors.")
        check_annotate(editor.role)
    work.editors.set(editors)
