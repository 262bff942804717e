"""The pages that all kinds of work have: differences, adjudication, state and editors."""

from django.urls import URLPattern, path

from annotator.work.adjudication import views as adjudication
from annotator.work.kinds import kind_named
from annotator.work.states import views as states


def works(kind: str, place: str, work: str) -> list[URLPattern]:
    """The pages of a kind, named after its ``route``.

    ``place``: the URL of what its works are about; ``work``: of one of them.
    """
    route = kind_named(kind).route
    return [
        path(f"{place}differences/", adjudication.Differences.as_view(kind=kind), name=f"{route}-differences"),
        path(f"{place}adjudicate/", adjudication.Adjudicate.as_view(kind=kind), name=f"{route}-adjudicate"),
        path(
            f"{place}adjudicate/finish/",
            adjudication.AdjudicateFinish.as_view(kind=kind),
            name=f"{route}-adjudicate-finish",
        ),
        path(
            f"{place}adjudicate/take-in/",
            adjudication.AdjudicateTakeIn.as_view(kind=kind),
            name=f"{route}-adjudicate-take-in",
        ),
        path(f"{work}editors/", states.Editors.as_view(kind=kind), name=f"{route}-editors"),
        path(f"{work}state/<str:verb>/", states.StateChange.as_view(kind=kind), name=f"{route}-state"),
    ]
