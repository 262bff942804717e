"""The page on how much the model summaries of a project overlap."""

from django.http import HttpRequest, HttpResponse

from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.overlap.figures import pair_overlap_figure, topic_overlap_figure
from scoring.results.overlap.forms import OverlapQuery
from scoring.results.overlap.project import project_overlap
from scoring.results.pages import page_with_figures, score_page
from scoring.results.reporting.model_sentences import describe_overlap
from scoring.results.reporting.program import this_program

MAX_PAIRS = 150
"""With more pairs of models, the page does not show the pairs; the CSV file has all of them."""


@score_page
@long_work(title="Overlap of models", depends_on=visible_identifiers)
def project_overlap_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Shows the n-grams that model summaries share, by topic and by pair of models."""
    query = OverlapQuery(request.GET)
    overlap = project_overlap(viewer, query.overlap_settings, query.topics)
    shows_pairs = overlap.pair_count <= MAX_PAIRS
    context = {
        "project": viewer.project,
        "query": query,
        "overlap": overlap,
        "topics": viewer.topics(),
        "shows_pairs": shows_pairs,
        "methods": describe_overlap(overlap, this_program()),
    }
    stem = file_stem(viewer.project.slug, "overlap", query=query)
    has_pair_figure = shows_pairs or request.GET.get("as") == "csv"
    figures = [topic_overlap_figure(overlap), pair_overlap_figure(overlap) if has_pair_figure else None]
    return page_with_figures(request, "scoring/results/overlap/project.html", context, figures, stem=stem)
