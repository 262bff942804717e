"""Pages and calls of the API for members of a project, a topic, a peer."""

from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from rest_framework.views import APIView

from annotator.accounts.authentication import signed_in
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_annotate, can_manage, check_manage
from annotator.web.signed_in import SignedIn


class ProjectMember(SignedIn):
    """A page inside the project of the address. Raises Project.DoesNotExist for those who are no members."""

    @cached_property
    def project(self) -> Project:
        """The project of the address."""
        return Project.objects.visible_to(self.user).get(slug=self.kwargs["slug"])

    @cached_property
    def member(self) -> Membership:
        """The membership of the user who asks."""
        return self.project.memberships.get(user=self.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What every page of a project knows."""
        return {
            "view": self,
            "project": self.project,
            "member": self.member,
            "may_manage": can_manage(self.member.role),
            "may_annotate": can_annotate(self.member.role),
            **kwargs,
        }


class ManagerPage(ProjectMember):
    """A page that only managers of the project open."""

    def check_access(self) -> None:
        check_manage(self.member.role)


class TopicMember(ProjectMember):
    """A page inside the topic of the address."""

    @cached_property
    def topic(self) -> Topic:
        """The topic of the address, for the user who asks. Raises Topic.DoesNotExist for one that cannot be seen."""
        topics = Topic.objects.for_member(self.user)
        return topics.get(project__slug=self.kwargs["slug"], key=self.kwargs["key"])

    @cached_property
    def project(self) -> Project:
        """The topic's project."""
        return self.topic.project

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What every page of a topic knows."""
        return super().get_context_data(topic=self.topic, **kwargs)


class PeerMember(TopicMember):
    """A page of the peer summary of the address."""

    @cached_property
    def peer(self) -> Summary:
        """The peer summary of the address. Raises Summary.DoesNotExist for one that cannot be seen."""
        return Summary.objects.visible_to(self.user).filter(topic=self.topic).peer_by_name(self.kwargs["peer"])


class InProject(APIView):
    """Inside the project of the address. Raises ObjectDoesNotExist for those who are no members."""

    kwargs: dict[str, Any]

    @cached_property
    def user(self) -> User:
        """Who asks."""
        return signed_in(self.request)

    @cached_property
    def member(self) -> Membership:
        """The membership of who asks, with the project."""
        return Membership.objects.select_related("project").get(user=self.user, project__slug=self.kwargs["slug"])

    @property
    def manager(self) -> Membership:
        """The membership of who asks. Raises NotAllowed unless they manage the project."""
        check_manage(self.member.role)
        return self.member

    @cached_property
    def project(self) -> Project:
        """The project of the address."""
        return self.member.project


class InTopic(InProject):
    """Inside the topic of the address."""

    @cached_property
    def topic(self) -> Topic:
        """The topic of the address. Raises Topic.DoesNotExist."""
        topic = Topic.objects.visible_to(self.user).get(project=self.project, key=self.kwargs["key"])
        topic.project = self.project
        return topic
