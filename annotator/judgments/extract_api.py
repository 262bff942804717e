"""API views of the extracts of a topic's documents."""

from collections.abc import Sequence

import django_filters as filters
from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.judgments.models import Extract, ExtractedItem, ItemList
from annotator.judgments.services.extracts import LONGEST_LABEL, add_extract
from annotator.judgments.services.item_lists import MAX_ITEMS
from annotator.projects.access import TopicApiView
from annotator.web.listing import Listing
from annotator.web.serializers import Body, BoundedList, PlainSerializer
from annotator.web.url_names import check_fits_url


class ExtractRow(PlainSerializer):
    """The sentences of a topic's documents that a summarizer chose."""

    id = serializers.IntegerField(source="pk")
    summarizer = serializers.CharField()
    label = serializers.CharField(  # type: ignore[assignment]  # replaces DRF's attribute
        help_text="Distinguishes the extracts of a summarizer, for example by their compression rate."
    )
    list = serializers.IntegerField(source="items.number", help_text="The number of the list of sentences.")
    sentences = serializers.SerializerMethodField(help_text="Their keys, in the order of the extract.")
    peer = serializers.CharField(
        source="summary.summarizer", default=None, allow_null=True, help_text="The peer that has the same words."
    )
    created_at = serializers.DateTimeField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_sentences(self, extract: Extract) -> Sequence[str]:
        return [extracted.item.key for extracted in extract.extracted_items.all()]


class NewExtract(Body):
    """An extract to be added."""

    summarizer = serializers.CharField(max_length=100, validators=[check_fits_url])
    label = serializers.CharField(  # type: ignore[assignment]  # replaces DRF's attribute
        max_length=LONGEST_LABEL, required=False, allow_blank=True
    )
    list = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="The number of a list of the documents’ sentences; by default the last.",
    )
    sentences = BoundedList(
        child=serializers.CharField(max_length=200),
        max_length=MAX_ITEMS,
        help_text="Their keys (41#2) or their numbers on pages (41.2), in the order of the extract.",
    )


class AddedExtract(PlainSerializer):
    """The extract that was added, and notes on its sentences, such as one that was repeated."""

    extract = ExtractRow()
    notes = serializers.ListField(child=serializers.CharField())


class ExtractFilters(filters.FilterSet):
    """Query parameters: ``?summarizer=&label=``."""

    summarizer = filters.CharFilter()
    label = filters.CharFilter()


class Extracts(TopicApiView, Listing):
    """The extracts of a topic by list, summarizer and label; none while their summarizers are hidden from you."""

    queryset = Extract.objects.none()
    serializer_class = ExtractRow
    filterset_class = ExtractFilters

    def get_queryset(self) -> QuerySet[Extract]:
        visible = Extract.objects.visible_to(self.user).filter(items__topic=self.topic)
        chosen = ExtractedItem.objects.select_related("item").defer("item__text").order_by("position")
        summaries = (f"summary__{field}" for field in ("text", "words", "sentences"))
        rows = visible.select_related("items", "summary").defer(*summaries)
        rows = rows.prefetch_related(Prefetch("extracted_items", chosen))
        return rows.order_by("items__number", "summarizer", "label")

    @extend_schema(request=NewExtract, responses={201: AddedExtract})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add an extract; only for managers. A sentence that is repeated counts once."""
        manager, topic = self.manager, self.topic  # checks the permission and the topic before the body
        body = NewExtract.read(request.data)
        if "list" in body:
            source = ItemList.Source.DOCUMENT_SENTENCES
            body["items"] = ItemList.objects.visible_to(self.user).get(
                topic=topic, source=source, number=body.pop("list")
            )
        extract, notes = add_extract(topic=topic, by=manager, **body)
        return Response(
            AddedExtract({"extract": self.get_queryset().get(pk=extract.pk), "notes": notes}).data, status=201
        )
