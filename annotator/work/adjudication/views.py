"""Pages of differences and of adjudication, for works of any kind."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.projects.models import CONSENSUS, Topic
from annotator.projects.summary_data import summary_data
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorksPage
from annotator.work.adjudication.consensus import check_may_adjudicate, join_consensus, start_consensus, update_sources
from annotator.work.adjudication.work_comparison import compare_sources, compare_works, shown_owner_names, sources_of
from annotator.work.models import Work, WorkQuerySet
from annotator.work.release_models import Release
from annotator.work.states.permissions import NotEditable, is_finished
from annotator.work.states.services import change_state


@dataclass(frozen=True, slots=True)
class PairChoice:
    """The works that can be compared, by the shown names of their owners. ``a``, ``b``: the names that are chosen."""

    works_by_name: dict[str, Work]
    a: str = ""
    b: str = ""

    @property
    def pair(self) -> list[Work]:
        """The two works to compare; empty if there are fewer than two."""
        return [self.works_by_name[self.a], self.works_by_name[self.b]] if self.a and self.b else []


def works_by_shown_name(works: QuerySet[Work], *, topic: Topic) -> dict[str, Work]:
    """Works about the same texts by the shown names of their owners, in the order of the names. Two queries."""
    loaded = list(works.select_related("owner", "topic", "summary"))
    return dict(sorted(zip(shown_owner_names(topic, loaded), loaded, strict=True)))


def choose_pair(works: QuerySet[Work], *, topic: Topic, a: str, b: str) -> PairChoice:
    """Choose the works whose owners are named ``a`` and ``b``. For an empty name, choose the first other work.

    ``works``: works about the same texts that the user may compare. Raises DoesNotExist for an unknown name. Two
    queries.
    """
    by_name = works_by_shown_name(works, topic=topic)
    for name in (a, b):
        if name and name not in by_name:
            raise Work.DoesNotExist
    if len(by_name) < 2:
        return PairChoice(by_name)
    a = a or next(name for name in by_name if name != b)
    return PairChoice(by_name, a, b if b and b != a else next(name for name in by_name if name != a))


def comparable_releases(works: QuerySet[Work]) -> list[Release]:
    """Returns the releases that these works are pinned to: the release with most works first, then the newest.

    ``works``: read by ``comparable_by``.
    """
    pinned = works.filter(release__isnull=False).select_related("release__pyramid__owner").defer("release__document")
    counts: Counter[Release] = Counter()
    for work in pinned.order_by("-release__created_at"):
        work.release.hides_owner = work.hides_pyramid  # whoever may not see a pyramid must not see its owner's name
        counts[work.release] += 1
    return [release for release, _ in counts.most_common()]


# Maps the name of a URL in the page's data to the name of its URL pattern, without the kind's route.
ADJUDICATION_PAGES = {"finish": "adjudicate-finish", "take_in": "adjudicate-take-in", "join": "adjudicate"}


def adjudication_data(work: Work) -> dict[str, Any]:
    """Returns the data of a consensus's workspace, with the comparison of its sources and the URLs of adjudication."""
    data = work.work_kind.workspace_data(work)
    data["summaries"] = work.work_kind.summaries_data(data)
    data["comparison"] = compare_sources(work, sources_of(work)).as_json()
    data["kind"] = work.work_kind.route
    data["urls"]["workspace"] = work.url()
    data["urls"].update({name: work.topic_url(page) for name, page in ADJUDICATION_PAGES.items()})
    return data


def changed_sources(work: Work) -> dict[str, Any]:
    """Returns the ``names`` of the owners whose sources have changed, and which of these are ``unfinished`` again."""
    sources = sources_of(work)
    owners = shown_owner_names(work.topic, [row.source for row in sources])
    changed = [(owner, row.source) for owner, row in zip(owners, sources, strict=True) if row.changed]
    return {
        "names": [owner for owner, _ in changed],
        "unfinished": [owner for owner, source in changed if not is_finished(source.state)],
    }


class ReleasedWorksPage(WorksPage):
    """A page of works pinned to the release that the query string names (see `Work.release_query`).

    By default, it is the release that most works are pinned to.
    """

    @cached_property
    def release(self) -> Release | None:
        """The release of the page; None if no work has a release. Raises DoesNotExist for an unknown release."""
        if self.peer is None:
            return None
        query = self.request.GET.dict()
        matching = comparable_releases(self.works.pinned_to_queried_release(query))
        if not matching and any(query.get(name) for name in ("release", "pyramid", "pin")):
            raise Release.DoesNotExist
        return matching[0] if matching else None

    @property
    def works_on_release(self) -> WorkQuerySet:
        """The works that the user may compare on this page: those pinned to its release."""
        return self.works.filter(release=self.release)


