"""The page on what peers miss, and its download."""

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from annotator.runs.answers import long_work
from annotator.tables.csv_output import csv_text
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.diagnosis.missed import CSV_COLUMNS, diagnose, missed_figure, tier_figure
from scoring.results.forms import TopicQuery
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.program import MADE_BY, this_program
from scoring.results.reporting.sentences import describe_diagnosis

MAX_ROWS = 50
"""Number of SCUs in a table of the page; the CSV file has all."""


@score_page
@long_work(title="Diagnosis", depends_on=visible_identifiers)
def project_diagnosis(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The SCUs that most peers miss, and those that the best summarizer has and the worst lacks. See TopicQuery."""
    query = TopicQuery(request.GET)
    result = diagnose(viewer, query.score_settings, query.display.score_kind, query.values.get("topic") or "")
    context = {
        "project": viewer.project,
        "query": query,
        "score_settings": query.score_settings,
        "diagnosis": result,
        "withheld_count": result.withheld_count,
        "has_several_topics": len(result.topics) > 1,
        "missed_scus": result.missed_by_most[:MAX_ROWS],
        "contrasting_scus": result.best_has_worst_lacks[:MAX_ROWS],
        "max_rows": MAX_ROWS,
        "methods": describe_diagnosis(result, this_program()),
    }
    stem = file_stem(viewer.project.slug, "diagnosis", query=query)
    figures = [tier_figure(result), missed_figure(result)]
    return page_with_figures(request, "scoring/results/diagnosis/project.html", context, figures, stem=stem)


@score_page
@long_work(title="Diagnosis", depends_on=visible_identifiers)
def project_diagnosis_csv(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """A CSV file of all SCUs, with the number of peers that miss each SCU."""
    query = TopicQuery(request.GET)
    settings = query.score_settings
    result = diagnose(viewer, settings, query.display.score_kind, query.values.get("topic") or "")
    made_by = this_program().with_settings(
        {
            "score": result.score_kind,
            "matcher": settings.matcher or "all",
            "release": settings.release or "latest",
            "include_drafts": settings.include_drafts,
        },
        result.notes,
    )
    stem = file_stem(viewer.project.slug, "diagnosis", query=query)
    return HttpResponse(
        csv_text((*CSV_COLUMNS, MADE_BY), [{**scu.csv_row(), MADE_BY: made_by} for scu in result.scus]),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": content_disposition_header(as_attachment=True, filename=f"{stem}.csv")},
    )
