"""Admin actions that download the scores of the selected projects or topics."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from annotator.accounts.audit_log import log_action
from annotator.projects.models import Project, Topic
from annotator.web.file_names import file_stem, join_stems
from annotator.web.refusals import ServiceRefused
from scoring.observations.pyramid_scores import ScoreSettings
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.downloads import score_file
from scoring.results.exports.forms import ExportLayout, FileFormat

FORMAT_NAMES = {FileFormat.CSV: "CSV", FileFormat.XLSX: "XLSX", FileFormat.JSON: "JSON", FileFormat.DUC: "DUC table"}

MakeRequests = Callable[[QuerySet[Any]], list[ScoreRequest]]
"""A function that returns the score requests for the selected projects or topics."""


def requests_for_projects(projects: QuerySet[Project]) -> list[ScoreRequest]:
    """Return a request for all scores of each project."""
    return [ScoreRequest(Viewer(project), ScoreSettings()) for project in projects.order_by("slug")]


def requests_for_topics(topics: QuerySet[Topic]) -> list[ScoreRequest]:
    """Return a request for all scores of the selected topics of each project."""
    sorted_topics = topics.select_related("project").order_by("project__slug", "key")
    return [
        ScoreRequest(Viewer(project), ScoreSettings(), list(project_topics))
        for project, project_topics in groupby(sorted_topics, key=lambda topic: topic.project)
    ]


def export_action(file_format: FileFormat, make_requests: MakeRequests) -> Callable[..., HttpResponseBase | None]:
    """Return an admin action that downloads the scores of the selected rows as one file."""

    @admin.action(description=f"Download scores as {FORMAT_NAMES[file_format]}", permissions=["view"])
    def action(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponseBase | None:
        score_requests = make_requests(queryset)
        user = User.objects.get(username=request.user.get_username())
        for project in {each.viewer.project.pk: each.viewer.project for each in score_requests}.values():
            log_action(by=user, on=project, message=f"Downloaded scores as {FORMAT_NAMES[file_format]}.")
        stem = join_stems(
            file_stem(each.viewer.project.slug, *(topic.key for topic in each.topics or ())) for each in score_requests
        )
        try:
            return score_file(score_requests, ExportLayout(file_format, has_ranking=False), stem=stem)
        except ServiceRefused as refused:
            model_admin.message_user(request, str(refused), messages.ERROR)
            return None

    action.__name__ = f"export_scores_{file_format}"
    return action


for model, make_requests in ((Project, requests_for_projects), (Topic, requests_for_topics)):
    model_admin = admin.site.get_model_admin(model)
    new_actions = [export_action(file_format, make_requests) for file_format in FileFormat]
    model_admin.actions = [*(model_admin.actions or ()), *new_actions]
