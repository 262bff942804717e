"""What annotators of a project should keep to: as a page, and as a piece of HTML for a workspace's side panel."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.views.access import ProjectMember


class Guidelines(ProjectMember):
    """A project's guidelines. With `?panel` without the frame of a page, its headings from h3 down."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        template = "_guidelines_panel" if "panel" in request.GET else "guidelines"
        return render(request, f"annotator/{template}.html", self.get_context_data())
