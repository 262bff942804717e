"""Pyramids: all SCUs of a topic by one owner, as they stand."""

from typing import Any, Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F, Q

from annotator.models.opaque_id import opaque_id
from annotator.models.topic_role import TopicRole
from annotator.models.visibility import (
    EDITABLE_STATES,
    FINISHED_STATES,
    WorkState,
    last_turn,
    open_notes,
    roles_over_pyramids,
    sees_work,
)

__all__ = ["EDITABLE_STATES", "FINISHED_STATES", "Pyramid", "PyramidQuerySet", "WorkState"]


class PyramidQuerySet(models.QuerySet["Pyramid"]):
    """Pyramids, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The pyramids of the projects the user is a member of, but for what is blind."""
        if not user.is_authenticated:
            return self.none()
        edited = self._edited_by(user)
        return self.filter(sees_work(user, topic="topic", editors=edited, roles=roles_over_pyramids(user)))

    def for_workspace(self, user: User | AnonymousUser) -> Self:
        """Visible pyramids with topic, project and owner, and what the user is to them.

        ``member_role`` and ``member_is_editor`` come from the user's own membership; ``member_reviews`` and
        ``member_adjudicates`` from the roles for the topic that the user may use now.
        """
        if not user.is_authenticated:
            return self.none()
        roles = roles_over_pyramids(user)
        return (
            self.visible_to(user)
            .select_related("topic__project", "owner")
            .annotate(
                member_role=F("topic__project__memberships__role"),
                member_is_owner=Q(owner=F("topic__project__memberships")),
                member_is_editor=Q(owner=F("topic__project__memberships")) | Q(pk__in=self._edited_by(user)),
                member_reviews=Q(topic__in=roles.filter(role=TopicRole.Role.REVIEWER).values("topic")),
                member_adjudicates=Q(topic__in=roles.filter(role=TopicRole.Role.ADJUDICATOR).values("topic")),
                last_turn=last_turn("pyramid"),
                open_notes=open_notes("pyramid"),
            )
        )

    def roles_over(self, pyramid: int, *, user: User) -> tuple[bool, bool]:
        """Whether the user reviews and whether they adjudicate a pyramid that they can see. Raises DoesNotExist."""
        return self.for_workspace(user).values_list("member_reviews", "member_adjudicates").get(pk=pyramid)

    def _edited_by(self, user: User) -> models.QuerySet[Any]:
        """The keys of the pyramids that the user is a listed editor of."""
        return self.model.editors.through.objects.filter(membership__user=user.pk).values("pyramid")


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
    member_is_owner: bool
    member_is_editor: bool
    member_reviews: bool
    member_adjudicates: bool
    last_turn: dict[str, str] | None
    open_notes: int

    objects = PyramidQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["topic", "owner"], name="pyramid_once_for_topic_and_owner"),
            models.CheckConstraint(condition=models.Q(state__in=WorkState.values), name="pyramid_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} by {self.owner}"
