"""The page of a pyramid's releases."""

import pytest

from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.factories import SCU_IDS, add_scus, client_id, make_pyramid, make_topic, scu_snapshot
from tests.scenes import (
    Scene,
    add_models,
    add_pyramid,
    annotated_topic,
    released,
    signed_in,
    statements,
)

ADDRESS = "/p/p/t/D1/pyramid/ann/release/"


@pytest.fixture
def pyramid(scene: Scene) -> Work:
    topic = make_topic(scene.project, "D1")
    add_models(topic, 2)
    return add_pyramid(topic, scene.manager, 3)


def edit(pyramid: Work) -> None:
    """Counts as an edit, whatever it was."""
    pyramid.refresh_from_db()
    pyramids().filter(pk=pyramid.pk).update(revision=pyramid.revision + 1)


def test_a_pyramid_in_order_is_released(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.manager)
    assert "Make release 1" in client.get(ADDRESS).content.decode()
    page = client.post(ADDRESS, follow=True).content.decode()
    release = Release.objects.get()
    assert (release.number, release.scus.count(), release.created_by) == (1, 3, scene.manager.user)
    assert "Release 1 is ready" in page
    assert "Nothing has changed since release 1." in page


def test_what_bars_a_release_is_listed_with_the_way_to_it(scene: Scene, pyramid: Work) -> None:
    add_scus(
        pyramid,
        [scu_snapshot(8, label=""), scu_snapshot(9, (pyramid.topic.summaries.all()[0].pk, [(9, 0, 3)]), label=" ")],
    )
    client = signed_in(scene.manager)
    page = client.get(ADDRESS).content.decode()
    assert page.count("has no label.") == 2
    assert page.count("has no contributor.") == 1
    assert f"/p/p/t/D1/pyramid/ann/#scu-{client_id(SCU_IDS, 8)}" in page
    assert "Make release" not in page
    answer = client.post(ADDRESS)
    assert answer.status_code == 400
    assert "has no label." in answer.content.decode()
    assert not Release.objects.exists()


def test_an_empty_pyramid_cannot_be_released(scene: Scene) -> None:
    topic = make_topic(scene.project, "D1")
    add_models(topic, 1)
    make_pyramid(topic, scene.manager)
    answer = signed_in(scene.manager).post(ADDRESS)
    assert answer.status_code == 400
    assert "The pyramid has no SCUs." in answer.content.decode()


def test_the_same_state_is_not_released_twice(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.manager)
    client.post(ADDRESS)
    answer = client.post(ADDRESS)
    assert answer.status_code == 400
    assert "Nothing has changed since release 1." in answer.content.decode()
    assert Release.objects.count() == 1


def test_what_the_next_release_would_change_is_shown(scene: Scene, pyramid: Work) -> None:
    released(pyramid)
    pyramid.scus.filter(uid=1).delete()
    pyramid.scus.filter(uid=2).update(label="Said better")
    add_scus(pyramid, [scu_snapshot(4, (pyramid.topic.summaries.all()[0].pk, [(9, 4, 7)]))])
    edit(pyramid)
    page = signed_in(scene.viewer).get(ADDRESS).context["page"]
    assert [snapshot["uid"] for snapshot in page["unreleased_changes"]["added"]] == [4]
    assert [snapshot["uid"] for snapshot in page["unreleased_changes"]["changed"]] == [2]
    assert page["unreleased_changes"]["deleted"] == ["SCU 1"]
    assert page["is_ready"]


def test_edits_that_leave_every_scu_as_it_was_are_no_changes(scene: Scene, pyramid: Work) -> None:
    released(pyramid)
    edit(pyramid)
    answer = signed_in(scene.manager).get(ADDRESS)
    assert not answer.context["page"]["unreleased_changes"]
    assert "No SCU differs from release 1" in answer.content.decode()


def test_what_the_latest_release_changed_is_shown(scene: Scene, pyramid: Work) -> None:
    released(pyramid)
    pyramid.scus.filter(uid=2).update(label="Said better")
    edit(pyramid)
    released(pyramid)
    answer = signed_in(scene.viewer).get(ADDRESS)
    assert [(change.change_type, change.new.label) for change in answer.context["page"]["latest_changes"]] == [
        ("relabelled", "Said better")
    ]
    assert "SCU 2 → Said better" in answer.content.decode()


def test_what_is_worth_a_look_is_listed_quietly_with_the_way_to_it(scene: Scene, pyramid: Work) -> None:
    pyramid.scus.filter(uid=2).update(label="SCU 1", flags=["discuss"])
    client = signed_in(scene.manager)
    page = client.get(ADDRESS).content.decode()
    assert "Worth checking first" in page
    assert "group of SCUs with the same label" in page
    assert "SCU flagged to discuss" in page
    assert "A <b>75 %</b> still open" in page
    assert f'#scu-{client_id(SCU_IDS, 2)}">SCU 1</a>' in page
    assert "Make release 1" in page
    client.post(ADDRESS)
    assert "Worth checking first" not in client.get(ADDRESS).content.decode()


@pytest.mark.parametrize("who", ["annotator", "viewer"])
def test_who_may_not_release_sees_no_button(scene: Scene, pyramid: Work, who: str) -> None:
    page = signed_in(getattr(scene, who)).get(ADDRESS).content.decode()
    assert "Make release" not in page


def test_an_annotator_who_is_no_editor_may_not_release(scene: Scene, pyramid: Work) -> None:
    answer = signed_in(scene.annotator).post(ADDRESS)
    assert answer.status_code == 403
    assert "Only the editors of this pyramid, adjudicators and managers" in answer.content.decode()
    assert not Release.objects.exists()


def test_its_statements_do_not_grow_with_scus_or_releases(scene: Scene, annotation: Work) -> None:
    small = annotation.release.pyramid
    large = annotated_topic(scene.project, scene.manager, "D2", models=5, scus=20).release.pyramid
    for pyramid in (small, large, large, large):
        edit(pyramid)
        released(pyramid)
    client = signed_in(scene.manager)
    assert statements(client, "/p/p/t/D2/pyramid/ann/release/") == statements(client, ADDRESS)
