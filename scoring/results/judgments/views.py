"""The pages of the results and the agreement of an instrument, and the results as files."""

from math import inf
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from annotator.runs.steps import is_in_run
from annotator.runs.turns import QUICK_SECONDS
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer
from scoring.results.judgments.agreement_page import alpha_figure, questions_on_page
from scoring.results.judgments.extracts.topics import label_tables, topic_reports
from scoring.results.judgments.files import FILE_TYPES, results_file
from scoring.results.judgments.forms import JudgmentPageQuery, JudgmentQuery
from scoring.results.judgments.project import InstrumentResults, judged_identifiers, judged_instrument, report_of
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.judgment_sentences import describe_agreement, describe_judgments
from scoring.results.reporting.program import this_program


@score_page
@long_work(title="Results of judgments", depends_on=judged_identifiers)
def judgment_results(request: HttpRequest, viewer: Viewer, instrument: str) -> HttpResponse:
    """The scores of an instrument, and its summarizers ranked by one of them."""
    query, judged = JudgmentPageQuery(request.GET), judged_instrument(viewer, instrument)
    report = report_of(judged, viewer.user, query.judgment_settings)
    values = query.values
    max_test_seconds = inf if _waits_for_tests(request, query) else QUICK_SECONDS
    results = InstrumentResults(judged, report, values.get("score") or "", bool(values.get("common")), max_test_seconds)
    context = _context(viewer, query, judged) | {"results": results, "report": report}
    if judged.kind in ("utility", "extract"):
        context["topic_reports"] = list(topic_reports(report.data, report.counted.sheets, report.settings))
        context["label_tables"] = label_tables(report.scores)
    context["methods"] = describe_judgments(report, results.table, this_program())
    stem = file_stem(viewer.project.slug, instrument, "results", query=query, except_fields=["tests"])
    return page_with_figures(request, "scoring/results/judgments/results.html", context, results.figures, stem=stem)


@score_page
@long_work(title="Agreement of judges", depends_on=judged_identifiers)
def judgment_agreement(request: HttpRequest, viewer: Viewer, instrument: str) -> HttpResponse:
    """How far the judges of an instrument agree on each question."""
    query, judged = JudgmentQuery(request.GET), judged_instrument(viewer, instrument)
    report = report_of(judged, viewer.user, query.judgment_settings)
    questions = questions_on_page(report)
    context = _context(viewer, query, judged) | {"report": report, "questions": questions}
    context["methods"] = describe_agreement(report, this_program())
    stem = file_stem(viewer.project.slug, instrument, "agreement", query=query)
    figures = [alpha_figure(questions), *(question.figure for question in questions)]
    return page_with_figures(request, "scoring/results/judgments/agreement.html", context, figures, stem=stem)


@score_page
@long_work(title="Results of judgments as a file", depends_on=judged_identifiers)
def judgment_results_file(request: HttpRequest, viewer: Viewer, instrument: str, file_format: str) -> HttpResponse:
    """The results as CSV, JSON or a workbook, with the choices made on the page."""
    if file_format not in FILE_TYPES:
        raise Http404
    query, judged = JudgmentPageQuery(request.GET), judged_instrument(viewer, instrument)
    report = report_of(judged, viewer.user, query.judgment_settings)
    stem = file_stem(
        viewer.project.slug, instrument, "results", query=query, except_fields=["score", "common", "tests"]
    )
    return results_file(report, file_format, stem=stem)


def _context(viewer: Viewer, query: JudgmentQuery, instrument: Any) -> dict[str, Any]:
    settings = query.judgment_settings
    return {"project": viewer.project, "instrument": instrument, "query": query, "settings": settings}


def _waits_for_tests(request: HttpRequest, query: JudgmentPageQuery) -> bool:
    """Whether the reader asked for tests of significance, however long they take. Figures do not show tests."""
    return is_in_run() or (bool(query.values.get("tests")) and "figure" not in request.GET)
