"""The page on what peers miss, and its download."""

from django.http import HttpRequest, HttpResponse

from annotator.tables.csv_output import csv_text
from annotator.web.slow import slow
from scoring.observations.viewer import Viewer
from scoring.results.diagnosis.figures import missed_figure, tier_figure
from scoring.results.diagnosis.forms import DiagnosisQuery
from scoring.results.diagnosis.missed import CSV_COLUMNS, diagnosis
from scoring.results.pages import page_with_figures, score_page

MOST_ROWS = 50
"""So many SCUs are listed on the page; the file has all."""


@slow
@score_page
def project_diagnosis(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The SCUs that most peers miss, and what the best has and the worst lacks; of all topics or ``?topic=KEY``."""
    query, topics = DiagnosisQuery(request.GET), viewer.topics()
    topic, kind = query.topic_among(topics), query.shown.kind
    found = diagnosis(viewer, query.choice, kind, topic)
    context = {"project": viewer.project, "topics": topics, "topic": topic, "found": found, "sheet": found}
    context |= {"query": query, "kind": kind, "choice": query.choice, "wide": len(found.topics) > 1}
    context |= {"missed": found.missed_by_most[:MOST_ROWS], "contrast": found.best_has_worst_lacks[:MOST_ROWS]}
    context["most_rows"] = MOST_ROWS
    stem = f"{viewer.project.slug}.{topic.key}" if topic else viewer.project.slug
    figures = [tier_figure(found), missed_figure(found)]
    return page_with_figures(request, "scoring/results/diagnosis/project.html", context, figures, stem=stem)


@slow
@score_page
def project_diagnosis_csv(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """All SCUs, one a row, with how many peers miss each."""
    query = DiagnosisQuery(request.GET)
    found = diagnosis(viewer, query.choice, query.shown.kind, query.topic_among(viewer.topics()))
    return HttpResponse(
        csv_text(CSV_COLUMNS, [scu.as_row() for scu in found.scus]),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{viewer.project.slug}.diagnosis.csv"'},
    )
