"""The page on how many model summaries are enough."""

from django.http import HttpRequest, HttpResponse

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Topic
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import Pyramid
from annotator.work.models import Release
from scoring.services.project_stability import MOST_SCORES, project_stability
from scoring.services.stability_figures import error_figure, order_figure, pictured_pair, rank_figure
from scoring.stability_query import StabilityPageQuery
from scoring.views.access import member_of, score_page
from scoring.views.figures import page_with_figures


@score_page
def project_stability_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Errors, ranks and scores by pyramid order, of all topics or of those asked for, with the peers if there are."""
    member, query = member_of(request, slug), StabilityPageQuery(request.GET)
    topics = list(Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key", "title"))
    pyramids = query.pyramids(topics)
    answer = project_stability(
        project=member.project,
        releases=Release.objects.filter(pyramid__in=Pyramid.objects.visible_to(request.user)),
        annotations=PeerAnnotation.objects.visible_to(request.user),
        role=member.role,
        pyramids=pyramids,
        choice=query.choice(member.project, score_peers=True),
        most_scores=MOST_SCORES,
    )
    context = {"project": member.project, "topics": topics, "query": query, "pyramids": pyramids, "answer": answer}
    context["limited"] = member.project.blind and not can_manage(member.role)
    found, figures = answer.found, []
    if found is not None:
        asked = query.pictured
        pair = pictured_pair(found, asked.topic, asked.first, asked.second)
        context |= {"found": found, "pair": pair}
        figures = [order_figure(pair), error_figure(found.errors), rank_figure(found)]
    return page_with_figures(request, "scoring/project_stability.html", context, figures, stem=f"{slug}.stability")
