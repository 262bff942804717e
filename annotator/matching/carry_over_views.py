"""Pages on which peer annotations are carried over to another release: one, or all that are matched to one."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from annotator.matching.carry_over import (
    DROP,
    NON_MATCHING,
    Question,
    carry_over,
    carry_over_questions,
    earlier_releases,
    later_releases,
)
from annotator.matching.models import KIND, matchings
from annotator.matching.store import read_unit_images_of
from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import Project
from annotator.pyramids.models import pyramids
from annotator.pyramids.release_changes import scu_mapping
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorkPage
from annotator.work.models import Release, Work
from annotator.work.states.permissions import accepts_edits, check_stand_in, standing_of

DECISION = "decision-"
MOST_QUOTES = 6
CHANGE_NAMES = {
    "added": "added",
    "deleted": "deleted",
    "merged": "merged into another",
    "split": "split",
    "relabelled": "relabelled",
    "reweighted": "with another weight",
    "reworded": "with other contributors",
}
ANSWER = re.compile("[0-9a-z-]{1,36}")
SCU = re.compile("[0-9a-f-]{36}")


def carry_over_page(
    annotations: Sequence[Work], *, origin: Release, to: Release, decisions: dict[str, str]
) -> dict[str, Any]:
    """What changed and what must be decided for ``annotations``, all matched to ``origin``.

    ``decisions``: those made so far, by SCU.
    """
    mapping = scu_mapping(origin, to)
    changes = mapping.changes()
    numbers = Counter(change.change_type for change in changes)
    units = read_unit_images_of([annotation.pk for annotation in annotations])
    texts = {unit["id"]: row.summary.text for row in annotations for unit in units[row.pk]}
    questions = carry_over_questions([unit for row in annotations for unit in units[row.pk]], mapping)
    return {
        "to": to,
        "annotations": annotations,
        "changes": changes,
        "counts": [(name, numbers[kind]) for kind, name in CHANGE_NAMES.items() if numbers[kind]],
        "decisions": [_decision(question, texts, decisions) for question in questions],
        "scus": sorted(mapping.after.values(), key=lambda scu: (-scu.weight, scu.label.casefold())),
    }


def _decision(question: Question, texts: dict[str, str], decisions: dict[str, str]) -> dict[str, Any]:
    """A question as the form shows it. A merged SCU is decided by default, one that was deleted or split is not."""
    scu, into = question.change.scu, question.change.into
    quotes = []
    for unit in question.units[:MOST_QUOTES]:
        spans = sorted((part["start"], part["end"]) for part in unit["parts"])
        quotes.append(" … ".join(texts[unit["id"]][start:end] for start, end in spans))
    return {
        "name": f"{DECISION}{scu}",
        "change": question.change,
        "quotes": quotes,
        "more": len(question.units) - len(quotes),
        "default": decisions.get(scu) or (str(into.uuid) if into else ""),
    }


def sent_decisions(posted: QueryDict) -> dict[str, str]:
    """The decisions of the form by SCU, without malformed ones: decisions go into the log."""
    fields = {name.removeprefix(DECISION): str(value) for name, value in posted.items() if name.startswith(DECISION)}
    return {scu: answer for scu, answer in fields.items() if SCU.fullmatch(scu) and ANSWER.fullmatch(answer)}


class PeerCarryOver(WorkPage):
    """What changed between two releases, and what must be decided for SCUs that are gone."""

    kind = KIND

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later()
        if not later:
            messages.info(request, f"Release {self.work.release.number} is the newest of its pyramid.")
            return redirect(self.work.url())
        return self._page(later, self._target(later, request.GET.get("to", "")))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later()
        if not later:
            return redirect(self.work.url())
        to, decisions = self._target(later, request.POST.get("to", "")), sent_decisions(request.POST)
        try:
            (carried,) = carry_over(
                annotations=[self.work], release=to, decisions=decisions, by=self.user, now=timezone.now()
            )
        except ServiceRefused as error:
            return self._page(later, to, decisions, error.reasons)
        owner = " of the consensus" if to.pyramid_id != self.work.release.pyramid_id else ""
        messages.success(request, f"Carried over to release {to.number}{owner}. The older annotation is unchanged.")
        return redirect(matchings().for_workspace(self.user).get(pk=carried.pk).url())

    def _later(self) -> list[Release]:
        check_stand_in(standing_of(self.work))
        return list(later_releases(self.work.release, user=self.user))

    def _target(self, later: list[Release], key: str) -> Release:
        """The release with this key, or with this number of the annotation's own pyramid; else the newest."""
        own = self.work.release.pyramid_id
        numbers = {str(release.number): release for release in later if release.pyramid_id == own}
        return {**numbers, **{str(release.pk): release for release in later}}.get(key, later[0])

    def _page(
        self,
        later: list[Release],
        to: Release,
        decisions: dict[str, str] | None = None,
        refused: Sequence[str] = (),
    ) -> HttpResponse:
        annotation, topic = self.work, self.work.topic
        own = matchings().filter(summary=annotation.summary_id, owner=annotation.owner_id)
        context = {
            "annotation": annotation,
            "topic": topic,
            "project": topic.project,
            "page": carry_over_page([annotation], origin=annotation.release, to=to, decisions=decisions or {}),
            "later": later,
            "taken": own.filter(release=to).exists(),
            "workspace": annotation.url(),
            "here": annotation.url("carry-over"),
            "refused": refused,
            **_answers(topic.project),
        }
        status = 400 if refused else 200
        return render(self.request, "annotator/matching/peer_carry_over.html", context, status=status)


