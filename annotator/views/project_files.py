"""A whole project as a file: downloaded by its managers, made anew by whoever makes projects."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from annotator.forms import ProjectFileForm
from annotator.models import Project
from annotator.permissions import check_manage
from annotator.services.project_export import export_to_file
from annotator.services.project_import import import_project
from annotator.views.access import ProjectMember, SignedIn
from annotator.views.submitted import Submitted


class ProjectFile(ProjectMember):
    """Everything of the project as JSON; nothing is masked in it, so that it is for managers."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        check_manage(self.member.role)
        file = export_to_file(self.project)
        return FileResponse(
            file,
            as_attachment=True,
            filename=f"{slug}.json",
            content_type="application/json",
            headers={"Cache-Control": "private, no-store"},
        )


class ProjectFromFile(SignedIn):
    """A project made from such a file; whoever brings it manages it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/project_from_file.html", {"form": ProjectFileForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        submitted = Submitted(ProjectFileForm(request.POST, request.FILES))
        project = submitted.carry_out(self._import)
        if project is None:
            return render(request, "annotator/project_from_file.html", {"form": submitted.form}, status=400)
        messages.success(
            request, "The project is here, and you manage it. Others stay names until they are tied to accounts."
        )
        return redirect("project", project.slug)

    def _import(self, data: dict[str, Any]) -> Project:
        return import_project(data=data["file"].read(), by=self.user, slug=data["slug"], name=data["name"])
