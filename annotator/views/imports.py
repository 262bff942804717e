"""Texts and annotations on their way in: pasted, as plain-text files, as a table, as DUCView's files."""

from pathlib import PurePosixPath
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.forms import DucFilesForm, PastedSummaryForm, SummaryFilesForm, TableForm
from annotator.models import Summary
from annotator.permissions import check_manage
from annotator.services.import_duc import ImportOptions, import_files
from annotator.services.import_report import ImportReport
from annotator.services.import_table import TableReport, import_table
from annotator.services.texts import NewSummary, add_summaries
from annotator.views.access import ProjectMember, TopicMember
from annotator.views.submitted import Submitted

PASTE, FILES, TABLE, DUC = "paste", "files", "table", "duc"


class SummariesAdd(TopicMember):
    """Adds model or peer summaries to a topic: one pasted, or a plain-text file each."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        check_manage(self.member.role)
        initial = {"kind": request.GET.get("kind", Summary.Kind.MODEL)}
        return self._page(PastedSummaryForm(initial=initial), SummaryFilesForm(initial=initial))

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        check_manage(self.member.role)
        as_files = request.POST.get("how") == FILES
        form = SummaryFilesForm(request.POST, request.FILES) if as_files else PastedSummaryForm(request.POST)
        submitted = Submitted(form)
        made = submitted.carry_out(lambda data: add_summaries(topic=self.topic, summaries=_new_summaries(data)))
        if made is None:
            paste, files = (PastedSummaryForm(), form) if as_files else (form, SummaryFilesForm())
            return self._page(paste, files, status=400)
        summaries, notes = made
        messages.success(request, f"Added: {', '.join(summary.summarizer for summary in summaries)}.")
        for note in notes:
            messages.info(request, note)
        return redirect("topic", slug, key)

    def _page(self, paste: BaseForm, files: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(paste=paste, files=files)
        return render(self.request, "annotator/summaries_add.html", context, status=status)


def _new_summaries(data: dict[str, Any]) -> list[NewSummary]:
    if "text" in data:
        return [NewSummary(data["kind"], data["summarizer"], data["text"], data["title"])]
    return [NewSummary(data["kind"], PurePosixPath(name).stem, content) for name, content in read_uploads(data["uploads"])]


def read_uploads(uploads: list[UploadedFile]) -> list[tuple[str, bytes]]:
    return [(upload.name or "", upload.read()) for upload in uploads]


class ProjectImport(ProjectMember):
    """Takes in a table of texts or DUCView's files, and shows the report."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        return self._page(TableForm(), DucFilesForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        check_manage(self.member.role)
        if request.POST.get("how") == DUC:
            duc = Submitted(DucFilesForm(request.POST, request.FILES))
            report = duc.carry_out(self._import_duc)
            return self._page(TableForm(), duc.form, status=200 if report else 400, duc_report=report)
        table = Submitted(TableForm(request.POST, request.FILES))
        read = table.carry_out(self._import_table)
        return self._page(table.form, DucFilesForm(), status=200 if read else 400, table_report=read)

    def _import_duc(self, data: dict[str, Any]) -> ImportReport:
        options = ImportOptions(
            topic=data["topic"],
            annotator=data["annotator"],
            models=data["models"],
            separator=data["separator"] or None,
        )
        files = read_uploads(data["uploads"])
        return import_files(project=self.project, files=files, options=options, by=self.user, now=timezone.now())

    def _import_table(self, data: dict[str, Any]) -> TableReport:
        ((_, content),) = read_uploads([data["table"]])
        return import_table(project=self.project, data=content)

    def _page(self, table: BaseForm, duc: BaseForm, *, status: int = 200, **reports: Any) -> HttpResponse:
        context = self.get_context_data(table=table, duc=duc, **reports)
        return render(self.request, "annotator/project_import.html", context, status=status)
