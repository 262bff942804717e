"""A project's page: its topics, members and guidelines."""

import pytest
from django.urls import reverse

from annotator.matching.models import peer_annotations
from annotator.overview import views as projects
from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from tests.factories import make_assignment, make_member, make_peer_annotation, make_topic
from tests.scenes import Scene, add_peers, annotated_topic, released, signed_in, statements

ADDRESS = "/p/p/"


def test_each_topic_tells_its_texts_pyramids_and_peers(scene: Scene, annotation: Work) -> None:
    answer = signed_in(scene.viewer).get(ADDRESS)
    (line,) = answer.context["topics"]
    assert (line.model_count, line.peer_count) == (2, 1)
    assert (line.annotations.begun, line.annotations.finished, line.annotations.total) == (1, 0, 1)
    (pyramid,) = line.pyramids
    assert (pyramid.owner, pyramid.scu_count, pyramid.latest_release, pyramid.edited_since) == ("ann", 3, 1, False)
    page = answer.content.decode()
    assert "3 SCUs · release 1" in page
    assert reverse("topic", args=["p", "D1"]) in page
    assert reverse("pyramid", args=["p", "D1", "ann"]) in page
    assert reverse("project-scores", args=["p"]) in page


def test_finished_annotations_are_counted_by_assignment(scene: Scene, annotation: Work) -> None:
    """Two matchers of each of three peers, of which one has not begun, and a fourth peer that nobody is assigned to."""
    topic, release = annotation.topic, annotation.release
    peers = [annotation.summary, *add_peers(topic, ["8", "9", "10"])]
    matchers = [annotation.owner, make_member(scene.project)]
    for peer in peers[:3]:
        for matcher in matchers:
            make_assignment(topic, matcher, summary=peer)
            if peer != annotation.summary and (peer, matcher) != (peers[2], matchers[1]):
                make_peer_annotation(release, matcher, summary=peer)
    make_peer_annotation(release, matchers[1], summary=annotation.summary)
    peer_annotations().update(state="submitted")
    answer = signed_in(scene.manager).get(ADDRESS)
    (line,) = answer.context["topics"]
    assert (line.annotations.begun, line.annotations.finished, line.annotations.total) == (5, 5, 7)
    assert (line.annotations.peers_begun, line.annotations.peers_finished) == (3, 3)
    assert "5 of 7 peer annotations finished" in answer.content.decode()


def test_a_peer_annotation_carried_over_is_counted_once(scene: Scene, annotation: Work) -> None:
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    pyramid.refresh_from_db()
    make_peer_annotation(released(pyramid), annotation.owner, summary=annotation.summary, state="submitted")
    (line,) = signed_in(scene.viewer).get(ADDRESS).context["topics"]
    assert (line.annotations.begun, line.annotations.finished, line.annotations.total) == (1, 1, 1)


def test_a_pyramid_edited_after_its_release_says_so(scene: Scene, annotation: Work) -> None:
    pyramid = annotation.release.pyramid
    pyramids().filter(pk=pyramid.pk).update(revision=annotation.release.revision + 1)
    assert "release 1, edited since" in signed_in(scene.viewer).get(ADDRESS).content.decode()
    pyramid.refresh_from_db()
    released(pyramid)
    page = signed_in(scene.viewer).get(ADDRESS).content.decode()
    assert "release 2" in page
    assert "edited since" not in page


def test_only_a_manager_is_shown_what_managers_do(scene: Scene) -> None:
    names = ("project-settings", "project-import", "topic-create", "member-add")
    manager = signed_in(scene.manager).get(ADDRESS).content.decode()
    for member in (scene.annotator, scene.viewer):
        page = signed_in(member).get(ADDRESS).content.decode()
        assert [name for name in names if reverse(name, args=["p"]) in page] == []
    assert [name for name in names if reverse(name, args=["p"]) not in manager] == []


def test_an_empty_project_invites_its_manager_to_fill_it(scene: Scene) -> None:
    assert "No topics yet" in signed_in(scene.manager).get(ADDRESS).content.decode()
    assert "A manager of the project must add" in signed_in(scene.viewer).get(ADDRESS).content.decode()


def test_guidelines_are_shown_as_text_and_never_as_markup(scene: Scene) -> None:
    scene.project.guidelines = "# Rules\n\n<script>alert(1)</script> **never**"
    scene.project.save()
    page = signed_in(scene.viewer).get(ADDRESS).content.decode()
    assert "<h3>Rules</h3>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; <strong>never</strong>" in page


def test_a_key_with_signs_of_addresses_leads_to_its_topic(scene: Scene) -> None:
    make_topic(scene.project, "100% & more?#")
    client = signed_in(scene.viewer)
    assert client.get(reverse("topic", args=["p", "100% & more?#"])).status_code == 200
    assert "/p/p/t/100%25%20&amp;%20more%3F%23/" in client.get(ADDRESS).content.decode()


def test_its_statements_do_not_grow_with_topics_summaries_scus_or_members(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager)
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    for number in range(2, 6):
        annotated_topic(scene.project, scene.manager, f"D{number}", models=5, scus=10, peers=5)
        make_member(scene.project)
    assert statements(client, ADDRESS) == few


def test_many_topics_come_in_pages(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projects, "TOPICS_PER_PAGE", 2)
    for number in range(5):
        make_topic(scene.project, f"D{number}")
    client = signed_in(scene.viewer)
    pages = [client.get(f"{ADDRESS}{query}") for query in ("", "?page=2", "?page=3", "?page=none", "?page=99")]
    keys = [[line.topic.key for line in page.context["topics"]] for page in pages]
    assert keys == [["D0", "D1"], ["D2", "D3"], ["D4"], ["D0", "D1"], ["D4"]]
    assert "3 to 4 of 5" in pages[1].content.decode()
    assert "?page=3#topics" in pages[1].content.decode()
