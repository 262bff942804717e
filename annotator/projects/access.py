"""Base classes of the pages and API views of a project, a topic or a peer."""

from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in_user
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_annotate, can_manage, check_manage
from annotator.web.signed_in import SignedIn


class ProjectView(SignedIn):
    """A page of the project in the URL. Raises Project.DoesNotExist (a 404) if the user is not a member."""

    @cached_property
    def project(self) -> Project:
        return Project.objects.visible_to(self.user).get(slug=self.kwargs["slug"])

    @cached_property
    def member(self) -> Membership:
        return self.project.memberships.get(user=self.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            "view": self,
            "project": self.project,
            "member": self.member,
            "may_manage": can_manage(self.member.role),
            "may_annotate": can_annotate(self.member.role),
            **kwargs,
        }


class ManagerPage(ProjectView):
    """A page for managers of the project."""

    def check_access(self) -> None:
        check_manage(self.member.role)


class TopicView(ProjectView):
    """A page of the topic in the URL."""

    @cached_property
    def topic(self) -> Topic:
        """The topic in the URL. Raises Topic.DoesNotExist if the user cannot see it."""
        topics = Topic.objects.visible_with_role(self.user)
        return topics.get(project__slug=self.kwargs["slug"], key=self.kwargs["key"])

    @cached_property
    def project(self) -> Project:
        return self.topic.project

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(topic=self.topic, **kwargs)


class PeerView(TopicView):
    """A page of the peer summary in the URL."""

    @cached_property
    def peer(self) -> Summary:
        """The peer summary in the URL. Raises Summary.DoesNotExist if the user cannot see it."""
        return Summary.objects.visible_to(self.user).filter(topic=self.topic).peer_by_name(self.kwargs["peer"])


class ProjectApiView(APIView):
    """An API view of the project in the URL. Raises Membership.DoesNotExist if the user is not a member."""

    kwargs: dict[str, Any]

    @cached_property
    def user(self) -> User:
        return signed_in_user(self.request)

    @cached_property
    def member(self) -> Membership:
        """The user's membership, with the project."""
        return Membership.objects.select_related("project").get(user=self.user, project__slug=self.kwargs["slug"])

    @property
    def manager(self) -> Membership:
        """The user's membership. Raises NotAllowed unless they manage the project."""
        check_manage(self.member.role)
        return self.member

    @cached_property
    def project(self) -> Project:
        return self.member.project


class TopicApiView(ProjectApiView):
    """An API view of the topic in the URL."""

    @cached_property
    def topic(self) -> Topic:
        """The topic in the URL. Raises Topic.DoesNotExist if the project has no such topic."""
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=self.kwargs["key"])
        topic.project = self.project  # so that reading it needs no query
        return topic