class CarryOverAll(ManagerPage, TopicView):
    """For managers: each SCU that is gone is decided once for all peers."""

    @cached_property
    def to(self) -> Release:
        """The newest release of the pyramid in the URL. Raises Release.DoesNotExist if it has none."""
        pyramid = pyramids().visible_to(self.user).get(topic=self.topic, owner__name=self.kwargs["owner"])
        release = pyramid.releases.select_related("pyramid__owner").defer("document").order_by("-number").first()
        if release is None:
            raise Release.DoesNotExist
        return release

    @cached_property
    def origins(self) -> list[tuple[Release, list[Work]]]:
        """The releases with annotations that can be carried over."""
        return earlier_releases(self.to, user=self.user)

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        return self._page(request.GET.get("from", ""))

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        origin, decisions = request.POST.get("from", ""), sent_decisions(request.POST)
        _, annotations = self._chosen(origin)
        try:
            carried = carry_over(
                annotations=annotations,
                release=self.to,
                decisions=decisions,
                by=self.user,
                now=timezone.now(),
                keep_state=True,
            )
        except ServiceRefused as error:
            return self._page(origin, decisions, error.reasons)
        messages.success(request, _summary_of(carried, self.to))
        return redirect("topic", slug, key)

    def _chosen(self, key: str) -> tuple[Release | None, list[Work]]:
        """The release with this key, else the one with the most peers."""
        if not self.origins:
            return None, []
        largest = max(self.origins, key=lambda pair: len(pair[1]))
        return next((pair for pair in self.origins if str(pair[0].pk) == key), largest)

    def _page(self, key: str, decisions: dict[str, str] | None = None, refused: Sequence[str] = ()) -> HttpResponse:
        context = self.get_context_data(to=self.to, origins=self.origins, refused=refused, **_answers(self.project))
        origin, annotations = self._chosen(key)
        if origin:
            context["origin"] = origin
            context["page"] = carry_over_page(annotations, origin=origin, to=self.to, decisions=decisions or {})
        status = 400 if refused else 200
        return render(self.request, "annotator/matching/carry_over_all.html", context, status=status)


def _answers(project: Project) -> dict[str, str]:
    """The answers beside the SCUs of the new release."""
    marks = project.non_matching == Project.NonMatching.MARK
    return {"drop": DROP, "non_matching": NON_MATCHING if marks else ""}


def _summary_of(carried: list[Work], to: Release) -> str:
    drafts = sum(1 for annotation in carried if accepts_edits(annotation.state))
    annotations = f"{len(carried)} peer annotation{'s' if len(carried) > 1 else ''}"
    sentence = f"{annotations} carried over to release {to.number} of {to.pyramid.owner.name}."
    return f"{sentence} Check and finish the {drafts} that needed decisions." if drafts else sentence
