"""Sheets: what one judge answers to an instrument about one summary or topic, as judgments and marks."""

from django.db import models
from django.db.models import Q

from annotator.work.models import Work, WorkQuerySet

KIND = "sheet"


def sheets() -> WorkQuerySet:
    """All works that are sheets."""
    return Work.objects.of_kind(KIND)


class Sheet(models.Model):
    """The columns of a sheet besides those of `Work`, which are its topic, summary, owner (the judge) and state.

    ``items``: the list whose items are judged; None for ratings. ``sentences``: the sentences of the judged summary,
    which a coverage judge marks; None otherwise. ``file_name``: the file that it was imported from. The slot of the
    work is made from the key of the instrument and the code of ``items``.
    """

    work = models.OneToOneField("annotator.Work", on_delete=models.CASCADE, primary_key=True, related_name="sheet")
    instrument = models.ForeignKey("annotator.Instrument", on_delete=models.RESTRICT, related_name="sheets")
    items = models.ForeignKey("annotator.ItemList", on_delete=models.RESTRICT, null=True, related_name="sheets")
    sentences = models.ForeignKey(
        "annotator.ItemList", on_delete=models.RESTRICT, null=True, related_name="marked_sheets"
    )
    file_name = models.CharField(max_length=255, blank=True, default="")

    def __str__(self) -> str:
        return f"Sheet {self.pk}"


class Judgment(models.Model):
    """The answer to one question about one item or, with ``item`` None, about the whole sheet.

    Without a row the question is not answered. A row without ``value`` that is not ``skipped`` only has marks or a
    comment.
    """

    sheet = models.ForeignKey("annotator.Sheet", on_delete=models.CASCADE, related_name="judgments")
    question = models.ForeignKey("annotator.Question", on_delete=models.RESTRICT, related_name="judgments")
    item = models.ForeignKey("annotator.Item", on_delete=models.RESTRICT, null=True, related_name="judgments")
    value = models.PositiveSmallIntegerField(null=True)
    skipped = models.BooleanField(default=False)
    comment = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["sheet", "question__position", "item__position"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "question", "item"], name="judgment_once_in_sheet", nulls_distinct=False
            ),
            models.CheckConstraint(condition=Q(value__isnull=True) | Q(value__lte=100), name="judgment_value_0_to_100"),
            models.CheckConstraint(
                condition=Q(skipped=False) | Q(value__isnull=True), name="judgment_skipped_has_no_value"
            ),
        ]

    def __str__(self) -> str:
        return f"Judgment {self.pk}"


class Mark(models.Model):
    """An item that a judgment points to.

    Coverage: a sentence of the judged summary that expresses something of the unit. Utility: another sentence that
    already says what the judged sentence says.
    """

    judgment = models.ForeignKey("annotator.Judgment", on_delete=models.CASCADE, related_name="marks")
    item = models.ForeignKey("annotator.Item", on_delete=models.RESTRICT, related_name="marks")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["judgment", "item"], name="mark_once_in_judgment")]

    def __str__(self) -> str:
        return f"Mark {self.pk}"
