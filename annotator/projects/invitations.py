"""Invitations: links by which people become members, counted, expiring and revocable."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from annotator.projects.models import Invitation, Membership, Project
from annotator.projects.permissions import check_manage
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused

MOST_USES, MOST_DAYS = 500, 90


class InvitationClosed(ServiceRefused):
    """Nobody comes in by this link any more; the reason tells nothing of the project."""


def make_invitation(
    *, project: Project, role: str, most_uses: int, days: int, by: Membership, now: datetime
) -> Invitation:
    """A link that makes up to ``most_uses`` people members of this role within ``days``.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused for what no link can be.
    """
    check_manage(by.role)
    assert by.user is not None  # noqa: S101  # for the type checker
    if role not in Membership.Role.values:
        raise ServiceRefused("There is no such role.")
    if not (1 <= most_uses <= MOST_USES and 1 <= days <= MOST_DAYS):
        raise ServiceRefused(f"A link is valid for 1 to {MOST_USES} people and 1 to {MOST_DAYS} days.")
    return Invitation.objects.create(
        project=project,
        code=token_urlsafe(24),
        role=role,
        most_uses=most_uses,
        expires_at=now + timedelta(days=days),
        created_by=by.user,
    )


def revoke_invitation(*, invitation: Invitation, by: Membership, now: datetime) -> None:
    """Let nobody else in by this link. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)


def closed_because(invitation: Invitation, now: datetime) -> str:
    """A sentence that says why a link lets nobody in; empty for one that does."""
    if invitation.is_open(now):
        return ""
    if invitation.revoked_at is not None:
        return "This invitation was withdrawn."
    if now >= invitation.expires_at:
        return "This invitation has expired."
    return "This invitation has been used as often as it can be."


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """A link as its list shows it; ``closed``: why it lets nobody in, empty for one that does."""

    invitation: Invitation
    role: str
    closed: str


def invitation_lines(*, project: Project, user: User, now: datetime) -> list[InvitationLine]:
    """The links to a project that the user may see, the newest first. One statement."""
    found = Invitation.objects.visible_to(user).filter(project=project)
    return [InvitationLine(one, Membership.Role(one.role).label, closed_because(one, now)) for one in found]


@transaction.atomic
def join(*, code: str, user: User, now: datetime) -> Membership:
    """Make somebody who is signed in a member, and count it; a member already stays as they are, uncounted.

    Raises Invitation.DoesNotExist for an unknown code, InvitationClosed for one that lets nobody in.
    """
    invitation = _locked(code)
    member = Membership.objects.filter(project=invitation.project_id, user=user).first()
    return member or _come_in(invitation, user, now)


@transaction.atomic
def sign_up(*, code: str, username: str, password: str, now: datetime) -> Membership:
    """Make an account and its membership, or neither. Raises as `join`, and ServiceRefused for a name that is taken.

    ``password`` has passed the site's validators.
    """
    invitation = _locked(code)
    if reason := closed_because(invitation, now):
        raise InvitationClosed(reason)
    try:
        with transaction.atomic():
            user = User.objects.create_user(username, password=password)
    except IntegrityError as error:
        raise ServiceRefused("This user name is already taken.") from error
    return _come_in(invitation, user, now)


def _locked(code: str) -> Invitation:
    """The invitation, locked: of two people at once, the second sees what the first has used."""
    return Invitation.objects.select_for_update(of=("self",)).select_related("project").get(code=code)


def _come_in(invitation: Invitation, user: User, now: datetime) -> Membership:
    if reason := closed_because(invitation, now):
        raise InvitationClosed(reason)
    member = add_member(project=invitation.project, user=user, role=invitation.role, by=user)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    return member
