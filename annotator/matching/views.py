"""The workspace of a peer annotation, and the page on which it begins."""

from functools import cached_property
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.matching.forms import ReleaseChoiceForm
from annotator.matching.models import PeerAnnotation
from annotator.matching.services import start_peer_annotation
from annotator.overview.topics import release_to_match
from annotator.projects.access import PeerMember
from annotator.projects.permissions import check_annotate
from annotator.pyramids.workspace import peer_data
from annotator.web.signed_in import SignedIn
from annotator.web.submitted import Submitted
from annotator.work.models import Release
from annotator.work.states.turns import turn_addresses


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
        return render(request, "annotator/matching/peer_workspace.html", context)


class PeerStart(PeerMember):
    """Begins the user's own annotation of a peer, or goes to it."""

    def get(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        check_annotate(self.member.role)
        return self._page(self._form())

    def post(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        check_annotate(self.member.role)
        submitted = Submitted(self._form(request.POST))
        annotation = submitted.carry_out(
            lambda data: start_peer_annotation(summary=self.peer, release=data["release"], owner=self.member)
        )
        if annotation is None:
            return self._page(submitted.form, status=400)
        seen = PeerAnnotation.objects.visible_to(self.user).select_related("release__pyramid__owner")
        address = reverse("peer", args=[slug, key, peer, self.member.name])
        return redirect(pinned(address, seen.get(pk=annotation.pk)))

    def _form(self, data: object = None) -> ReleaseChoiceForm:
        releases = Release.objects.visible_to(self.user).filter(pyramid__topic=self.topic)
        default = release_to_match(self.peer, member=self.member, user=self.user)
        return ReleaseChoiceForm(data, releases=releases, default=default)

    def _page(self, form: BaseForm, status: int = 200) -> HttpResponse:
        context = self.get_context_data(peer=self.peer, form=form)
        return render(self.request, "annotator/matching/peer_start.html", context, status=status)
