"""Score pages: a project, a topic, one peer."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Membership, Topic
from scoring.forms import ScoreQuery
from scoring.services.peer_figures import matched_pyramid
from scoring.services.peer_scores import (
    ScoreSheet,
    live_scores,
    may_see_scores,
    mixed_releases,
    score_sheet,
    used_releases,
)
from scoring.services.score_detail import score_detail
from scoring.services.score_figures import rank_figure, topic_figure
from scoring.services.score_ranking import score_ranking, sorted_ranked, topic_ranks
from scoring.services.score_table import sorted_peers
from scoring.views.access import member_of, score_page
from scoring.views.figures import page_with_figures


@score_page
def project_scores(request: HttpRequest, slug: str) -> HttpResponse:
    """Peers by topics with means."""
    member, query = member_of(request, slug), ScoreQuery(request.GET)
    topics = list(Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key", "title"))
    sheet = _sheet(request, member, query)
    ranking = score_ranking(sheet.scored, query.kind, test=query.letters_of, common=query.on_common)
    rows = [one.row for one in ranking.rows]
    by, descending = query.sorting
    context = {
        **_context(member, query, sheet),
        "topics": topics,
        "releases": used_releases(sheet.scored),
        "ranking": ranking,
        "rows": sorted_ranked(ranking.rows, by, descending=descending),
        "summarizers": [row.name for row in rows],
        "masked": any(one.is_masked for one in sheet.scored),
    }
    figures = [rank_figure(ranking), topic_figure(rows, [topic.key for topic in topics], query.kind, query.chosen)]
    return page_with_figures(request, "scoring/project_scores.html", context, figures, stem=slug)


@score_page
def topic_scores(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The peers of a topic with all three scores."""
    member, query = member_of(request, slug), ScoreQuery(request.GET)
    topic = Topic.objects.visible_to(request.user).get(project=member.project_id, key=key)
    sheet = _sheet(request, member, query, topic)
    by, descending = query.sorting
    ranked = sorted_peers(sheet.scored, topic_ranks(sheet.scored, query.kind), by, descending=descending)
    return render(
        request, "scoring/topic_scores.html", {**_context(member, query, sheet), "topic": topic, "ranked": ranked}
    )


@score_page
def peer_score(request: HttpRequest, slug: str, key: str, peer: str, owner: str) -> HttpResponse:
    """What one peer was matched to and what it misses; the newest release, or that of the query ``pin``.

    With the rounding that the query asks for; against the whole pyramid, also where the way led here from a jackknife.
    """
    member, query = member_of(request, slug), ScoreQuery(request.GET)
    annotations = PeerAnnotation.objects.visible_to(request.user).filter(
        summary__topic__project=member.project_id, summary__topic__key=key, owner__name=owner
    )
    annotations = annotations.of_peer_called(peer).pinned_by(request.GET.dict())
    one = live_scores(annotations.order_by("-release__created_at", "-release__number", "-created_at"), query.choice)
    if not may_see_scores(one.annotation, member.role):
        raise PermissionDenied("The project does not show the scores of this peer annotation now.")
    context = {"project": member.project, "topic": one.annotation.summary.topic, "one": one, "choice": query.choice}
    detail = score_detail(one.annotation)
    stem = f"{slug}.{key}.{one.summarizer}.{owner}"
    return page_with_figures(
        request, "scoring/peer_score.html", {**context, "detail": detail}, [matched_pyramid(detail)], stem=stem
    )


def _sheet(request: HttpRequest, member: Membership, query: ScoreQuery, topic: Topic | None = None) -> ScoreSheet:
    annotations = PeerAnnotation.objects.visible_to(request.user)
    if topic is not None:
        annotations = annotations.filter(summary__topic=topic)
    return score_sheet(project=member.project, annotations=annotations, role=member.role, choice=query.choice)


def _context(member: Membership, query: ScoreQuery, sheet: ScoreSheet) -> dict[str, Any]:
    by, descending = query.sorting
    return {
        "project": member.project,
        "query": query,
        "choice": query.choice,
        "kind": query.kind,
        "sort": by,
        "descending": descending,
        "sheet": sheet,
        "mixed": mixed_releases(sheet.scored),
    }
