"""Invitation links. They expire, can be revoked and admit a limited number of people."""

from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from annotator.accounts.audit_log import count_actions, log_action
from annotator.projects.invitation_models import Invitation
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.projects.services import add_member
from annotator.web.refusals import ServiceRefused

MAX_LINKS = 200
"""How many links of a project can work at the same time; the page of members lists at most as many links."""
MAX_TAKEN_NAMES = 20
"""How many times per hour the links made by one account can reveal that a user name is taken."""
TAKEN_NAME_ENTRY = "Somebody with an invitation link of this account asked for a user name that is taken."


class InvitationClosed(ServiceRefused):
    """The link no longer works. The message reveals nothing about the project."""


def _link_works(now: datetime) -> Q:
    """Matches the links that can be used at this time."""
    return Q(revoked_at=None, expires_at__gt=now, uses__lt=F("max_uses"))


@transaction.atomic
def make_invitation(
    *, project: Project, role: str, max_uses: int, days: int, by: Membership, now: datetime
) -> Invitation:
    """Create a link with which up to ``max_uses`` people can join in this role within ``days`` days.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused if `MAX_LINKS` links already work.
    """
    check_manage(by.role)
    assert by.user is not None  # noqa: S101  # for the type checker
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if project.invitations.filter(_link_works(now)).count() >= MAX_LINKS:
        raise ServiceRefused(f"{MAX_LINKS} links work, which is the maximum; withdraw some first.")
    return Invitation.objects.create(
        project=project,
        code=token_urlsafe(24),
        role=role,
        max_uses=max_uses,
        expires_at=now + timedelta(days=days),
        created_by=by.user,
    )


def revoke_invitation(*, invitation: Invitation, by: Membership, now: datetime) -> None:
    """Revoke a link. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=now)


def closing_reason(invitation: Invitation, now: datetime) -> str:
    """Returns why a link no longer works; empty if it works."""
    if invitation.revoked_at is not None:
        return "This invitation was withdrawn."
    if now >= invitation.expires_at:
        return "This invitation has expired."
    return "This invitation has been used up." if invitation.uses >= invitation.max_uses else ""


def invitation_links(*, project: Project, user: User, now: datetime) -> list[dict[str, Any]]:
    """Returns the visible links to a project: first the links that work, then the others; newest first in both groups.

    At most `MAX_LINKS` in all. ``role``: the role's label; ``closing_reason``: why a link no longer works, else empty.
    """
    visible = Invitation.objects.visible_to(user).filter(project=project).annotate(is_usable=_link_works(now))
    links = visible.order_by("-is_usable", "-created_at", "-pk")[:MAX_LINKS]
    return [
        {"invitation": link, "role": Membership.Role(link.role).label, "closing_reason": closing_reason(link, now)}
        for link in links
    ]


@transaction.atomic
def join(*, code: str, user: User, now: datetime) -> Membership:
    """Make a signed-in user a member and count this use of the link. Changes nothing if the user is already a member.

    Raises Invitation.DoesNotExist for an unknown code, InvitationClosed if the link no longer works.
    """
    invitation = _lock_invitation(code)
    member = Membership.objects.filter(project=invitation.project_id, user=user).first()
    return member or _use_invitation(invitation, user, now)


def sign_up(*, code: str, username: str, password: str, now: datetime) -> Membership:
    """Create an account and make it a member; return the membership. ``password`` has passed the site's validators.

    No account is created if this fails: raises what `join` raises, and ServiceRefused if the user name is taken, or if
    too many taken names were tried.
    """
    with transaction.atomic():
        invitation = _lock_invitation(code)
        if reason := closing_reason(invitation, now):  # first: a closed link must not reveal which user names are taken
            raise InvitationClosed(reason)
        maker = invitation.created_by
        if count_actions(by=maker, message=TAKEN_NAME_ENTRY, since=now - timedelta(hours=1)) >= MAX_TAKEN_NAMES:
            raise ServiceRefused("Too many taken user names were tried. Try again in an hour.")
        if (user := _create_user(username, password)) is not None:
            return _use_invitation(invitation, user, now)
        log_action(by=maker, on=invitation.project, message=TAKEN_NAME_ENTRY)
    # Raised outside the transaction, so that the audit entry is kept.
    raise ServiceRefused("This user name is already taken.")


def _create_user(username: str, password: str) -> User | None:
    """Returns a new account; None if the user name is taken."""
    if User.objects.filter(username__iexact=username).exists():
        return None
    try:
        with transaction.atomic():
            return User.objects.create_user(username, password=password)
    except IntegrityError:
        return None


def _lock_invitation(code: str) -> Invitation:
    """Return the invitation with this code, locked so that simultaneous uses are counted one after the other."""
    return Invitation.objects.select_for_update(of=("self",)).select_related("project", "created_by").get(code=code)


def _use_invitation(invitation: Invitation, user: User, now: datetime) -> Membership:
    """Make the user a member and count this use. Raises InvitationClosed. The caller has locked the invitation."""
    if reason := closing_reason(invitation, now):
        raise InvitationClosed(reason)
    member = add_member(project=invitation.project, user=user, role=invitation.role, by=user)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    return member
