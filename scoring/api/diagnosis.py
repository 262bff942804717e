"""``GET``: what the peers of a project miss, and what a single one has and misses."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership, Topic
from annotator.web.refusals import NotAllowed
from scoring.api.shapes import DIAGNOSIS, PEER_DIAGNOSIS
from scoring.forms import DiagnosisQuery
from scoring.services.diagnosis import diagnosis
from scoring.services.peer_scores import live_scores, may_see_scores
from scoring.services.score_detail import score_detail


class ProjectDiagnosis(APIView):
    """All SCUs with how many peers miss each, and whether the best and the worst summarizer have them."""

    answer = DIAGNOSIS
    query_form = DiagnosisQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for a query that cannot be understood, 404 for a topic that is not there; see DiagnosisQuery."""
        member = Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
        query = DiagnosisQuery(request.query_params)
        query.check()
        topics = Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key")
        found = diagnosis(
            project=member.project,
            annotations=PeerAnnotation.objects.visible_to(request.user),
            role=member.role,
            choice=query.choice,
            kind=query.kind,
            topic=query.topic_among(topics),
        )
        return Response({"project": slug, **found.as_json()})


class PeerDiagnosis(APIView):
    """Matched SCUs with the peer's words, units in no SCU, and missing SCUs by tier with the models' wording."""

    answer = PEER_DIAGNOSIS

    def get(self, request: Request, pk: int) -> Response:
        """403 where the project does not show scores now (``live_scores``)."""
        one = live_scores(PeerAnnotation.objects.for_workspace(request.user).filter(pk=pk)).annotation
        if not may_see_scores(one, one.member_role):
            raise NotAllowed("The project does not show the scores of this peer annotation now.")
        detail = score_detail(one).as_json()
        return Response({"release": one.release.number, "revision": one.revision, **detail})
