"""The pages of trained measures: import, export and deletion. The page of measures lists them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.projects.access import ManagerPage
from annotator.web.file_names import file_stem
from annotator.web.forms import call_service
from scoring.observations.viewer import Viewer
from scoring.results.pages import score_page
from scoring.studies.models import TrainedMeasure
from scoring.studies.trained.forms import TrainedMeasureForm
from scoring.studies.trained.queries import trained_measure_with_key
from scoring.studies.trained.services import add_trained_measure, delete_trained_measure


class TrainedMeasureImport(ManagerPage):
    """Imports the file of a trained measure."""

    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        return self._page(TrainedMeasureForm())

    def post(self, request: HttpRequest, slug: str) -> HttpResponse:
        form = TrainedMeasureForm(request.POST, request.FILES)
        imported = call_service(form, self._import)
        return redirect(f"{reverse('project-measures', args=[slug])}#trained") if imported else self._page(form, 400)

    def _import(self, data: dict[str, Any]) -> TrainedMeasure:
        return add_trained_measure(project=self.project, data=data["model"].read(), name=data["name"], by=self.member)

    def _page(self, form: TrainedMeasureForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(form=form)
        return render(self.request, "scoring/studies/trained/import.html", context, status=status)


class TrainedMeasureDelete(ManagerPage):
    def post(self, request: HttpRequest, slug: str, trained: str) -> HttpResponse:
        delete_trained_measure(measure=trained_measure_with_key(self.project, trained), by=self.member)
        return redirect(f"{reverse('project-measures', args=[slug])}#trained")


@score_page
def trained_measure_file(request: HttpRequest, viewer: Viewer, trained: str) -> HttpResponse:
    """Returns the file that can be imported into another project."""
    measure = trained_measure_with_key(viewer.project, trained)
    stem = file_stem(measure.overview["signature"].partition("|")[0], measure.key)
    return HttpResponse(
        measure.content,
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{stem}.json"',
            "Cache-Control": "private, no-store",
        },
    )
