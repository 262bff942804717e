"""Carrying peer annotations over to another release: a later one of their pyramid, or of a consensus made from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.matching.models import matchings
from annotator.matching.services import fill_peer_annotation
from annotator.matching.store import read_absences, read_unit_images
from annotator.matching.verbs.units import ABSENT, UnitImage
from annotator.projects.models import Project
from annotator.pyramids.release_changes import NEEDS_DECISION, Change, ScuMapping, scu_mapping
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.log.locking import lock
from annotator.work.models import Release, Work
from annotator.work.states.permissions import check_stand_in
from annotator.work.visibility import FINISHED_STATES, WorkState

DROP = "drop"
NON_MATCHING = "non-matching"


@dataclass(frozen=True, slots=True)
class Question:
    """An SCU that was merged, split or deleted, and the units matched to it."""

    change: Change
    units: list[UnitImage]


def later_releases(release: Release, *, user: User) -> QuerySet[Release]:
    """The visible releases that annotations against a release can be carried over to, newest first."""
    consensuses = ConsensusSource.objects.filter(source=release.pyramid_id).values("work")
    later = Q(pyramid=release.pyramid_id, number__gt=release.number) | Q(pyramid__in=consensuses)
    releases = Release.objects.visible_to(user).filter(later)
    return releases.select_related("pyramid__owner").defer("document").order_by("-created_at")


def earlier_releases(to: Release, *, user: User) -> list[tuple[Release, list[Work]]]:
    """The releases with finished annotations that can be carried over to this one, newest first, with these.

    An annotation is left out if its owner has matched the peer to a later one of these releases too.
    """
    sources = ConsensusSource.objects.filter(work=to.pyramid_id).values("source")
    earlier = Q(pyramid=to.pyramid_id, number__lt=to.number) | Q(pyramid__in=sources)
    releases = Release.objects.filter(earlier).select_related("pyramid__owner").defer("document")
    seen: set[tuple[int | None, int]] = set()
    pairs = []
    for release in releases.order_by("-created_at"):
        rows = [row for row in to_carry_over(release, to=to, user=user) if (row.summary_id, row.owner_id) not in seen]
        seen.update((row.summary_id, row.owner_id) for row in rows)
        if rows:
            pairs.append((release, rows))
    return pairs


def to_carry_over(release: Release, *, to: Release, user: User) -> QuerySet[Work]:
    """The visible finished annotations against a release whose owners have no annotation of the peer against ``to``."""
    carried = matchings().filter(release=to, summary=OuterRef("summary"), owner=OuterRef("owner"))
    finished = matchings().visible_to(user).filter(~Exists(carried), release=release, state__in=FINISHED_STATES)
    rows = finished.select_related("topic__project", "summary", "owner", "release")
    return rows.order_by("summary__position", "owner__name")


def carry_over_questions(units: Sequence[UnitImage], mapping: ScuMapping) -> list[Question]:
    """What must be decided before units of one or more annotations can be carried over."""
    changes = [change for change in mapping.changes() if change.change_type in NEEDS_DECISION]
    questions = [Question(change, [unit for unit in units if unit["scu"] == change.scu]) for change in changes]
    return [question for question in questions if question.units]


@transaction.atomic
def carry_over(
    *,
    annotations: Sequence[Work],
    release: Release,
    decisions: dict[str, str],
    by: User,
    now: datetime,
    keep_state: bool = False,
) -> list[Work]:
    """Carry annotations of one release over to another: all or none. The old ones stay.

    Makes new annotations of the same peers and owners. ``decisions``: for each SCU in a question its id to the id of an
    SCU of the new release, "non-matching" (if the project marks non-matching text) or "drop". Matches to other SCUs are
    kept, and so are absences. ``keep_state``: an annotation that needs no decision keeps its state; all others are in
    progress. Raises NotAllowed or ServiceRefused.
    """
    if not annotations:
        raise ServiceRefused("There is no peer to carry over.")
    revisions = {}
    for annotation in sorted(annotations, key=lambda annotation: annotation.pk):
        locked = lock(annotation.pk, kind=annotation.of, user=by)
        check_stand_in(locked.standing)
        revisions[annotation.pk] = locked.revision
    _check_target(release, annotations, by)
    mapping = scu_mapping(annotations[0].release, release)
    carried = []
    for annotation in annotations:
        units = read_unit_images(annotation.pk)
        asked = {question.change.scu for question in carry_over_questions(units, mapping)}
        state = WorkState(annotation.state) if keep_state and not asked else WorkState.IN_PROGRESS
        subject = {name: getattr(annotation, name) for name in ("kind", "topic_id", "summary_id", "owner_id", "slot")}
        new = Work.objects.create(**subject, release=release, derived_from=annotation)
        new.editors.set(annotation.editors.all())
        absent = [
            mapping.new_ids[image["scu"]] for image in read_absences(annotation.pk) if image["scu"] in mapping.new_ids
        ]
        fill_peer_annotation(
            annotation=new,
            images=_carried_units(annotation, units, asked, decisions, mapping),
            absences=[{"id": f"{ABSENT}{scu}", "scu": scu} for scu in absent],
            verb="carry_over",
            payload={
                "from": annotation.pk,
                "revision": revisions[annotation.pk],
                "decisions": {scu: decision for scu, decision in decisions.items() if scu in asked},
            },
            by=by,
            now=now,
            state=state,
        )
        new.state = state
        carried.append(new)
    return carried


def _check_target(release: Release, annotations: Sequence[Work], by: User) -> None:
    if not later_releases(annotations[0].release, user=by).filter(pk=release.pk).exists():
        raise ServiceRefused("Carry over to a later release of the same pyramid, or of a consensus made from it.")
    matched = matchings().filter(release=release).values_list("summary", "owner")
    if not {(annotation.summary_id, annotation.owner_id) for annotation in annotations}.isdisjoint(matched):
        raise ServiceRefused(f"This peer has been annotated against release {release.number} already.")


def _carried_units(
    annotation: Work, units: list[UnitImage], asked: set[str], decisions: dict[str, str], mapping: ScuMapping
) -> list[UnitImage]:
    answers = {DROP, *mapping.after}
    if annotation.topic.project.non_matching == Project.NonMatching.MARK:
        answers.add(NON_MATCHING)
    if any(decisions.get(scu) not in answers for scu in asked):
        raise ServiceRefused("Decide for each SCU that was deleted, merged or split: an SCU, non-matching, or drop.")
    carried: list[UnitImage] = []
    for unit in units:
        scu = unit["scu"]
        decision = decisions[scu] if scu in asked else scu and mapping.unsplit_ids[scu]
        if decision != DROP:
            carried.append({**unit, "scu": None if decision == NON_MATCHING else decision})
    return carried
