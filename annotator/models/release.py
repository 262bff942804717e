"""Releases: immutable numbered snapshots of a pyramid with its weights; peer annotations are pinned to one."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.models.assignment import Assignment
from annotator.models.opaque_id import opaque_id
from annotator.models.peer_annotation import PeerAnnotation
from annotator.models.pyramid import Pyramid


class ReleaseQuerySet(models.QuerySet["Release"]):
    """Releases, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The releases of the pyramids that the user may see, and those that the user is to match peers against."""
        if not user.is_authenticated:
            return self.none()
        assigned = Assignment.objects.filter(member__user=user.pk, release__isnull=False)
        return self.filter(
            Q(pyramid__in=Pyramid.objects.visible_to(user))
            | Q(pk__in=assigned.values("release"))
            | Q(pk__in=PeerAnnotation.objects.of_editor(user).values("release"))
        )


class Release(models.Model):
    """A snapshot. A database trigger refuses every change of it.

    ``document`` keeps an imported file's own form (text, headers, regex, offsets, order) for exact export.
    """

    class WeightSource(models.TextChoices):
        SUMMARIES = "summaries", "Distinct model summaries"
        FILE = "file", "Contributor elements of the imported file"

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    model_count = models.PositiveIntegerField()
    weight_source = models.CharField(max_length=10, choices=WeightSource.choices, default=WeightSource.SUMMARIES)
    file_name = models.CharField(max_length=255, blank=True, default="")
    document = models.JSONField(null=True)

    objects = ReleaseQuerySet.as_manager()

    class Meta:
        ordering = ["pyramid", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pyramid", "number"], name="release_number_once_in_pyramid"),
            models.CheckConstraint(
                condition=models.Q(weight_source__in=["summaries", "file"]), name="release_weight_source_known"
            ),
        ]

    def __str__(self) -> str:
        return f"release {self.number}"


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
