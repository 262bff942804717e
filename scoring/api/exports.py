"""``GET``: the scores of a project as a file."""

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.projects.models import Membership, Topic
from scoring.downloads import member_score_file
from scoring.exports.form import CONTENT_TYPES
from scoring.forms import ExportQuery


class ProjectScoreFile(APIView):
    """CSV, XLSX, JSON or a DUC table of the scores that the user may see; see ExportQuery."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever Accept says: ``file`` says what it is to be, and ``format`` is taken by the framework."""
        return super().perform_content_negotiation(request, force=True)

    query_form = ExportQuery
    file_types = tuple(CONTENT_TYPES.values())

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """400 for a query that cannot be understood, 404 for a topic that is not there."""
        member = Membership.objects.select_related("project").get(project__slug=slug, user=request.user.pk)
        query = ExportQuery(request.query_params)
        query.check()
        key = query.asked.get("topic")
        topic = Topic.objects.visible_to(request.user).get(project=member.project_id, key=key) if key else None
        return member_score_file(member, request.user, query.choice, query.form(), topic)
