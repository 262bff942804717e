"""Pyramids: the workspace, and beginning one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render

from annotator.models import Pyramid
from annotator.permissions import can_release, standing_of
from annotator.services.pyramids import start_pyramid
from annotator.services.refused import ServiceRefused
from annotator.services.workspace import pyramid_data
from annotator.views.access import SignedIn, TopicMember
from annotator.views.turns import turn_addresses


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
        return render(request, "annotator/pyramid_workspace.html", {**context, "workspace_data": data})


class PyramidStart(TopicMember):
    """Begins the user's own pyramid of a topic, or goes to it."""

    def post(self, request: HttpRequest, slug: str, key: str) -> HttpResponseRedirect:
        try:
            pyramid = start_pyramid(topic=self.topic, owner=self.member)
        except ServiceRefused as error:
            messages.error(request, str(error))
            return redirect("topic", slug, key)
        return redirect("pyramid", slug, key, pyramid.owner.name)
