"""Peer annotations: the workspace."""

import re
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.models import PeerAnnotation
from annotator.services.workspace import peer_data
from annotator.views.access import SignedIn
from annotator.views.turns import turn_addresses


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
        data = peer_data(annotation)
        data["urls"]["carry_over"] = pinned(data["urls"]["carry_over"], annotation)
        turns = turn_addresses("peer", list(kwargs.values()), data["stage"])
        data["urls"]["turns"] = {verb: pinned(address, annotation) for verb, address in turns.items()}
        topic = annotation.summary.topic
        context = {"annotation": annotation, "topic": topic, "project": topic.project, "workspace_data": data}
        return render(request, "annotator/peer_workspace.html", context)
