"""API: the SCUs that the peers of a project miss, and the SCUs that one peer has and misses."""

from dataclasses import asdict

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from annotator.web.serializers import PlainSerializer
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.diagnosis.missed import diagnose
from scoring.results.forms import TopicQuery
from scoring.results.scores.detail import score_detail
from scoring.results.scores.queries import peer_annotation_score


class DiagnosisNumbers(PlainSerializer):
    """The SCUs of a project, each with the number of peers that miss it."""

    project = serializers.CharField()
    score = serializers.ChoiceField([(kind, kind) for kind in SCORE_KINDS])
    topics = serializers.ListField(child=serializers.CharField())
    peers = serializers.IntegerField()
    withheld = serializers.IntegerField()
    best = serializers.DictField(allow_null=True)
    worst = serializers.DictField(allow_null=True)
    tiers = serializers.ListField(child=serializers.DictField())
    scus = serializers.ListField(child=serializers.DictField())
    warnings = serializers.ListField(child=serializers.CharField())
    made_by = serializers.DictField()  # the program and settings that made these numbers


class PeerDiagnosisNumbers(PlainSerializer):
    """The SCUs that a peer expresses, its units in no SCU, and the SCUs that it misses."""

    release = serializers.IntegerField()
    revision = serializers.IntegerField()
    matched = serializers.ListField(child=serializers.DictField())
    non_matching = serializers.ListField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.DictField())
    related_scus = serializers.DictField()  # by id, the uid and the relations of each SCU of the release


@long_work(title="Diagnosis", depends_on=visible_identifiers)
class ProjectDiagnosis(APIView):
    """All SCUs: how many peers miss each SCU, and whether the best and the worst summarizer have it."""

    serializer_class = DiagnosisNumbers
    query_form = TopicQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for an invalid query, 404 for an unknown topic; see TopicQuery."""
        viewer = Viewer.member(request.user, slug)
        query = TopicQuery(request.query_params).require_valid()
        result = diagnose(viewer, query.score_settings, query.display.score_kind, query.values.get("topic") or "")
        made_by = query.made_by(score=result.score_kind, rounding=query.rounding_in(viewer.project))
        return Response({"project": slug, **result.as_json(), "made_by": made_by})


class PeerDiagnosis(APIView):
    """Matched SCUs with the peer's words, units in no SCU, and missing SCUs by tier with the models' wordings."""

    serializer_class = PeerDiagnosisNumbers

    def get(self, request: Request, pk: int) -> Response:
        """403 if the project does not show scores at present (``live_scores``)."""
        peer = peer_annotation_score(request.user, pk)
        detail = asdict(score_detail(peer.row.annotation))
        return Response({"release": peer.origin.basis.number, "revision": peer.origin.revision, **detail})
