"""Summaries as the API tells of them; names and keys of masked peers stay hidden."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from annotator.models import Summary

Plain = serializers.Serializer[Any]


class SummaryRow(Plain):
    """A model or peer summary without its text."""

    id = serializers.SerializerMethodField(
        help_text="What edits of a pyramid call a model summary. Null where the name is hidden from you."
    )
    kind = serializers.ChoiceField(Summary.Kind.choices)
    name = serializers.CharField(source="shown_name", help_text="Who or what wrote it, or its mask.")
    letter = serializers.CharField(help_text="Of a model summary: A, B, ...; of a peer empty.")
    title = serializers.CharField(source="shown_title")
    length = serializers.IntegerField(help_text="In code points.")
    word_count = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="Its own address, where its text is.")

    def get_id(self, summary: Summary) -> int | None:
        return None if summary.hides_name else summary.pk

    def get_url(self, summary: Summary) -> str:
        topic = summary.topic
        return reverse(f"api-{summary.kind}", args=[topic.project.slug, topic.key, summary.shown_name])


class SummaryDetail(SummaryRow):
    """A summary with its text and tokens; all offsets are code points."""

    text = serializers.CharField()
    direction = serializers.ChoiceField([("ltr", "left to right"), ("rtl", "right to left")])
    words = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start and end of each word in turn: [0, 3, 4, 9, ...]."
    )
    sentences = serializers.ListField(child=serializers.IntegerField(), help_text="Likewise of each sentence.")
    segmenter = serializers.CharField(help_text="What cut the text into words and sentences, and its version.")


class AddedSummaries(Plain):
    """What was added, and what was changed in it."""

    summaries = SummaryRow(many=True)
    notes = serializers.ListField(child=serializers.CharField())
