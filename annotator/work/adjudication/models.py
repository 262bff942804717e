"""Adjudication: what a consensus was made from, and what was decided where its sources differ."""

from django.db import models


class ConsensusSource(models.Model):
    """A work that a consensus is made from, as it stood at ``revision``.

    ``position`` counts from 0 and gives the source its letter (A, B, ...). ``kind`` is that of both works: composite
    foreign keys hold it.
    """

    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="sources")
    source = models.ForeignKey("annotator.Work", on_delete=models.RESTRICT, related_name="+")
    kind = models.CharField(max_length=20)
    position = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()

    class Meta:
        ordering = ["work", "position"]
        constraints = [
            models.UniqueConstraint(fields=["work", "source"], name="consensus_source_once"),
            models.UniqueConstraint(fields=["work", "position"], name="consensus_source_position_once"),
        ]

    def __str__(self) -> str:
        return f"source {self.position}"


class Decision(models.Model):
    """What was decided about one difference (``key``) of a consensus' sources.

    ``choice``: a source's letter, "agree", "both", "merge" or "free". ``sources``: by letter the ids of the items it is
    about, ``made``: the ids of those of the consensus that came of it.
    """

    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="decisions")
    key = models.CharField(max_length=64)
    choice = models.CharField(max_length=20)
    note = models.TextField(blank=True, default="")
    sources = models.JSONField(default=list)
    made = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["work", "key"], name="decision_once_in_work")]

    def __str__(self) -> str:
        return f"{self.key}: {self.choice}"
