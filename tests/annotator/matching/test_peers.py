"""Peer annotations: beginning, finishing, reopening one, and carrying it over to a later release."""

import pytest
from django.contrib.auth.models import User

from annotator.matching.carry_over import DROP, NON_MATCHING, affected_scus, carry_over
from annotator.matching.models import peer_annotations
from annotator.matching.services import start_peer_annotation
from annotator.matching.store import read_units
from annotator.projects.models import Project
from annotator.pyramids.release_changes import scu_mapping
from annotator.pyramids.services import release_pyramid
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.log.rebuild import rebuild
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.annotator.interchange.duc_import import NOW
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import (
    PART_IDS,
    SCU_IDS,
    client_id,
    make_member,
    make_peer_annotation,
    make_project,
    make_pyramid,
    make_summary,
    make_topic,
    make_user,
    scu_snapshot,
    unit_snapshot,
)
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

KEPT, MERGED, GONE, NEVER_MATCHED = (client_id(SCU_IDS, number) for number in (1, 2, 3, 4))


@pytest.fixture
def project() -> Project:
    return make_project("varn")


@pytest.fixture
def ann(project) -> User:
    user = make_user("ann")
    make_member(project, user=user)
    return user


@pytest.fixture
def boss(project) -> User:
    user = make_user("boss")
    make_member(project, "manager", user)
    return user


@pytest.fixture
def first(project, ann) -> Release:
    """Release 1 of ann's pyramid: SCUs 1 to 4."""
    topic = make_topic(project)
    model = make_summary(topic).pk
    scus = [scu_snapshot(n, (model, [(n * 10, n * 5, n * 5 + 4)])) for n in (1, 2, 3, 4)]
    pyramid = make_pyramid(topic, project.memberships.get(user=ann), scus)
    return release_pyramid(pyramid=pyramid, by=ann, now=NOW)


@pytest.fixture
def annotation(first) -> Work:
    """SCU 1 twice, SCUs 2 and 3 once (3 in two parts), and one non-matching unit."""
    units = [
        unit_snapshot(1, 1, (101, 0, 4), comment="sure"),
        unit_snapshot(2, 2, (102, 5, 9)),
        unit_snapshot(3, 3, (103, 20, 24), (104, 10, 14)),
        unit_snapshot(4, None, (105, 30, 34)),
        unit_snapshot(5, 1, (106, 35, 39)),
    ]
    return make_peer_annotation(first, units=units, state="submitted")


@pytest.fixture
def second(first, ann) -> Release:
    """Release 2: SCU 2 merged into 1, SCUs 3 and 4 deleted."""
    edits = [
        edit("merge_scus", into=KEPT, scus=[MERGED]),
        edit("delete_scu", scu=GONE),
        edit("delete_scu", scu=NEVER_MATCHED),
    ]
    assert send(signed_in(ann), first.pyramid, *map(group, edits)).data["refused"] is None
    return release_pyramid(pyramid=first.pyramid, by=ann, now=NOW)


def carried(annotation: Work, to: Release, by: User, **decisions: str) -> Work:
    said = {{"merged": MERGED, "gone": GONE}[name]: decision for name, decision in decisions.items()}
    return carry_over(annotations=[annotation], target=to, decisions=said, by=by, now=NOW)[0]


def test_a_member_begins_one_annotation_of_a_peer_and_release(first, ann) -> None:
    peer = make_summary(first.pyramid.topic, "peer")
    owner = first.pyramid.owner
    started = start_peer_annotation(summary=peer, release=first, owner=owner)
    assert (started.state, started.revision, started.owner) == ("in_progress", 0, owner)
    assert start_peer_annotation(summary=peer, release=first, owner=owner) == started


def test_a_viewer_begins_none(project, first) -> None:
    peer = make_summary(first.pyramid.topic, "peer")
    with pytest.raises(NotAllowed):
        start_peer_annotation(summary=peer, release=first, owner=make_member(project, "viewer"))


def test_only_a_peer_of_the_releases_topic_is_matched(project, first) -> None:
    owner = first.pyramid.owner
    for summary in (make_summary(make_topic(project), "peer"), first.pyramid.topic.summaries.get()):
        with pytest.raises(ServiceRefused, match="of its own topic"):
            start_peer_annotation(summary=summary, release=first, owner=owner)
    assert not peer_annotations().exists()


def test_for_outsiders_an_annotation_does_not_exist(annotation, second) -> None:
    outsider = make_user("eve")
    make_member(make_project("other"), "manager", outsider)
    with pytest.raises(Work.DoesNotExist):
        carried(annotation, second, outsider, merged=DROP, gone=DROP)


def test_decisions_are_asked_for_matched_scus_that_are_gone_and_for_no_others(annotation, second) -> None:
    questions = affected_scus(read_units(annotation.pk), scu_mapping(annotation.release, second))
    asked = [
        (
            q.change.change_type,
            q.change.scu_id,
            q.change.into and str(q.change.into.uuid),
            [u["position"] for u in q.units],
        )
        for q in questions
    ]
    assert asked == [("merged", MERGED, KEPT, [2]), ("deleted", GONE, None, [3])]


