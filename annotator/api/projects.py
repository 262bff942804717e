"""``/api/`` and ``/api/projects/``: where to begin, projects, their members and topics."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.api.filters import MemberFilters, ProjectFilters, TopicFilters
from annotator.api.listing import Listing
from annotator.api.places import InProject, InTopic
from annotator.api.serializers.bodies import NewProject, NewTopic
from annotator.api.serializers.projects import IndexShape, MemberRow, ProjectDetail, ProjectRow, TopicRow
from annotator.models import Membership, Project, Topic
from annotator.permissions import check_manage
from annotator.services.project_overview import TopicLine, topic_lines
from annotator.services.projects import create_project
from annotator.services.texts import create_topic


class Index(APIView):
    """Where to begin."""

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


class Topics(InProject, Listing):
    """The topics of a project, by key."""

    queryset = Topic.objects.none()
    serializer_class = TopicRow
    filterset_class = TopicFilters

    def rows(self) -> QuerySet[Topic]:
        return Topic.objects.visible_to(self.user).filter(project=self.project).order_by("key", "pk")

    def shown(self, page: Sequence[Topic]) -> list[TopicLine]:
        return topic_lines_of(self, page)

    @extend_schema(request=NewTopic, responses={201: TopicRow})
    def post(self, request: Request, slug: str) -> Response:
        """Make a topic; for managers."""
        check_manage(self.member.role)
        topic = create_topic(project=self.project, **NewTopic.read(request.data))
        (line,) = topic_lines_of(self, [topic])
        return Response(TopicRow(line).data, status=201)


class TopicResource(InTopic):
    """One topic."""

    def get(self, request: Request, slug: str, key: str) -> Response:
        """The topic with its counts."""
        (line,) = topic_lines_of(self, [self.topic])
        return Response(TopicRow(line).data)


def topic_lines_of(here: InProject, topics: Sequence[Topic]) -> list[TopicLine]:
    """The lines of some topics of the project."""
    for topic in topics:
        topic.project = here.project
    return topic_lines(topics, user=here.user)


def _with_role(projects: QuerySet[Any]) -> QuerySet[Any]:
    """Projects with what the member who asks is in them."""
    return projects.annotate(role=F("memberships__role"))
