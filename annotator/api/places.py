"""Where an address of the API is: its project and topic, for the user who asks."""

from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from rest_framework.views import APIView

from annotator.api.authentication import signed_in
from annotator.models import Membership, Project, Topic


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
