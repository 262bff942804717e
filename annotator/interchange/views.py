"""Pages on which files are imported, and a project is exported."""

from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BaseForm
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.interchange import import_runs as imports
from annotator.interchange.duc.importing import ImportOptions, import_files
from annotator.interchange.duc.report import ImportReport
from annotator.interchange.import_table import TableReport, import_table
from annotator.interchange.project_file.exporting import export_to_file
from annotator.interchange.project_file.importing import import_project
from annotator.projects.access import ProjectMember
from annotator.projects.models import Membership, Project
from annotator.projects.permissions import check_manage
from annotator.runs.answers import long_work
from annotator.runs.models import Run
from annotator.runs.services import visible_run
from annotator.runs.steps import TakesLong, takes
from annotator.web.forms import MultipleFileField, OneFileField, PageForm, fits_an_address, read_uploads
from annotator.web.signed_in import SignedIn
from annotator.web.submitted import Submitted
from annotator.work.sizes import with_works

SECONDS = 0.002
"""What a work of the project costs in a project file on a slow machine."""


class ProjectFileForm(PageForm):
    """A project file, and another slug and name for the project."""

    file = OneFileField(
        label="File", help_text="JSON, at most 20 MB; import larger files with manage.py import_project."
    )
    slug = forms.SlugField(max_length=60, required=False, label="Address", help_text="If the file’s own is taken here.")
    name = forms.CharField(max_length=200, required=False, help_text="If the project should have another name here.")


class TableForm(PageForm):
    """Texts of any number of topics in one table."""

    table = OneFileField(
        label="CSV or JSONL file",
        help_text="UTF-8. Columns: topic, kind (model or peer), summarizer, text; title and statement are optional.",
    )


class DucFilesForm(PageForm):
    """DUCView's files, and options for what they do not say."""

    uploads = MultipleFileField(
        label=".pyr and .pan files", help_text="Pyramids and peer annotations; you can choose several files."
    )
    topic = forms.CharField(
        max_length=100,
        required=False,
        validators=[fits_an_address],
        help_text="The topic's key, if the file names do not give it.",
    )
    annotator = forms.CharField(
        max_length=100,
        required=False,
        validators=[fits_an_address],
        help_text="The owner of the work, if the file names do not give one.",
    )
    models = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=100,
        label="Number of model summaries",
        help_text="For files without headers.",
    )
    separator = forms.CharField(
        required=False, max_length=1000, help_text="A regular expression between model summaries without headers."
    )


DUC = "duc"
"""The value of the form field ``how`` for DUCView's files."""


class ProjectImport(ProjectMember):
    """Imports a table of texts or DUCView's files, and shows the report."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        if "run" not in request.GET:
            return self._page(TableForm(), DucFilesForm())
        run = visible_run(self.user, request.GET["run"])
        if run.project_id != self.project.pk or "report" not in run.result:
            raise Run.DoesNotExist
        report = run.result["report"]
        reports: dict[str, Any] = (
            {"duc_report": ImportReport(**report)}
            if run.job == imports.DUC
            else {"table_report": TableReport(**report)}
        )
        return self._page(TableForm(), DucFilesForm(), **reports)

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        if request.POST.get("how") == DUC:
            duc = Submitted(DucFilesForm(request.POST, request.FILES))
            report = duc.carry_out(self._import_duc)
            if isinstance(report, Run):
                return redirect("run", report.pk)
            return self._page(TableForm(), duc.form, status=200 if report else 400, duc_report=report)
        table = Submitted(TableForm(request.POST, request.FILES))
        read = table.carry_out(self._import_table)
        if isinstance(read, Run):
            return redirect("run", read.pk)
        return self._page(table.form, DucFilesForm(), status=200 if read else 400, table_report=read)

    def _import_duc(self, data: dict[str, Any]) -> ImportReport | Run:
        options = {
            "topic": data["topic"],
            "owner": data["annotator"],
            "matcher": data["annotator"],
            "models": data["models"],
            "separator": data["separator"] or None,
        }
        files = read_uploads(data["uploads"])
        try:
            imports.check_length(imports.DUC, files)
        except TakesLong:
            return imports.start_import(
                job=imports.DUC, files=files, parameters=options, by=self.user, project=self.project
            )
        now = timezone.now()
        return import_files(project=self.project, files=files, options=ImportOptions(**options), by=self.user, now=now)

    def _import_table(self, data: dict[str, Any]) -> TableReport | Run:
        files = read_uploads([data["table"]])
        try:
            imports.check_length(imports.TABLE, files)
        except TakesLong:
            return imports.start_import(
                job=imports.TABLE, files=files, parameters={}, by=self.user, project=self.project
            )
        return import_table(project=self.project, data=files[0][1])

    def _page(self, table: BaseForm, duc: BaseForm, *, status: int = 200, **reports: Any) -> HttpResponse:
        context = self.get_context_data(table=table, duc=duc, **reports)
        return render(self.request, "annotator/interchange/project_import.html", context, status=status)


@long_work("Project file", imports.managers_alone)
class ProjectFile(ProjectMember):
    """The whole project as JSON, only for managers, because nothing in it is masked."""

    @cached_property
    def member(self) -> Any:
        """The membership of the user, with the project and the number of its works."""
        return with_works(Membership.objects.select_related("project")).get(
            project__slug=self.kwargs["slug"], user=self.user
        )

    @cached_property
    def project(self) -> Project:
        """The project of the URL."""
        project: Project = self.member.project
        return project

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        check_manage(self.member.role)
        takes(self.member.project_works * SECONDS)
        file = export_to_file(self.project)
        return FileResponse(
            file,
            as_attachment=True,
            filename=f"{slug}.json",
            content_type="application/json",
            headers={"Cache-Control": "private, no-store"},
        )


class ProjectFromFile(SignedIn):
    """Creates a project from such a file; the user becomes its manager."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/interchange/project_from_file.html", {"form": ProjectFileForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        submitted = Submitted(ProjectFileForm(request.POST, request.FILES))
        project = submitted.carry_out(self._import)
        if isinstance(project, Run):
            return redirect("run", project.pk)
        if project is None:
            return render(request, "annotator/interchange/project_from_file.html", {"form": submitted.form}, status=400)
        messages.success(
            request,
            "The project was imported, and you manage it. Others stay names until you link them to accounts.",
        )
        return redirect("project", project.slug)

    def _import(self, data: dict[str, Any]) -> Project | Run:
        files, names = read_uploads([data["file"]]), {"slug": data["slug"], "name": data["name"]}
        try:
            imports.check_length(imports.PROJECT, files)
        except TakesLong:
            return imports.start_import(job=imports.PROJECT, files=files, parameters=names, by=self.user)
        return import_project(data=files[0][1], by=self.user, **names)
