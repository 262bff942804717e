"""The log: every change of a pyramid or peer annotation, append-only (a database trigger refuses the rest)."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform

from annotator.matching.models import PeerAnnotation
from annotator.projects.columns import kept_name
from annotator.pyramids.models import Pyramid
from annotator.work.states.visibility import STATE_VERBS


class EditQuerySet(models.QuerySet["Edit"]):
    """Rows of the log, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The edits of the pyramids and peer annotations that the user may see."""
        return self.filter(
            Q(pyramid__in=Pyramid.objects.visible_to(user)) | Q(annotation__in=PeerAnnotation.objects.visible_to(user))
        )

    def of_states(self) -> Self:
        """Those that change nothing but the state: what was only reviewed is what it was."""
        return self.filter(verb__in=STATE_VERBS)


class Edit(models.Model):
    """One edit that applied: its payload and the touched SCUs or units before and after (id to image or null).

    ``actor_name``: who it was where the log comes from, if that is nobody with an account here.
    """

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, null=True, related_name="edits")
    annotation = models.ForeignKey(
        "annotator.PeerAnnotation", on_delete=models.CASCADE, null=True, related_name="edits"
    )
    uuid = models.UUIDField()
    group = models.UUIDField()
    revision = models.PositiveIntegerField()
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    actor_name = kept_name()
    at = models.DateTimeField()
    verb = models.CharField(max_length=30)
    payload = models.JSONField()
    before = models.JSONField()
    after = models.JSONField()

    objects = EditQuerySet.as_manager()

    class Meta:
        ordering = ["pyramid", "annotation", "revision"]
        constraints = [
            models.CheckConstraint(
                condition=Q(pyramid__isnull=False, annotation__isnull=True)
                | Q(pyramid__isnull=True, annotation__isnull=False),
                name="edit_of_a_pyramid_or_of_an_annotation",
            ),
            models.UniqueConstraint(fields=["pyramid", "revision"], name="edit_revision_once_in_pyramid"),
            models.UniqueConstraint(fields=["annotation", "revision"], name="edit_revision_once_in_annotation"),
            models.UniqueConstraint(fields=["pyramid", "uuid"], name="edit_uuid_once_in_pyramid"),
            models.UniqueConstraint(fields=["annotation", "uuid"], name="edit_uuid_once_in_annotation"),
        ]
        indexes = [
            models.Index(fields=["pyramid", "group"], name="edit_group_in_pyramid"),
            models.Index(fields=["annotation", "group"], name="edit_group_in_annotation"),
            models.Index(
                KeyTextTransform("group", "payload"), name="edit_turned_group", condition=Q(verb__in=["undo", "redo"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision} {self.verb}"


class UsedId(models.Model):
    """An id of an SCU, unit or part that is gone: it stays reserved in its pyramid or annotation."""

    pyramid = models.ForeignKey("annotator.Pyramid", on_delete=models.CASCADE, null=True, related_name="used_ids")
    annotation = models.ForeignKey(
        "annotator.PeerAnnotation", on_delete=models.CASCADE, null=True, related_name="used_ids"
    )
    uuid = models.UUIDField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pyramid__isnull=False, annotation__isnull=True)
                | Q(pyramid__isnull=True, annotation__isnull=False),
                name="used_id_of_a_pyramid_or_of_an_annotation",
            ),
            models.UniqueConstraint(fields=["pyramid", "uuid"], name="used_id_once_in_pyramid"),
            models.UniqueConstraint(fields=["annotation", "uuid"], name="used_id_once_in_annotation"),
        ]

    def __str__(self) -> str:
        return str(self.uuid)
