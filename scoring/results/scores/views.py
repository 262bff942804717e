"""Score pages: a project, a topic, one peer."""

from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.runs.answers import long_work
from annotator.web.file_names import file_stem
from scoring.measures.observation import basis_warnings
from scoring.observations.pyramid_scores import ScoreSheet, score_sheet
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.forms import ScoreQuery
from scoring.results.pages import page_with_figures, score_page
from scoring.results.relations.implied import has_implications, implied_scores
from scoring.results.reporting.program import this_program
from scoring.results.reporting.score_sentences import describe_scores
from scoring.results.scores import queries
from scoring.results.scores.detail import matched_pyramid, score_detail


@score_page
@long_work(title="Scores", depends_on=visible_identifiers)
def project_scores(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    query = ScoreQuery(request.GET)
    scores = queries.project_scores(viewer, query.score_settings, query.display)
    context = _context(viewer, query, scores.sheet)
    context |= {"scores": scores, "topics": scores.topics, "ranking": scores.ranking}
    rounding = str(scores.sheet.rounding)
    context["methods"] = describe_scores(scores.ranking, query.score_settings, rounding, this_program())
    stem = file_stem(viewer.project.slug, "scores", query=query)
    return page_with_figures(request, "scoring/results/scores/project.html", context, scores.figures, stem=stem)


@score_page
def topic_scores(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    query = ScoreQuery(request.GET)
    topic = viewer.topic(key)
    sheet = score_sheet(viewer, query.score_settings, viewer.annotations(topic))
    ranked = queries.ranked_peers(sheet, query.display)
    context = {**_context(viewer, query, sheet), "topic": topic, "ranked": ranked}
    context["release_notes"] = basis_warnings(sheet.observations.origins)
    return render(request, "scoring/results/scores/topic.html", context)


@score_page
def peer_score(request: HttpRequest, viewer: Viewer, key: str, peer: str, owner: str) -> HttpResponse:
    """The SCUs that a peer was matched to and those that it misses, in the release that the query string names or, if
    it names none, in the newest release. ``owner``: the owner of the peer annotation.
    """
    query = ScoreQuery(request.GET)
    settings = query.score_settings
    scored = queries.peer_score(
        viewer, topic=key, peer=peer, matcher=owner, query=request.GET.dict(), settings=settings
    )
    annotation, origin = scored.row.annotation, scored.origin
    detail = score_detail(annotation)
    context = {"project": viewer.project, "topic": annotation.topic, "annotation": annotation, "detail": detail}
    context |= {"score_settings": settings, "origin": origin, "scores": scored.scores}
    if has_implications(detail.related_scus):
        context["with_implied"] = implied_scores(scored, detail.related_scus, settings.x)
    context["is_marked"] = scored.row.is_non_matching_marked
    # The query string of the release has its number and the pyramid's owner as values.
    release_values = [value for _, value in parse_qsl(annotation.release_query)]
    parts = [viewer.project.slug, key, origin.subject.summarizer, owner, *release_values]
    stem = file_stem(*parts, query=query, except_fields=["release"])
    figures = [matched_pyramid(detail)]
    return page_with_figures(request, "scoring/results/scores/peer.html", context, figures, stem=stem)


def _context(viewer: Viewer, query: ScoreQuery, sheet: ScoreSheet) -> dict[str, Any]:
    display = query.display
    return {
        "project": viewer.project,
        "query": query,
        "score_settings": query.score_settings,
        "sheet": sheet,
        "mixed_release_warnings": sheet.mixed_release_warnings,
        "withheld_count": sheet.withheld_count,
        "score_kind": display.score_kind,
        "sort": display.sort,
        "descending": display.descending,
    }
