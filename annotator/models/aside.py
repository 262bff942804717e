"""What annotators decided about text and SCUs beyond matching: text set aside, SCUs looked for in vain."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F

from annotator.models.ranges import int4range, int8range


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


class Absence(models.Model):
    """A released SCU that was looked for in a peer and is not there."""

    annotation = models.ForeignKey("annotator.PeerAnnotation", on_delete=models.CASCADE, related_name="absences")
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "scu"], name="absence_once_for_annotation_and_scu"),
        ]

    def __str__(self) -> str:
        return f"Absence {self.pk}"
