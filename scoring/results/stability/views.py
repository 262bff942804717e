"""The page on how many model summaries are enough."""

from django.http import HttpRequest, HttpResponse

from annotator.web.slow import slow
from scoring.observations.viewer import Viewer
from scoring.results.pages import page_with_figures, score_page
from scoring.results.stability.figures import error_figure, order_figure, pictured_pair, rank_figure
from scoring.results.stability.forms import StabilityPageQuery
from scoring.results.stability.project import MOST_SCORES, project_stability


@slow
@score_page
def project_stability_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Errors, ranks and scores by pyramid order, of all topics or of those asked for, with the peers if there are."""
    query, topics, project = StabilityPageQuery(request.GET), viewer.topics(), viewer.project
    pyramids = query.pyramids(topics)
    answer = project_stability(viewer, pyramids, query.choice(project, score_peers=True), MOST_SCORES)
    context = {"project": project, "topics": topics, "query": query, "pyramids": pyramids, "answer": answer}
    context["limited"] = viewer.is_limited
    found, figures = answer.found, []
    if found is not None:
        asked = query.pictured
        pair = pictured_pair(found, asked.topic, asked.first, asked.second)
        context |= {"found": found, "pair": pair}
        figures = [order_figure(pair), error_figure(found.errors), rank_figure(found)]
    stem = f"{project.slug}.stability"
    return page_with_figures(request, "scoring/results/stability/project.html", context, figures, stem=stem)
