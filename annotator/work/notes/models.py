"""Notes: threads of remarks on an item of a work (an SCU, a contributor, a unit), or on the whole work."""

from typing import Self
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import imported_user_name_field, opaque_id
from annotator.work.models import Work


class NoteThreadQuerySet(models.QuerySet["NoteThread"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Returns the threads on the works that the user may see."""
        return self.filter(work__in=Work.objects.visible_to(user))


class NoteThread(models.Model):
    """A thread of notes, open until somebody resolves it.

    ``item``: the id of an item, which may have been deleted; None if the thread is about the whole work. ``summary``:
    if set, the thread is about the item's contributor from this model summary.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    work = models.ForeignKey("annotator.Work", on_delete=models.CASCADE, related_name="threads")
    item = models.UUIDField(null=True)
    summary = models.ForeignKey("annotator.Summary", on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    resolver_name = imported_user_name_field()

    objects = NoteThreadQuerySet.as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(summary__isnull=True) | Q(item__isnull=False), name="note_thread_on_a_contributor_of_an_scu"
            ),
        ]

    def __str__(self) -> str:
        return f"thread {self.pk}"


class Note(models.Model):
    """One remark in a thread, never changed or deleted. The client makes ``uuid``: no note can be written twice."""

    thread = models.ForeignKey("annotator.NoteThread", on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey("annotator.Membership", on_delete=models.RESTRICT, related_name="notes")
    uuid = models.UUIDField(default=uuid4)
    at = models.DateTimeField()
    text = models.TextField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="note_not_empty"),
            models.UniqueConstraint(fields=["author", "uuid"], name="note_once_for_author"),
        ]

    def __str__(self) -> str:
        return self.text
