"""Invitations to a project: links for anybody, and invitations to user names."""

from datetime import datetime
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F

from annotator.projects.columns import choices_constraint
from annotator.projects.models import Membership


class InvitationQuerySet(models.QuerySet[Any]):
    """Invitations of either kind."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The invitations to projects that the user manages. Others must not see a link, as it lets anyone join."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(project__memberships__user=user, project__memberships__role="manager")


class Invitation(models.Model):
    """A link by which up to ``max_uses`` people can become members, until it expires or is revoked.

    ``code`` is in the link.
    """

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=43, unique=True)
    role = models.CharField(max_length=10)
    max_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(uses__lte=F("max_uses")), name="invitation_not_used_too_often"),
            choices_constraint("invitation", "role", "manager", "annotator", "viewer"),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.project}"


class AccountInvitationQuerySet(InvitationQuerySet):
    def received_by(self, user: User, *, now: datetime) -> Self:
        """The invitations that the user can accept or decline."""
        return self.filter(user=user, declined_at=None, expires_at__gt=now)


class AccountInvitation(models.Model):
    """An invitation to a user name. ``user``: the account that had this name when the invitation was made, or None.

    ``member``: the member without an account whose work the invited user will own; None for a new member.
    """

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="account_invitations")
    username = models.CharField(max_length=150)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="received_invitations")
    role = models.CharField(max_length=10)
    member = models.ForeignKey("annotator.Membership", on_delete=models.CASCADE, null=True, related_name="+")
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    objects = AccountInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "username"], name="account_invitation_once_in_project"),
            choices_constraint("account_invitation", "role", "manager", "annotator", "viewer"),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.project} for {self.username}"

    @property
    def role_name(self) -> str:
        return Membership.Role(self.role).label
