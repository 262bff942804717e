"""Assignments: which member is to make which pyramid and to match which peer."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import kept_name


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    """Assignments, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """One's own, and as a manager all of the project's: who works on what is not for the others."""
        if not user.is_authenticated:
            return self.none()
        manages = Q(topic__project__memberships__user=user, topic__project__memberships__role="manager")
        return self.filter(manages | Q(member__user=user)).distinct()


class Assignment(models.Model):
    """A member's task: the pyramid of a topic, or with ``summary`` the matching of one peer.

    ``release``: the one to match the peer against; None leaves the choice to the member. An assignment is a plan:
    taking it away leaves the work that was done for it.
    """

    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="assignments")
    member = models.ForeignKey("annotator.Membership", on_delete=models.CASCADE, related_name="assignments")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.CASCADE, null=True, related_name="assignments")
    release = models.ForeignKey("annotator.Release", on_delete=models.CASCADE, null=True, related_name="assignments")
    due = models.DateField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    creator_name = kept_name()

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["topic", "member"], condition=Q(summary__isnull=True), name="assignment_of_a_pyramid_once"
            ),
            models.UniqueConstraint(fields=["summary", "member"], name="assignment_of_a_peer_once"),
            models.CheckConstraint(
                condition=Q(summary__isnull=False) | Q(release__isnull=True), name="assignment_release_is_for_a_peer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.summary or 'pyramid'} of {self.topic}"
