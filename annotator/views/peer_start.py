"""Beginning a peer annotation: against which release."""

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from annotator.forms import ReleaseChoiceForm
from annotator.models import PeerAnnotation, Release
from annotator.permissions import check_annotate
from annotator.services.peers import start_peer_annotation
from annotator.services.topic_overview import release_to_match
from annotator.views.access import PeerMember
from annotator.views.peers import pinned
from annotator.views.submitted import Submitted


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
        return render(self.request, "annotator/peer_start.html", context, status=status)
