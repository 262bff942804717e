"""SCUs: labelled sets of contributors of the same meaning."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models

from annotator.models.flags import flags_field, flags_known
from annotator.models.pyramid import Pyramid


class ScuQuerySet(models.QuerySet["Scu"]):
    """SCUs, scoped to people and with their weights."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The SCUs of the pyramids that the user may see."""
        return self.filter(pyramid__in=Pyramid.objects.visible_to(user))

    def with_weights(self) -> Self:
        """Each SCU with ``weight``, the number of model summaries that contribute to it."""
        return self.annotate(weight=models.Count("contributors"))


class Scu(models.Model):
    """A labelled content unit of a live pyramid; its weight is derived, never stored.

    ``uuid`` is made by the page, ``uid`` is DUCView's integer; both are unique in the pyramid and never reused.
    """

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, related_name="scus")
    uuid = models.UUIDField()
    uid = models.PositiveIntegerField()
    position = models.FloatField()
    label = models.TextField(blank=True, default="")
    comment = models.TextField(blank=True, default="")
    flags = flags_field()

    objects = ScuQuerySet.as_manager()

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
