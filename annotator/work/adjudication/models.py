"""The sources of a consensus, and the decisions on their differences."""

from django.db import models


class ConsensusSource(models.Model):
    """A work that a consensus is made from, pinned at ``revision``.

    ``position``: 0, 1, ... for the letters A, B, ... ``kind``: the kind of both works, which composite foreign keys
    keep equal.
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
    """The decision on one difference (``key``) between the sources of a consensus.

    ``choice``: a source's letter, "agree", "both", "merge" or "free". ``sources``: by letter of the source, the ids of
    the compared items. ``made``: the ids of the items that the decision added to the consensus.
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
