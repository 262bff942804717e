"""Carrying all peers that are matched to one release over to the newest of another pyramid, or of the same one."""

from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.models import PeerAnnotation, Project, Pyramid, Release
from annotator.permissions import accepts_edits, check_manage
from annotator.services.carry_over import DROP, NON_MATCHING, carry_over_all
from annotator.services.carry_over_page import carry_over_page, origins
from annotator.services.refused import ServiceRefused
from annotator.views.access import TopicMember
from annotator.views.carry_over_form import sent_decisions


class CarryOverAll(TopicMember):
    """For managers: each SCU that is gone is decided once for all peers."""

    @cached_property
    def to(self) -> Release:
        """The newest release of the pyramid of the address. Raises Release.DoesNotExist where there is none."""
        pyramids = Pyramid.objects.visible_to(self.user)
        pyramid = pyramids.get(topic=self.topic, owner__name=self.kwargs["owner"])
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
        found: list[tuple[Release, list[PeerAnnotation]]],
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
        return render(self.request, "annotator/carry_over_all.html", context, status=status)


def _chosen(
    found: list[tuple[Release, list[PeerAnnotation]]], named: str
) -> tuple[Release, list[PeerAnnotation]] | None:
    """The release of this key, else the one with the most peers."""
    most = max(found, key=lambda one: len(one[1]), default=None)
    return next((one for one in found if str(one[0].pk) == named), most)


def _said(made: list[PeerAnnotation], to: Release) -> str:
    """What became of the peers, in a sentence."""
    drafts = sum(1 for one in made if accepts_edits(one.state))
    peers = f"{len(made)} peer annotation{'s' if len(made) > 1 else ''}"
    said = f"{peers} carried over to release {to.number} of {to.pyramid.owner.name}."
    return f"{said} {drafts} with decisions wait to be looked at and finished." if drafts else said
