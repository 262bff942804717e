"""Releases: what bars one, that it never changes, and what changed between two."""

import pytest
from django.contrib.auth.models import User

from annotator.pyramids import services
from annotator.pyramids.models import pyramids
from annotator.pyramids.release_changes import changes_between
from annotator.pyramids.services import Problem, release_problems, release_pyramid
from annotator.pyramids.status import pyramid_statuses
from annotator.pyramids.store import read_scus
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.services import change_state
from tests.annotator.interchange.duc_import import NOW
from tests.annotator.work.log.requests import edit, group, send
from tests.factories import (
    PART_IDS,
    SCU_IDS,
    client_id,
    make_member,
    make_project,
    make_pyramid,
    make_summary,
    make_topic,
    make_user,
    scu_snapshot,
)
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return make_user("ann")


@pytest.fixture
def pyramid(owner) -> Work:
    """SCUs 1, 2 and 3 of weights 2, 1 and 1 over two models, owned by ann."""
    topic = make_topic(make_project("varn"))
    a, b = make_summary(topic).pk, make_summary(topic).pk
    scus = [
        scu_snapshot(1, (a, [(11, 0, 4), (12, 10, 14)]), (b, [(13, 0, 4)])),
        scu_snapshot(2, (b, [(21, 5, 9)])),
        scu_snapshot(3, (a, [(31, 20, 24)])),
    ]
    return make_pyramid(topic, make_member(topic.project, user=owner), scus)


def scu_id(number: int) -> str:
    return client_id(SCU_IDS, number)


def part_id(number: int) -> str:
    return client_id(PART_IDS, number)


def edited(pyramid: Work, owner: User, *edits: dict[str, object]) -> None:
    """Apply edits as the page does, a group each."""
    answer = send(signed_in(owner), pyramid, *(group(one) for one in edits))
    assert answer.data["refused"] is None


def released(pyramid: Work, owner: User) -> Release:
    return release_pyramid(pyramid=pyramid, by=owner, now=NOW)


def told(old: Release, new: Release) -> list[tuple[str, int, int | None]]:
    """Each change: its kind, the SCU's uid, the uid of the one it was merged into."""
    found = []
    for change in changes_between(old, new):
        scu = change.old or change.new
        assert scu is not None
        found.append((change.change_type, scu.uid, change.into.uid if change.into else None))
    return found


def test_everything_that_prevents_a_release_is_listed(pyramid, owner) -> None:
    snapshots = read_scus(pyramid.pk)
    snapshots[0]["label"] = " \n"
    snapshots[1]["contributors"] = []
    snapshots[2] |= {"label": "", "contributors": []}
    assert release_problems(snapshots, model_count=2) == [
        Problem(1, scu_id(1), "has no label."),
        Problem(2, scu_id(2), "has no contributor."),
        Problem(3, scu_id(3), "has no label."),
        Problem(3, scu_id(3), "has no contributor."),
    ]


def test_a_refused_release_names_every_reason_and_changes_nothing(pyramid, owner) -> None:
    pyramid.scus.filter(uid=2).update(label="")
    edited(pyramid, owner, edit("create_scu", scu=scu_id(9), label="Empty"))
    with pytest.raises(ServiceRefused) as refusal:
        released(pyramid, owner)
    assert refusal.value.reasons == ["SCU 2 has no label.", "SCU 4 has no contributor."]
    assert not Release.objects.exists()
    assert not pyramid.edits.filter(verb="release").exists()


def test_a_pyramid_without_scus_or_models_is_not_released(owner) -> None:
    topic = make_topic()
    pyramid = make_pyramid(topic, make_member(topic.project, user=owner))
    with pytest.raises(ServiceRefused) as refusal:
        released(pyramid, owner)
    assert refusal.value.reasons == ["The topic has no model summaries.", "The pyramid has no SCUs."]


def test_a_release_freezes_labels_contributors_and_distinct_weights(pyramid, owner) -> None:
    """SCU 1 has three parts in two summaries: its weight is 2, and Xa is made of 2 + 1 + 1 contributors."""
    release = released(pyramid, owner)
    assert dict(release.scus.values_list("uid", "weight")) == {1: 2, 2: 1, 3: 1}
    assert (release.number, release.model_count, release.weight_source) == (1, 2, "summaries")
    assert release.created_by == owner
    first = release.scus.get(uid=1)
    a, b = pyramid.topic.summaries.order_by("position")
    assert (first.label, str(first.uuid)) == ("SCU 1", scu_id(1))
    assert first.contributors == [
        {"summary": a.pk, "comment": "", "parts": [{"start": 0, "end": 4}, {"start": 10, "end": 14}]},
        {"summary": b.pk, "comment": "", "parts": [{"start": 0, "end": 4}]},
    ]


