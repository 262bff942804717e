"""Pyramids: their SCUs, contributors and parts, text set aside, and SCUs as released."""

from django.db import models

from annotator.pyramids.verbs.relations import RELATION_KINDS
from annotator.work.columns import flags_field, flags_known, no_overlaps, not_empty
from annotator.work.kinds import MergeAndSplit
from annotator.work.models import Work, WorkQuerySet

KIND = "pyramid"
MERGE_AND_SPLIT = MergeAndSplit(
    merge_verb="merge_scus", merged_field="scus", split_verb="split_scu", split_field="scu", new_field="new_scu"
)


def pyramids() -> WorkQuerySet:
    return Work.objects.of_kind(KIND)


class Scu(models.Model):
    """The current version of a Summary Content Unit of a pyramid. Its weight is computed, not stored.

    ``uuid``: the id, made by the client. ``uid``: the number in DUCView's files. Both are unique in the pyramid and
    never reused. ``position``: the sort key of the list; a float, so that an SCU can be moved between two others.
    """

    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="scus")
    uuid = models.UUIDField()
    uid = models.PositiveIntegerField()
    position = models.FloatField()
    label = models.TextField(blank=True, default="")
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

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


class Contributor(models.Model):
    """The parts of one model summary that express an SCU. ``position``: order in which contributors were added."""

    scu = models.ForeignKey("annotator.Scu", on_delete=models.CASCADE, related_name="contributors")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.RESTRICT, related_name="contributors")
    position = models.PositiveIntegerField()
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["scu", "summary"], name="contributor_once_for_scu_and_summary"),
            flags_known(["unsure", "discuss"], name="contributor_flags_known"),
        ]

    def __str__(self) -> str:
        return f"Contributor {self.pk}"


class Part(models.Model):
    """A half-open span of code points of the contributor's summary. ``pyramid`` repeats the SCU's, for a constraint."""

    contributor = models.ForeignKey("annotator.Contributor", on_delete=models.CASCADE, related_name="parts")
    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="parts")
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
            not_empty(name="part_not_empty"),
            no_overlaps("contributor", name="part_none_overlaps_in_contributor"),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class ScuRelation(models.Model):
    """A relation between two SCUs of a pyramid. ``kind``: "depends" if ``scu`` makes no sense without ``to_scu``,
    "implies" if ``scu`` also says what ``to_scu`` says.
    """

    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="relations")
    scu = models.ForeignKey("annotator.Scu", on_delete=models.CASCADE, related_name="relations")
    to_scu = models.ForeignKey("annotator.Scu", on_delete=models.CASCADE, related_name="relations_from")
    kind = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scu", "to_scu", "kind"], name="relation_once_between_scus"),
            models.CheckConstraint(condition=~models.Q(scu=models.F("to_scu")), name="relation_not_to_itself"),
            models.CheckConstraint(condition=models.Q(kind__in=RELATION_KINDS), name="relation_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.to_scu_id}"


class SetAside(models.Model):
    """A span of a model summary that was left out of the pyramid on purpose."""

    pyramid = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="set_asides")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.RESTRICT, related_name="+")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["summary", "start"]
        constraints = [
            not_empty(name="set_aside_not_empty"),
            no_overlaps("pyramid", "summary", name="set_aside_none_overlaps"),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class ReleasedScu(models.Model):
    """An SCU in a release. ``contributors``, ``relations``: JSON as in `verbs.scus.ScuSnapshot`, but without flags and
    part ids.
    """

    release = models.ForeignKey("annotator.Release", on_delete=models.CASCADE, related_name="scus")
    uuid = models.UUIDField()
    uid = models.PositiveIntegerField()
    position = models.FloatField()
    label = models.TextField()
    comment = models.TextField(blank=True, default="")
    weight = models.PositiveIntegerField()
    contributors = models.JSONField()
    relations = models.JSONField(default=list)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["release", "uuid"], name="released_scu_uuid_once_in_release"),
            models.UniqueConstraint(fields=["release", "uid"], name="released_scu_uid_once_in_release"),
        ]

    def __str__(self) -> str:
        return self.label
