"""Score pages: a project, a topic, one peer."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.web.slow import slow
from scoring.observations.viewer import Viewer
from scoring.results.forms import ScoreQuery
from scoring.results.pages import page_with_figures, score_page
from scoring.results.scores import queries
from scoring.results.scores.detail import matched_pyramid


@slow
@score_page
def project_scores(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Peers by topics with means."""
    query = ScoreQuery(request.GET)
    found = queries.project_scores(viewer, query.choice, query.shown)
    context = {
        **_context(viewer, query),
        "sheet": found.sheet,
        "mixed": found.mixed,
        "topics": found.topics,
        "releases": found.releases,
        "ranking": found.ranking,
        "rows": found.rows,
        "summarizers": found.summarizers,
        "masked": found.masked,
    }
    figures = found.figures(query.chosen)
    return page_with_figures(request, "scoring/results/scores/project.html", context, figures, stem=viewer.project.slug)


@score_page
def topic_scores(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """The peers of a topic with all three scores."""
    query = ScoreQuery(request.GET)
    found = queries.topic_scores(viewer, key, query.choice, query.shown)
    context = {**_context(viewer, query), "sheet": found.sheet, "mixed": found.mixed}
    context |= {"topic": found.topic, "ranked": found.ranked}
    return render(request, "scoring/results/scores/topic.html", context)


@score_page
def peer_score(request: HttpRequest, viewer: Viewer, key: str, peer: str, owner: str) -> HttpResponse:
    """What one peer was matched to and what it misses; the newest release, or that of the query ``pin``."""
    choice, asked = ScoreQuery(request.GET).choice, request.GET.dict()
    found = queries.peer_score(viewer, topic=key, peer=peer, matcher=owner, asked=asked, choice=choice)
    origin, annotation = found.scored.origin, found.scored.row.annotation
    context = {"project": viewer.project, "topic": annotation.topic, "choice": choice, "origin": origin}
    context |= {"annotation": annotation, "scores": found.scored.scores, "detail": found.detail}
    stem = f"{viewer.project.slug}.{key}.{origin.subject.summarizer}.{owner}"
    figures = [matched_pyramid(found.detail)]
    return page_with_figures(request, "scoring/results/scores/peer.html", context, figures, stem=stem)


def _context(viewer: Viewer, query: ScoreQuery) -> dict[str, Any]:
    shown = query.shown
    return {
        "project": viewer.project,
        "query": query,
        "choice": query.choice,
        "kind": shown.kind,
        "sort": shown.by,
        "descending": shown.descending,
    }
