"""Answers of a checklist."""

from typing import ClassVar

from django.db import models


class Answer(models.Model):
    """What a checklist's owner answered to one of its items."""

    work_id: int
    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="answers")
    item = models.UUIDField()
    value = models.BooleanField()

    objects: ClassVar[models.Manager["Answer"]] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["work", "item"], name="answer_once_for_item")]

    def __str__(self) -> str:
        return f"{self.item}: {self.value}"
