"""The page on what peers miss, and its download."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from annotator.matching.models import PeerAnnotation
from annotator.projects.models import Topic
from annotator.tables.csv_output import csv_text
from scoring.forms import DiagnosisQuery
from scoring.services.diagnosis import CSV_COLUMNS, diagnosis
from scoring.services.diagnosis_figures import missed_figure, tier_figure
from scoring.views.access import member_of, score_page
from scoring.views.figures import page_with_figures

MOST_ROWS = 50
"""So many SCUs are listed on the page; the file has all."""


@score_page
def project_diagnosis(request: HttpRequest, slug: str) -> HttpResponse:
    """The SCUs that most peers miss, and what the best has and the worst lacks; of all topics or ``?topic=KEY``."""
    context = _found(request, slug)
    found, topic = context["found"], context["topic"]
    missed, contrast = found.missed_by_most, found.best_has_worst_lacks
    context |= {"missed": missed[:MOST_ROWS], "contrast": contrast[:MOST_ROWS], "most_rows": MOST_ROWS}
    context["wide"] = len(found.topics) > 1
    stem = f"{slug}.{topic.key}" if topic else slug
    figures = [tier_figure(found), missed_figure(found)]
    return page_with_figures(request, "scoring/project_diagnosis.html", context, figures, stem=stem)


@score_page
def project_diagnosis_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """All SCUs, one a row, with how many peers miss each."""
    found = _found(request, slug)["found"]
    return HttpResponse(
        csv_text(CSV_COLUMNS, [scu.as_row() for scu in found.scus]),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{slug}.diagnosis.csv"'},
    )


def _found(request: HttpRequest, slug: str) -> dict[str, Any]:
    member, query = member_of(request, slug), DiagnosisQuery(request.GET)
    topics = list(Topic.objects.visible_to(request.user).filter(project=member.project_id).only("key", "title"))
    topic = query.topic_among(topics)
    found = diagnosis(
        project=member.project,
        annotations=PeerAnnotation.objects.visible_to(request.user),
        role=member.role,
        choice=query.choice,
        kind=query.kind,
        topic=topic,
    )
    shown = {"query": query, "kind": query.kind, "choice": query.choice}
    return {"project": member.project, "topics": topics, "topic": topic, "found": found, "sheet": found, **shown}
