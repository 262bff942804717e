"""API views of projects, members and summaries."""

from typing import Any

import django_filters as filters
from django.db.models import F, Func, IntegerField, QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.projects.access import ProjectApiView, TopicApiView
from annotator.projects.models import Membership, Project, Summary
from annotator.projects.peer_names import peers_in_order
from annotator.projects.serializers import (
    AddedSummaries,
    IndexShape,
    MemberRow,
    NewProject,
    NewSummaries,
    ProjectDetail,
    ProjectRow,
    SummaryDetail,
    SummaryRow,
)
from annotator.projects.services import create_project
from annotator.projects.texts import NewSummary, add_summaries
from annotator.web.listing import Listing


class Index(APIView):
    """The root of the API."""

    serializer_class = IndexShape

    def get(self, request: Request) -> Response:
        """Your user name, and the URLs of the main resources."""
        urls = {name: reverse(f"api-{name}") for name in ("projects", "schema", "docs")}
        return Response(IndexShape({"user": signed_in_user(request).get_username(), **urls}).data)


class ProjectFilters(filters.FilterSet):
    """Query parameter: ``?name=``, a text that the project's name contains."""

    name = filters.CharFilter(lookup_expr="icontains")


class Projects(Listing):
    """The projects that you are a member of, by name."""

    queryset = Project.objects.none()
    serializer_class = ProjectRow
    filterset_class = ProjectFilters

    def get_queryset(self) -> QuerySet[Project]:
        return _with_role(Project.objects.visible_to(signed_in_user(self.request))).order_by("name", "pk")

    @extend_schema(request=NewProject, responses={201: ProjectDetail})
    def post(self, request: Request) -> Response:
        """Create a project; you become its manager."""
        user = signed_in_user(request)
        project = create_project(by=user, **NewProject.read(request.data))
        return Response(ProjectDetail(_with_role(Project.objects.visible_to(user)).get(pk=project.pk)).data, status=201)


class ProjectResource(ProjectApiView):
    """One project."""

    serializer_class = ProjectDetail

    def get(self, request: Request, slug: str) -> Response:
        """The project with its guidelines and settings."""
        return Response(ProjectDetail(_with_role(Project.objects.visible_to(self.user)).get(slug=slug)).data)


class Members(ProjectApiView, Listing):
    """The members of a project, by name."""

    queryset = Membership.objects.none()
    serializer_class = MemberRow
    filterset_fields = ("role",)

    def get_queryset(self) -> QuerySet[Membership]:
        members = Membership.objects.visible_to(self.user).filter(project=self.project)
        return members.select_related("user").order_by("name", "pk")


def _with_role(projects: QuerySet[Any]) -> QuerySet[Any]:
    """Adds ``role``, the user's role in each project. Needs `visible_to`, which joins the membership."""
    return projects.annotate(role=F("memberships__role"))


LARGE_FIELDS = ("text", "words", "sentences")
# The field ``words`` has two numbers for each word: its start and end.
WORD_COUNT = Func("words", template="jsonb_array_length(%(expressions)s) / 2", output_field=IntegerField())


class Summaries(TopicApiView, Listing):
    """The model summaries of a topic by letter, then its peers in the order that you see on pages."""

    queryset = Summary.objects.none()
    serializer_class = SummaryRow
    filterset_fields = ("kind",)

    def get_queryset(self) -> QuerySet[Summary]:
        return _visible_summaries(self).defer(*LARGE_FIELDS).order_by("kind", "position", "pk")

    def paginate_queryset(self, queryset: QuerySet[Any] | Any) -> list[Any] | None:
        """A page of summaries. Peers are in the member's own order, because the import order could reveal authors."""
        summaries = list(queryset)
        models = [summary for summary in summaries if summary.kind == Summary.Kind.MODEL]
        peers = [summary for summary in summaries if summary.kind == Summary.Kind.PEER]
        return super().paginate_queryset([*models, *peers_in_order(self.member, peers, project=self.project)])

    @extend_schema(request=NewSummaries, responses={201: AddedSummaries})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add texts to a topic, all or none; only for managers.

        ``notes`` says what was changed in the texts, such as line ends or a byte order mark.
        """
        manager = self.manager  # checked before the body: only managers may see its errors
        new_summaries = [NewSummary(**fields) for fields in NewSummaries.read(request.data)["summaries"]]
        added, notes = add_summaries(topic=self.topic, summaries=new_summaries, by=manager)
        added_pks = [summary.pk for summary in added]
        summaries = _visible_summaries(self).filter(pk__in=added_pks).order_by("kind", "position")
        return Response(AddedSummaries({"summaries": summaries, "notes": notes}).data, status=201)


class SummaryResource(TopicApiView):
    """One summary of a topic. The URL pattern sets ``kind``; a masked peer is found by its mask."""

    serializer_class = SummaryDetail
    kind = ""

    def get(self, request: Request, slug: str, key: str, name: str) -> Response:
        """The summary with its text and tokens."""
        summaries, is_peer = _visible_summaries(self), self.kind == Summary.Kind.PEER
        summary = summaries.peer_by_name(name) if is_peer else summaries.get(kind=self.kind, summarizer=name)
        return Response(SummaryDetail(summary).data)


def _visible_summaries(view: TopicApiView) -> Any:
    """The summaries of the view's topic, with names and masks as its user may see them."""
    summaries = Summary.objects.visible_to(view.user).filter(topic=view.topic)
    return summaries.select_related("topic__project").annotate(word_count=WORD_COUNT)
