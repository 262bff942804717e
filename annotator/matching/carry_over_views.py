"""Pages on which matchings are carried over to another release."""

import re
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.matching.carry_over import DROP, NON_MATCHING, carry_over, carry_over_all, later_releases
from annotator.matching.carry_over_page import DECISION, carry_over_page, is_taken, origins
from annotator.matching.models import KIND, matchings
from annotator.projects.access import TopicMember
from annotator.projects.models import Project
from annotator.projects.permissions import check_manage
from annotator.pyramids.models import pyramids
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorkPage
from annotator.work.models import Release, Work
from annotator.work.states.permissions import accepts_edits, check_stand_in, standing_of


class PeerCarryOver(WorkPage):
    """What changed between two releases, and what must be decided for SCUs that are gone."""

    kind = KIND

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later()
        if not later:
            messages.info(request, f"Release {self.work.release.number} is the newest of its pyramid.")
            return redirect(self.work.url())
        return self._page(later, self._chosen(later, request.GET.get("to", "")), given={})

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later()
        if not later:
            return redirect(self.work.url())
        to = self._chosen(later, request.POST.get("to", ""))
        given = sent_decisions(request.POST)
        try:
            carried = carry_over(annotation=self.work, release=to, decisions=given, by=self.user, now=timezone.now())
        except ServiceRefused as error:
            return self._page(later, to, given=given, refused=error.reasons, status=400)
        where = " of the consensus" if to.pyramid_id != self.work.release.pyramid_id else ""
        messages.success(request, f"Carried over to release {to.number}{where}. The older annotation stays as it was.")
        return redirect(matchings().for_workspace(self.user).get(pk=carried.pk).url())

    def _later(self) -> list[Release]:
        check_stand_in(standing_of(self.work))
        return list(later_releases(self.work.release, user=self.user))

    def _chosen(self, later: list[Release], named: str) -> Release:
        """The release of this key, or of this number of the annotation's own pyramid; else the newest."""
        own = self.work.release.pyramid_id
        return next(
            (one for one in later if str(one.pk) == named or (one.pyramid_id == own and str(one.number) == named)),
            later[0],
        )

    def _page(
        self,
        later: list[Release],
        to: Release,
        *,
        given: dict[str, str],
        refused: list[str] | None = None,
        status: int = 200,
    ) -> HttpResponse:
        topic = self.work.topic
        context = {
            "annotation": self.work,
            "topic": topic,
            "project": topic.project,
            "page": carry_over_page([self.work], origin=self.work.release, to=to, given=given),
            "later": later,
            "taken": is_taken(self.work, to),
            "workspace": self.work.url(),
            "here": self.work.url("carry-over"),
            "refused": refused,
            "drop": DROP,
            "non_matching": NON_MATCHING if topic.project.non_matching == Project.NonMatching.MARK else "",
        }
        return render(self.request, "annotator/matching/peer_carry_over.html", context, status=status)


class CarryOverAll(TopicMember):
    """For managers: each SCU that is gone is decided once for all peers."""

    @cached_property
    def to(self) -> Release:
        """The newest release of the pyramid of the address. Raises Release.DoesNotExist where there is none."""
        pyramid = pyramids().visible_to(self.user).get(topic=self.topic, owner__name=self.kwargs["owner"])
        release = pyramid.releases.select_related("pyramid__owner").defer("document").order_by("-number").first()
        if release is None:
            raise Release.DoesNotExist
        return release

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        check_manage(self.member.role)
        return self._page(origins(self.to, user=self.user), request.GET.get("from", ""))

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        check_manage(self.member.role)
        to, found = self.to, origins(self.to, user=self.user)
        chosen = _chosen(found, request.POST.get("from", ""))
        given = sent_decisions(request.POST)
        try:
            annotations = chosen[1] if chosen else []
            made = carry_over_all(
                annotations=annotations, release=to, decisions=given, by=self.user, now=timezone.now()
            )
        except ServiceRefused as error:
            return self._page(found, request.POST.get("from", ""), given=given, refused=error.reasons, status=400)
        messages.success(request, _said(made, to))
        return redirect("topic", slug, key)

    def _page(
        self,
        found: list[tuple[Release, list[Work]]],
        named: str,
        *,
        given: dict[str, str] | None = None,
        refused: list[str] | None = None,
        status: int = 200,
    ) -> HttpResponse:
        chosen = _chosen(found, named)
        context: dict[str, Any] = self.get_context_data(to=self.to, origins=found, refused=refused, drop=DROP)
        if chosen:
            origin, annotations = chosen
            context["origin"] = origin
            context["page"] = carry_over_page(annotations, origin=origin, to=self.to, given=given or {})
        if self.project.non_matching == Project.NonMatching.MARK:
            context["non_matching"] = NON_MATCHING
        return render(self.request, "annotator/matching/carry_over_all.html", context, status=status)


def _chosen(found: list[tuple[Release, list[Work]]], named: str) -> tuple[Release, list[Work]] | None:
    """The release of this key, else the one with the most peers."""
    most = max(found, key=lambda one: len(one[1]), default=None)
    return next((one for one in found if str(one[0].pk) == named), most)


def _said(made: list[Work], to: Release) -> str:
    """What became of the peers, in a sentence."""
    drafts = sum(1 for one in made if accepts_edits(one.state))
    peers = f"{len(made)} peer annotation{'s' if len(made) > 1 else ''}"
    said = f"{peers} carried over to release {to.number} of {to.pyramid.owner.name}."
    return f"{said} {drafts} with decisions wait to be looked at and finished." if drafts else said


ANSWER = re.compile("[0-9a-z-]{1,36}")
SCU = re.compile("[0-9a-f-]{36}")


def sent_decisions(posted: QueryDict) -> dict[str, str]:
    """The decisions of the form by SCU; anything else that was sent is left out, as decisions go into the log."""
    fields = {name.removeprefix(DECISION): str(value) for name, value in posted.items() if name.startswith(DECISION)}
    return {scu: said for scu, said in fields.items() if SCU.fullmatch(scu) and ANSWER.fullmatch(said)}
