"""API: how much the model summaries of a project overlap."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.overlap.forms import OverlapQuery
from scoring.results.overlap.project import project_overlap


class OverlapNumbers(PlainSerializer):
    """Shared n-grams of each pair of models: the keys of `manage.py overlap --json`."""

    project = serializers.CharField()
    n = serializers.IntegerField()
    tokens = serializers.CharField()
    topics = serializers.ListField(child=serializers.DictField())
    mean = serializers.ListField(child=serializers.FloatField(allow_null=True))
    topics_with = serializers.ListField(child=serializers.IntegerField())
    warnings = serializers.ListField(child=serializers.CharField())
    made_by = serializers.DictField()


@long_work(title="Overlap of models", depends_on=visible_identifiers)
class ProjectOverlap(APIView):
    """The n-grams that two model summaries share, divided by those in either, for each pair of a topic."""

    serializer_class = OverlapNumbers
    query_form = OverlapQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see OverlapQuery."""
        viewer = Viewer.member(request.user, slug)
        query = OverlapQuery(request.query_params).require_valid()
        overlap = project_overlap(viewer, query.overlap_settings, query.topics)
        return Response({"project": slug, **overlap.as_json(), "made_by": query.made_by()})
