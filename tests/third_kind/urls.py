"""The site with the pages and calls of checklists. Imported once the kind is registered."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import path

from annotator.work.access import WorkPage
from annotator.work.api import WorkEdits, WorkHistory, WorkSnapshot, WorkStateChange
from annotator.work.notes.api import Notes
from annotator.work.urls import work_urlpatterns
from annotator.work.workspace import workspace_page_data
from config.urls import handler404, handler500
from config.urls import urlpatterns as site

SHEETS = "p/<slug:slug>/t/<str:key>/checklists/<str:peer>/<str:slot>/"
SHEET = f"{SHEETS}<str:owner>/"


class Workspace(WorkPage):
    """What the page of a checklist would show."""

    def get(self, request: HttpRequest, **kwargs: Any) -> JsonResponse:
        return JsonResponse(workspace_page_data(self.work))


urlpatterns = [
    *work_urlpatterns("checklist", subject_path=SHEETS, work_path=SHEET),
    path(SHEET, Workspace.as_view(kind="checklist"), name="checklist"),
    path("api/checklists/<int:pk>/", WorkSnapshot.as_view(kind="checklist"), name="api-checklist"),
    path("api/checklists/<int:pk>/edits/", WorkEdits.as_view(kind="checklist"), name="api-checklist-edits"),
    path("api/checklists/<int:pk>/history/", WorkHistory.as_view(kind="checklist"), name="api-checklist-history"),
    path("api/checklists/<int:pk>/state/", WorkStateChange.as_view(kind="checklist"), name="api-checklist-state"),
    path("api/checklists/<int:pk>/notes/", Notes.as_view(kind="checklist"), name="api-checklist-notes"),
    *site,
]

__all__ = ["handler404", "handler500", "urlpatterns"]
