"""API views of topics with their counts, and of the API's OpenAPI description, which only signed-in users may read."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import django_filters as filters
from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.overview.projects import TopicLine, topic_lines
from annotator.projects.access import ProjectApiView, TopicApiView
from annotator.projects.models import Topic
from annotator.projects.serializers import NewTopic
from annotator.projects.texts import create_topic
from annotator.web.listing import Listing


class TopicRow(serializers.Serializer[Any]):
    """A topic with its counts, as far as you may see its work."""

    key = serializers.CharField(source="topic.key", help_text="The topic's name in URLs.")
    title = serializers.CharField(source="topic.title")
    statement = serializers.CharField(source="topic.statement", help_text="The question that its summaries answer.")
    revealed_at = serializers.DateTimeField(source="topic.revealed_at", allow_null=True)
    models = serializers.IntegerField(source="model_count", help_text="Model summaries.")
    peers = serializers.IntegerField(source="peer_count", help_text="Peer summaries.")
    peers_begun = serializers.IntegerField(
        source="annotations.peers_begun", help_text="Peers with at least one annotation."
    )
    peers_finished = serializers.IntegerField(
        source="annotations.peers_finished", help_text="Peers with a finished annotation."
    )
    annotations = serializers.IntegerField(
        source="annotations.total",
        help_text="Peer annotations to be made: one for each pair of a peer and a member who has begun to match it or "
        "is assigned to it, and one for each peer without such a member.",
    )
    annotations_begun = serializers.IntegerField(source="annotations.begun")
    annotations_finished = serializers.IntegerField(source="annotations.finished")
    pyramids = serializers.SerializerMethodField(help_text="Number of pyramids.")
    url = serializers.SerializerMethodField(help_text="Its URL.")

    def get_pyramids(self, line: TopicLine) -> int:
        return len(line.pyramids)

    def get_url(self, line: TopicLine) -> str:
        return reverse("api-topic", args=[line.topic.project.slug, line.topic.key])


class TopicFilters(filters.FilterSet):
    """``?title=``: a part of the title."""

    title = filters.CharFilter(lookup_expr="icontains")


class Topics(ProjectApiView, Listing):
    """The topics of a project, by key."""

    queryset = Topic.objects.none()
    serializer_class = TopicRow
    filterset_class = TopicFilters

    def get_queryset(self) -> QuerySet[Topic]:
        topics = Topic.objects.visible_to(self.user).filter(project=self.project)
        return topics.select_related("project").order_by("key", "pk")

    def prepare_rows(self, page: Sequence[Topic]) -> list[TopicLine]:
        return topic_lines(page, user=self.user)

    @extend_schema(request=NewTopic, responses={201: TopicRow})
    def post(self, request: Request, slug: str) -> Response:
        """Create a topic; for managers."""
        topic = create_topic(by=self.manager, project=self.project, **NewTopic.read(request.data))
        (line,) = topic_lines([topic], user=self.user)
        return Response(TopicRow(line).data, status=201)


class TopicResource(TopicApiView):
    """One topic."""

    serializer_class = TopicRow

    def get(self, request: Request, slug: str, key: str) -> Response:
        """The topic with its counts."""
        (line,) = topic_lines([self.topic], user=self.user)
        return Response(TopicRow(line).data)


class OpenApiDocument(APIView):
    """The OpenAPI description of the API as JSON, or as YAML for ``Accept: application/vnd.oai.openapi``."""

    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(openapi_document())


@cache
def openapi_document() -> dict[str, Any]:
    """Returns the OpenAPI document. It is the same for everybody, so each process generates it once."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema
