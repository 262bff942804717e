"""Projects, members and texts in the API."""

from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.projects.access import InProject, InTopic
from annotator.projects.filters import MemberFilters, ProjectFilters, SummaryFilters
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
    """Where to begin."""

    serializer_class = IndexShape

    def get(self, request: Request) -> Response:
        """Who asks, and where to go on."""
        places = {name: reverse(f"api-{name}") for name in ("projects", "schema", "docs")}
        return Response(IndexShape({"user": signed_in(request).get_username(), **places}).data)


class Projects(Listing):
    """The projects that you are a member of, by name."""

    queryset = Project.objects.none()
    serializer_class = ProjectRow
    filterset_class = ProjectFilters

    def rows(self) -> QuerySet[Project]:
        return _with_role(Project.objects.visible_to(signed_in(self.request))).order_by("name", "pk")

    @extend_schema(request=NewProject, responses={201: ProjectDetail})
    def post(self, request: Request) -> Response:
        """Make a project, of which you are the manager."""
        user = signed_in(request)
        made = create_project(by=user, **NewProject.read(request.data))
        return Response(ProjectDetail(_with_role(Project.objects.visible_to(user)).get(pk=made.pk)).data, status=201)


class ProjectResource(InProject):
    """One project."""

    serializer_class = ProjectDetail

    def get(self, request: Request, slug: str) -> Response:
        """The project with its guidelines and settings."""
        return Response(ProjectDetail(_with_role(Project.objects.visible_to(self.user)).get(slug=slug)).data)


class Members(InProject, Listing):
    """The members of a project, by name."""

    queryset = Membership.objects.none()
    serializer_class = MemberRow
    filterset_class = MemberFilters

    def rows(self) -> QuerySet[Membership]:
        members = Membership.objects.visible_to(self.user).filter(project=self.project)
        return members.select_related("user").order_by("name", "pk")


def _with_role(projects: QuerySet[Any]) -> QuerySet[Any]:
    """Projects with what the member who asks is in them."""
    return projects.annotate(role=F("memberships__role"))


TEXTS = ("text", "words", "sentences")


class _WordCount(Func):
    """How many words a summary has; ``words`` has two numbers for each."""

    function = "jsonb_array_length"
    template = "%(function)s(%(expressions)s) / 2"
    output_field = IntegerField()


class Summaries(InTopic, Listing):
    """The model summaries of a topic by letter, then its peers in the order in which you are shown them."""

    queryset = Summary.objects.none()
    serializer_class = SummaryRow
    filterset_class = SummaryFilters

    def rows(self) -> QuerySet[Summary]:
        return _of_topic(self).defer(*TEXTS).order_by("kind", "position", "pk")

    def paginate_queryset(self, queryset: QuerySet[Any] | Any) -> list[Any] | None:
        """A page of them; the order of peers is the member's own, so that it tells nothing of the import."""
        found = list(queryset)
        models = [summary for summary in found if summary.kind == Summary.Kind.MODEL]
        peers = peers_in_order(self.member, found[len(models) :], project=self.project)
        return super().paginate_queryset([*models, *peers])

    @extend_schema(request=NewSummaries, responses={201: AddedSummaries})
    def post(self, request: Request, slug: str, key: str) -> Response:
        """Add texts to a topic, all or none; for managers.

        ``notes`` says what was changed in the texts: line ends, byte order marks.
        """
        manager = self.manager  # who is none gets no help with the body
        new = [NewSummary(**given) for given in NewSummaries.read(request.data)["summaries"]]
        made, notes = add_summaries(topic=self.topic, summaries=new, by=manager)
        summaries = _of_topic(self).filter(pk__in=[one.pk for one in made]).order_by("kind", "position")
        return Response(AddedSummaries({"summaries": summaries, "notes": notes}).data, status=201)


class SummaryResource(InTopic):
    """One summary of a topic, of the ``kind`` that its address names; a masked peer is found by its mask."""

    serializer_class = SummaryDetail
    kind = ""

    def get(self, request: Request, slug: str, key: str, name: str) -> Response:
        """The summary with its text and tokens."""
        summaries, peer = _of_topic(self), self.kind == Summary.Kind.PEER
        found = summaries.peer_by_name(name) if peer else summaries.get(kind=self.kind, summarizer=name)
        return Response(SummaryDetail(found).data)


def _of_topic(here: InTopic) -> Any:
    """The summaries of the topic, for the user who asks."""
    summaries = Summary.objects.visible_to(here.user).filter(topic=here.topic)
    return summaries.select_related("topic__project").annotate(word_count=_WordCount(F("words")))
