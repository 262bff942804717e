"""Pages of differences and of adjudication, for works of any kind."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.projects.models import CONSENSUS
from annotator.projects.summary_data import summary_data
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorksPage
from annotator.work.adjudication.compared import owners_shown, sources_of
from annotator.work.adjudication.consensus import check_may_adjudicate, join_consensus, start_consensus, take_in_changes
from annotator.work.adjudication.queries import (
    adjudication_data,
    changed_sources,
    differences_data,
    releases_compared,
    works_to_compare,
)
from annotator.work.models import Release, Work, WorkQuerySet
from annotator.work.states.permissions import NotEditable, is_finished
from annotator.work.states.services import change_state


class ReleasedWorksPage(WorksPage):
    """A page of works pinned to one release: that of most, or ``?release=N&pyramid=OWNER``. All if none is pinned."""

    @cached_property
    def release(self) -> Release | None:
        """The release that is asked for, else the first. Raises Release.DoesNotExist."""
        if self.peer is None:
            return None
        number, owner = (self.request.GET.get(name, "") for name in ("release", "pyramid"))
        matching = [
            release
            for release in releases_compared(self.works)
            if number in ("", str(release.number)) and owner in ("", release.pyramid.owner.name)
        ]
        if not matching and (number or owner):
            raise Release.DoesNotExist
        return matching[0] if matching else None

    def workspaces(self) -> WorkQuerySet:
        """The works here with the user's roles."""
        works = Work.objects.of_kind(self.kind).for_workspace(self.user)
        slot = self.kwargs.get("slot", "")
        return works.filter(topic=self.topic, summary=self.peer, release=self.release, slot=slot)


class Adjudicating(ReleasedWorksPage):
    """Base of the pages of adjudication, all of them for adjudicators only."""

    def check_access(self) -> None:
        check_may_adjudicate(self.its_kind, topic=self.topic, by=self.member)

    def consensus(self) -> Work:
        """The consensus, if it has been started. Raises Work.DoesNotExist."""
        return self.workspaces().get(owner__name=CONSENSUS)

    def here(self) -> HttpResponseRedirect:
        """Redirect to the adjudication page of the same release."""
        query = self.request.GET.urlencode()
        page = reverse(f"{self.its_kind.route}-adjudicate", kwargs=self.kwargs)
        return redirect(f"{page}{'?' if query else ''}{query}")


class Adjudicate(Adjudicating):
    """Choosing the sources of a consensus; once it is started, deciding the differences."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works = list(self.workspaces())
        consensus = _consensus_among(works)
        return self._page(consensus) if consensus else self._choice(works)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works = list(self.workspaces())
        consensus = _consensus_among(works)
        try:
            if consensus:
                join_consensus(work=consensus, by=self.member)
            else:
                start_consensus(sources=self._chosen(works), by=self.member, now=timezone.now())
        except ServiceRefused as error:
            return self._choice(works, refused=error.reasons, status=400)
        return self.here()

    def _chosen(self, works: list[Work]) -> list[Work]:
        names = dict(zip(owners_shown(self.project, works), works, strict=True))
        return [names[name] for name in self.request.POST.getlist("source") if name in names]

    def _choice(self, works: list[Work], *, refused: list[str] | None = None, status: int = 200) -> HttpResponse:
        names = owners_shown(self.project, works)
        rows = sorted(
            ((name, work, is_finished(work.state)) for name, work in zip(names, works, strict=True)),
            key=lambda row: row[0],
        )
        finished = sum(done for _, _, done in rows)
        context = self.get_context_data(rows=rows, finished=finished, refused=refused)
        return render(self.request, "annotator/work/adjudication/adjudication_start.html", context, status=status)

    def _page(self, consensus: Work) -> HttpResponse:
        if not sources_of(consensus):
            context = self.get_context_data(consensus=consensus)
            return render(self.request, "annotator/work/adjudication/adjudication_imported.html", context)
        data = adjudication_data(consensus)
        context = self.get_context_data(consensus=consensus, workspace_data=data, changed=changed_sources(consensus))
        return render(self.request, "annotator/work/adjudication/adjudication.html", context)


def _consensus_among(works: list[Work]) -> Work | None:
    return next((work for work in works if work.owner.name == CONSENSUS), None)


class AdjudicateFinish(Adjudicating):
    """Marks a consensus as adjudicated."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            change_state(work=self.consensus(), verb="adjudicate", by=self.user, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        return self.here()


class AdjudicateTakeIn(Adjudicating):
    """Pins the sources as they are now."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            take_in_changes(work=self.consensus(), by=self.user, now=timezone.now())
        except (ServiceRefused, NotEditable) as error:
            messages.error(request, str(error))
        return self.here()


class Differences(ReleasedWorksPage):
    """Two owners' works about the same texts: ``?a=OWNER&b=OWNER``."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works = self.works.filter(release=self.release)
        names = {name: request.GET.get(name, "") for name in ("a", "b")}
        pair = works_to_compare(works, topic=self.topic, **names)
        data = None
        if pair.chosen:
            texts = self.its_kind.texts(pair.chosen[0])
            data = differences_data(pair, [summary_data(self.peer or text) for text in texts])
        page = "differences" if data else "differences_none"
        context = self.get_context_data(pair=pair, workspace_data=data, release=self.release)
        return render(request, f"annotator/work/adjudication/{page}.html", context)
