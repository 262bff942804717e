"""``GET``: how far the annotators of a project agree."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership, Topic
from annotator.pyramids.models import Pyramid
from scoring.api.shapes import AGREEMENT
from scoring.forms import AgreementQuery
from scoring.services.agreement import project_agreement


class ProjectAgreementNumbers(APIView):
    """The keys of ``manage.py agreement --json``, and what else the agreement page shows."""

    answer = AGREEMENT
    query_form = AgreementQuery

    def get(self, request: Request, slug: str) -> Response:
        """400 for a query that cannot be understood, 404 for a topic that is not there; see AgreementQuery."""
        member = Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
        query = AgreementQuery(request.query_params)
        query.check()
        topics = Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key")
        choice = query.choice(topics)
        found = project_agreement(
            project=member.project,
            pyramids=Pyramid.objects.visible_to(request.user),
            annotations=PeerAnnotation.objects.visible_to(request.user),
            role=member.role,
            choice=choice,
        )
        return Response({"project": slug, "include_drafts": choice.include_drafts, **found.as_detailed_json()})
