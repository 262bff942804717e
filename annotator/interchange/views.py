"""Pages that import files into a project, export a project as a file, and create a project from a file."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render

from annotator.interchange.duc.report import ImportReport
from annotator.interchange.import_runs import DUC, PROJECT, TABLE, basis_for_managers, import_or_queue
from annotator.interchange.import_table import TableReport
from annotator.interchange.project_file.exporting import export_to_file
from annotator.projects.access import ManagerPage
from annotator.runs.answers import long_work
from annotator.runs.models import Run
from annotator.runs.services import visible_run
from annotator.runs.steps import reserve_time
from annotator.web.forms import MultipleFileField, OneFileField, PageForm, call_service, read_uploads
from annotator.web.signed_in import SignedIn
from annotator.web.url_names import check_fits_url
from annotator.work.models import Work

SECONDS_PER_WORK = 0.002
"""Estimated time to export one work of a project on a slow machine."""


class ProjectFileForm(PageForm):
    """A project file; optionally another slug and name for the project."""

    file = OneFileField(
        label="File", help_text="JSON, at most 20 MB; import larger files with manage.py import_project."
    )
    slug = forms.SlugField(max_length=60, required=False, label="Name in URLs", help_text="By default, as in the file.")
    name = forms.CharField(max_length=200, required=False, help_text="By default, as in the file.")


class TableForm(PageForm):
    """A table with texts of any number of topics."""

    table = OneFileField(
        label="CSV or JSONL file",
        help_text="UTF-8. Columns: topic, kind (model or peer), summarizer, text; title and statement are optional.",
    )


class DucFilesForm(PageForm):
    """DUCView files, and options for details that the files lack."""

    uploads = MultipleFileField(
        label=".pyr and .pan files", help_text="Pyramids and peer annotations; you can choose several files."
    )
    topic = forms.CharField(
        max_length=100,
        required=False,
        validators=[check_fits_url],
        help_text="The topic's key, if the file names do not give it.",
    )
    annotator = forms.CharField(
        max_length=100,
        required=False,
        validators=[check_fits_url],
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
        required=False,
        max_length=1000,
        help_text="For files without headers: a regular expression that matches what separates the summaries.",
    )


class ProjectImport(ManagerPage):
    """Imports a table of texts or DUCView files, and shows the report."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        if "run" not in request.GET:
            return self._page()
        run = visible_run(self.user, request.GET["run"])
        if run.project_id != self.project.pk or "report" not in run.result:
            raise Run.DoesNotExist
        report = run.result["report"]
        if run.job == DUC:
            return self._page(duc_report=ImportReport(**report))
        return self._page(table_report=TableReport(**report))

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        is_duc = request.POST.get("how") == "duc"
        form = (DucFilesForm if is_duc else TableForm)(request.POST, request.FILES)
        report_or_run = call_service(form, self._import_duc if is_duc else self._import_table)
        if isinstance(report_or_run, Run):
            return redirect("run", report_or_run.pk)
        name = "duc" if is_duc else "table"
        context = {f"{name}_form": form, f"{name}_report": report_or_run}
        return self._page(status=200 if report_or_run else 400, **context)

    def _import_duc(self, data: dict[str, Any]) -> Any:
        options = {
            "topic": data["topic"],
            "owner": data["annotator"],
            "matcher": data["annotator"],
            "models": data["models"],
            "separator": data["separator"] or None,
        }
        files = read_uploads(data["uploads"])
        return import_or_queue(job=DUC, files=files, parameters=options, by=self.user, project=self.project)

    def _import_table(self, data: dict[str, Any]) -> Any:
        files = read_uploads([data["table"]])
        return import_or_queue(job=TABLE, files=files, parameters={}, by=self.user, project=self.project)

    def _page(self, *, status: int = 200, **context: Any) -> HttpResponse:
        context = self.get_context_data(**{"table_form": TableForm(), "duc_form": DucFilesForm(), **context})
        return render(self.request, "annotator/interchange/project_import.html", context, status=status)


@long_work(title="Project file", depends_on=basis_for_managers)
class ProjectFileDownload(ManagerPage):
    """Downloads the project as JSON; for managers only, because nothing in it is masked."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponseBase:
        reserve_time(Work.objects.filter(topic__project=self.project).count() * SECONDS_PER_WORK)
        return FileResponse(
            export_to_file(self.project),
            as_attachment=True,
            filename=f"{slug}.json",
            content_type="application/json",
            headers={"Cache-Control": "private, no-store"},
        )


class ProjectFromFile(SignedIn):
    """Creates a project from a project file; the user becomes its manager."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "annotator/interchange/project_from_file.html", {"form": ProjectFileForm()})

    def post(self, request: HttpRequest) -> HttpResponse:
        form = ProjectFileForm(request.POST, request.FILES)
        project_or_run = call_service(form, self._import)
        if isinstance(project_or_run, Run):
            return redirect("run", project_or_run.pk)
        if project_or_run is None:
            return render(request, "annotator/interchange/project_from_file.html", {"form": form}, status=400)
        messages.success(
            request,
            "The project was imported, and you are its manager. The other members cannot sign in to it until you "
            "link their names to accounts.",
        )
        return redirect("project", project_or_run.slug)

    def _import(self, data: dict[str, Any]) -> Any:
        parameters = {"slug": data["slug"], "name": data["name"]}
        return import_or_queue(job=PROJECT, files=read_uploads([data["file"]]), parameters=parameters, by=self.user)
