"""Carrying a peer annotation over to a later release of its pyramid, or to one of the consensus."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.models import PeerAnnotation, Project, Release
from annotator.permissions import check_stand_in, standing_of
from annotator.services.carry_over import DROP, NON_MATCHING, carry_over, later_releases
from annotator.services.carry_over_page import carry_over_page, is_taken
from annotator.services.refused import ServiceRefused
from annotator.views.carry_over_form import sent_decisions
from annotator.views.peers import PeerAnnotationPage, pinned


class PeerCarryOver(PeerAnnotationPage):
    """What changed between two releases, and what must be decided for SCUs that are gone."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self._check()
        later = self._later()
        if not later:
            messages.info(request, f"Release {self.annotation.release.number} is the newest of its pyramid.")
            return self.here()
        return self._page(later, self._chosen(later, request.GET.get("to", "")), given={})

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self._check()
        later = self._later()
        if not later:
            return self.here()
        to = self._chosen(later, request.POST.get("to", ""))
        given = sent_decisions(request.POST)
        try:
            carried = carry_over(
                annotation=self.annotation, release=to, decisions=given, by=self.user, now=timezone.now()
            )
        except ServiceRefused as error:
            return self._page(later, to, given=given, refused=error.reasons, status=400)
        where = " of the consensus" if to.pyramid_id != self.annotation.release.pyramid_id else ""
        messages.success(request, f"Carried over to release {to.number}{where}. The older annotation stays as it was.")
        seen = PeerAnnotation.objects.visible_to(self.user).select_related("release__pyramid__owner")
        return redirect(pinned(reverse("peer", kwargs=self.kwargs), seen.get(pk=carried.pk)))

    def _check(self) -> None:
        check_stand_in(standing_of(self.annotation))

    def _later(self) -> list[Release]:
        return list(later_releases(self.annotation.release, user=self.user))

    def _chosen(self, later: list[Release], named: str) -> Release:
        """The release of this key, or of this number of the annotation's own pyramid; else the newest."""
        own = self.annotation.release.pyramid_id
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
        topic = self.annotation.summary.topic
        context = {
            "annotation": self.annotation,
            "topic": topic,
            "project": topic.project,
            "page": carry_over_page([self.annotation], origin=self.annotation.release, to=to, given=given),
            "later": later,
            "taken": is_taken(self.annotation, to),
            "workspace": pinned(reverse("peer", kwargs=self.kwargs), self.annotation),
            "here": pinned(reverse("peer-carry-over", kwargs=self.kwargs), self.annotation),
            "refused": refused,
            "drop": DROP,
            "non_matching": NON_MATCHING if topic.project.non_matching == Project.NonMatching.MARK else "",
        }
        return render(self.request, "annotator/peer_carry_over.html", context, status=status)
