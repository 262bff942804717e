"""Carrying peer annotations over to another release: a later one of their pyramid, or of a consensus made of it."""

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
from annotator.pyramids.release_changes import LOST, Change, Passage, passage
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.log.locking import lock
from annotator.work.models import Release, Work
from annotator.work.states.permissions import check_stand_in
from annotator.work.visibility import FINISHED_STATES, WorkState

DROP = "drop"
NON_MATCHING = "non-matching"
UNDECIDED = "Decide for each SCU that is gone or was split: an SCU, non-matching, or drop."


@dataclass(frozen=True, slots=True)
class Question:
    """An SCU that some units are matched to and that the other release lacks or has a piece of, and its change."""

    change: Change
    units: list[UnitImage]


def later_releases(release: Release, *, user: User) -> QuerySet[Release]:
    """Where annotations against a release can be carried over to, of what the user may see; the newest first."""
    made_of_it = ConsensusSource.objects.filter(source=release.pyramid_id).values("work")
    later = Q(pyramid=release.pyramid_id, number__gt=release.number) | Q(pyramid__in=made_of_it)
    releases = Release.objects.visible_to(user).filter(later)
    return releases.select_related("pyramid__owner").defer("document").order_by("-created_at")


def carry_over_questions(units: Sequence[UnitImage], way: Passage) -> list[Question]:
    """What must be decided before units of one or more annotations are carried over."""
    lost = [change for change in way.changes() if change.kind in LOST]
    asked = [Question(change, [unit for unit in units if unit["scu"] == change.scu]) for change in lost]
    return [question for question in asked if question.units]


@transaction.atomic
def carry_over(*, annotation: Work, release: Release, decisions: dict[str, str], by: User, now: datetime) -> Work:
    """Make a new annotation of the same peer and owner against another release.

    ``decisions``: for each SCU asked about its id to the id of an SCU of the new release, "non-matching"
    (where the project marks non-matching text) or "drop".
    Matches to SCUs that still stand are kept, and so is what was looked for in vain. Raises NotAllowed or
    ServiceRefused; the old annotation stays as it is.
    """
    revision = _lock(annotation, by)
    _check_targets(release, [annotation], by)
    return _carry(annotation, revision, release, passage(annotation.release, release), decisions, by, now)


@transaction.atomic
def carry_over_all(
    *, annotations: Sequence[Work], release: Release, decisions: dict[str, str], by: User, now: datetime
) -> list[Work]:
    """Carry over several annotations that are matched to one release, each decision once for all of them.

    What was finished and needed no decision is finished as it was. Raises as :func:`carry_over`; all or none.
    """
    if not annotations:
        raise ServiceRefused("There is no peer to carry over.")
    if len({annotation.release_id for annotation in annotations}) > 1:
        raise ServiceRefused("Carry over the peers of one release at a time.")
    revisions = {one.pk: _lock(one, by) for one in sorted(annotations, key=lambda one: one.pk)}
    _check_targets(release, annotations, by)
    way = passage(annotations[0].release, release)
    return [_carry(one, revisions[one.pk], release, way, decisions, by, now, keep_state=True) for one in annotations]


def to_carry_over(release: Release, *, to: Release, user: User) -> QuerySet[Work]:
    """The finished annotations against a release, of those the user may see, whose owners have none against ``to``."""
    there = matchings().filter(release=to, summary=OuterRef("summary"), owner=OuterRef("owner"))
    finished = matchings().visible_to(user).filter(~Exists(there), release=release)
    rows = finished.filter(state__in=FINISHED_STATES).select_related("topic__project", "summary", "owner", "release")
    return rows.order_by("summary__position", "owner__name")


def _lock(annotation: Work, by: User) -> int:
    """The revision at which the annotation is locked."""
    locked = lock(annotation.pk, kind=annotation.of, user=by)
    check_stand_in(locked.standing)
    return locked.revision


def _carry(
    annotation: Work,
    revision: int,
    release: Release,
    way: Passage,
    decisions: dict[str, str],
    by: User,
    now: datetime,
    *,
    keep_state: bool = False,
) -> Work:
    answers = {DROP, *way.after}
    if annotation.topic.project.non_matching == Project.NonMatching.MARK:
        answers.add(NON_MATCHING)
    units = read_unit_images(annotation.pk)
    asked = {question.change.scu for question in carry_over_questions(units, way)}
    absences = [way.same[one["scu"]] for one in read_absences(annotation.pk) if one["scu"] in way.same]
    subject = {name: getattr(annotation, name) for name in ("kind", "topic_id", "summary_id", "owner_id", "slot")}
    carried = Work.objects.create(**subject, release=release, derived_from=annotation)
    carried.editors.set(annotation.editors.all())
    state = WorkState(annotation.state) if keep_state and not asked else WorkState.IN_PROGRESS
    made = {scu: said for scu, said in decisions.items() if scu in asked}
    fill_peer_annotation(
        annotation=carried,
        images=_decided(units, asked, decisions, answers, way.kept),
        absences=[{"id": f"{ABSENT}{scu}", "scu": scu} for scu in absences],
        verb="carry_over",
        payload={"from": annotation.pk, "revision": revision, "decisions": made},
        by=by,
        now=now,
        state=state,
    )
    carried.state = state
    return carried


def _check_targets(release: Release, annotations: Sequence[Work], by: User) -> None:
    for source in {annotation.release for annotation in annotations}:
        if not later_releases(source, user=by).filter(pk=release.pk).exists():
            raise ServiceRefused("Carry over to a later release of the same pyramid, or of a consensus made of it.")
    places = {(annotation.summary_id, annotation.owner_id) for annotation in annotations}
    taken = matchings().filter(release=release, summary__in=[summary for summary, _ in places])
    if places & set(taken.values_list("summary", "owner")):
        raise ServiceRefused(f"This peer has been annotated against release {release.number} already.")


def _decided(
    units: list[UnitImage], asked: set[str], decisions: dict[str, str], answers: set[str], kept: dict[str, str]
) -> list[UnitImage]:
    if any(decisions.get(scu) not in answers for scu in asked):
        raise ServiceRefused(UNDECIDED)
    found: list[UnitImage] = []
    for unit in units:
        scu = unit["scu"]
        decision = decisions[scu] if scu in asked else scu and kept[scu]
        if decision != DROP:
            found.append({**unit, "scu": None if decision == NON_MATCHING else decision})
    return found
