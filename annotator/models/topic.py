"""Topics: one document set each, with the summaries of it."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models


class TopicQuerySet(models.QuerySet["Topic"]):
    """Topics, scoped to people."""

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The topics of the projects the user is a member of."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(project__memberships__user=user)


class Topic(models.Model):
    """One document set ("docset" in DUC): key, title and the question asked.

    ``revealed_at``: when a manager lifted blindness and masks from it.
    """

    project = models.ForeignKey("annotator.Project", on_delete=models.CASCADE, related_name="topics")
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=300, blank=True, default="")
    statement = models.TextField(blank=True, default="")
    revealed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TopicQuerySet.as_manager()

    class Meta:
        ordering = ["key", "id"]
        constraints = [
            models.UniqueConstraint(fields=["project", "key"], name="topic_key_once_in_project"),
            models.CheckConstraint(condition=~models.Q(key=""), name="topic_key_not_empty"),
            models.CheckConstraint(condition=~models.Q(key__contains="/"), name="topic_key_fits_an_address"),
        ]

    def __str__(self) -> str:
        return self.title or self.key
