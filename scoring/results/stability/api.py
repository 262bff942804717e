"""API: how many model summaries are enough for the scores of a project."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.stability.forms import StabilityQuery
from scoring.results.stability.project import MAX_SCORES, project_stability


class StabilityNumbers(PlainSerializer):
    """How many model summaries are enough: the keys of `manage.py stability --json`, unless the analysis is refused."""

    project = serializers.CharField()
    refused = serializers.CharField(allow_null=True)
    peers_refused = serializers.CharField(allow_null=True)
    made_by = serializers.DictField()
    owners = serializers.ListField(child=serializers.CharField())
    matchers = serializers.ListField(child=serializers.CharField())
    models = serializers.IntegerField(required=False)
    topics = serializers.IntegerField(required=False)
    threshold = serializers.FloatField(required=False)
    orders = serializers.ListField(child=serializers.DictField(), required=False)
    errors = serializers.ListField(child=serializers.DictField(), required=False)  # type: ignore[assignment]  # DRF's
    warnings = serializers.ListField(child=serializers.CharField(), required=False)


@long_work(title="Stability", depends_on=visible_identifiers)
class ProjectStabilityNumbers(APIView):
    """How many model summaries are enough, and the owners and matchers whose work can be chosen."""

    serializer_class = StabilityNumbers
    query_form = StabilityQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see StabilityQuery."""
        viewer = Viewer.member(request.user, slug)
        query = StabilityQuery(request.query_params).require_valid()
        settings = query.stability_settings(viewer.project)
        answer = project_stability(viewer, query.pyramid_selection, settings, MAX_SCORES)
        sampling = answer.stability.sampling if answer.stability else {}
        made_by = query.made_by(
            rounding=settings.rounding,
            threshold=float(settings.threshold),
            score_peers=settings.score_peers,
            **sampling,
        )
        return Response({"project": slug, **answer.as_json(), "made_by": made_by})
