"""The page on the relations between the SCUs of a topic."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotator.runs.answers import long_work
from scoring.measures.pyramid_scores import SCORE_KINDS
from scoring.observations.viewer import Viewer, visible_identifiers
from scoring.results.pages import score_page
from scoring.results.relations.topic import topic_relations

MAX_RELATIONS = 500
"""The page lists at most this many relations."""


@score_page
@long_work(title="Relations", depends_on=visible_identifiers)
def topic_relations_page(request: HttpRequest, viewer: Viewer, key: str) -> HttpResponse:
    """Shows which SCUs need or imply others, and scores that count implied SCUs."""
    relations = topic_relations(viewer, key)
    context = {
        "project": viewer.project,
        "topic": relations.topic,
        "relations": relations,
        "shown_relations": relations.relations[:MAX_RELATIONS],
        "score_kinds": SCORE_KINDS,
    }
    return render(request, "scoring/results/relations/topic.html", context)
