"""API views of pyramids, their SCUs and releases."""

from collections.abc import Sequence
from typing import Any

import django_filters as filters
from django.db.models import Case, Count, F, Prefetch, QuerySet, When
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.projects.access import ProjectApiView
from annotator.projects.columns import MAX_SAFE_INTEGER
from annotator.projects.models import Topic
from annotator.projects.permissions import check_annotate
from annotator.pyramids.models import Contributor, Scu, pyramids
from annotator.pyramids.serializers import NewPyramid, PyramidRow, ReleaseDetail, ReleaseRow, ScuRow
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.pyramids.status import PyramidStatus, pyramid_statuses
from annotator.pyramids.store import released_scus
from annotator.web.listing import IntegerFilter, Listing
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.visibility import WorkState


class PyramidFilters(filters.FilterSet):
    """Query parameters: ``?topic=&owner=&state=``."""

    topic = filters.CharFilter(field_name="topic__key")
    owner = filters.CharFilter(field_name="owner__name")
    state = filters.ChoiceFilter(choices=WorkState.choices)


class ScuFilters(filters.FilterSet):
    """Query parameters: ``?weight=&label=&flag=``. ``label`` matches any part of a label."""

    weight = IntegerFilter(min_value=0, max_value=10_000)
    label = filters.CharFilter(lookup_expr="icontains")
    flag = filters.ChoiceFilter(choices=[(flag, flag) for flag in ("unsure", "discuss")], method="filter_flag")

    def filter_flag(self, scus: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return scus.filter(flags__contains=[value])


class ReleaseFilters(filters.FilterSet):
    """Query parameters: ``?topic=&owner=&pyramid=&number=``. Hidden owners and pyramids match nothing."""

    topic = filters.CharFilter(field_name="pyramid__topic__key")
    owner = filters.CharFilter(method="filter_owner")
    pyramid = IntegerFilter(method="filter_pyramid", min_value=1, max_value=MAX_SAFE_INTEGER)
    number = IntegerFilter(min_value=1, max_value=2**31 - 1)

    def filter_owner(self, releases: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return releases.filter(pyramid__owner__name=value, hides_owner=False)

    def filter_pyramid(self, releases: QuerySet[Any], name: str, value: int) -> QuerySet[Any]:
        return releases.filter(pyramid=value, hides_owner=False)


class Pyramids(ProjectApiView, Listing):
    """The pyramids of a project that you may see, by topic and owner."""

    queryset = Work.objects.none()
    serializer_class = PyramidRow
    filterset_class = PyramidFilters

    def get_queryset(self) -> QuerySet[Work]:
        visible = pyramids().visible_to(self.user).filter(topic__project=self.project)
        return visible.order_by("topic__key", "owner__name", "pk")

    def prepare_rows(self, page: Sequence[Work]) -> list[PyramidStatus]:
        works = pyramids().filter(pk__in=[pyramid.pk for pyramid in page]).select_related("topic")
        statuses = {status.pyramid.pk: status for status in pyramid_statuses(works, user=self.user)}
        return [statuses[pyramid.pk] for pyramid in page]

    @extend_schema(request=NewPyramid, responses={200: PyramidRow})
    def post(self, request: Request, slug: str) -> Response:
        """Start your own pyramid of a topic, or get the one that you have."""
        check_annotate(self.member.role)
        key = NewPyramid.read(request.data)["topic"]
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=key)
        pyramid = start_pyramid(topic=topic, owner=self.member)
        return Response(PyramidRow(self.prepare_rows([pyramid])[0]).data)


class PyramidReleases(APIView):
    """Make the next release of a pyramid from its current SCUs."""

    @extend_schema(request=None, responses={201: ReleaseRow})
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in_user(request)
        pyramid = pyramids().for_workspace(user).get(pk=pk)
        release = release_pyramid(pyramid=pyramid, by=user, now=timezone.now())
        detailed = with_details(Release.objects.visible_to(user)).get(pk=release.pk)
        return Response(ReleaseRow(detailed).data, status=201)


class PyramidScus(Listing):
    """The current SCUs of a pyramid in list order, with weights, contributors and their text."""

    queryset = Scu.objects.none()
    serializer_class = ScuRow
    filterset_class = ScuFilters

    def get_queryset(self) -> QuerySet[Scu]:
        pyramid = pyramids().visible_to(signed_in_user(self.request)).only("pk").get(pk=self.kwargs["pk"])
        contributors = Contributor.objects.prefetch_related("parts", "summary").order_by("position", "pk")
        scus = Scu.objects.filter(pyramid=pyramid).annotate(weight=Count("contributors")).order_by("position", "uid")
        return scus.prefetch_related(Prefetch("contributors", contributors))


class Releases(ProjectApiView, Listing):
    """The releases of a project that you may see or match peers against, by topic, newest first."""

    queryset = Release.objects.none()
    serializer_class = ReleaseRow
    filterset_class = ReleaseFilters

    def get_queryset(self) -> QuerySet[Release]:
        releases = with_details(Release.objects.visible_to(self.user)).filter(pyramid__topic__project=self.project)
        # Releases with hidden owners come last, by their random ids: order by date could reveal the owners.
        newest_first = Case(When(hides_owner=False, then=F("created_at"))).desc(nulls_last=True)
        return releases.order_by("pyramid__topic__key", newest_first, "pk")


class ReleaseResource(APIView):
    """One release."""

    serializer_class = ReleaseDetail

    def get(self, request: Request, pk: int) -> Response:
        """The release with its SCUs."""
        release: Any = with_details(Release.objects.visible_to(signed_in_user(request))).get(pk=pk)
        release.released_scus = released_scus(release.pk)
        return Response(ReleaseDetail(release).data)


def with_details(releases: QuerySet[Any]) -> QuerySet[Any]:
    """Releases with the related rows and counts that `ReleaseRow` shows."""
    detailed = releases.select_related("pyramid__topic", "pyramid__owner").defer("document")
    return detailed.annotate(scu_count=Count("scus"))
