"""What lists of projects, members, topics and texts can be narrowed to."""

import django_filters as filters

from annotator.projects.models import Membership, Project, Summary, Topic


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
