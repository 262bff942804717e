"""The pages on the variation of an instrument's scores, and on programs as its judges."""

from django.http import HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer
from scoring.results.judgments.project import judged_identifiers, judged_instrument, report_of
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.program import this_program
from scoring.results.reporting.variation_sentences import describe_programs, describe_variation
from scoring.results.variation.forms import ProgramQuery, VariationQuery
from scoring.results.variation.page import ProgramsPage, VariationPage
from scoring.results.variation.programs import stand_in_or_default
from scoring.results.variation.project import variation_or_default


@score_page
@long_work(title="Variation of judgments", depends_on=judged_identifiers)
def judgment_variation(request: HttpRequest, viewer: Viewer, instrument: str) -> HttpResponse:
    """How much the scores of an instrument depend on judges and models."""
    query, judged = VariationQuery(request.GET), judged_instrument(viewer, instrument)
    report = report_of(judged, viewer.user, query.judgment_settings)
    settings = query.settings_for(judged.kind)
    result, error = variation_or_default(judged, report, settings)
    page = VariationPage(report, result, settings)
    context = {"project": viewer.project, "instrument": judged, "query": query, "settings": query.judgment_settings}
    context |= {"report": report, "page": page, "result": result, "variation_settings": settings, "error": error}
    context["methods"] = describe_variation(report, result, this_program())
    stem = file_stem(viewer.project.slug, instrument, "variation", query=query)
    return page_with_figures(request, "scoring/results/variation/variation.html", context, page.figures, stem=stem)


@score_page
@long_work(title="Programs as judges", depends_on=judged_identifiers)
def judgment_programs(request: HttpRequest, viewer: Viewer, instrument: str) -> HttpResponse:
    """Whether programs can stand in for people as judges."""
    query, judged = ProgramQuery(request.GET), judged_instrument(viewer, instrument)
    report = report_of(judged, viewer.user, query.judgment_settings)
    result, error = stand_in_or_default(report.data, report.settings, query.values.get("score") or "")
    page = ProgramsPage(result)
    context = {"project": viewer.project, "instrument": judged, "query": query, "settings": query.judgment_settings}
    context |= {"report": report, "page": page, "result": result, "error": error}
    context["methods"] = describe_programs(result, this_program())
    stem = file_stem(viewer.project.slug, instrument, "programs", query=query)
    return page_with_figures(request, "scoring/results/variation/programs.html", context, page.figures, stem=stem)
