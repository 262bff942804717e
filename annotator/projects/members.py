"""Changes to the members of a project. A project always keeps a manager who can sign in."""

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import Membership
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused


def owns_work(member: Membership) -> bool:
    """Whether the member owns works or has written notes."""
    return member.works.exists() or member.notes.exists()


@transaction.atomic
def change_role(*, member: Membership, role: str, by: Membership) -> Membership:
    """Give a member with an account another role. Raises NotAllowed or ServiceRefused."""
    member = _lock_member(member, by)
    if member.user_id is None:
        raise ServiceRefused(f"{member.name} has no account and therefore no role.")
    if role != Membership.Role.MANAGER:
        _check_manager_stays(member)
    if role == Membership.Role.VIEWER:
        member.topic_roles.all().delete()  # viewers neither review nor adjudicate
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Membership, by: Membership) -> None:
    """Remove a member, or only their account if they own work. Raises NotAllowed or ServiceRefused."""
    member = _lock_member(member, by)
    _check_manager_stays(member)
    if not owns_work(member):
        member.delete()
        return
    if member.user_id is None:
        raise ServiceRefused(f"{member.name} owns work in this project, so the name stays.")
    member.edited_works.clear()
    member.assignments.all().delete()
    member.topic_roles.all().delete()
    member.user = None
    member.role = Membership.Role.ANNOTATOR
    member.save(update_fields=["user", "role"])


@transaction.atomic
def link_account(*, member: Membership, user: User, role: str) -> Membership:
    """Link a member without an account (an owner of imported work) to an account. Checks no permission.

    If the user is already a member under another name, that membership is removed. Raises ServiceRefused if it owns
    work.
    """
    member = _locked_members(member.project_id)[member.pk]
    if member.user_id is not None:
        raise ServiceRefused(f"{member.name} already has an account.")
    other_membership = Membership.objects.filter(project=member.project_id, user=user).first()
    if other_membership is not None:
        if owns_work(other_membership):
            raise ServiceRefused(
                f"{user.get_username()} already owns work here as {other_membership.name}; two names cannot be merged."
            )
        if role != Membership.Role.MANAGER:
            _check_manager_stays(other_membership)
        member.edited_works.add(*other_membership.edited_works.all())
        other_membership.assignments.update(member=member)
        other_membership.topic_roles.update(member=member)
        other_membership.delete()
    member.user, member.role = user, role
    member.save(update_fields=["user", "role"])
    return member


def _locked_members(project: int) -> dict[int, Membership]:
    """Returns all members of a project by primary key, locked."""
    return {row.pk: row for row in Membership.objects.select_for_update().order_by("pk").filter(project=project)}


def _lock_member(member: Membership, by: Membership) -> Membership:
    """Returns the member's current row. Raises NotAllowed unless ``by`` still manages the project.

    Locks all members of the project; otherwise two managers could remove each other.
    """
    check_manage(by.role)
    members = _locked_members(by.project_id)
    if member.pk not in members:
        raise Membership.DoesNotExist
    check_manage(members[by.pk].role if by.pk in members else "")
    return members[member.pk]


def _check_manager_stays(member: Membership) -> None:
    """Raise ServiceRefused if no manager who can sign in would remain without this member."""
    managers = Membership.objects.filter(
        project=member.project_id, role=Membership.Role.MANAGER, user__is_active=True
    ).exclude(pk=member.pk)
    if member.role == Membership.Role.MANAGER and member.user_id is not None and not managers.exists():
        raise ServiceRefused(f"{member.name} is the last manager: make someone else a manager first.")
