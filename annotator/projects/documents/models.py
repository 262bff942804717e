"""`Document` is a source text of a topic. Summaries of the topic are written from its documents."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models.functions import Length

from annotator.projects.columns import opaque_id


class DocumentQuerySet(models.QuerySet["Document"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The documents of the projects that the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(topic__project__memberships__user=user)


class Document(models.Model):
    """A source text, stored as imported, with its tokens as in `Summary`.

    It is not a kind of `Summary`, so that no query for models or peers can include documents. ``key``: the document's
    id in MEAD's and DUC's files. ``position`` counts from 0 within the topic.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    topic = models.ForeignKey("annotator.Topic", on_delete=models.CASCADE, related_name="documents")
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=300, blank=True, default="")
    position = models.PositiveIntegerField()
    text = models.TextField()
    length = models.PositiveIntegerField()
    ends_with_newline = models.BooleanField(default=False)
    words = models.JSONField(default=list)
    sentences = models.JSONField(default=list)
    direction = models.CharField(max_length=3, default="ltr")
    segmenter = models.CharField(max_length=60)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["topic", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["topic", "key"], name="document_key_once_in_topic"),
            models.UniqueConstraint(fields=["topic", "position"], name="document_position_once_in_topic"),
            models.CheckConstraint(
                condition=models.Q(length=Length("text")), name="document_length_is_that_of_the_text"
            ),
            models.CheckConstraint(condition=~models.Q(key=""), name="document_key_not_empty"),
            models.CheckConstraint(condition=~models.Q(key__contains="/"), name="document_key_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.title or self.key
