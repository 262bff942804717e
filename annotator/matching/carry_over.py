"""Carries peer annotations over to a later release of their pyramid, or of a consensus made from that pyramid."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator.matching.models import peer_annotations
from annotator.matching.services import fill_peer_annotation
from annotator.matching.store import read_absences, read_units
from annotator.matching.verbs.units import ABSENT, UnitSnapshot
from annotator.projects.models import Project
from annotator.pyramids.release_changes import NEEDS_DECISION, Change, ScuMapping, scu_mapping
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.permissions import check_edit_or_manage
from annotator.work.visibility import FINISHED_STATES, WorkState

DROP = "drop"
NON_MATCHING = "non-matching"
COPIED_FIELDS = ("kind", "topic_id", "summary_id", "owner_id", "slot")


@dataclass(frozen=True, slots=True)
class AffectedScu:
    """An SCU that was merged, split or deleted, so that a person must decide about the units matched to it."""

    change: Change
    units: list[UnitSnapshot]


def later_releases(release: Release, *, user: User) -> QuerySet[Release]:
    """The visible releases to which annotations against this release can be carried over, newest first."""
    consensuses = ConsensusSource.objects.filter(source=release.pyramid_id).values("work")
    later = Q(pyramid=release.pyramid_id, number__gt=release.number) | Q(pyramid__in=consensuses)
    releases = Release.objects.visible_to(user).filter(later)
    return releases.select_related("pyramid__owner").defer("document").order_by("-created_at")


def earlier_releases(target: Release, *, user: User) -> list[tuple[Release, list[Work]]]:
    """Pairs of a release and its finished annotations that can be carried over to ``target``; newest release first.

    If an owner has matched a peer to several of these releases, only the annotation against the newest one counts.
    """
    sources = ConsensusSource.objects.filter(work=target.pyramid_id).values("source")
    earlier = Q(release__pyramid=target.pyramid_id, release__number__lt=target.number) | Q(release__pyramid__in=sources)
    existing = peer_annotations().filter(release=target, summary=OuterRef("summary"), owner=OuterRef("owner"))
    finished = peer_annotations().visible_to(user).filter(earlier, ~Exists(existing), state__in=FINISHED_STATES)
    annotations = finished.select_related("topic__project", "summary", "owner", "release__pyramid__owner")
    newest_first = ("-release__created_at", "release", "summary__position", "owner__name")
    annotations_by_release: dict[Release, list[Work]] = {}
    seen: set[tuple[int | None, int]] = set()  # (peer, owner)
    for work in annotations.defer("release__document").order_by(*newest_first):
        if (peer_and_owner := (work.summary_id, work.owner_id)) not in seen:
            seen.add(peer_and_owner)
            annotations_by_release.setdefault(work.release, []).append(work)
    return list(annotations_by_release.items())


def affected_scus(units: Sequence[UnitSnapshot], mapping: ScuMapping) -> list[AffectedScu]:
    """The SCUs that need a decision before these units, of one or more annotations, can be carried over."""
    changes = [change for change in mapping.changes() if change.change_type in NEEDS_DECISION]
    affected = [AffectedScu(change, [unit for unit in units if unit["scu"] == change.scu_id]) for change in changes]
    return [affected_scu for affected_scu in affected if affected_scu.units]


@transaction.atomic
def carry_over(
    *,
    annotations: Sequence[Work],
    target: Release,
    decisions: dict[str, str],
    by: User,
    now: datetime,
    keep_state: bool = False,
) -> list[Work]:
    """Carry annotations against one release over to another, all or none.

    Creates new annotations of the same peers and owners, and keeps the old ones. ``decisions`` maps the id of each
    affected SCU to the id of an SCU of the new release, to "non-matching" (if the project marks non-matching text) or
    to "drop". Matches to other SCUs are kept, and so are the marks of absent SCUs. ``keep_state``: annotations that
    need no decision keep their state; all others are in progress. Raises NotAllowed or ServiceRefused.
    """
    if not annotations:
        raise ServiceRefused("There is no peer to carry over.")
    revisions = {}
    for annotation in sorted(annotations, key=lambda annotation: annotation.pk):
        locked = lock(annotation.pk, kind=annotation.work_kind, user=by)
        check_edit_or_manage(locked.roles)
        revisions[annotation.pk] = locked.revision
    _check_target(target, annotations, by)
    mapping = scu_mapping(annotations[0].release, target)
    new_annotations = []
    for annotation in annotations:
        units = read_units(annotation.pk)
        affected_ids = {affected.change.scu_id for affected in affected_scus(units, mapping)}
        state = WorkState(annotation.state) if keep_state and not affected_ids else WorkState.IN_PROGRESS
        copied = {field: getattr(annotation, field) for field in COPIED_FIELDS}
        new = Work.objects.create(**copied, release=target, derived_from=annotation)
        new.editors.set(annotation.editors.all())
        old_absent_ids = [absence["scu"] for absence in read_absences(annotation.pk)]
        absent_ids = [mapping.new_id_by_old_id[scu] for scu in old_absent_ids if scu in mapping.new_id_by_old_id]
        fill_peer_annotation(
            annotation=new,
            units=_carried_units(annotation, units, affected_ids, decisions, mapping),
            absences=[{"id": f"{ABSENT}{scu}", "scu": scu} for scu in absent_ids],
            verb="carry_over",
            payload={
                "from": annotation.pk,
                "revision": revisions[annotation.pk],
                "decisions": {scu: decision for scu, decision in decisions.items() if scu in affected_ids},
            },
            by=by,
            now=now,
            state=state,
        )
        new.state = state
        new_annotations.append(new)
    return new_annotations


def _check_target(target: Release, annotations: Sequence[Work], by: User) -> None:
    if not later_releases(annotations[0].release, user=by).filter(pk=target.pk).exists():
        raise ServiceRefused("Carry over to a later release of the same pyramid, or of a consensus made from it.")
    existing = peer_annotations().filter(release=target).values_list("summary", "owner")
    if not {(annotation.summary_id, annotation.owner_id) for annotation in annotations}.isdisjoint(existing):
        raise ServiceRefused(f"This peer has been annotated against release {target.number} already.")


def _carried_units(
    annotation: Work, units: list[UnitSnapshot], affected_ids: set[str], decisions: dict[str, str], mapping: ScuMapping
) -> list[UnitSnapshot]:
    allowed_decisions = {DROP, *mapping.new_scus}
    if annotation.topic.project.non_matching == Project.NonMatching.MARK:
        allowed_decisions.add(NON_MATCHING)
    if any(decisions.get(scu) not in allowed_decisions for scu in affected_ids):
        raise ServiceRefused("Decide for each SCU that was deleted, merged or split what its units become.")
    new_scus = {**mapping.new_id_by_kept_id, **{scu: decisions[scu] for scu in affected_ids}}
    carried_units: list[UnitSnapshot] = []
    for unit in units:
        new_scu = None if unit["scu"] is None else new_scus[unit["scu"]]
        if new_scu != DROP:
            carried_units.append({**unit, "scu": None if new_scu == NON_MATCHING else new_scu})
    return carried_units
