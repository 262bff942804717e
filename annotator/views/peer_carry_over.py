"""Carrying a peer annotation over to a later release of its pyramid."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from annotator.models import PeerAnnotation, Release
from annotator.permissions import check_edit
from annotator.services.carry_over_page import DECISION, carry_over_page, later_releases
from annotator.services.peers import DROP, NON_MATCHING, carry_over
from annotator.services.refused import ServiceRefused
from annotator.views.peers import PeerAnnotationPage, pinned

ANSWER = re.compile("[0-9a-z-]{1,36}")


class PeerCarryOver(PeerAnnotationPage):
    """What changed between two releases, and what must be decided for SCUs that are gone."""

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self._check()
        later = later_releases(self.annotation, user=self.user)
        if not later:
            messages.info(request, f"Release {self.annotation.release.number} is the newest of its pyramid.")
            return self.here()
        return self._page(later, _chosen(later, request.GET.get("to", "")), given={})

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self._check()
        later = later_releases(self.annotation, user=self.user)
        if not later:
            return self.here()
        to = _chosen(later, request.POST.get("to", ""))
        given = _decisions(request.POST)
        try:
            carried = carry_over(
                annotation=self.annotation, release=to, decisions=given, by=self.user, now=timezone.now()
            )
        except ServiceRefused as error:
            return self._page(later, to, given=given, refused=error.reasons, status=400)
        messages.success(request, f"Carried over to release {to.number}. The older annotation stays as it was.")
        seen = PeerAnnotation.objects.visible_to(self.user).select_related("release__pyramid__owner")
        return redirect(pinned(reverse("peer", kwargs=self.kwargs), seen.get(pk=carried.pk)))

    def _check(self) -> None:
        check_edit(self.annotation.member_role, is_editor=self.annotation.member_is_editor)

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
            "page": carry_over_page(self.annotation, later=later, to=to, given=given),
            "workspace": pinned(reverse("peer", kwargs=self.kwargs), self.annotation),
            "here": pinned(reverse("peer-carry-over", kwargs=self.kwargs), self.annotation),
            "refused": refused,
            "drop": DROP,
            "non_matching": NON_MATCHING if topic.project.non_matching == "mark" else "",
        }
        return render(self.request, "annotator/peer_carry_over.html", context, status=status)


def _decisions(posted: QueryDict) -> dict[str, str]:
    """The decisions of the form by SCU; anything else that was sent is left out, as decisions go into the log."""
    fields = {name.removeprefix(DECISION): str(value) for name, value in posted.items() if name.startswith(DECISION)}
    return {scu: said for scu, said in fields.items() if re.fullmatch("[0-9a-f-]{36}", scu) and ANSWER.fullmatch(said)}


def _chosen(later: list[Release], number: str) -> Release:
    """The release of this number among the later ones, else the newest."""
    return next((release for release in later if str(release.number) == number), later[0])
