"""API: the scores of a project as a file."""

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.views import APIView

from annotator.runs.answers import long_work
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.exports.downloads import member_score_file
from scoring.results.exports.forms import CONTENT_TYPES, ExportQuery


@long_work(title="Score file", depends_on=visible_identifiers)
class ProjectScoreFile(APIView):
    """CSV, XLSX, JSON or a DUC table of the scores that the user may see; see ExportQuery."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Ignores the Accept header and the parameter ``format``: here the parameter ``file`` selects the format."""
        return super().perform_content_negotiation(request, force=True)

    query_form = ExportQuery
    file_types = tuple(CONTENT_TYPES.values())

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """400 for an invalid query, 404 for an unknown topic."""
        viewer = Viewer.member(request.user, slug)
        query = ExportQuery(request.query_params).require_valid()
        return member_score_file(viewer, query, query.values.get("topic") or "")
