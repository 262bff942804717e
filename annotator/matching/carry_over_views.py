"""Pages that carry peer annotations over to another release: one annotation, or all annotations of a release."""

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
    AffectedScu,
    affected_scus,
    carry_over,
    earlier_releases,
    later_releases,
)
from annotator.matching.models import KIND, peer_annotations
from annotator.matching.store import units_by_annotation
from annotator.projects.access import ManagerPage, TopicView
from annotator.projects.models import Project
from annotator.pyramids.models import pyramids
from annotator.pyramids.release_changes import scu_mapping
from annotator.web.refusals import ServiceRefused
from annotator.work.access import WorkPage
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.permissions import accepts_edits, check_edit_or_manage, roles_of

DECISION_PREFIX = "decision-"
MAX_QUOTES = 6
CHANGE_LABELS = {
    "added": "added",
    "deleted": "deleted",
    "merged": "merged into another",
    "split": "split",
    "relabelled": "relabelled",
    "reweighted": "with another weight",
    "reworded": "with other contributors",
    "related": "with other relations",
}
FIELD_PATTERN = re.compile(f"{DECISION_PREFIX}(?P<scu>[0-9a-f-]{{36}})")
DECISION_PATTERN = re.compile("[0-9a-z-]{1,36}")  # an SCU's id, "drop" or "non-matching"


def carry_over_plan(
    annotations: Sequence[Work], *, source: Release, target: Release, decisions: dict[str, str] | None = None
) -> dict[str, Any]:
    """Template data: the changes between two releases, and the form fields for the decisions on ``annotations``.

    All ``annotations`` are matched to ``source``. ``decisions``: the user's decisions so far, by SCU id. In the result,
    ``decisions`` are form fields (see `_decision_field`), and ``counts`` are pairs (label of a change, number).
    """
    mapping = scu_mapping(source, target)
    changes = mapping.changes()
    counts = Counter(change.change_type for change in changes)
    units = units_by_annotation([annotation.pk for annotation in annotations])
    all_units = [unit for annotation in annotations for unit in units[annotation.pk]]
    texts = {unit["id"]: annotation.summary.text for annotation in annotations for unit in units[annotation.pk]}
    return {
        "target": target,
        "annotations": annotations,
        "changes": changes,
        "counts": [(label, counts[name]) for name, label in CHANGE_LABELS.items() if counts[name]],
        "decisions": [_decision_field(scu, texts, decisions or {}) for scu in affected_scus(all_units, mapping)],
        "target_scus": sorted(mapping.new_scus.values(), key=lambda scu: (-scu.weight, scu.label.casefold())),
    }


def _decision_field(affected: AffectedScu, texts: dict[str, str], decisions: dict[str, str]) -> dict[str, Any]:
    """The form field for one affected SCU. By default, matches to a merged SCU go to the SCU that it was merged into.

    ``texts``: the peer's text, by unit id.
    """
    scu_id, into = affected.change.scu_id, affected.change.into
    quotes = []
    for unit in affected.units[:MAX_QUOTES]:
        spans = sorted((part["start"], part["end"]) for part in unit["parts"])
        quotes.append(" … ".join(texts[unit["id"]][start:end] for start, end in spans))
    return {
        "name": f"{DECISION_PREFIX}{scu_id}",
        "change": affected.change,
        "quotes": quotes,
        "hidden_count": len(affected.units) - len(quotes),
        "default": decisions.get(scu_id) or (str(into.uuid) if into else ""),
    }


def posted_decisions(posted: QueryDict) -> dict[str, str]:
    """The decisions in the form, by SCU id. Ignores malformed values: they must not get into the edit log."""
    fields = [(FIELD_PATTERN.fullmatch(name), str(value)) for name, value in posted.items()]
    return {match["scu"]: value for match, value in fields if match and DECISION_PATTERN.fullmatch(value)}