def test_later_edits_change_no_release(pyramid, owner) -> None:
    release = released(pyramid, owner)
    before = list(release.scus.values())
    edited(
        pyramid,
        owner,
        edit("relabel_scu", scu=scu_id(1), label="Other", was="SCU 1"),
        edit("set_part", part=part_id(21), start=5, end=14),
        edit("delete_scu", scu=scu_id(3)),
    )
    assert list(release.scus.values()) == before
    second = released(pyramid, owner)
    assert (second.number, list(second.scus.values_list("uid", flat=True))) == (2, [1, 2])
    assert list(release.scus.values()) == before


def test_a_release_is_a_row_of_the_log(pyramid, owner) -> None:
    release = released(pyramid, owner)
    logged = pyramid.edits.get()
    assert (logged.verb, logged.payload, logged.actor, logged.at) == ("release", {"number": 1}, owner, NOW)
    pyramid.refresh_from_db()
    assert logged.revision == release.revision == pyramid.revision == 1


def test_nothing_changed_makes_no_second_release(pyramid, owner) -> None:
    released(pyramid, owner)
    with pytest.raises(ServiceRefused, match=r"^Nothing has changed since release 1\.$"):
        released(pyramid, owner)
    assert Release.objects.count() == 1


def test_a_pyramid_has_a_most_of_releases(pyramid, owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_RELEASES", 1)
    released(pyramid, owner)
    edited(pyramid, owner, edit("relabel_scu", scu=scu_id(1), label="Other", was="SCU 1"))
    with pytest.raises(ServiceRefused, match=r"^The pyramid has 1 releases, which is the maximum\.$"):
        released(pyramid, owner)
    assert Release.objects.count() == 1


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_members_who_do_not_edit_the_pyramid_may_not_release_it(pyramid, role) -> None:
    colleague = make_user("bob")
    make_member(pyramid.topic.project, role, colleague)
    with pytest.raises(NotAllowed):
        released(pyramid, colleague)
    assert not Release.objects.exists()


def test_a_manager_may_release_it(pyramid) -> None:
    boss = make_user("boss")
    make_member(pyramid.topic.project, "manager", boss)
    assert released(pyramid, boss).number == 1


def test_an_editor_may_release_it(pyramid) -> None:
    colleague = make_user("bob")
    pyramid.editors.add(make_member(pyramid.topic.project, user=colleague))
    assert released(pyramid, colleague).number == 1


def test_for_outsiders_the_pyramid_does_not_exist(pyramid) -> None:
    outsider = make_user("eve")
    make_member(make_project("other"), "manager", outsider)
    with pytest.raises(Work.DoesNotExist):
        released(pyramid, outsider)


def test_an_unchanged_scu_is_no_change(pyramid, owner) -> None:
    first = released(pyramid, owner)
    edited(pyramid, owner, edit("comment_scu", scu=scu_id(2), comment="why", was=""))
    assert told(first, released(pyramid, owner)) == []


def test_each_kind_of_change_is_told(pyramid, owner) -> None:
    first = released(pyramid, owner)
    a = pyramid.topic.summaries.order_by("position")[0].pk
    edited(
        pyramid,
        owner,
        edit("relabel_scu", scu=scu_id(1), label="Other", was="SCU 1"),
        edit("add_part", part=part_id(22), scu=scu_id(2), summary=a, start=30, end=34),
        edit("set_part", part=part_id(12), start=10, end=19),
        edit("delete_scu", scu=scu_id(3)),
        edit("create_scu", scu=scu_id(9), label="New"),
        edit("add_part", part=part_id(91), scu=scu_id(9), summary=a, start=40, end=44),
    )
    assert told(first, released(pyramid, owner)) == [
        ("deleted", 3, None),
        ("relabelled", 1, None),
        ("reworded", 1, None),
        ("reweighted", 2, None),
        ("added", 4, None),
    ]


def test_a_chain_of_merges_leads_to_where_it_ended(pyramid, owner) -> None:
    first = released(pyramid, owner)
    edited(
        pyramid,
        owner,
        edit("merge_scus", into=scu_id(2), scus=[scu_id(3)]),
        edit("merge_scus", into=scu_id(1), scus=[scu_id(2)]),
    )
    second = released(pyramid, owner)
    assert told(first, second) == [("merged", 2, 1), ("merged", 3, 1), ("reworded", 1, None)]
    assert dict(second.scus.values_list("uid", "weight")) == {1: 2}


def test_what_was_merged_into_a_deleted_scu_is_deleted(pyramid, owner) -> None:
    first = released(pyramid, owner)
    edited(pyramid, owner, edit("merge_scus", into=scu_id(2), scus=[scu_id(3)]), edit("delete_scu", scu=scu_id(2)))
    assert told(first, released(pyramid, owner)) == [("deleted", 2, None), ("deleted", 3, None)]


def test_changes_span_releases_in_between(pyramid, owner) -> None:
    first = released(pyramid, owner)
    edited(pyramid, owner, edit("merge_scus", into=scu_id(2), scus=[scu_id(3)]))
    second = released(pyramid, owner)
    edited(pyramid, owner, edit("merge_scus", into=scu_id(1), scus=[scu_id(2)]))
    third = released(pyramid, owner)
    assert told(first, third)[:2] == [("merged", 2, 1), ("merged", 3, 1)]
    assert told(first, second) == [("merged", 3, 2), ("reweighted", 2, None)]
    assert told(second, third)[0] == ("merged", 2, 1)


def test_a_merge_that_was_undone_leads_nowhere(pyramid, owner) -> None:
    """And one that was made before a release, undone for it and redone after it, does."""
    merge = group(edit("merge_scus", into=scu_id(2), scus=[scu_id(3)]))
    send(signed_in(owner), pyramid, merge)
    edited(pyramid, owner, edit("undo", group=merge["group"]))
    first = released(pyramid, owner)
    edited(pyramid, owner, edit("redo", group=merge["group"]))
    assert told(first, released(pyramid, owner)) == [("merged", 3, 2), ("reweighted", 2, None)]
    edited(pyramid, owner, edit("undo", group=merge["group"]), edit("delete_scu", scu=scu_id(3)))
    assert told(first, released(pyramid, owner)) == [("deleted", 3, None)]


def test_a_split_is_told_with_its_pieces(pyramid, owner) -> None:
    first = released(pyramid, owner)
    split = group(edit("split_scu", scu=scu_id(1), new_scu=scu_id(8), parts=[part_id(12)], label="Eight"))
    assert send(signed_in(owner), pyramid, split).data["refused"] is None
    second = released(pyramid, owner)
    change = changes_between(first, second)[0]
    assert (change.change_type, change.scu_id, [str(piece.uuid) for piece in change.pieces]) == (
        "split",
        scu_id(1),
        [scu_id(8)],
    )
    edited(pyramid, owner, edit("merge_scus", into=scu_id(2), scus=[scu_id(8)]))
    (split_change,) = [one for one in changes_between(first, released(pyramid, owner)) if one.change_type == "split"]
    assert [str(piece.uuid) for piece in split_change.pieces] == [scu_id(2)]
    latest = pyramid.releases.latest("number")
    assert "split" not in [one.change_type for one in changes_between(second, latest)]


def test_a_split_that_was_undone_or_joined_again_is_none(pyramid, owner) -> None:
    first = released(pyramid, owner)
    split = group(edit("split_scu", scu=scu_id(1), new_scu=scu_id(8), parts=[part_id(12)], label="Eight"))
    send(signed_in(owner), pyramid, split)
    edited(pyramid, owner, edit("undo", group=split["group"]))
    assert changes_between(first, released(pyramid, owner)) == []
    edited(pyramid, owner, edit("redo", group=split["group"]), edit("merge_scus", into=scu_id(1), scus=[scu_id(8)]))
    assert "split" not in [one.change_type for one in changes_between(first, released(pyramid, owner))]


def test_what_is_left_of_a_split_scu_may_be_deleted(pyramid, owner) -> None:
    first = released(pyramid, owner)
    split = edit("split_scu", scu=scu_id(1), new_scu=scu_id(8), parts=[part_id(12)], label="Eight")
    edited(pyramid, owner, split, edit("delete_scu", scu=scu_id(1)))
    change = changes_between(first, released(pyramid, owner))[0]
    assert (change.change_type, change.new, [str(piece.uuid) for piece in change.pieces]) == (
        "split",
        None,
        [scu_id(8)],
    )


def test_what_was_only_reviewed_is_not_released_again(pyramid, owner) -> None:
    released(pyramid, owner)
    change_state(work=pyramid, verb="submit", by=owner, now=NOW)
    with pytest.raises(ServiceRefused, match=r"^Nothing has changed since release 1\.$"):
        released(pyramid, owner)
    (status,) = pyramid_statuses(pyramids().all(), user=owner)
    assert not status.edited_since
