"""The page of a project's automatic measures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.web.refusals import MalformedQuery
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.pages import score_page
from scoring.studies.given_scores import given_columns
from scoring.studies.measures.forms import MeasuresQuery
from scoring.studies.measures.queries import project_measures
from scoring.studies.trained.queries import ModelUnusable, trained_measures


@score_page
@long_work(title="Measures", depends_on=visible_identifiers)
def project_measures_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Shows what each measure needs and its means; computes those that the query string names."""
    query = MeasuresQuery(request.GET)
    error = ""
    try:
        measures = project_measures(viewer, query.measures())
    except (MalformedQuery, ModelUnusable) as refused:
        measures, error = project_measures(viewer), refused.errors[0].message
    context = {
        "project": viewer.project,
        "measures": measures,
        "trained": trained_measures(viewer.project),
        "columns": given_columns(viewer.project),
        "may_manage": can_manage(viewer.role or ""),
        "error": error,
        "typed": request.GET.get("measure", "") if error else "",
    }
    return render(request, "scoring/studies/measures/page.html", context)
