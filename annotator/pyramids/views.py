"""The workspace of a pyramid, and the page of its releases."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.projects.access import TopicMember
from annotator.pyramids.models import Pyramid
from annotator.pyramids.release_page import release_page
from annotator.pyramids.services import release_pyramid, start_pyramid
from annotator.pyramids.workspace import pyramid_data
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn
from annotator.work.states.permissions import can_release, check_release, standing_of
from annotator.work.states.turns import turn_addresses


class PyramidWorkspace(SignedIn):
    """Where an owner's pyramid of a topic is made."""

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        pyramids = Pyramid.objects.for_workspace(self.user)
        pyramid = pyramids.get(topic__project__slug=slug, topic__key=key, owner__name=owner)
        data = pyramid_data(pyramid)
        data["urls"]["turns"] = turn_addresses("pyramid", [slug, key, owner], data["stage"])
        context: dict[str, Any] = {
            "may_release": can_release(standing_of(pyramid)),
            "pyramid": pyramid,
            "topic": pyramid.topic,
            "project": pyramid.topic.project,
        }
        return render(request, "annotator/pyramids/pyramid_workspace.html", {**context, "workspace_data": data})


class PyramidStart(TopicMember):
    """Begins the user's own pyramid of a topic, or goes to it."""

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponseRedirect:
        try:
            pyramid = start_pyramid(topic=self.topic, owner=self.member)
        except ServiceRefused as error:
            messages.error(request, str(error))
            return redirect("topic", slug, key)
        return redirect("pyramid", slug, key, pyramid.owner.name)


class ReleasePage(TopicMember):
    """The releases of a pyramid."""

    @cached_property
    def pyramid(self) -> Pyramid:
        """The pyramid of the address. Raises Pyramid.DoesNotExist for one that cannot be seen."""
        pyramids = Pyramid.objects.for_workspace(self.user)
        return pyramids.get(topic=self.topic, owner__name=self.kwargs["owner"])

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        return self._page()

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        check_release(standing_of(self.pyramid))
        try:
            release = release_pyramid(pyramid=self.pyramid, by=self.user, now=timezone.now())
        except ServiceRefused as error:
            return self._page(refused=error.reasons, status=400)
        messages.success(request, f"Release {release.number} is made. Peers can be matched against it.")
        return redirect("pyramid-release", slug, key, owner)

    def _page(self, *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        pyramid = self.pyramid
        context = self.get_context_data(
            pyramid=pyramid,
            page=release_page(pyramid),
            refused=refused,
            may_release=can_release(standing_of(pyramid)),
        )
        return render(self.request, "annotator/pyramids/pyramid_release.html", context, status=status)
