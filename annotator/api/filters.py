"""What lists of the API can be narrowed to. Only what is declared here can be asked for."""

from typing import Any

import django_filters as filters
from django import forms
from django.db.models import QuerySet

from annotator.models import Membership, PeerAnnotation, Project, Pyramid, Release, Scu, Summary, Topic
from annotator.models.opaque_id import MOST
from annotator.models.visibility import WorkState


class WholeNumber(filters.NumberFilter):
    """A number without a fraction."""

    field_class = forms.IntegerField


class ProjectFilters(filters.FilterSet):
    """``?name=`` (a part of it)."""

    name = filters.CharFilter(lookup_expr="icontains")

    class Meta:
        model = Project
        fields: tuple[str, ...] = ()


class MemberFilters(filters.FilterSet):
    """``?role=``."""

    role = filters.ChoiceFilter(choices=Membership.Role.choices)

    class Meta:
        model = Membership
        fields: tuple[str, ...] = ()


class TopicFilters(filters.FilterSet):
    """``?title=`` (a part of it)."""

    title = filters.CharFilter(lookup_expr="icontains")

    class Meta:
        model = Topic
        fields: tuple[str, ...] = ()


class SummaryFilters(filters.FilterSet):
    """``?kind=model|peer``."""

    kind = filters.ChoiceFilter(choices=Summary.Kind.choices)

    class Meta:
        model = Summary
        fields: tuple[str, ...] = ()


class PyramidFilters(filters.FilterSet):
    """``?topic=&owner=&state=``."""

    topic = filters.CharFilter(field_name="topic__key")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)

    class Meta:
        model = Pyramid
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


class PeerAnnotationFilters(filters.FilterSet):
    """``?topic=&peer=&owner=&state=&release=``; a masked peer is asked for by its mask."""

    topic = filters.CharFilter(field_name="summary__topic__key")
    peer = filters.CharFilter(method="of_peer")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)
    release = WholeNumber(min_value=1, max_value=MOST)

    class Meta:
        model = PeerAnnotation
        fields: tuple[str, ...] = ()

    def of_peer(self, annotations: Any, name: str, value: str) -> QuerySet[Any]:
        """The annotations of the peers of this name."""
        found: QuerySet[Any] = annotations.of_peer_called(value)
        return found
