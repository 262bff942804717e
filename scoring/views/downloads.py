"""Scores as files, from the score pages."""

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase

from annotator.projects.models import Topic
from annotator.web.refusals import ServiceRefused
from scoring.downloads import member_score_file
from scoring.exports.form import FileFormat
from scoring.forms import ExportQuery
from scoring.views.access import member_of, score_page


@score_page
def score_download(request: HttpRequest, slug: str, form: str, key: str = "") -> HttpResponseBase:
    """The scores of a project, or of the topic ``key``, with the choices of the page."""
    member = member_of(request, slug)
    topic = Topic.objects.visible_to(request.user).get(project=member.project_id, key=key) if key else None
    if form not in list(FileFormat):
        raise Http404
    query = ExportQuery(request.GET)
    try:
        return member_score_file(member, request.user, query.choice, query.form(FileFormat(form)), topic)
    except ServiceRefused as refused:
        raise BadRequest(str(refused)) from refused
