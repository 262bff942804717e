"""Releases: immutable numbered snapshots of a pyramid with its weights; peer annotations are pinned to one."""

from typing import Self

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import kept_name, opaque_id
from annotator.pyramids.models import Pyramid
from annotator.work.tasks.models import Assignment


class ReleaseQuerySet(models.QuerySet["Release"]):
    """Releases, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The releases of the pyramids that the user may see, and those that the user is to match peers against."""
        if not user.is_authenticated:
            return self.none()
        assigned = Assignment.objects.filter(member__user=user.pk, release__isnull=False)
        pyramids = Pyramid.objects.visible_to(user)
        annotations = apps.get_model("annotator", "PeerAnnotation").objects
        return self.filter(
            Q(pyramid__in=pyramids)
            | Q(pk__in=assigned.values("release"))
            | Q(pk__in=annotations.of_editor(user).values("release"))
        ).annotate(hides_owner=~Q(pyramid__in=pyramids))


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
    creator_name = kept_name()
    model_count = models.PositiveIntegerField()
    weight_source = models.CharField(max_length=10, choices=WeightSource.choices, default=WeightSource.SUMMARIES)
    file_name = models.CharField(max_length=255, blank=True, default="")
    document = models.JSONField(null=True)

    # Set by visible_to() for the user who asks: whether the pyramid, and so whose it is, is hidden.
    hides_owner = False

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

    @property
    def owner_name(self) -> str:
        """Whose pyramid it is of; nothing where that is hidden from the user who asked."""
        return "" if self.hides_owner else self.pyramid.owner.name
