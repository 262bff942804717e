"""Score files that the score pages offer to download."""

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase

from annotator.runs.answers import long_work
from annotator.web.refusals import ServiceRefused
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.exports.downloads import member_score_file
from scoring.results.exports.forms import ExportQuery, FileFormat
from scoring.results.pages import score_page


@score_page
@long_work(title="Score file", depends_on=visible_identifiers)
def score_download(request: HttpRequest, viewer: Viewer, file_format: str, key: str = "") -> HttpResponseBase:
    """The scores of a project, or of the topic ``key``, with the choices made on the page."""
    if file_format not in list(FileFormat):
        raise Http404
    query = ExportQuery(request.GET)
    try:
        return member_score_file(viewer, query, key, file_format=FileFormat(file_format))
    except ServiceRefused as refused:
        raise BadRequest(str(refused)) from refused
