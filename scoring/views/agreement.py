"""The page on how far the annotators of a project agree."""

from django.http import HttpRequest, HttpResponse

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Topic
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import Pyramid
from scoring.forms import AgreementQuery
from scoring.services.agreement import project_agreement
from scoring.services.score_figures import owner_figure
from scoring.views.access import member_of, score_page
from scoring.views.figures import page_with_figures


@score_page
def project_agreement_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Words, the matching of peers, and whether scores change with the annotator; of all topics or ``?topic=KEY``."""
    member, query = member_of(request, slug), AgreementQuery(request.GET)
    topics = list(Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key", "title"))
    choice = query.choice(topics)
    found = project_agreement(
        project=member.project,
        pyramids=Pyramid.objects.visible_to(request.user),
        annotations=PeerAnnotation.objects.visible_to(request.user),
        role=member.role,
        choice=choice,
    )
    context = {"project": member.project, "topics": topics, "query": query, "choice": choice, "found": found}
    limited = member.project.blind and not can_manage(member.role)
    figures = [owner_figure(found.robustness)]
    return page_with_figures(
        request, "scoring/project_agreement.html", {**context, "limited": limited}, figures, stem=slug
    )
