"""Contributors and their parts: what one model summary says of one SCU."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F

from annotator.models.flags import flags_field, flags_known
from annotator.models.pyramid import Pyramid
from annotator.models.ranges import int4range, int8range


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
