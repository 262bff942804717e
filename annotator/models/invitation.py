"""Invitations: links by which people become members of a project."""

from datetime import datetime
from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The invitations to the projects that the user manages: a link lets in whoever has it."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(project__memberships__user=user, project__memberships__role="manager")


class Invitation(models.Model):
    """A link that makes up to ``most_uses`` people members, until it expires or is revoked. ``code`` is in the link."""

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=43, unique=True)
    role = models.CharField(max_length=10)
    most_uses = models.PositiveIntegerField(default=1)
    uses = models.PositiveIntegerField(default=0)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(uses__lte=F("most_uses")), name="invitation_not_used_too_often"),
            models.CheckConstraint(
                condition=models.Q(role__in=["manager", "annotator", "viewer"]), name="invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.project}"

    def is_open(self, now: datetime) -> bool:
        """Whether somebody can still come in by it."""
        return self.revoked_at is None and now < self.expires_at and self.uses < self.most_uses
