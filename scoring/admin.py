"""Admin actions on projects and topics that download their scores."""

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
from annotator.web.refusals import ServiceRefused
from scoring.observations.pyramid_scores import ScoreChoice
from scoring.observations.score_stream import ScoreRequest
from scoring.observations.viewer import Viewer
from scoring.results.exports.downloads import score_file
from scoring.results.exports.forms import ExportForm, FileFormat

NAMES = {FileFormat.CSV: "CSV", FileFormat.XLSX: "XLSX", FileFormat.JSON: "JSON", FileFormat.DUC: "DUC table"}

Requests = Callable[[QuerySet[Any]], list[ScoreRequest]]


def of_projects(projects: QuerySet[Project]) -> list[ScoreRequest]:
    """All scores of the selected projects, project by project."""
    return [ScoreRequest(Viewer(project), ScoreChoice()) for project in projects.order_by("slug")]


def of_topics(topics: QuerySet[Topic]) -> list[ScoreRequest]:
    """All scores of the selected topics, project by project."""
    chosen = topics.select_related("project").order_by("project__slug", "key")
    return [
        ScoreRequest(Viewer(project), ScoreChoice(), list(group))
        for project, group in groupby(chosen, key=lambda topic: topic.project)
    ]


def export_action(form: FileFormat, requests_of: Requests) -> Callable[..., HttpResponseBase | None]:
    """An action that downloads the scores of the selected rows as one file."""

    @admin.action(description=f"Download scores as {NAMES[form]}", permissions=["view"])
    def action(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponseBase | None:
        requests = requests_of(queryset)
        user = User.objects.get(username=request.user.get_username())
        for project in {one.viewer.project.pk: one.viewer.project for one in requests}.values():
            log_action(by=user, on=project, message=f"Downloaded scores as {NAMES[form]}.")
        stem = requests[0].viewer.project.slug if len(requests) == 1 else "projects"
        try:
            return score_file(requests, ExportForm(form), stem=stem)
        except ServiceRefused as refused:
            model_admin.message_user(request, str(refused), messages.ERROR)
            return None

    action.__name__ = f"export_scores_{form}"
    return action


for model, requests_of in ((Project, of_projects), (Topic, of_topics)):
    registered = admin.site.get_model_admin(model)
    registered.actions = [*(registered.actions or ()), *(export_action(form, requests_of) for form in FileFormat)]
