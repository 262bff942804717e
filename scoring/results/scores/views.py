"""Score pages: a project, a topic, one peer."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.runs.answers import long_work
from scoring.observations.viewer import Viewer, result_basis
from scoring.results.forms import ScoreQuery
from scoring.results.pages import page_with_figures, score_page
from scoring.results.scores import queries
from scoring.results.scores.detail import matched_pyramid


@score_page
@long_work("Scores", result_basis)
def project_scores(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Peers by topics, ranked by their means."""
    query = ScoreQuery(request.GET)
    scores = queries.project_scores(viewer, query.choice, query.display)
    context = {**_context(viewer, query, scores), "topics": scores.topics, "ranking": scores.ranking}
    template, stem = "scoring/results/scores/project.html", viewer.project.slug
    return page_with_figures(request, template, context, scores.figures, stem=stem)


@score_page
def topic_scores(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """The peers of a topic with all three scores."""
    query = ScoreQuery(request.GET)
    scores = queries.topic_scores(viewer, key, query.choice, query.display)
    context = {**_context(viewer, query, scores), "topic": scores.topic}
    return render(request, "scoring/results/scores/topic.html", context)


@score_page
def peer_score(request: HttpRequest, viewer: Viewer, key: str, peer: str, owner: str) -> HttpResponse:
    """The SCUs that one peer was matched to and those it misses, in the newest release or that of the query ``pin``."""
    choice = ScoreQuery(request.GET).choice
    score = queries.peer_score(viewer, topic=key, peer=peer, matcher=owner, query=request.GET.dict(), choice=choice)
    annotation, origin = score.scored.row.annotation, score.scored.origin
    context = {"project": viewer.project, "topic": annotation.topic, "annotation": annotation, "choice": choice}
    context |= {"origin": origin, "scores": score.scored.scores, "detail": score.detail}
    stem = f"{viewer.project.slug}.{key}.{origin.subject.summarizer}.{owner}"
    figures = [matched_pyramid(score.detail)]
    return page_with_figures(request, "scoring/results/scores/peer.html", context, figures, stem=stem)


def _context(viewer: Viewer, query: ScoreQuery, scores: queries.ProjectScores | queries.TopicScores) -> dict[str, Any]:
    display = query.display
    return {
        "project": viewer.project,
        "query": query,
        "choice": query.choice,
        "scores": scores,
        "sheet": scores.sheet,
        "mixed": scores.mixed,
        "withheld": scores.sheet.withheld,
        "kind": display.kind,
        "sort": display.sort,
        "descending": display.descending,
    }
