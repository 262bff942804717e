"""The list of projects: one's own, how far they are, and what a newcomer sees."""

import pytest
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from tests.factories import make_member, make_project, make_topic, make_user
from tests.scenes import Scene, annotated_topic, make_scene, signed_in, statements

pytestmark = pytest.mark.django_db


def test_it_shows_the_projects_one_is_a_member_of_and_no_others(scene: Scene) -> None:
    make_scene("other")
    page = signed_in(scene.viewer).get("/").content.decode()
    assert reverse("project", args=["p"]) in page
    assert reverse("project", args=["other"]) not in page


def test_it_tells_how_far_a_project_is(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager, peers=2)
    peer_annotations().filter(pk=annotation.pk).update(state="submitted")
    answer = signed_in(scene.annotator).get("/")
    (card,) = answer.context["cards"]
    (line,) = card.topics
    assert (card.role, len(card.topics), card.model_count, card.peer_count) == ("Annotator", 1, 2, 2)
    assert (line.annotations.begun, line.annotations.finished, line.annotations.total) == (2, 1, 2)
    assert line.main_pyramid is not None
    assert [(tier.weight, tier.count) for tier in line.main_pyramid.tiers] == [(2, 3)]
    assert "1 of 2 peer annotations finished" in answer.content.decode()
    assert card.changed_at is not None  # by the release


def test_it_pictures_the_consensus_before_ones_own_and_that_before_others(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager)
    topic = annotation.summary.topic
    topic.works.create(kind="pyramid", owner=scene.annotator)
    client = signed_in(scene.annotator)
    assert client.get("/").context["cards"][0].topics[0].main_pyramid.owner == scene.annotator.name
    topic.works.create(kind="pyramid", owner=Membership.objects.create(project=scene.project, name="consensus"))
    assert client.get("/").context["cards"][0].topics[0].main_pyramid.owner == "consensus"


def test_a_newcomer_is_invited_to_make_a_project(db: None) -> None:
    member = make_member(make_project("elsewhere"))
    client = signed_in(member)
    member.delete()
    page = client.get("/").content.decode()
    assert "No projects yet" in page
    assert reverse("project-create") in page
    assert member.name in page  # the name to give to a colleague


def test_of_many_topics_it_pictures_seven_and_counts_the_rest(scene: Scene) -> None:
    for number in range(11):
        make_topic(scene.project, f"T{number:02}")
    page = signed_in(scene.viewer).get("/").content.decode()
    assert "T06" in page
    assert "T07" not in page
    assert "4 more topics" in page


def test_topics_with_a_pyramid_are_pictured_first(scene: Scene) -> None:
    for number in range(8):
        make_topic(scene.project, f"A{number}")
    annotated_topic(scene.project, scene.manager, "Z")
    (card,) = signed_in(scene.viewer).get("/").context["cards"]
    assert [line.topic.key for line in card.shown_topics] == ["Z", "A0", "A1", "A2", "A3", "A4", "A5"]
    assert card.hidden_topic_count == 2


def test_its_statements_do_not_grow_with_projects_topics_members_or_scus(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager)
    client = signed_in(scene.manager)
    few = statements(client, "/")
    for number in range(2, 5):
        annotated_topic(scene.project, scene.manager, f"D{number}", models=4, scus=9, peers=4)
        other = make_scene(f"other{number}")
        other.project.memberships.filter(user=scene.manager.user).delete()
        Membership.objects.create(project=other.project, user=scene.manager.user, name="me", role="viewer")
        annotated_topic(other.project, other.manager)
        make_member(scene.project, user=make_user())
    assert statements(client, "/") == few
