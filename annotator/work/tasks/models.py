"""Assignments: which member is to do which work."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import imported_user_name_field
from annotator.work.kinds import kinds


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def of_known_kinds(self) -> Self:
        """Returns the assignments of registered kinds."""
        return self.filter(kind__in=[kind.name for kind in kinds()])

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Returns the user's own assignments; for managers, all assignments of the project."""
        if not user.is_authenticated:
            return self.none()
        manages = Q(topic__project__memberships__user=user, topic__project__memberships__role="manager")
        return self.of_known_kinds().filter(manages | Q(member__user=user)).distinct()


class Assignment(models.Model):
    """A member's task: a work of a ``kind`` on a topic or, with ``summary``, on one of its peers.

    For some kinds a task is several works (`Kind.task_details`). ``release``: the release to pin the work to; None
    leaves the choice to the member. ``slot``: distinguishes tasks that are equal in kind, topic, summary and member:
    see `TaskOption`. Deleting an assignment does not delete the work done for it.
    """

    kind = models.CharField(max_length=20)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="assignments")
    member = models.ForeignKey("annotator.Membership", on_delete=models.CASCADE, related_name="assignments")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.CASCADE, null=True, related_name="assignments")
    release = models.ForeignKey("annotator.Release", on_delete=models.CASCADE, null=True, related_name="assignments")
    slot = models.CharField(max_length=100, blank=True, default="", db_default="")
    due = models.DateField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    creator_name = imported_user_name_field()

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "topic", "summary", "member", "slot"], name="assignment_once", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(summary__isnull=False) | Q(release__isnull=True), name="assignment_release_is_for_a_summary"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.kind} of {self.summary or self.topic}"
