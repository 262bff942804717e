"""Peer annotations: the workspace."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.models import PeerAnnotation
from annotator.services.workspace import peer_data
from annotator.views.access import SignedIn
from annotator.views.turns import turn_addresses


def pinned(address: str, annotation: PeerAnnotation) -> str:
    """An address of a peer annotation that says which release it means, so that it stays right after a carry-over."""
    return f"{address}?{annotation.pin}"


class PeerAnnotationPage(SignedIn):
    """A page of one owner's annotation of a peer: that of the newest release, or of the query ``pin``."""

    @cached_property
    def annotation(self) -> PeerAnnotation:
        """The annotation of the address. Raises PeerAnnotation.DoesNotExist for one that cannot be seen."""
        annotations = PeerAnnotation.objects.for_workspace(self.user).filter(
            summary__topic__project__slug=self.kwargs["slug"],
            summary__topic__key=self.kwargs["key"],
            owner__name=self.kwargs["owner"],
        )
        annotations = annotations.of_peer_called(self.kwargs["peer"]).pinned_by(self.request.GET.dict())
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
