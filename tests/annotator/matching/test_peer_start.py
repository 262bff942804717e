"""Beginning to annotate a peer."""

import pytest

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from annotator.work.release_models import Release
from tests.factories import make_member, make_pyramid, make_topic, make_user, scu_snapshot
from tests.scenes import Scene, add_models, add_peers, annotated_topic, released, signed_in

ADDRESS = "/p/p/t/D1/peers/7/"
HERS = "/p/p/t/D1/peers/7/annotator-p/"


def release_of(annotation: Work, owner: Membership) -> Release:
    """A release of somebody else's pyramid of the same topic."""
    topic = annotation.topic
    snapshot = scu_snapshot(1, (topic.summaries.model_summaries()[0].pk, [(1, 0, 3)]))
    return released(make_pyramid(topic, owner, [snapshot]))


def released_of(client_owner: Membership) -> list[Release]:
    """The releases that somebody's annotations are pinned to."""
    return [annotation.release for annotation in peer_annotations().filter(owner=client_owner)]


def test_with_one_pyramid_its_latest_release_is_taken(scene: Scene, annotation: Work) -> None:
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    latest = released(pyramid)
    answer = signed_in(scene.annotator).post(ADDRESS)
    assert answer.headers["Location"] == f"{HERS}?release=2&pyramid=ann"
    assert released_of(scene.annotator) == [latest]


def test_the_consensus_is_taken_before_others(scene: Scene, annotation: Work) -> None:
    consensus = release_of(annotation, make_member(scene.project, user=make_user("consensus")))
    signed_in(scene.annotator).post(ADDRESS)
    assert released_of(scene.annotator) == [consensus]


def test_with_several_pyramids_one_has_to_choose(scene: Scene, annotation: Work) -> None:
    other = release_of(annotation, scene.annotator)
    client = signed_in(scene.annotator)
    page = client.get(ADDRESS).content.decode()
    assert "Release 1 of ann’s pyramid" in page
    assert "Release 1 of annotator-p’s pyramid" in page
    answer = client.post(ADDRESS)
    assert answer.status_code == 400
    assert "This field is required." in answer.content.decode()
    assert client.post(ADDRESS, {"release": other.pk}).status_code == 302
    assert released_of(scene.annotator) == [other]


def test_starting_again_leads_to_the_same_annotation(scene: Scene, annotation: Work) -> None:
    client = signed_in(scene.annotator)
    assert len({client.post(ADDRESS).headers["Location"] for _ in range(2)}) == 1
    assert peer_annotations().filter(owner=scene.annotator).count() == 1


@pytest.mark.parametrize("where", ["other topic", "other project", "nowhere", "no number"])
def test_a_release_of_another_topic_or_project_is_no_choice(scene: Scene, annotation: Work, where: str) -> None:
    elsewhere = make_topic(key="D1") if where == "other project" else make_topic(scene.project, "D2")
    add_models(elsewhere, 1)
    snapshot = scu_snapshot(1, (elsewhere.summaries.get().pk, [(1, 0, 3)]))
    release = released(make_pyramid(elsewhere, None, [snapshot]))
    given = {"nowhere": "999999999", "no number": "x"}.get(where, str(release.pk))
    answer = signed_in(scene.annotator).post(ADDRESS, {"release": given})
    assert answer.status_code == 400
    assert "Select a valid choice." in answer.content.decode()
    assert released_of(scene.annotator) == []


def test_without_a_release_the_page_says_so(scene: Scene) -> None:
    topic = make_topic(scene.project, "D1")
    add_models(topic, 1)
    add_peers(topic, ["7"])
    client = signed_in(scene.annotator)
    assert "No release yet" in client.get(ADDRESS).content.decode()
    assert client.post(ADDRESS).status_code == 400


def test_a_model_summary_is_no_peer(scene: Scene, annotation: Work) -> None:
    model = annotation.topic.summaries.model_summaries()[0]
    assert signed_in(scene.annotator).post(f"/p/p/t/D1/peers/{model.summarizer}/").status_code == 404


def test_the_peer_of_another_topic_is_not_found(scene: Scene, annotation: Work) -> None:
    annotated_topic(scene.project, scene.manager, "D2", peers=2)
    assert signed_in(scene.annotator).post("/p/p/t/D1/peers/8/").status_code == 404