class AdjudicatorPage(ReleasedWorksPage):
    """Base view of the pages of adjudication, which only adjudicators and managers may see."""

    def check_access(self) -> None:
        check_may_adjudicate(self.work_kind, topic=self.topic, by=self.member)

    def consensus(self) -> Work:
        """Returns the consensus, if it has been started, read by ``for_workspace``. Raises Work.DoesNotExist."""
        works = Work.objects.of_kind(self.kind).for_workspace(self.user)
        subject = {"topic": self.topic, "summary": self.peer, "release": self.release, "slot": self.slot}
        return works.get(**subject, owner__name=CONSENSUS)

    def redirect_to_adjudication(self) -> HttpResponseRedirect:
        """Redirect to the adjudication page of the same release."""
        query = self.request.GET.urlencode()
        url = reverse(f"{self.work_kind.route}-adjudicate", kwargs=self.kwargs)
        return redirect(f"{url}{'?' if query else ''}{query}")


class Adjudicate(AdjudicatorPage):
    """The page on which the sources of a consensus are chosen and, after its start, their differences are decided."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works_by_name = works_by_shown_name(self.works_on_release, topic=self.topic)
        is_begun = CONSENSUS in works_by_name
        return self._decisions_page(self.consensus()) if is_begun else self._start_page(works_by_name)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        works_by_name = works_by_shown_name(self.works_on_release, topic=self.topic)
        try:
            if CONSENSUS in works_by_name:
                join_consensus(work=self.consensus(), by=self.member)
            else:
                chosen = [works_by_name[name] for name in request.POST.getlist("source") if name in works_by_name]
                start_consensus(sources=chosen, by=self.member, now=timezone.now())
        except ServiceRefused as error:
            return self._start_page(works_by_name, refusal_reasons=error.reasons, status=400)
        return self.redirect_to_adjudication()

    def _start_page(
        self, works_by_name: dict[str, Work], *, refusal_reasons: list[str] | None = None, status: int = 200
    ) -> HttpResponse:
        rows = [(name, work, is_finished(work.state)) for name, work in works_by_name.items()]
        finished_count = sum(is_done for _, _, is_done in rows)
        context = self.get_context_data(rows=rows, finished_count=finished_count, refused=refusal_reasons)
        return render(self.request, "annotator/work/adjudication/adjudication_start.html", context, status=status)

    def _decisions_page(self, consensus: Work) -> HttpResponse:
        if not sources_of(consensus):
            context = self.get_context_data(consensus=consensus)
            return render(self.request, "annotator/work/adjudication/adjudication_imported.html", context)
        data = adjudication_data(consensus)
        changed = changed_sources(consensus)
        context = self.get_context_data(consensus=consensus, workspace_data=data, changed_sources=changed)
        return render(self.request, "annotator/work/adjudication/adjudication.html", context)


class AdjudicateFinish(AdjudicatorPage):
    """Finishes a consensus: its state becomes "adjudicated"."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            change_state(work=self.consensus(), verb="adjudicate", by=self.user, now=timezone.now())
        except ServiceRefused as error:
            messages.error(request, str(error))
        return self.redirect_to_adjudication()


class AdjudicateTakeIn(AdjudicatorPage):
    """Updates the sources of a consensus: pins them at their present revisions."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponseRedirect:
        try:
            update_sources(work=self.consensus(), by=self.user, now=timezone.now())
        except (ServiceRefused, NotEditable) as error:
            messages.error(request, str(error))
        return self.redirect_to_adjudication()


class Differences(ReleasedWorksPage):
    """The differences between two owners' works about the same texts: ``?a=OWNER&b=OWNER``."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        names = {name: request.GET.get(name, "") for name in ("a", "b")}
        choice = choose_pair(self.works_on_release, topic=self.topic, **names)
        data = None
        if choice.pair:
            compared = compare_works(choice.pair, owners=[choice.a, choice.b])
            work = choice.pair[0]
            # The page's own peer hides the summarizer if the project masks it; a work's summary does not.
            summaries = [summary_data(self.peer or summary) for summary in self.work_kind.annotated_summaries(work)]
            data = {
                "kind": self.work_kind.route,
                "summaries": [summary | {"id": work.shown_summary_id(summary["id"])} for summary in summaries],
                "comparison": compared.as_json(),
            }
        template = "differences" if data else "differences_none"
        context = self.get_context_data(pair=choice, workspace_data=data, release=self.release)
        return render(request, f"annotator/work/adjudication/{template}.html", context)
