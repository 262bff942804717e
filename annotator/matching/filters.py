"""What the list of peer annotations can be narrowed to."""

from typing import Any

import django_filters as filters
from django.db.models import QuerySet

from annotator.projects.columns import MOST
from annotator.web.filters import WholeNumber
from annotator.work.models import Work
from annotator.work.visibility import WorkState


class PeerAnnotationFilters(filters.FilterSet):
    """``?topic=&peer=&owner=&state=&release=``; a masked peer is asked for by its mask."""

    topic = filters.CharFilter(field_name="topic__key")
    peer = filters.CharFilter(method="of_peer")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)
    release = WholeNumber(min_value=1, max_value=MOST)

    class Meta:
        model = Work
        fields: tuple[str, ...] = ()

    def of_peer(self, annotations: Any, name: str, value: str) -> QuerySet[Any]:
        """The annotations of the peers of this name."""
        found: QuerySet[Any] = annotations.of_peer_called(value)
        return found
