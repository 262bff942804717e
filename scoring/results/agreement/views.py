"""The page on how far the annotators of a project agree."""

from django.http import HttpRequest, HttpResponse

from annotator.web.slow import slow
from scoring.observations.viewer import Viewer
from scoring.results.agreement.forms import AgreementQuery
from scoring.results.agreement.project import project_agreement
from scoring.results.agreement.robustness import owner_figure
from scoring.results.pages import page_with_figures, score_page


@slow
@score_page
def project_agreement_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Words, the matching of peers, and whether scores change with the annotator; of all topics or ``?topic=KEY``."""
    query, topics = AgreementQuery(request.GET), viewer.topics()
    choice = query.choice(topics)
    found = project_agreement(viewer, choice)
    context = {"project": viewer.project, "topics": topics, "query": query, "choice": choice, "found": found}
    context["limited"] = viewer.is_limited
    figures = [owner_figure(found.robustness)]
    return page_with_figures(
        request, "scoring/results/agreement/project.html", context, figures, stem=viewer.project.slug
    )
