"""Peer annotations: the workspace, beginning, finishing and reopening one."""

import re
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.models import PeerAnnotation
from annotator.permissions import NotEditable
from annotator.services.peers import finish_peer_annotation, reopen_peer_annotation
from annotator.services.refused import ServiceRefused
from annotator.services.workspace import peer_data
from annotator.views.access import SignedIn


def pinned(address: str, annotation: PeerAnnotation) -> str:
    """An address of a peer annotation that says which release it means, so that it stays right after a carry-over."""
    release = annotation.release
    return f"{address}?{urlencode({'release': release.number, 'pyramid': release.pyramid.owner.name})}"


class PeerAnnotationPage(SignedIn):
    """A page of one owner's annotation of a peer: that of the newest release, or of ``?release=N&pyramid=OWNER``."""

    @cached_property
    def annotation(self) -> PeerAnnotation:
        """The annotation of the address. Raises PeerAnnotation.DoesNotExist for one that cannot be seen."""
        annotations = PeerAnnotation.objects.for_workspace(self.user).filter(
            summary__topic__project__slug=self.kwargs["slug"],
            summary__topic__key=self.kwargs["key"],
            summary__kind="peer",
            summary__summarizer=self.kwargs["peer"],
            owner__name=self.kwargs["owner"],
        )
        if number := self.request.GET.get("release", ""):
            annotations = annotations.filter(release__number=int(number) if re.fullmatch(r"[0-9]{1,8}", number) else 0)
        if pyramid := self.request.GET.get("pyramid", ""):
            annotations = annotations.filter(release__pyramid__owner__name=pyramid)
        found = annotations.order_by("-release__created_at", "-release__number", "-created_at").first()
        if found is None:
            raise PeerAnnotation.DoesNotExist
        return found

    def here(self) -> HttpResponseRedirect:
        """Back to the workspace of this annotation."""
        return redirect(pinned(reverse("peer", kwargs=self.kwargs), self.annotation))


class PeerWorkspace(PeerAnnotationPage):
    """Where an owner matches a peer to a release."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        annotation = self.annotation
        data = peer_data(annotation, role=annotation.member_role, is_editor=annotation.member_is_editor)
        for name in ("finish", "reopen", "carry_over"):
            data["urls"][name] = pinned(data["urls"][name], annotation)
        topic = annotation.summary.topic
        context = {"annotation": annotation, "topic": topic, "project": topic.project, "workspace_data": data}
        return render(request, "annotator/peer_workspace.html", context)


class PeerFinish(PeerAnnotationPage):
    """Submits a peer annotation."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            finish_peer_annotation(annotation=self.annotation, by=self.user, now=timezone.now())
        except (ServiceRefused, NotEditable) as error:
            messages.error(request, str(error))
        return self.here()


class PeerReopen(PeerAnnotationPage):
    """Lets a finished peer annotation be edited again."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            reopen_peer_annotation(annotation=self.annotation, by=self.user, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        return self.here()
