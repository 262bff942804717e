"""The log: every change of a work. A database trigger refuses updates and deletions of its rows."""

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
        """Returns the edits of the works that the user may see."""
        return self.filter(work__in=Work.objects.visible_to(user))

    def state_changes(self) -> Self:
        """Returns the entries that changed the state of a work, such as "submit"."""
        return self.filter(verb__in=STATE_VERBS)


class Edit(models.Model):
    """One applied edit or event. ``before``, ``after``: the changed snapshots by id; null if the item did not exist.

    ``actor_name``: in an imported log, the name of the person who acted, if it belongs to no account here.
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
    """The id of a deleted item or part. No other item or part of the work can ever have this id."""

    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="used_ids")
    uuid = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["work", "uuid"], name="used_id_once_in_work")]

    def __str__(self) -> str:
        return str(self.uuid)
