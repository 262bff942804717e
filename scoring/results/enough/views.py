"""The page on how many topics, matchers and model summaries are enough."""

from django.http import HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.enough.figures import enough_figures
from scoring.results.enough.forms import EnoughPageQuery
from scoring.results.enough.project import analyse_project
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.program import this_program
from scoring.results.reporting.sentences import describe_enough
from scoring.results.stability.figures import chosen_pair, error_figure, order_figure, rank_figure
from scoring.results.stability.project import MAX_SCORES, project_stability


@score_page
@long_work(title="How many are enough?", depends_on=visible_identifiers)
def project_enough_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Shows the variances of scores (how many topics and matchers are enough), and errors, ranks and scores by pyramid
    order (how many model summaries are enough), on all topics or on the topics of the query string.
    """
    query, project = EnoughPageQuery(request.GET), viewer.project
    enough_result = analyse_project(viewer, query.score_selection, query.enough_settings)
    settings = query.stability_settings(project, score_peers=True)
    stability_result = project_stability(viewer, query.pyramid_selection, settings, MAX_SCORES)
    enough, stability = enough_result.enough, stability_result.stability
    context = {"project": project, "is_limited": viewer.is_limited, "query": query, "enough_analysis": enough}
    context |= {"enough_result": enough_result, "stability_result": stability_result}
    figures = enough_figures(enough)
    if stability is not None:
        pair = chosen_pair(stability, *query.figure_choice)
        context |= {"stability": stability, "pair": pair}
        figures += [order_figure(pair), error_figure(stability.errors), rank_figure(stability)]
    context["methods"] = describe_enough(enough, stability, this_program())
    stem = file_stem(project.slug, "enough", query=query)
    return page_with_figures(request, "scoring/results/enough/project.html", context, figures, stem=stem)
