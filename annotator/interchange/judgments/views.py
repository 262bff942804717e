"""Pages that import files of judgments into an instrument, and export its judgments and items as files."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from annotator.interchange.import_runs import JUDGMENTS, import_or_queue
from annotator.interchange.judgments.downloads import ExportQuery, export_response
from annotator.interchange.judgments.forms import JudgmentFilesForm, NewInstrumentFilesForm
from annotator.interchange.judgments.layouts import TABLES, Shape, formats_for
from annotator.interchange.judgments.report import JudgmentImportReport
from annotator.interchange.judgments.visible_rows import has_visible_sheets
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument
from annotator.judgments.views import InstrumentView
from annotator.projects.access import ManagerPage
from annotator.projects.permissions import can_manage
from annotator.runs.models import Run
from annotator.runs.services import visible_run
from annotator.web.forms import call_service, read_uploads
from annotator.web.refusals import ServiceRefused


class InstrumentFromFile(ManagerPage):
    """Makes an instrument from a preset and imports files into it."""

    form_class: type[JudgmentFilesForm] = NewInstrumentFilesForm

    def get(self, request: HttpRequest, **_: str) -> HttpResponse:
        if "run" not in request.GET:
            return self._page(self.form_class())
        run = visible_run(self.user, request.GET["run"])
        if run.project_id != self.project.pk or run.job != JUDGMENTS or "report" not in run.result:
            raise Run.DoesNotExist
        report, is_dry = JudgmentImportReport(**run.result["report"]), run.parameters["dry_run"]
        key = run.parameters["instrument"]
        return self._page(self.form_class(), report=report, is_dry_run=is_dry, imported_into=key)

    def post(self, request: HttpRequest, **_: str) -> HttpResponse:
        form = self.form_class(request.POST, request.FILES)
        report_or_run = call_service(form, lambda _data: self._import(form))
        if isinstance(report_or_run, Run):
            return redirect("run", report_or_run.pk)
        is_imported = bool(report_or_run and report_or_run.files)
        context = {"report": report_or_run, "is_dry_run": form.is_valid() and form.cleaned_data["dry_run"]}
        if is_imported:
            context["imported_into"] = self.parameters(form)["instrument"]
        return self._page(form, status=200 if is_imported else 400, **context)

    def parameters(self, form: JudgmentFilesForm) -> dict[str, Any]:
        """The parameters of the import besides its files."""
        return form.parameters()

    def _import(self, form: JudgmentFilesForm) -> Any:
        return import_or_queue(
            job=JUDGMENTS,
            files=read_uploads(form.cleaned_data["uploads"]),
            parameters=self.parameters(form),
            by=self.user,
            project=self.project,
        )

    def _page(self, form: JudgmentFilesForm, *, status: int = 200, **context: Any) -> HttpResponse:
        context = self.get_context_data(form=form, **context)
        return render(self.request, "annotator/interchange/judgments_import.html", context, status=status)


class JudgmentsImport(InstrumentFromFile, InstrumentView):
    """Imports files into the instrument in the URL."""

    form_class = JudgmentFilesForm

    def parameters(self, form: JudgmentFilesForm) -> dict[str, Any]:
        return {**form.parameters(), "instrument": self.instrument.key}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(instrument=self.instrument, **kwargs)


class JudgmentsExport(InstrumentView):
    """Lists the files that the user can download; with ``?file=FORMAT``, returns a file (see `ExportQuery`)."""

    def get(self, request: HttpRequest, slug: str, instrument: str) -> HttpResponse:
        if not has_visible_sheets(self.instrument, self.user):
            raise Instrument.DoesNotExist
        if "file" not in request.GET:
            context = self.get_context_data(instrument=self.instrument, shapes=self._shapes())
            return render(request, "annotator/interchange/judgments_export.html", context)
        query = ExportQuery(request.GET)
        try:
            data = query.require_valid().cleaned_data
            return export_response(instrument=self.instrument, user=self.user, query=data)
        except ServiceRefused as refused:
            raise BadRequest(str(refused)) from refused

    def _shapes(self) -> list[tuple[Shape, tuple[str, ...]]]:
        """The shapes that the user may download, with their formats."""
        manages = can_manage(self.member.role)
        sees_results = Instrument.objects.with_results_visible_to(self.user).filter(pk=self.instrument.pk).exists()
        has_items = bool(instrument_kind(self.instrument.kind).list_source)
        kind = self.instrument.kind
        visible = {
            Shape.JUDGMENTS: True,
            Shape.ITEMS: manages and has_items,
            Shape.ANSWERS: manages and kind == Instrument.Kind.PRESENCE,
            Shape.MEASURES: sees_results,
        }
        return [(shape, formats_for(kind, shape) if manages else TABLES) for shape in Shape if visible[shape]]
