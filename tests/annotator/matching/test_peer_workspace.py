"""The page of a peer's workspace, and finishing and reopening an annotation."""

import pytest

from annotator.matching.models import peer_annotations
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from tests.factories import make_peer_annotation
from tests.scenes import Scene, annotated_topic, released, signed_in, statements

ADDRESS = "/p/p/t/D1/peers/7/ann/"


@pytest.fixture
def newer(scene: Scene, annotation: Work) -> Work:
    """The same peer and owner against release 2."""
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    return make_peer_annotation(released(pyramid), scene.manager, summary=annotation.summary)


def test_the_page_has_what_the_workspace_needs(scene: Scene, annotation: Work) -> None:
    data = signed_in(scene.manager).get(ADDRESS).context["workspace_data"]
    assert (data["id"], data["owner"], data["peer"]["summarizer"]) == (annotation.pk, "ann", "7")
    assert (data["release"]["number"], len(data["release"]["scus"]), len(data["units"])) == (1, 3, 1)
    assert data["editable"]


def test_without_a_release_in_the_address_it_is_the_newest(scene: Scene, annotation: Work, newer: Work) -> None:
    client = signed_in(scene.viewer)
    queries = ("", "?release=1", "?release=2", "?release=1&pyramid=ann")
    shown = [client.get(f"{ADDRESS}{query}").context["workspace_data"]["id"] for query in queries]
    assert shown == [newer.pk, annotation.pk, newer.pk, annotation.pk]


@pytest.mark.parametrize("query", ["release=3", "release=x", "release=-1", f"release={'9' * 40}", "pyramid=nobody"])
def test_a_release_that_is_not_annotated_is_not_found(scene: Scene, annotation: Work, query: str) -> None:
    assert signed_in(scene.manager).get(f"{ADDRESS}?{query}").status_code == 404


def test_finishing_concerns_the_annotation_that_was_looked_at(scene: Scene, annotation: Work, newer: Work) -> None:
    client = signed_in(scene.manager)
    finish = client.get(ADDRESS, {"release": "1"}).context["workspace_data"]["urls"]["state_changes"]["submit"]
    answer = client.post(finish)
    assert answer.headers["Location"] == f"{ADDRESS}?release=1&pyramid=ann"
    states = dict(peer_annotations().values_list("pk", "state"))
    assert states == {annotation.pk: "submitted", newer.pk: "in_progress"}


def test_finishing_twice_is_told_and_does_nothing(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    client.post(f"{ADDRESS}state/submit/")
    answer = client.post(f"{ADDRESS}state/submit/", follow=True)
    assert "has finished this already." in answer.content.decode()
    assert annotation.edits.count() == 1


def test_a_manager_reopens(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    client.post(f"{ADDRESS}state/submit/")
    client.post(f"{ADDRESS}state/reopen/")
    annotation.refresh_from_db()
    assert annotation.state == "in_progress"
    assert [edit.verb for edit in annotation.edits.order_by("revision")] == ["submit", "reopen"]


def test_what_is_open_cannot_be_reopened(scene: Scene, annotation: Work) -> None:
    answer = signed_in(scene.manager).post(f"{ADDRESS}state/reopen/", follow=True)
    assert "This is being worked on already." in answer.content.decode()


def test_another_annotator_may_not_finish(scene: Scene, annotation: Work) -> None:
    assert signed_in(scene.annotator).post(f"{ADDRESS}state/submit/").status_code == 403
    annotation.refresh_from_db()
    assert annotation.state == "in_progress"


def test_its_statements_do_not_grow_with_summaries_or_scus_and_stay_within_twelve(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager, "D1")
    annotated_topic(scene.project, scene.manager, "D2", models=8, scus=30, peers=5)
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    assert statements(client, "/p/p/t/D2/peers/7/ann/") == few <= 12


def test_a_finished_annotation_links_to_its_scores(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.manager)
    assert "See its scores" not in client.get(ADDRESS).content.decode()
    client.post(f"{ADDRESS}state/submit/")
    assert "See its scores" in client.get(ADDRESS).content.decode()