class PeerCarryOver(WorkPage):
    """Carries one annotation over: shows what changed between the releases, and asks for decisions."""

    kind = KIND

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later_releases()
        if not later:
            messages.info(request, f"Release {self.work.release.number} is the newest of its pyramid.")
            return redirect(self.work.url())
        return self._page(later, self._target(later, request.GET.get("to", "")))

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        later = self._later_releases()
        if not later:
            return redirect(self.work.url())
        target, decisions = self._target(later, request.POST.get("to", "")), posted_decisions(request.POST)
        try:
            (carried,) = carry_over(
                annotations=[self.work], target=target, decisions=decisions, by=self.user, now=timezone.now()
            )
        except ServiceRefused as error:
            return self._page(later, target, decisions, error.reasons)
        # A release of another pyramid is always a release of a consensus; see `later_releases`.
        of_consensus = " of the consensus" if target.pyramid_id != self.work.release.pyramid_id else ""
        messages.success(
            request, f"Carried over to release {target.number}{of_consensus}. The older annotation is unchanged."
        )
        return redirect(peer_annotations().for_workspace(self.user).get(pk=carried.pk).url())

    def _later_releases(self) -> list[Release]:
        check_edit_or_manage(roles_of(self.work))
        return list(later_releases(self.work.release, user=self.user))

    def _target(self, later: list[Release], pk_or_number: str) -> Release:
        """The release with this primary key, or with this number in the annotation's pyramid; else the newest."""
        pyramid = self.work.release.pyramid_id
        by_number = {str(release.number): release for release in later if release.pyramid_id == pyramid}
        by_pk = {str(release.pk): release for release in later}
        return {**by_number, **by_pk}.get(pk_or_number, later[0])

    def _page(
        self,
        later: list[Release],
        target: Release,
        decisions: dict[str, str] | None = None,
        refusal_reasons: Sequence[str] = (),
    ) -> HttpResponse:
        annotation, topic = self.work, self.work.topic
        of_peer_and_owner = peer_annotations().filter(summary=annotation.summary_id, owner=annotation.owner_id)
        context = {
            "annotation": annotation,
            "topic": topic,
            "project": topic.project,
            "plan": carry_over_plan([annotation], source=annotation.release, target=target, decisions=decisions),
            "later_releases": later,
            "is_already_annotated": of_peer_and_owner.filter(release=target).exists(),
            "workspace_url": annotation.url(),
            "form_url": annotation.url("carry-over"),
            "refused": refusal_reasons,
            **_other_decisions(topic.project),
        }
        status = 400 if refusal_reasons else 200
        return render(self.request, "annotator/matching/peer_carry_over.html", context, status=status)


class CarryOverAll(ManagerPage, TopicView):
    """Carries all finished annotations of a release over. A manager decides once per SCU, for all peers."""

    @cached_property
    def target(self) -> Release:
        """The newest release of the pyramid in the URL. Raises Release.DoesNotExist if it has none."""
        pyramid = pyramids().visible_to(self.user).get(topic=self.topic, owner__name=self.kwargs["owner"])
        release = pyramid.releases.select_related("pyramid__owner").defer("document").order_by("-number").first()
        if release is None:
            raise Release.DoesNotExist
        return release

    @cached_property
    def sources(self) -> list[tuple[Release, list[Work]]]:
        """The releases with annotations that can be carried over, and these annotations."""
        return earlier_releases(self.target, user=self.user)

    def get(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        return self._page(request.GET.get("from", ""))

    def post(self, request: HttpRequest, slug: str, key: str, owner: str) -> HttpResponse:
        from_pk, decisions = request.POST.get("from", ""), posted_decisions(request.POST)
        _, annotations = self._chosen_source(from_pk)
        try:
            carried = carry_over(
                annotations=annotations,
                target=self.target,
                decisions=decisions,
                by=self.user,
                now=timezone.now(),
                keep_state=True,
            )
        except ServiceRefused as error:
            return self._page(from_pk, decisions, error.reasons)
        messages.success(request, _success_message(carried, self.target))
        return redirect("topic", slug, key)

    def _chosen_source(self, from_pk: str) -> tuple[Release | None, list[Work]]:
        """The release with this primary key, by default the release with most annotations, and its annotations."""
        if not self.sources:
            return None, []
        largest = max(self.sources, key=lambda pair: len(pair[1]))
        return next((pair for pair in self.sources if str(pair[0].pk) == from_pk), largest)

    def _page(
        self, from_pk: str, decisions: dict[str, str] | None = None, refusal_reasons: Sequence[str] = ()
    ) -> HttpResponse:
        context = self.get_context_data(
            target=self.target, sources=self.sources, refused=refusal_reasons, **_other_decisions(self.project)
        )
        source, annotations = self._chosen_source(from_pk)
        if source:
            context["source"] = source
            context["plan"] = carry_over_plan(annotations, source=source, target=self.target, decisions=decisions)
        status = 400 if refusal_reasons else 200
        return render(self.request, "annotator/matching/carry_over_all.html", context, status=status)


def _other_decisions(project: Project) -> dict[str, str]:
    """The form values of the decisions other than an SCU of the new release.

    ``non_matching`` is empty if the project does not mark non-matching text.
    """
    marks_non_matching = project.non_matching == Project.NonMatching.MARK
    return {"drop": DROP, "non_matching": NON_MATCHING if marks_non_matching else ""}


def _success_message(carried: list[Work], target: Release) -> str:
    open_count = sum(1 for annotation in carried if accepts_edits(annotation.state))
    annotations = f"{len(carried)} peer annotation{'s' if len(carried) > 1 else ''}"
    sentence = f"{annotations} carried over to release {target.number} of {target.pyramid.owner.name}."
    return f"{sentence} Check and finish the {open_count} that needed decisions." if open_count else sentence
