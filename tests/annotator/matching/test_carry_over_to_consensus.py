"""Carrying peers over from an annotator's release to one of the consensus that was made of it."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotator.matching.carry_over import DROP, affected_scus, carry_over, earlier_releases
from annotator.matching.models import peer_annotations
from annotator.matching.services import fill_peer_annotation
from annotator.matching.store import read_units
from annotator.pyramids.release_changes import scu_mapping
from annotator.pyramids.services import release_pyramid
from annotator.pyramids.verbs.table import PYRAMID_VERBS
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.consensus import start_consensus
from annotator.work.adjudication.decision_rows import read_decisions
from annotator.work.adjudication.work_comparison import compare_sources, sources_of
from annotator.work.edits.request import parse_request
from annotator.work.kinds import kind_named
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.release_models import Release
from scoring.observations.rows import peer_rows
from tests.annotator.work.adjudication.adjudicated import make_texts, two_pyramids
from tests.factories import SCU_IDS, client_id, make_member, make_project, make_summary, unit_snapshot

pytestmark = pytest.mark.django_db

LAMP, KEEPER, FOG = (client_id(SCU_IDS, number) for number in (1, 2, 3))


@pytest.fixture
def boss() -> Any:
    """The manager."""
    return make_member(make_project("p"), "manager")


@pytest.fixture
def works(boss: Any) -> list[Work]:
    """The pyramids of Ann (lamp, keeper, fog) and Bob (lamp; the keeper as two SCUs), both finished."""
    ann, bob = make_member(boss.project), make_member(boss.project)
    return two_pyramids(make_texts(boss.project), ann, bob)


@pytest.fixture
def first(works: list[Work]) -> Release:
    """Ann's release."""
    assert works[0].owner.user is not None
    return release_pyramid(pyramid=works[0], by=works[0].owner.user, now=timezone.now())


@pytest.fixture
def agreed(boss: Any, works: list[Work], first: Release) -> Release:
    """The consensus's release: the lamp, Bob's two SCUs of the keeper, and no fog."""
    target = start_consensus(sources=works, by=boss, now=timezone.now())
    assert target.kind == "pyramid"
    decided = {snapshot["id"].removeprefix("decision:") for snapshot in read_decisions(target)}
    for one in compare_sources(target, sources_of(target)).differences:
        if one.key not in decided:
            _take(target, boss.user, one, "B")
    return release_pyramid(pyramid=target, by=boss.user, now=timezone.now())


def _take(target: Work, by: User, difference: Any, letter: str) -> None:
    """Decides a difference for what one side has, which may be nothing."""
    at = "AB".index(letter)
    comparison = compare_sources(target, sources_of(target))
    items = {item["id"]: item for item in comparison.sides[at].items}
    made, edits = [], []
    for item in difference.items[at]:
        made.append(str(uuid4()))
        edits.append({"verb": "create_scu", "scu": made[-1], "label": items[item.id]["label"]})
        for summary, start, end in items[item.id]["parts"]:
            span = {"summary": summary, "start": start, "end": end}
            edits.append({"verb": "add_part", "part": str(uuid4()), "scu": made[-1], **span})
    sources = {
        side.letter: [i.id for i in found] for side, found in zip(comparison.sides, difference.items, strict=True)
    }
    said = {"difference": difference.key, "choice": letter, "note": "", "sources": sources, "scus": made}
    edits.append({"verb": "decide", **said})
    body = {"base": 0, "groups": [{"group": str(uuid4()), "edits": [{"id": str(uuid4()), **edit} for edit in edits]}]}
    _, groups = parse_request(body, PYRAMID_VERBS)
    locked = lock(target.pk, kind=kind_named("pyramid"), user=by)
    answer = apply_groups(locked=locked, base=locked.revision, groups=groups, by=by, now=timezone.now())
    assert answer.refused is None


def peer(first: Release, name: str, *scus: int, absent: tuple[str, ...] = ()) -> Work:
    """A peer that Ann has matched to SCUs of her release, finished."""
    owner = first.pyramid.owner
    summary = make_summary(first.pyramid.topic, "peer", summarizer=name)
    annotation = Work.objects.create(
        kind="match", topic_id=summary.topic_id, summary=summary, owner=owner, release=first
    )
    units: Any = [unit_snapshot(at, scu, (at, 5 * at, 5 * at + 4)) for at, scu in enumerate(scus, 1)]
    absences: Any = [{"id": f"absent:{scu}", "scu": scu} for scu in absent]
    now = timezone.now()
    fill_peer_annotation(
        annotation=annotation,
        units=units,
        absences=absences,
        verb="import",
        payload={},
        by=owner.user,
        now=now,
        state="submitted",
    )
    annotation.refresh_from_db()
    return annotation


