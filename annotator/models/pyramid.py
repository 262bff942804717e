"""Pyramids: all SCUs of a topic by one owner, as they stand."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from annotator.models.opaque_id import opaque_id


class WorkState(models.TextChoices):
    """States of a pyramid or peer annotation (DESIGN §3)."""

    IN_PROGRESS = "in_progress", "In progress"
    IN_REVIEW = "in_review", "In review"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    ADJUDICATED = "adjudicated", "Adjudicated"


EDITABLE_STATES = frozenset({WorkState.IN_PROGRESS, WorkState.IN_REVIEW, WorkState.RETURNED})


class PyramidQuerySet(models.QuerySet["Pyramid"]):
    """Pyramids, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The pyramids of the projects the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(topic__project__memberships__user=user)

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Visible pyramids with topic, project and owner, and what the user is to them.

        ``member_role`` and ``member_is_editor`` come from the user's own membership.
        """
        edits = self.model.editors.through.objects.filter(pyramid=OuterRef("pk"), membership__user=user.pk)
        return (
            self.visible_to(user)
            .select_related("topic__project", "owner")
            .annotate(
                member_role=F("topic__project__memberships__role"),
                member_is_editor=Q(owner=F("topic__project__memberships")) | Exists(edits),
            )
        )


class Pyramid(models.Model):
    """The SCUs of a topic by one owner. ``revision`` counts the edits of its log."""

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="pyramids")
    owner = models.ForeignKey("annotator.Membership", on_delete=models.PROTECT, related_name="pyramids")
    editors = models.ManyToManyField("annotator.Membership", related_name="edited_pyramids", blank=True)
    state = models.CharField(max_length=12, choices=WorkState.choices, default=WorkState.IN_PROGRESS)
    revision = models.PositiveIntegerField(default=0)
    next_uid = models.PositiveIntegerField(default=1)
    next_position = models.FloatField(default=1.0)
    created_at = models.DateTimeField(auto_now_add=True)

    # Set by for_workspace() from the membership of the user who asks.
    member_role: str
    member_is_editor: bool

    objects = PyramidQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["topic", "owner"], name="pyramid_once_for_topic_and_owner"),
            models.CheckConstraint(condition=models.Q(state__in=WorkState.values), name="pyramid_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} by {self.owner}"
