"""``/api/projects/<slug>/pyramids/`` and ``/api/pyramids/<id>/scus/``: pyramids and their SCUs, read."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.filters import PyramidFilters, ScuFilters
from annotator.api.listing import Listing
from annotator.api.places import InProject
from annotator.api.releases import with_details
from annotator.api.serializers.bodies import NewPyramid, Turn
from annotator.api.serializers.work import PyramidRow, ReleaseRow, ScuRow
from annotator.api.shapes import ref
from annotator.models import Contributor, Pyramid, Release, Scu, Topic
from annotator.permissions import check_annotate, standing_of
from annotator.services.project_overview import PyramidLine, pyramid_lines
from annotator.services.pyramids import start_pyramid
from annotator.services.releases import release_pyramid
from annotator.services.states import Work, change_state, stage_of


class Pyramids(InProject, Listing):
    """The pyramids of a project that you may see, by topic and owner."""

    queryset = Pyramid.objects.none()
    serializer_class = PyramidRow
    filterset_class = PyramidFilters

    def rows(self) -> QuerySet[Pyramid]:
        pyramids = Pyramid.objects.visible_to(self.user).filter(topic__project=self.project)
        return pyramids.order_by("topic__key", "owner__name", "pk")

    def shown(self, page: Sequence[Pyramid]) -> list[PyramidLine]:
        found = Pyramid.objects.filter(pk__in=[pyramid.pk for pyramid in page]).select_related("topic")
        lines = {line.pyramid.pk: line for line in pyramid_lines(found, user=self.user)}
        return [lines[pyramid.pk] for pyramid in page]

    @extend_schema(request=NewPyramid, responses={200: PyramidRow})
    def post(self, request: Request, slug: str) -> Response:
        """Begin your own pyramid of a topic, or find it where you have begun it."""
        check_annotate(self.member.role)
        key = NewPyramid.read(request.data)["topic"]
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=key)
        pyramid = start_pyramid(topic=topic, owner=self.member)
        return Response(PyramidRow(self.shown([pyramid])[0]).data)


class PyramidState(APIView):
    """Finish a pyramid, review it, return it, agree to it, or open it again."""

    @extend_schema(request=Turn, responses={200: ref("Stage")})
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        pyramid = Pyramid.objects.for_workspace(user).get(pk=pk)
        change_state(work=pyramid, by=user, now=timezone.now(), **Turn.read(request.data))
        return Response(stage_now(Pyramid.objects.for_workspace(user).get(pk=pk)))


class PyramidReleases(APIView):
    """Make the next release of a pyramid from what stands."""

    @extend_schema(request=None, responses={201: ReleaseRow})
    def post(self, request: Request, pk: int) -> Response:
        user = signed_in(request)
        pyramid = Pyramid.objects.for_workspace(user).get(pk=pk)
        release = release_pyramid(pyramid=pyramid, by=user, now=timezone.now())
        made = with_details(Release.objects.visible_to(user)).get(pk=release.pk)
        return Response(ReleaseRow(made).data, status=201)


class PyramidScus(Listing):
    """The SCUs of a pyramid as they stand, in list order, with weights, contributors and their words."""

    queryset = Scu.objects.none()
    serializer_class = ScuRow
    filterset_class = ScuFilters

    def rows(self) -> QuerySet[Scu]:
        pyramid = Pyramid.objects.visible_to(signed_in(self.request)).only("pk").get(pk=self.kwargs["pk"])
        contributors = Contributor.objects.prefetch_related("parts", "summary").order_by("position", "pk")
        scus = Scu.objects.filter(pyramid=pyramid).with_weights().order_by("position", "uid")
        return scus.prefetch_related(Prefetch("contributors", contributors))


def stage_now(work: Work) -> dict[str, Any]:
    """Where a work stands, for the user who asked for it with ``for_workspace``."""
    return stage_of(work.state, standing=standing_of(work), last=work.last_turn).as_json()
