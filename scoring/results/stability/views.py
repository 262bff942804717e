"""The page on how many model summaries are enough."""

from django.http import HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from scoring.observations.viewer import Viewer, result_basis
from scoring.results.pages import page_with_figures, score_page
from scoring.results.stability.figures import chosen_pair, error_figure, order_figure, rank_figure
from scoring.results.stability.forms import StabilityPageQuery
from scoring.results.stability.project import MOST_SCORES, project_stability


@score_page
@long_work("Stability", result_basis)
def project_stability_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Errors, ranks and scores by pyramid order, of models and matched peers, on all topics or the chosen ones."""
    query, project = StabilityPageQuery(request.GET), viewer.project
    answer = project_stability(viewer, query.pyramid_choice, query.choice(project, score_peers=True), MOST_SCORES)
    context = {"project": project, "is_limited": viewer.is_limited, "query": query, "answer": answer}
    figures, stability = [], answer.stability
    if stability is not None:
        pair = chosen_pair(stability, *query.figure_choice)
        context |= {"stability": stability, "pair": pair}
        figures = [order_figure(pair), error_figure(stability.errors), rank_figure(stability)]
    stem = f"{project.slug}.stability"
    return page_with_figures(request, "scoring/results/stability/project.html", context, figures, stem=stem)
