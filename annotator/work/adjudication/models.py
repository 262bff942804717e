"""Adjudication: what a consensus was made from, and what was decided where its sources differ."""

from django.db import models
from django.db.models import Q

ONE_CONSENSUS = Q(pyramid__isnull=False, annotation__isnull=True) | Q(pyramid__isnull=True, annotation__isnull=False)


class ConsensusSource(models.Model):
    """A pyramid or peer annotation that a consensus is made from, as it stood at ``revision``.

    ``position`` counts from 0 and gives the source its letter (A, B, ...).
    """

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, null=True, related_name="sources")
    annotation = models.ForeignKey(
        "annotator.PeerAnnotation", on_delete=models.CASCADE, null=True, related_name="sources"
    )
    source_pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.PROTECT, null=True, related_name="+")
    source_annotation = models.ForeignKey(
        "annotator.PeerAnnotation", on_delete=models.PROTECT, null=True, related_name="+"
    )
    position = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()

    class Meta:
        ordering = ["pyramid", "annotation", "position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(pyramid__isnull=False, source_pyramid__isnull=False)
                & Q(annotation__isnull=True, source_annotation__isnull=True)
                | Q(pyramid__isnull=True, source_pyramid__isnull=True)
                & Q(annotation__isnull=False, source_annotation__isnull=False),
                name="consensus_source_of_the_same_kind",
            ),
            models.UniqueConstraint(fields=["pyramid", "source_pyramid"], name="consensus_source_pyramid_once"),
            models.UniqueConstraint(
                fields=["annotation", "source_annotation"], name="consensus_source_annotation_once"
            ),
            models.UniqueConstraint(fields=["pyramid", "position"], name="consensus_source_position_once_in_pyramid"),
            models.UniqueConstraint(
                fields=["annotation", "position"], name="consensus_source_position_once_in_annotation"
            ),
        ]

    def __str__(self) -> str:
        return f"source {self.position}"


class Decision(models.Model):
    """What was decided about one difference (``key``) of a consensus' sources.

    ``choice``: a source's letter, "agree", "both", "merge" or "free". ``sources``: by letter the ids of the SCUs or
    units it is about, ``made``: the ids of those of the consensus that came of it.
    """

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, null=True, related_name="decisions")
    annotation = models.ForeignKey(
        "annotator.PeerAnnotation", on_delete=models.CASCADE, null=True, related_name="decisions"
    )
    key = models.CharField(max_length=64)
    choice = models.CharField(max_length=20)
    note = models.TextField(blank=True, default="")
    sources = models.JSONField(default=list)
    made = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=ONE_CONSENSUS, name="decision_of_a_pyramid_or_of_an_annotation"),
            models.UniqueConstraint(fields=["pyramid", "key"], name="decision_once_in_pyramid"),
            models.UniqueConstraint(fields=["annotation", "key"], name="decision_once_in_annotation"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.choice}"
