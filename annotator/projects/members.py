"""Changes to the members of a project. A project always keeps a manager who can sign in."""

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused


def owns_work(member: Membership) -> bool:
    """Whether the member owns works or wrote notes."""
    return member.works.exists() or member.notes.exists()


def add_account(*, project: Project, user: User, role: str, by: Membership) -> Membership:
    """Add a member as a manager. Raises NotAllowed, or as `add_member`."""
    check_manage(by.role)
    return add_member(project=project, user=user, role=role, by=by.user)


@transaction.atomic
def change_role(*, member: Membership, role: str, by: Membership) -> Membership:
    """Give a member with an account another role. Raises NotAllowed or ServiceRefused."""
    member = _locked(member, by)
    if member.user_id is None:
        raise ServiceRefused(f"{member.name} has no account and therefore no role.")
    if role != Membership.Role.MANAGER:
        _check_manager_stays(member)
    if role == Membership.Role.VIEWER:
        member.topic_roles.all().delete()
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Membership, by: Membership) -> None:
    """Remove a member; if they own work, their name stays without an account. Raises as `change_role`."""
    member = _locked(member, by)
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
def link_account(*, member: Membership, user: User, role: str, by: Membership) -> Membership:
    """Link a name without an account (from imported files) to an account, so that its holder owns the work.

    If the user is a member under another name already, that name is removed. Raises ServiceRefused if it owns work.
    """
    member = _locked(member, by)
    if member.user_id is not None:
        raise ServiceRefused(f"{member.name} already has an account.")
    other = Membership.objects.filter(project=member.project_id, user=user).first()
    if other is not None:
        if owns_work(other):
            raise ServiceRefused(
                f"{user.get_username()} already owns work here as {other.name}; two names cannot be merged."
            )
        if role != Membership.Role.MANAGER:
            _check_manager_stays(other)
        member.edited_works.add(*other.edited_works.all())
        other.assignments.update(member=member)
        other.topic_roles.update(member=member)
        other.delete()
    member.user, member.role = user, role
    member.save(update_fields=["user", "role"])
    return member


def _locked(member: Membership, by: Membership) -> Membership:
    """The current row. Locks all members, or two managers could remove each other and leave none."""
    check_manage(by.role)
    members = {row.pk: row for row in Membership.objects.select_for_update().filter(project=by.project_id)}
    if member.pk not in members:
        raise Membership.DoesNotExist
    check_manage(members[by.pk].role if by.pk in members else "")
    return members[member.pk]


def _check_manager_stays(member: Membership) -> None:
    managers = Membership.objects.filter(
        project=member.project_id, role=Membership.Role.MANAGER, user__is_active=True
    ).exclude(pk=member.pk)
    if member.role == Membership.Role.MANAGER and member.user_id is not None and not managers.exists():
        raise ServiceRefused(f"{member.name} is the last manager: make someone else a manager first.")
