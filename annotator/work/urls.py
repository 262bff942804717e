"""URL patterns of the pages that all kinds of work have: differences, adjudication, states and editors."""

from django.urls import URLPattern

from annotator.web.costs import short
from annotator.work.adjudication import views as adjudication
from annotator.work.kinds import kind_named
from annotator.work.states import views as states


def work_urlpatterns(kind: str, *, subject_path: str, work_path: str) -> list[URLPattern]:
    """Returns the URL patterns of a kind; their names begin with its ``route``.

    ``subject_path``: the URL path of the topic or peer that works are about. ``work_path``: the path of one work.
    `short` is Django's ``path`` for requests with small bodies.
    """
    route = kind_named(kind).route
    return [
        short(f"{subject_path}differences/", adjudication.Differences.as_view(kind=kind), name=f"{route}-differences"),
        short(f"{subject_path}adjudicate/", adjudication.Adjudicate.as_view(kind=kind), name=f"{route}-adjudicate"),
        short(
            f"{subject_path}adjudicate/finish/",
            adjudication.AdjudicateFinish.as_view(kind=kind),
            name=f"{route}-adjudicate-finish",
        ),
        short(
            f"{subject_path}adjudicate/take-in/",
            adjudication.AdjudicateTakeIn.as_view(kind=kind),
            name=f"{route}-adjudicate-take-in",
        ),
        short(f"{work_path}editors/", states.Editors.as_view(kind=kind), name=f"{route}-editors"),
        short(f"{work_path}state/<str:verb>/", states.StateChange.as_view(kind=kind), name=f"{route}-state"),
    ]
