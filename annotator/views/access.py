"""Who gets to a page: members of the project; for all others it does not exist."""

from functools import cached_property
from typing import Any

from django.contrib.auth.mixins import AccessMixin
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.generic import View

from annotator.models import Membership, Project, Summary, Topic
from annotator.permissions import NotAllowed, can_annotate, can_manage


class SignedIn(AccessMixin, View):
    """Sends people to sign in; what they cannot see is 404, what their role does not allow is 403 with a sentence."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        try:
            return super().dispatch(request, *args, **kwargs)
        except ObjectDoesNotExist as error:
            raise Http404 from error
        except NotAllowed as error:
            raise PermissionDenied(str(error)) from error

    @property
    def user(self) -> User:
        """The user who is signed in."""
        user = self.request.user
        if not isinstance(user, User):
            raise PermissionDenied
        return user


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
        return Summary.objects.visible_to(self.user).filter(topic=self.topic).peer_called(self.kwargs["peer"])
