"""Pages of differences and of adjudication, of pyramids and of matchings."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.matching.models import PeerAnnotation
from annotator.projects.access import PeerMember, TopicMember
from annotator.projects.models import CONSENSUS
from annotator.pyramids.models import Pyramid
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.compared import owners_shown
from annotator.work.adjudication.consensus import check_may_adjudicate, join_consensus, start_consensus, take_in_changes
from annotator.work.adjudication.differences import (
    Pair,
    matching_differences,
    matchings_to_compare,
    pyramid_differences,
    pyramids_to_compare,
    releases_compared,
)
from annotator.work.adjudication.page import adjudication_data, changed_sources
from annotator.work.adjudication.sources import sources_of
from annotator.work.models import Release
from annotator.work.states.permissions import NotEditable, is_finished
from annotator.work.states.services import change_state


class Adjudicating(TopicMember):
    """What pages about pyramids and about a peer's matchings have in common. All of them are for adjudicators only."""

    kind: type[Pyramid] | type[PeerAnnotation] = Pyramid
    name = "adjudicate"

    def works(self) -> list[Any]:
        """Whose work a consensus can be made from, and the consensus itself where there is one."""
        pyramids = Pyramid.objects.for_workspace(self.user).filter(topic=self.topic)
        return list(pyramids)

    def check(self) -> None:
        """Raise NotAllowed unless the user may adjudicate here."""
        check_may_adjudicate(self.kind, topic=self.topic, by=self.member)

    def consensus(self, works: list[Any]) -> Any:
        """The consensus that was begun; None if there is none."""
        return next((work for work in works if work.owner.name == CONSENSUS), None)

    def here(self) -> HttpResponseRedirect:
        """Back to the page of adjudication, of the same release."""
        asked = self.request.GET.urlencode()
        return redirect(f"{reverse(self.name, kwargs=self.kwargs)}{'?' if asked else ''}{asked}")


class Adjudicate(Adjudicating):
    """Choosing what a consensus is made from; once it is begun, deciding the differences."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.check()
        works = self.works()
        consensus = self.consensus(works)
        return self._page(consensus) if consensus else self._choice(works)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.check()
        works = self.works()
        consensus = self.consensus(works)
        try:
            if consensus:
                join_consensus(target=consensus, by=self.member)
            else:
                start_consensus(sources=self._asked(works), by=self.member, now=timezone.now())
        except ServiceRefused as error:
            return self._choice(works, refused=error.reasons, status=400)
        return self.here()

    def _asked(self, works: list[Any]) -> list[Any]:
        names = dict(zip(owners_shown(self.project, works), works, strict=True))
        return [names[name] for name in self.request.POST.getlist("source") if name in names]

    def _choice(self, works: list[Any], *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        names = owners_shown(self.project, works)
        rows = sorted(
            ((name, work, is_finished(work.state)) for name, work in zip(names, works, strict=True)),
            key=lambda row: row[0],
        )
        finished = sum(done for _, _, done in rows)
        context = self.get_context_data(rows=rows, finished=finished, refused=refused, **self.place())
        return render(self.request, "annotator/work/adjudication/adjudication_start.html", context, status=status)

    def _page(self, consensus: Any) -> HttpResponse:
        if not sources_of(consensus):
            context = self.get_context_data(consensus=consensus, **self.place())
            return render(self.request, "annotator/work/adjudication/adjudication_imported.html", context)
        data = adjudication_data(consensus)
        context = self.get_context_data(
            consensus=consensus, workspace_data=data, changed=changed_sources(consensus), **self.place()
        )
        return render(self.request, "annotator/work/adjudication/adjudication.html", context)

    def place(self) -> dict[str, Any]:
        """What else the pages know."""
        return {"of": "pyramids"}


class AdjudicateFinish(Adjudicating):
    """Marks a consensus as adjudicated."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        self.check()
        consensus = self.consensus(self.works())
        if consensus is None:
            raise Pyramid.DoesNotExist
        try:
            change_state(work=consensus, verb="adjudicate", by=self.user, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        return self.here()


class AdjudicateTakeIn(Adjudicating):
    """Compares the sources as they stand now."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        self.check()
        consensus = self.consensus(self.works())
        if consensus is None:
            raise Pyramid.DoesNotExist
        try:
            take_in_changes(target=consensus, by=self.user, now=timezone.now())
        except (ServiceRefused, NotEditable) as error:
            messages.error(request, str(error))
        return self.here()


class OfPeer(PeerMember, Adjudicating):
    """The same for the matchings of a peer against one release: that of most, or ``?release=N&pyramid=OWNER``."""

    kind = PeerAnnotation
    name = "peer-adjudicate"

    def works(self) -> list[Any]:
        release = release_asked(self.request, releases_compared(self.peer, user=self.user))
        return list(PeerAnnotation.objects.for_workspace(self.user).filter(summary=self.peer, release=release))

    def place(self) -> dict[str, Any]:
        return {"of": "matchings", "peer": self.peer}


class PeerAdjudicate(OfPeer, Adjudicate):
    """Choosing and deciding, for matchings."""


class PeerAdjudicateFinish(OfPeer, AdjudicateFinish):
    """Finishing, for matchings."""


class PeerAdjudicateTakeIn(OfPeer, AdjudicateTakeIn):
    """Taking in changes, for matchings."""


class PyramidDifferences(TopicMember):
    """Two owners' pyramids of a topic: ``?a=OWNER&b=OWNER``."""

    def get(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        asked = {name: request.GET.get(name, "") for name in ("a", "b")}
        pair = pyramids_to_compare(self.topic, user=self.user, **asked)
        data = pyramid_differences(self.topic, pair) if pair.chosen else None
        return differences_page(self, pair, data, of="pyramids")


class PeerDifferences(PeerMember):
    """Two matchings of a peer against the same release: ``?a=OWNER&b=OWNER``, and ``release=N&pyramid=OWNER``."""

    def get(self, request: HttpRequest, slug: str, key: str, peer: str) -> HttpResponse:
        release = release_asked(request, releases_compared(self.peer, user=self.user))
        asked = {name: request.GET.get(name, "") for name in ("a", "b")}
        pair = matchings_to_compare(self.topic, self.peer, user=self.user, release=release, **asked)
        data = matching_differences(self.peer, release, pair) if release and pair.chosen else None
        return differences_page(self, pair, data, of="matchings", peer=self.peer, release=release)


def release_asked(request: HttpRequest, releases: list[Release]) -> Release | None:
    """The release of ``?release=N&pyramid=OWNER`` among these, else the first. Raises Release.DoesNotExist."""
    number, owner = request.GET.get("release", ""), request.GET.get("pyramid", "")
    found = [one for one in releases if number in ("", str(one.number)) and owner in ("", one.pyramid.owner.name)]
    if not found and (number or owner):
        raise Release.DoesNotExist
    return found[0] if found else None


def differences_page(
    view: TopicMember, pair: Pair[Any], data: dict[str, Any] | None, *, of: str, **context: Any
) -> HttpResponse:
    """The page; without data it says that there are no two to compare."""
    template = (
        "annotator/work/adjudication/differences.html" if data else "annotator/work/adjudication/differences_none.html"
    )
    known = view.get_context_data(pair=pair, workspace_data=data, of=of, **context)
    return render(view.request, template, known)
