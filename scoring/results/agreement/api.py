"""API: how far the annotators of a project agree."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.agreement.forms import AgreementQuery
from scoring.results.agreement.project import project_agreement


class AgreementNumbers(PlainSerializer):
    """How far annotators agree: the keys of `manage.py agreement --json`, and the other numbers of the page."""

    project = serializers.CharField()
    include_drafts = serializers.BooleanField()
    units = serializers.IntegerField()  # the number of words
    annotators = serializers.ListField(child=serializers.CharField())
    policy = serializers.DictField()
    uncovered = serializers.DictField()  # by annotator: the share of words in no SCU
    shared = serializers.DictField()  # by annotator: the share of words in several SCUs
    unaligned = serializers.DictField()  # by annotator: in how many words the copy of the text differs
    alpha = serializers.DictField()
    intervals = serializers.DictField()
    pairs = serializers.ListField(child=serializers.DictField())
    score_agreement = serializers.DictField(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())
    refused = serializers.CharField(allow_null=True)
    withheld = serializers.IntegerField()
    made_by = serializers.DictField()


@long_work(title="Agreement", depends_on=visible_identifiers)
class ProjectAgreementNumbers(APIView):
    """Agreement among the pyramids and peer annotations of a project that the user may see."""

    serializer_class = AgreementNumbers
    query_form = AgreementQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see AgreementQuery."""
        viewer = Viewer.member(request.user, slug)
        query = AgreementQuery(request.query_params).require_valid()
        settings = query.agreement_settings
        agreement = project_agreement(viewer, settings)
        made_by = query.made_by(
            uncovered=settings.uncovered,
            score=settings.score,
            squares=int(settings.sums_of_squares),
            rounding=viewer.project.rounding,
        )
        answer = {"project": slug, "include_drafts": settings.include_drafts, **agreement.as_json()}
        return Response({**answer, "made_by": made_by})
