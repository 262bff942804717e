"""`Parse` is the parse of a summary or document by another program (docs/adr/0216-inputs-of-measures.md)."""

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

from annotator.projects.columns import choices_constraint, imported_user_name_field
from annotator.projects.documents.models import Document
from annotator.projects.models import Summary

MAX_PARSER = 200


class Parse(models.Model):
    """The parse of a summary or of a document. A text has at most one of each kind.

    ``kind``: a name of `PARSE_KINDS`. ``content``: the part of the file that is about the text, unchanged; its words
    are those of the text. ``digest``: the SHA-256 of the content. ``parser``: the program that made it, if known.
    """

    class Kind(models.TextChoices):
        CONLLU = "conllu", "CoNLL-U"
        DISCOURSE = "discourse", "Discourse relations"

    summary = models.ForeignKey(Summary, on_delete=models.CASCADE, null=True, related_name="parses")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, null=True, related_name="parses")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    content = models.TextField()
    digest = models.CharField(max_length=64)
    parser = models.CharField(max_length=MAX_PARSER, blank=True, default="")
    file_name = models.CharField(max_length=255, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    creator_name = imported_user_name_field()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["summary", "kind"], name="parse_once_of_a_summary"),
            models.UniqueConstraint(fields=["document", "kind"], name="parse_once_of_a_document"),
            choices_constraint("parse", "kind", "conllu", "discourse"),
            models.CheckConstraint(
                condition=Q(summary__isnull=True, document__isnull=False)
                | Q(summary__isnull=False, document__isnull=True),
                name="parse_of_one_text",
            ),
            models.CheckConstraint(condition=~Q(content=""), name="parse_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.summary or self.document}"
