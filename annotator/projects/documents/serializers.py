"""Serializers of documents. Their help texts are the API's documentation."""

from django.urls import reverse
from rest_framework import serializers

from annotator.projects.documents.models import Document
from annotator.projects.serializers import SegmentedText
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from annotator.web.url_names import check_fits_url

MAX_TEXTS = 100
"""The most documents that can be added with one request."""


class DocumentRow(PlainSerializer):
    """A source text of a topic, without its text."""

    key = serializers.CharField()
    title = serializers.CharField()
    length = serializers.IntegerField(help_text="In code points.")
    word_count = serializers.IntegerField()
    sentence_count = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="The URL of the document with its text.")

    def get_url(self, document: Document) -> str:
        return reverse("api-document", args=[document.topic.project.slug, document.topic.key, document.key])


class DocumentDetail(DocumentRow, SegmentedText):
    """A document with its text and tokens; all offsets are code points."""


class AddedDocuments(PlainSerializer):
    """The documents that were added, and what was changed in their texts."""

    documents = DocumentRow(many=True)
    notes = serializers.ListField(child=serializers.CharField())


class NewDocumentBody(Body):
    """A document to be added."""

    key = serializers.CharField(
        max_length=100,
        validators=[check_fits_url],
        help_text="Short, such as 41. It is used in URLs and cannot be changed later.",
    )
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    text = serializers.CharField(trim_whitespace=False, help_text="Stored unchanged, but line ends become LF.")


class NewDocuments(Body):
    """Documents for a topic: all are added, or none."""

    documents = BoundedList(child=NewDocumentBody(), min_length=1, max_length=MAX_TEXTS)
