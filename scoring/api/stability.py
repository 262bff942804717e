"""``GET``: how many model summaries are enough for the scores of a project."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership, Topic
from annotator.pyramids.models import Pyramid
from annotator.work.models import Release
from scoring.api.shapes import STABILITY
from scoring.services.project_stability import MOST_SCORES, project_stability
from scoring.stability_query import StabilityQuery


class ProjectStabilityNumbers(APIView):
    """The keys of ``manage.py stability --json``, and who could be chosen; ``refused`` says why there are none."""

    answer = STABILITY
    query_form = StabilityQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for a query that cannot be understood, 404 for a topic that is not there; see StabilityQuery."""
        member = Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
        query = StabilityQuery(request.query_params)
        query.check()
        topics = Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key")
        answer = project_stability(
            project=member.project,
            releases=Release.objects.filter(pyramid__in=Pyramid.objects.visible_to(request.user)),
            annotations=PeerAnnotation.objects.visible_to(request.user),
            role=member.role,
            pyramids=query.pyramids(topics),
            choice=query.choice(member.project),
            most_scores=MOST_SCORES,
        )
        return Response({"project": slug, **answer.as_json()})