def labels(annotation: Work) -> list[str | None]:
    """The labels of the SCUs that the units are matched to."""
    return list(annotation.units.order_by("position").values_list("scu__label", flat=True))


def test_what_agreed_is_kept_what_was_split_or_left_out_is_asked(first: Release, agreed: Release) -> None:
    mapping = scu_mapping(first, agreed)
    assert {
        mapping.old_scus[old].label: mapping.new_scus[new].label for old, new in mapping.new_id_by_kept_id.items()
    } == {"The lamp went out": "The lamp went out"}
    lost = {one.scu_id: one for one in mapping.changes() if one.change_type in ("split", "merged", "deleted")}
    assert {scu: change.change_type for scu, change in lost.items()} == {KEEPER: "split", FOG: "deleted"}
    assert {piece.label for piece in lost[KEEPER].pieces} == {"The keeper left unseen", "The keeper went by boat"}


def test_a_peer_is_carried_over_and_scored_against_the_consensus(first: Release, agreed: Release, boss: Any) -> None:
    annotation = peer(first, "x", 1, 2, 3, absent=(LAMP,))
    mapping = scu_mapping(first, agreed)
    questions = affected_scus(read_units(annotation.pk), mapping)
    assert {question.change.scu_id for question in questions} == {KEEPER, FOG}
    boat = next(key for key, scu in mapping.new_scus.items() if scu.label == "The keeper went by boat")
    given = {KEEPER: boat, FOG: DROP}
    (carried,) = carry_over(annotations=[annotation], target=agreed, decisions=given, by=boss.user, now=timezone.now())
    assert labels(carried) == ["The lamp went out", "The keeper went by boat"]
    assert (carried.owner, carried.derived_from, carried.state) == (annotation.owner, annotation, "in_progress")
    assert [one.scu.label for one in carried.absences.select_related("scu")] == ["The lamp went out"]
    (row,) = peer_rows(peer_annotations().filter(pk=carried.pk))
    # By hand: the lamp has contributors of both models (weight 2), the boat of the second alone (weight 1).
    assert sorted(dict(row.pyramid.weights)[scu] for scu in row.peer.units if scu is not None) == [1, 2]


def test_without_a_decision_nothing_is_carried_over(first: Release, agreed: Release, boss: Any) -> None:
    annotation = peer(first, "x", 1, 2)
    with pytest.raises(ServiceRefused, match="Decide for each SCU"):
        carry_over(annotations=[annotation], target=agreed, decisions={}, by=boss.user, now=timezone.now())
    assert peer_annotations().count() == 1


def test_all_peers_go_at_once_and_those_without_a_decision_stay_finished(
    first: Release, agreed: Release, boss: Any
) -> None:
    plain, other = peer(first, "x", 1), peer(first, "y", 1, 3)
    assert earlier_releases(agreed, user=boss.user) == [(first, [plain, other])]
    given = {FOG: DROP}
    carry_over(
        annotations=[plain, other], target=agreed, decisions=given, by=boss.user, now=timezone.now(), keep_state=True
    )
    states = dict(peer_annotations().filter(release=agreed).values_list("derived_from", "state"))
    assert states == {plain.pk: "submitted", other.pk: "in_progress"}
    assert earlier_releases(agreed, user=boss.user) == []
    with pytest.raises(ServiceRefused, match="already"):
        carry_over(annotations=[plain], target=agreed, decisions={}, by=boss.user, now=timezone.now())


def test_a_pyramid_that_it_was_not_made_of_leads_nowhere(boss: Any, agreed: Release) -> None:
    third = make_member(boss.project)
    works = two_pyramids(make_texts(boss.project, "D2"), third, make_member(boss.project))
    assert third.user is not None
    elsewhere = release_pyramid(pyramid=works[0], by=third.user, now=timezone.now())
    annotation = peer(elsewhere, "z", 1)
    with pytest.raises(ServiceRefused, match="of a consensus made from it"):
        carry_over(annotations=[annotation], target=agreed, decisions={}, by=boss.user, now=timezone.now())
