"""Finishing, reviewing and reopening: what the buttons of a workspace do."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.matching.models import PeerAnnotation
from annotator.matching.views import PeerAnnotationPage, pinned
from annotator.pyramids.models import Pyramid
from annotator.pyramids.release_page import finish_page
from annotator.web.refusals import ServiceRefused
from annotator.web.signed_in import SignedIn
from annotator.work.states.permissions import check_stand_in, standing_of
from annotator.work.states.services import TURNS, Work, change_state, standing_sentence


class TurnPage(SignedIn):
    """A POST that takes a work to another state, with a note if there is one; then its workspace says how it stands."""

    def work(self) -> Work:
        """The work of the address. Raises ObjectDoesNotExist for one that cannot be seen."""
        raise NotImplementedError

    def workspace(self) -> str:
        """The address of its workspace."""
        raise NotImplementedError

    def post(self, request: HttpRequest, verb: str, **kwargs: str) -> HttpResponseRedirect:
        work = self.work()
        if verb not in TURNS:
            raise Http404
        try:
            change_state(work=work, verb=verb, by=self.user, now=timezone.now(), note=request.POST.get("note", ""))
        except ServiceRefused as error:
            for reason in error.reasons:
                messages.error(request, reason)
        return redirect(self.workspace())


def pyramid_of(view: SignedIn) -> Pyramid:
    """The pyramid of the address with what the user is to it. Raises Pyramid.DoesNotExist."""
    at = view.kwargs
    pyramids = Pyramid.objects.for_workspace(view.user)
    return pyramids.get(topic__project__slug=at["slug"], topic__key=at["key"], owner__name=at["owner"])


class PyramidTurn(TurnPage):
    """Of a pyramid."""

    def work(self) -> Pyramid:
        return pyramid_of(self)

    def workspace(self) -> str:
        return reverse("pyramid", args=[self.kwargs[name] for name in ("slug", "key", "owner")])


class PeerTurn(TurnPage, PeerAnnotationPage):
    """Of a peer annotation: that of the newest release, or of ``?release=N&pyramid=OWNER``."""

    def work(self) -> PeerAnnotation:
        return self.annotation

    def workspace(self) -> str:
        place = [self.kwargs[name] for name in ("slug", "key", "peer", "owner")]
        return pinned(reverse("peer", args=place), self.annotation)


class PyramidFinish(SignedIn):
    """What bars finishing a pyramid and what is worth a look before; its button finishes."""

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        pyramid = pyramid_of(self)
        standing = standing_of(pyramid)
        check_stand_in(standing)
        page = finish_page(pyramid, standing=standing)
        context = {
            "project": pyramid.topic.project,
            "topic": pyramid.topic,
            "pyramid": pyramid,
            "page": page,
            "standing": standing_sentence(pyramid.state, pyramid.last_turn),
        }
        return render(request, "annotator/pyramids/pyramid_finish.html", context)