def test_a_match_to_a_split_scu_asks_for_a_decision(first, annotation, ann) -> None:
    part, piece = client_id(PART_IDS, 11), client_id(SCU_IDS, 9)
    add = edit("add_part", part=part, scu=KEPT, summary=first.scus.first().contributors[0]["summary"], start=50, end=54)
    split = edit("split_scu", scu=KEPT, new_scu=piece, parts=[part], label="Nine")
    assert send(signed_in(ann), first.pyramid, group(add), group(split)).data["refused"] is None
    second = release_pyramid(pyramid=first.pyramid, by=ann, now=NOW)
    (question,) = affected_scus(read_units(annotation.pk), scu_mapping(annotation.release, second))
    assert (question.change.change_type, question.change.scu_id, len(question.units)) == ("split", KEPT, 2)
    with pytest.raises(ServiceRefused, match="merged or split"):
        carry_over(annotations=[annotation], target=second, decisions={}, by=ann, now=NOW)
    (new,) = carry_over(annotations=[annotation], target=second, decisions={KEPT: piece}, by=ann, now=NOW)
    assert [snapshot["scu"] for snapshot in read_units(new.pk)].count(piece) == 2


def test_matches_to_scus_that_still_stand_are_kept_and_the_others_go_where_they_are_sent(
    annotation, second, ann
) -> None:
    new = carried(annotation, second, ann, merged=KEPT, gone=NON_MATCHING)
    old = read_units(annotation.pk)
    snapshots = read_units(new.pk)
    assert [snapshot["scu"] for snapshot in snapshots] == [KEPT, KEPT, None, None, KEPT]
    assert [{**snapshot, "scu": None} for snapshot in snapshots] == [{**snapshot, "scu": None} for snapshot in old]
    new.refresh_from_db()
    assert (new.derived_from, new.release, new.state, new.next_position) == (annotation, second, "in_progress", 6)
    assert set(new.units.filter(scu__isnull=False).values_list("scu__release", flat=True)) == {second.pk}


def test_dropped_units_are_left_out(annotation, second, ann) -> None:
    new = carried(annotation, second, ann, merged=DROP, gone=DROP)
    assert [snapshot["position"] for snapshot in read_units(new.pk)] == [1, 4, 5]


def test_the_old_annotation_stays_as_it_was(annotation, second, ann) -> None:
    before = (read_units(annotation.pk), annotation.revision, annotation.state)
    carried(annotation, second, ann, merged=KEPT, gone=DROP)
    annotation.refresh_from_db()
    assert (read_units(annotation.pk), annotation.revision, annotation.state) == before
    assert annotation.release.number == 1


def test_a_carry_over_is_a_row_of_the_log_that_rebuilds_the_units(annotation, second, ann) -> None:
    new = carried(annotation, second, ann, merged=KEPT, gone=DROP)
    logged = new.edits.get()
    assert (logged.verb, logged.actor, logged.revision) == ("carry_over", ann, 1)
    assert logged.payload == {
        "from": annotation.pk,
        "revision": 0,
        "decisions": {MERGED: KEPT, GONE: DROP},
        "state": "in_progress",
    }
    assert rebuild(new.pk) == (read_units(new.pk), [])


def test_the_editors_come_along(annotation, second, project, ann) -> None:
    helper = make_member(project)
    annotation.editors.add(helper)
    new = carried(annotation, second, ann, merged=DROP, gone=DROP)
    assert list(new.editors.all()) == [helper]


@pytest.mark.parametrize(
    "decisions",
    [{}, {"merged": KEPT}, {"merged": KEPT, "gone": GONE}, {"merged": KEPT, "gone": "perhaps"}, {"gone": DROP}],
)
def test_without_every_decision_nothing_is_carried_over(annotation, second, ann, decisions) -> None:
    with pytest.raises(ServiceRefused, match="Decide for each SCU that was deleted"):
        carried(annotation, second, ann, **decisions)
    assert peer_annotations().count() == 1


def test_where_non_matching_text_is_not_marked_it_is_no_answer(annotation, second, ann) -> None:
    Project.objects.update(non_matching="skip")
    with pytest.raises(ServiceRefused, match="Decide for each SCU that was deleted"):
        carried(peer_annotations().get(), second, ann, merged=KEPT, gone=NON_MATCHING)


def test_nothing_is_carried_over_twice(annotation, second, ann) -> None:
    carried(annotation, second, ann, merged=KEPT, gone=DROP)
    with pytest.raises(ServiceRefused, match=r"annotated against release 2 already\.$"):
        carried(annotation, second, ann, merged=KEPT, gone=DROP)
    assert peer_annotations().count() == 2


def test_nothing_is_carried_over_to_an_older_or_the_same_release(first, annotation, second, ann) -> None:
    new = carried(annotation, second, ann, merged=KEPT, gone=DROP)
    for source, target in ((new, first), (new, second), (annotation, first)):
        with pytest.raises(ServiceRefused, match="Carry over to a later release of the same pyramid"):
            carried(source, target, ann)


def test_nothing_is_carried_over_to_another_pyramid(project, annotation, ann) -> None:
    topic = annotation.topic
    bob = make_user("bob")
    scu = scu_snapshot(1, (topic.summaries.get(kind="model").pk, [(1, 0, 4)]))
    pyramid = make_pyramid(topic, make_member(project, user=bob), [scu])
    release_pyramid(pyramid=pyramid, by=bob, now=NOW)
    pyramid.refresh_from_db()
    type(pyramid).objects.filter(pk=pyramid.pk).update(revision=pyramid.revision + 1)
    later = release_pyramid(pyramid=pyramid, by=bob, now=NOW)
    with pytest.raises(ServiceRefused, match="of the same pyramid"):
        carried(annotation, later, ann)


def test_members_who_neither_edit_it_nor_manage_carry_nothing_over(project, annotation, second, boss) -> None:
    other = make_user("other")
    make_member(project, "annotator", other)
    with pytest.raises(NotAllowed):
        carried(annotation, second, other, merged=DROP, gone=DROP)
    assert carried(annotation, second, boss, merged=DROP, gone=DROP).owner == annotation.owner
