"""Invitations to single accounts by user name. Nobody becomes a member without accepting (ADR 186).

A manager who invites a user name does not learn whether such an account exists: an invitation is stored in any case.
"""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction

from annotator.accounts.audit_log import log_action
from annotator.projects.invitation_models import AccountInvitation
from annotator.projects.members import link_account
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused

DAYS_VALID = 30
MAX_INVITATIONS = 500  # that a project can have at the same time


@transaction.atomic
def invite_account(
    *, project: Project, username: str, role: str, by: Membership, now: datetime, member: Membership | None = None
) -> AccountInvitation:
    """Invite whoever has this user name; a second invitation replaces the first.

    ``member``: a member without an account, whose work the invited person will own. Raises NotAllowed unless ``by``
    manages the project; ServiceRefused if the user is a member already, ``member`` has an account, or there are too
    many invitations.
    """
    check_manage(by.role)
    assert by.user is not None  # noqa: S101  # for the type checker
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if member is None and project.memberships.filter(user__username=username).exists():
        raise ServiceRefused(f"{username} is already a member.")
    if member is not None and not project.memberships.filter(pk=member.pk, user=None).exists():
        raise ServiceRefused(f"{member.name} already has an account.")
    other_invitations = project.account_invitations.exclude(username=username)
    if other_invitations.count() >= MAX_INVITATIONS:
        raise ServiceRefused(f"{MAX_INVITATIONS} invitations are waiting, which is the maximum; withdraw some first.")
    invitation, _ = AccountInvitation.objects.update_or_create(
        project=project,
        username=username,
        defaults={
            "user": User.objects.filter(username=username, is_active=True).first(),
            "role": role,
            "member": member,
            "created_by": by.user,
            "created_at": now,
            "expires_at": now + timedelta(days=DAYS_VALID),
            "declined_at": None,
        },
    )
    return invitation


def withdraw_invitation(*, invitation: AccountInvitation, by: Membership) -> None:
    """Delete an invitation. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    AccountInvitation.objects.filter(pk=invitation.pk, project=by.project_id).delete()


@transaction.atomic
def accept_invitation(*, invitation: AccountInvitation, by: User, now: datetime) -> Membership:
    """Make the invited user a member.

    Raises AccountInvitation.DoesNotExist if the invitation is no longer open, and what `link_account` raises.
    """
    project = Project.objects.select_for_update(no_key=True).get(pk=invitation.project_id)
    received = AccountInvitation.objects.select_for_update(of=["self"]).received_by(by, now=now)
    locked = received.select_related("member").get(pk=invitation.pk)
    locked.delete()
    if locked.member is not None and locked.member.user_id is None:
        log_action(by=by, on=project, message=f"Agreed to continue the work of {locked.member.name}.")
        return link_account(member=locked.member, user=by, role=locked.role)
    existing_member = project.memberships.filter(user=by).first()
    return existing_member or add_member(project=project, user=by, role=locked.role, by=by)


def decline_invitation(*, invitation: AccountInvitation, by: User, now: datetime) -> None:
    """Hide the invitation from the invited user. Managers are not notified: that would reveal the account."""
    AccountInvitation.objects.received_by(by, now=now).filter(pk=invitation.pk).update(declined_at=now)
