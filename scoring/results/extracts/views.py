"""The pages of all extracts: of a document, with its tables as files, and of all documents of a project."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from annotator.projects.permissions import can_manage
from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.measures.extracts.enumeration import LARGEST, SMALLEST
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.exports.texts import csv_pieces
from scoring.results.extracts.forms import TABLES, GridFileQuery, GridPageQuery, ProjectGridQuery
from scoring.results.extracts.grid_figures import correlation_figure, grid_figures
from scoring.results.extracts.grid_rows import best_side_by_side, family_sections, judged_sentences, measure_choices
from scoring.results.extracts.grids import NamedGrid
from scoring.results.extracts.project_grid import project_grids
from scoring.results.extracts.tables import extract_table, grid_tables
from scoring.results.extracts.topic_grid import topic_grid
from scoring.results.pages import page_with_figures, score_page


@score_page
@long_work(title="Extracts", depends_on=visible_identifiers)
def extract_grid_page(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Ranks all extracts of a document by up to 28 measures. The query string: see GridPageQuery."""
    query = GridPageQuery(request.GET)
    grid = topic_grid(viewer, key, query)
    context: dict[str, Any] = {"project": viewer.project, "topic": grid.topic, "grid": grid, "query": query}
    context |= {"sizes": range(SMALLEST, LARGEST + 1)}
    context |= {"may_manage": viewer.role is not None and can_manage(viewer.role)}
    figures = []
    if grid.named is not None:
        context |= _numbers(grid.named, query)
        figures = grid_figures(grid.named)
    stem = file_stem(viewer.project.slug, key, "extracts", query=query)
    return page_with_figures(request, "scoring/results/extracts/topic.html", context, figures, stem=stem)


@score_page
@long_work(title="Extracts", depends_on=visible_identifiers)
def extract_grid_file(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """A table of the grid as CSV. The query string: see GridFileQuery. 404 if the extracts cannot be ranked."""
    query = GridFileQuery(request.GET)
    named = topic_grid(viewer, key, query).named
    if named is None:
        raise Http404
    name = query.values.get("table") or TABLES[0]
    table = extract_table(named) if name == "extracts" else grid_tables([named])[name]
    stem = file_stem(viewer.project.slug, key, "extracts", name, query=query, except_fields=["table"])
    disposition = content_disposition_header(as_attachment=True, filename=f"{stem}.csv")
    headers = {"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": disposition}
    return HttpResponse("".join(csv_pieces(table)), headers=headers)


@score_page
@long_work(title="Extracts of all documents", depends_on=visible_identifiers)
def project_extract_grids(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Means over all documents of the project. The query string: see ProjectGridQuery."""
    query = ProjectGridQuery(request.GET)
    grids = project_grids(viewer, query.grid_settings, query.values.get("instrument") or "")
    context = {"project": viewer.project, "query": query, "grids": grids, "sizes": range(SMALLEST, LARGEST + 1)}
    figures = []
    if grids.means is not None:
        about = "How similarly two measures rank the extracts of a document, on average over the documents."
        figures = [correlation_figure(grids.means.measures, grids.means.spearman, about)]
    stem = file_stem(viewer.project.slug, "extracts", query=query)
    return page_with_figures(request, "scoring/results/extracts/project.html", context, figures, stem=stem)


def _numbers(named: NamedGrid, query: GridPageQuery) -> dict[str, Any]:
    best = best_side_by_side(named, query.values.get("a"), query.values.get("b"))
    return {
        "named": named,
        "sections": family_sections(named),
        "best": best,
        "chosen_measures": [extracts.number for extracts in best],
        "measure_choices": measure_choices(named),
        "judge_recall": mean_pairwise_recall(named.grid.document.truths),
        "sentences": judged_sentences(named.source),
        "tables": TABLES,
    }
