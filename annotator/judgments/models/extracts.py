"""Extracts of systems: sentences that a system chose from a topic's documents. A judge's extract is a sheet."""

from typing import Self

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import opaque_id
from annotator.projects.visibility import MANAGER


class ExtractQuerySet(models.QuerySet["Extract"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """The extracts of the user's projects, except those whose summarizers are hidden from the user."""
        if not user.is_authenticated:
            return self.none()
        project = "items__topic__project"
        is_unmasked = Q(**{f"{project}__mask_summarizers": False}) | Q(items__topic__revealed_at__isnull=False)
        return self.filter(
            is_unmasked | Q(**{f"{project}__memberships__role": MANAGER}), **{f"{project}__memberships__user": user}
        )


class Extract(models.Model):
    """The sentences that a summarizer chose.

    ``label``: distinguishes the extracts of a summarizer, for example by their compression rate. ``summary``: the peer
    of the same text, if there is one.
    """

    id = models.BigIntegerField(primary_key=True, default=opaque_id, editable=False)
    items = models.ForeignKey("annotator.ItemList", on_delete=models.CASCADE, related_name="extracts")
    summarizer = models.CharField(max_length=100)
    label = models.CharField(max_length=40, blank=True, default="")
    summary = models.ForeignKey("annotator.Summary", on_delete=models.RESTRICT, null=True, related_name="extracts")
    file_name = models.CharField(max_length=255, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ExtractQuerySet.as_manager()

    class Meta:
        ordering = ["items", "summarizer", "label"]
        constraints = [
            models.UniqueConstraint(fields=["items", "summarizer", "label"], name="extract_once_in_list"),
            models.CheckConstraint(condition=~Q(summarizer=""), name="extract_summarizer_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.summarizer} {self.label}".strip()


class ExtractedItem(models.Model):
    """A sentence of an extract. ``position``: in the extract, from 1."""

    extract = models.ForeignKey("annotator.Extract", on_delete=models.CASCADE, related_name="extracted_items")
    item = models.ForeignKey("annotator.Item", on_delete=models.RESTRICT, related_name="extracted_items")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["extract", "position"]
        constraints = [
            models.UniqueConstraint(fields=["extract", "item"], name="extracted_item_once_in_extract"),
            models.UniqueConstraint(fields=["extract", "position"], name="extracted_position_once_in_extract"),
        ]

    def __str__(self) -> str:
        return f"ExtractedItem {self.pk}"
