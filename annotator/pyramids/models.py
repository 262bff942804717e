"""Pyramids: their SCUs, contributors and parts, text set aside, and SCUs as released."""

from typing import Any, Self

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q

from annotator.projects.columns import opaque_id
from annotator.work.columns import flags_field, flags_known, int4range, int8range
from annotator.work.states.models import TopicRole
from annotator.work.states.visibility import (
    WorkState,
    last_turn,
    open_notes,
    roles_over_pyramids,
    sees_work,
)


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


class ScuQuerySet(models.QuerySet["Scu"]):
    """SCUs, scoped to people and with their weights."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The SCUs of the pyramids that the user may see."""
        return self.filter(pyramid__in=Pyramid.objects.visible_to(user))

    def with_weights(self) -> Self:
        """Each SCU with ``weight``, the number of model summaries that contribute to it."""
        return self.annotate(weight=models.Count("contributors"))


class Scu(models.Model):
    """A labelled content unit of a live pyramid; its weight is derived, never stored.

    ``uuid`` is made by the page, ``uid`` is DUCView's integer; both are unique in the pyramid and never reused.
    """

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, related_name="scus")
    uuid = models.UUIDField()
    uid = models.PositiveIntegerField()
    position = models.FloatField()
    label = models.TextField(blank=True, default="")
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    objects = ScuQuerySet.as_manager()

    class Meta:
        ordering = ["position", "id"]
        verbose_name = "SCU"
        verbose_name_plural = "SCUs"
        constraints = [
            models.UniqueConstraint(fields=["pyramid", "uuid"], name="scu_uuid_once_in_pyramid"),
            models.UniqueConstraint(fields=["pyramid", "uid"], name="scu_uid_once_in_pyramid"),
            flags_known(["unsure", "discuss"], name="scu_flags_known"),
        ]

    def __str__(self) -> str:
        return self.label or f"SCU {self.uid}"


class ContributorQuerySet(models.QuerySet["Contributor"]):
    """Contributors, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The contributors in the pyramids that the user may see."""
        return self.filter(scu__pyramid__in=Pyramid.objects.visible_to(user))


class Contributor(models.Model):
    """One per SCU and model summary; ``position`` keeps the order in which they were added."""

    scu = models.ForeignKey("annotator.Scu", on_delete=models.CASCADE, related_name="contributors")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.PROTECT, related_name="contributors")
    position = models.PositiveIntegerField()
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    objects = ContributorQuerySet.as_manager()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["scu", "summary"], name="contributor_once_for_scu_and_summary"),
            flags_known(["unsure", "discuss"], name="contributor_flags_known"),
        ]

    def __str__(self) -> str:
        return f"Contributor {self.pk}"


class Part(models.Model):
    """A half-open span of code points of the contributor's summary."""

    contributor = models.ForeignKey("annotator.Contributor", on_delete=models.CASCADE, related_name="parts")
    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, related_name="parts")
    uuid = models.UUIDField()
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pyramid", "uuid"], name="part_uuid_once_in_pyramid", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(condition=models.Q(start__lt=F("end")), name="part_not_empty"),
            # Checked at commit: one statement may move the edges of several parts.
            # int8range over the key stands in for "=": GiST has none for integers without an extension.
            ExclusionConstraint(
                name="part_none_overlaps_in_contributor",
                deferrable=models.Deferrable.DEFERRED,
                expressions=[
                    (int8range("contributor"), RangeOperators.OVERLAPS),
                    (int4range("start", "end"), RangeOperators.OVERLAPS),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class SetAside(models.Model):
    """A span of a model summary left out of the pyramid on purpose."""

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, related_name="set_asides")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.PROTECT, related_name="+")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["summary", "start"]
        constraints = [
            models.CheckConstraint(condition=models.Q(start__lt=F("end")), name="set_aside_not_empty"),
            ExclusionConstraint(
                name="set_aside_none_overlaps",
                deferrable=models.Deferrable.DEFERRED,
                expressions=[
                    (int8range("pyramid"), RangeOperators.OVERLAPS),
                    (int8range("summary"), RangeOperators.OVERLAPS),
                    (int4range("start", "end"), RangeOperators.OVERLAPS),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class ReleasedScu(models.Model):
    """An SCU as released. ``contributors`` is the JSON of its image, without part ids."""

    release = models.ForeignKey("annotator.Release", on_delete=models.CASCADE, related_name="scus")
    uuid = models.UUIDField()
    uid = models.PositiveIntegerField()
    position = models.FloatField()
    label = models.TextField()
    comment = models.TextField(blank=True, default="")
    weight = models.PositiveIntegerField()
    contributors = models.JSONField()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["release", "uuid"], name="released_scu_uuid_once_in_release"),
            models.UniqueConstraint(fields=["release", "uid"], name="released_scu_uid_once_in_release"),
        ]

    def __str__(self) -> str:
        return self.label
