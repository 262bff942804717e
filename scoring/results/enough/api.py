"""API: how many topics and matchers are enough for the scores of a project."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.enough.forms import EnoughQuery
from scoring.results.enough.project import analyse_project


class EnoughNumbers(PlainSerializer):
    """Variances and what follows from them: the keys of `manage.py enough --json`, unless the analysis is refused."""

    project = serializers.CharField()
    refused = serializers.CharField(allow_null=True)
    made_by = serializers.DictField()
    matchers = serializers.ListField(child=serializers.CharField())
    components = serializers.DictField(child=serializers.FloatField(allow_null=True), required=False)
    phi = serializers.ListField(child=serializers.DictField(), required=False)
    detectable = serializers.ListField(child=serializers.DictField(), required=False)
    needed = serializers.ListField(child=serializers.DictField(), required=False)
    settings = serializers.DictField(required=False)
    warnings = serializers.ListField(child=serializers.CharField(), required=False)


@long_work(title="How many are enough?", depends_on=visible_identifiers)
class ProjectEnoughNumbers(APIView):
    """How many topics and matchers are enough, and the matchers whose work can be chosen."""

    serializer_class = EnoughNumbers
    query_form = EnoughQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see EnoughQuery."""
        viewer = Viewer.member(request.user, slug)
        query = EnoughQuery(request.query_params).require_valid()
        outcome = analyse_project(viewer, query.score_selection, query.enough_settings)
        made_by = query.made_by(
            score=query.score_selection.kind,
            rounding=query.rounding_in(viewer.project),
            x=query.score_selection.settings.x,  # how X of the original score is counted (XCount)
            difference=query.enough_settings.difference,
        )
        return Response({"project": slug, **outcome.as_json(), "made_by": made_by})
