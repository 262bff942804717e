"""The log: every change of a work, append-only (a database trigger refuses the rest)."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform

from annotator.projects.columns import imported_user_name_field
from annotator.work.models import Work
from annotator.work.visibility import STATE_VERBS


class EditQuerySet(models.QuerySet["Edit"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The edits of the works that the user may see."""
        return self.filter(work__in=Work.objects.visible_to(user))

    def of_states(self) -> Self:
        """The edits that only changed the state of a work."""
        return self.filter(verb__in=STATE_VERBS)


class Edit(models.Model):
    """One edit that applied: its payload and the touched items before and after (id to image or null).

    ``actor_name``: who it was where the log comes from, if that is nobody with an account here.
    """

    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="edits")
    uuid = models.UUIDField()
    group = models.UUIDField()
    revision = models.PositiveIntegerField()
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    actor_name = imported_user_name_field()
    at = models.DateTimeField()
    verb = models.CharField(max_length=30)
    payload = models.JSONField()
    before = models.JSONField()
    after = models.JSONField()

    objects = EditQuerySet.as_manager()

    class Meta:
        ordering = ["work", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["work", "revision"], name="edit_revision_once_in_work"),
            models.UniqueConstraint(fields=["work", "uuid"], name="edit_uuid_once_in_work"),
        ]
        indexes = [
            models.Index(fields=["work", "group"], name="edit_group_in_work"),
            models.Index(
                KeyTextTransform("group", "payload"), name="edit_turned_group", condition=Q(verb__in=["undo", "redo"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision} {self.verb}"


class UsedId(models.Model):
    """An id of a deleted item or part: it stays reserved in its work."""

    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="used_ids")
    uuid = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["work", "uuid"], name="used_id_once_in_work")]

    def __str__(self) -> str:
        return str(self.uuid)
