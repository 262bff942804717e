"""What lists of pyramids, SCUs and releases can be narrowed to."""

from typing import Any

import django_filters as filters
from django.db.models import QuerySet

from annotator.projects.columns import MOST
from annotator.pyramids.models import Scu
from annotator.web.filters import WholeNumber
from annotator.work.models import Release, Work
from annotator.work.visibility import WorkState


class PyramidFilters(filters.FilterSet):
    """``?topic=&owner=&state=``."""

    topic = filters.CharFilter(field_name="topic__key")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)

    class Meta:
        model = Work
        fields: tuple[str, ...] = ()


class ScuFilters(filters.FilterSet):
    """``?weight=&label=&flag=``; the label by a part of it."""

    weight = WholeNumber(min_value=0, max_value=10_000)
    label = filters.CharFilter(lookup_expr="icontains")
    flag = filters.ChoiceFilter(choices=[(flag, flag) for flag in ("unsure", "discuss")], method="flagged")

    class Meta:
        model = Scu
        fields: tuple[str, ...] = ()

    def flagged(self, scus: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """The SCUs with this flag."""
        return scus.filter(flags__contains=[value])


class ReleaseFilters(filters.FilterSet):
    """``?topic=&owner=&pyramid=&number=``; hidden owners and pyramids match nothing."""

    topic = filters.CharFilter(field_name="pyramid__topic__key")
    owner = filters.CharFilter(method="of_owner")
    pyramid = WholeNumber(method="of_pyramid", min_value=1, max_value=MOST)
    number = WholeNumber(min_value=1, max_value=2**31 - 1)

    class Meta:
        model = Release
        fields: tuple[str, ...] = ()

    def of_owner(self, releases: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """The releases of this owner's pyramids."""
        return releases.filter(pyramid__owner__name=value, hides_owner=False)

    def of_pyramid(self, releases: QuerySet[Any], name: str, value: int) -> QuerySet[Any]:
        """The releases of this pyramid."""
        return releases.filter(pyramid=value, hides_owner=False)
