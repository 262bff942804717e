"""Peer annotations: beginning one, and carrying it over to another release."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from annotator.models import Membership, PeerAnnotation, Project, Release, Summary
from annotator.models.pyramid import WorkState
from annotator.permissions import check_annotate, check_edit
from annotator.reducers.peer import UnitImage
from annotator.services.intake import fill_peer_annotation
from annotator.services.peer_store import PeerStore, read_absences, read_unit_images
from annotator.services.refused import ServiceRefused
from annotator.services.releases import Change, changes

DROP = "drop"
NON_MATCHING = "non-matching"


def start_peer_annotation(*, summary: Summary, release: Release, owner: Membership) -> PeerAnnotation:
    """The member's own annotation of a peer against a release, made if there is none. NotAllowed for a viewer."""
    check_annotate(owner.role)
    if release.pyramid.topic_id != summary.topic_id or summary.kind != Summary.Kind.PEER:
        raise ServiceRefused("A peer is matched against a release of its own topic.")
    annotation, _ = PeerAnnotation.objects.get_or_create(summary=summary, release=release, owner=owner)
    return annotation


@dataclass(frozen=True, slots=True)
class Question:
    """An SCU that some units are matched to and that the other release lacks or has a piece of, and its change."""

    change: Change
    units: list[UnitImage]


def carry_over_questions(*, annotation: PeerAnnotation, release: Release) -> list[Question]:
    """What must be decided before an annotation is carried over to a later release."""
    units = read_unit_images(annotation.pk)
    lost = [change for change in changes(annotation.release, release) if change.kind in ("merged", "split", "deleted")]
    asked = [Question(change, [unit for unit in units if unit["scu"] == change.scu]) for change in lost]
    return [question for question in asked if question.units]


@transaction.atomic
def carry_over(
    *, annotation: PeerAnnotation, release: Release, decisions: dict[str, str], by: User, now: datetime
) -> PeerAnnotation:
    """Make a new annotation of the same peer and owner against a later release.

    ``decisions``: for each SCU asked about its id to the id of an SCU of the new release, "non-matching"
    (where the project marks non-matching text) or "drop".
    Matches to SCUs that still stand are kept, and so is what was looked for in vain. Raises NotAllowed or
    ServiceRefused; the old annotation stays as it is.
    """
    store = PeerStore.lock(annotation=annotation.pk, user=by)
    check_edit(store.locked.role, is_editor=store.locked.standing.is_editor)
    _check_target(annotation, release)
    present = {str(uuid) for uuid in release.scus.values_list("uuid", flat=True)}
    answers = {DROP, *present}
    if annotation.summary.topic.project.non_matching == Project.NonMatching.MARK:
        answers.add(NON_MATCHING)
    asked = {question.change.scu for question in carry_over_questions(annotation=annotation, release=release)}
    units = _decided(read_unit_images(annotation.pk), asked, decisions, answers)
    carried = PeerAnnotation.objects.create(
        summary=annotation.summary, owner=annotation.owner, release=release, derived_from=annotation
    )
    carried.editors.set(annotation.editors.all())
    fill_peer_annotation(
        annotation=carried,
        images=units,
        absences=[absence for absence in read_absences(annotation.pk) if absence["scu"] in present],
        verb="carry_over",
        payload={"from": annotation.pk, "revision": store.locked.revision, "decisions": decisions},
        by=by,
        now=now,
        state=WorkState.IN_PROGRESS,
    )
    return carried


def _check_target(annotation: PeerAnnotation, release: Release) -> None:
    if release.pyramid_id != annotation.release.pyramid_id or release.number <= annotation.release.number:
        raise ServiceRefused("Carry over to a later release of the same pyramid.")
    if PeerAnnotation.objects.filter(summary=annotation.summary, owner=annotation.owner, release=release).exists():
        raise ServiceRefused(f"This peer has been annotated against release {release.number} already.")


def _decided(units: list[UnitImage], asked: set[str], decisions: dict[str, str], answers: set[str]) -> list[UnitImage]:
    problems = [
        "Decide for each SCU that is gone or was split: an SCU, non-matching, or drop."
        for scu in asked
        if decisions.get(scu) not in answers
    ]
    if problems:
        raise ServiceRefused(problems[0])
    kept: list[UnitImage] = []
    for unit in units:
        decision = decisions[unit["scu"]] if unit["scu"] in asked else unit["scu"]
        if decision != DROP:
            kept.append({**unit, "scu": None if decision == NON_MATCHING else decision})
    return kept
