"""The page on how far the annotators of a project agree."""

from django.http import HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.agreement.differences import difference_figures
from scoring.results.agreement.forms import AgreementQuery
from scoring.results.agreement.project import project_agreement
from scoring.results.agreement.robustness import owner_figure
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.program import this_program
from scoring.results.reporting.sentences import describe_agreement


@score_page
@long_work(title="Agreement", depends_on=visible_identifiers)
def project_agreement_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Agreement on words and on peers, and whether scores change with the annotator. See AgreementQuery."""
    query = AgreementQuery(request.GET)
    settings = query.agreement_settings
    agreement = project_agreement(viewer, settings)
    context = {"project": viewer.project, "is_limited": viewer.is_limited, "query": query}
    context |= {"agreement_settings": settings, "agreement": agreement}
    context["methods"] = describe_agreement(agreement, this_program())
    overall = agreement.matching.overall
    differences = difference_figures(overall.pairs if overall else (), agreement.pair_scores)
    context["difference_plots"] = differences
    figures = [*differences, owner_figure(agreement.robustness)]
    stem = file_stem(viewer.project.slug, "agreement", query=query)
    return page_with_figures(request, "scoring/results/agreement/project.html", context, figures, stem=stem)
