"""Peer annotations, in which one owner matches one peer to the SCUs of one release: units, absent SCUs, files."""

from django.db import models

from annotator.work.columns import flags_field, flags_known, no_overlaps, not_empty
from annotator.work.kinds import MergeAndSplit
from annotator.work.models import Work, WorkQuerySet

KIND = "match"
MERGE_AND_SPLIT = MergeAndSplit(
    merge_verb="join_units", merged_field="units", split_verb="split_unit", split_field="unit", new_field="new_unit"
)


def peer_annotations() -> WorkQuerySet:
    """All works that are peer annotations."""
    return Work.objects.of_kind(KIND).order_by("summary", "created_at", "id")


class MatchFile(models.Model):
    """The file from which a peer annotation was imported.

    ``document``: the content of the file. ``revision``: the work's revision after the import; until it is edited, the
    work equals the document. ``marks_non_matching``: whether the file marks non-matching text, that is, has a unit
    without an SCU that covers some of the peer's words, but not all; None if there is no document. See
    `annotator.matching.marking`.
    """

    work = models.OneToOneField("annotator.Work", on_delete=models.CASCADE, primary_key=True, related_name="match_file")
    name = models.CharField(max_length=255)
    document = models.JSONField(null=True)
    revision = models.PositiveIntegerField(null=True)
    marks_non_matching = models.BooleanField(null=True)

    def __str__(self) -> str:
        return self.name


class Unit(models.Model):
    """Parts of a peer that are matched to one SCU, or to none: non-matching text (uid 0 in DUCView's files)."""

    annotation = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="units")
    uuid = models.UUIDField()
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.RESTRICT, null=True, related_name="units")
    position = models.PositiveIntegerField()
    label = models.TextField(blank=True, default="")
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["annotation", "uuid"], name="unit_uuid_once_in_annotation"),
            flags_known(["unsure", "partial", "discuss"], name="unit_flags_known"),
        ]

    def __str__(self) -> str:
        return f"Unit {self.pk}"


class UnitPart(models.Model):
    """A half-open span of code points of the peer. ``annotation`` is repeated here for a constraint."""

    unit = models.ForeignKey("annotator.Unit", on_delete=models.CASCADE, related_name="parts")
    annotation = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="unit_parts")
    uuid = models.UUIDField()
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["annotation", "uuid"],
                name="unit_part_uuid_once_in_annotation",
                deferrable=models.Deferrable.DEFERRED,
            ),
            not_empty(name="unit_part_not_empty"),
            no_overlaps("unit", name="unit_part_none_overlaps_in_unit"),
        ]

    def __str__(self) -> str:
        return f"[{self.start}, {self.end})"


class Absence(models.Model):
    """A released SCU that was looked for in a peer and not found."""

    annotation = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="absences")
    scu = models.ForeignKey("annotator.ReleasedScu", on_delete=models.RESTRICT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "scu"], name="absence_once_for_annotation_and_scu"),
        ]

    def __str__(self) -> str:
        return f"Absence {self.pk}"
