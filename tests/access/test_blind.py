"""In a blind and masked project: what one may see is there, and names are told to those who may know them."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from annotator.matching.models import peer_annotations
from annotator.projects.models import Topic
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment
from tests.access.actors import ADJUDICATOR_ELSEWHERE, EDITOR, MANAGER, OTHER, OWNER, SEE_WORK, VIEWER
from tests.access.asking import ask
from tests.access.marks import PEERS, everything
from tests.access.scene import PEER, WORK, Scene
from tests.access.table import TABLE

pytestmark = pytest.mark.django_db

SHOW_WORK = {
    *("pyramid", "peer", "peer-score", "api-pyramid", "api-pyramid-notes", "api-peer-annotation"),
    *("api-peer-annotation-notes", "api-pyramid-scus", "api-release"),
}


def test_who_may_see_the_work_sees_it(scene: Scene) -> None:
    shown = [route for route in TABLE if route.name in SHOW_WORK]
    assert len(shown) == len(SHOW_WORK)
    missing = [
        (route.name, actor)
        for route in shown
        for actor in SEE_WORK
        if WORK not in everything(ask(route, "get", scene, actor))
    ]
    assert missing == []


def test_once_a_topic_is_revealed_all_members_see_work_and_names(scene: Scene) -> None:
    Topic.objects.update(revealed_at=timezone.now())
    scene = replace(scene, mask=PEER)
    for route in (route for route in TABLE if route.name in SHOW_WORK | {"topic"}):
        for actor in (VIEWER, OTHER, ADJUDICATOR_ELSEWHERE):
            seen = everything(ask(route, "get", scene, actor))
            assert (WORK if route.name in SHOW_WORK else OWNER) in seen
            assert PEERS in seen or "pyramid" in route.name or route.name.startswith("api")


def test_managers_read_names_beside_masks_and_others_masks_alone(scene: Scene) -> None:
    topic = reverse("topic", args=["p", "D1"])
    page = {actor: scene.clients[actor].get(topic).content.decode() for actor in (MANAGER, OWNER)}
    assert PEER in page[MANAGER]
    assert scene.mask in page[MANAGER]
    assert scene.mask in page[OWNER]
    assert PEERS not in page[OWNER]


@pytest.mark.parametrize("name", ["peer", "peer-score", "peer-carry-over"])
def test_a_real_name_in_an_address_is_for_managers_alone_who_may_use_both(scene: Scene, name: str) -> None:
    statuses = {
        (actor, peer): scene.clients[actor].get(reverse(name, args=["p", "D1", peer, OWNER])).status_code
        for actor in (MANAGER, EDITOR)
        for peer in (PEER, scene.mask)
    }
    assert statuses == {
        (MANAGER, PEER): 200,
        (MANAGER, scene.mask): 200,
        (EDITOR, PEER): 404,
        (EDITOR, scene.mask): 200,
    }


def _assigned(scene: Scene) -> Release:
    """The owner's first release, given to the other to match the peer against."""
    release = Release.objects.get(pyramid=scene.names["pyramid"], number=1)
    Assignment.objects.filter(member=scene.members[OTHER], summary__summarizer=PEER).update(release=release)
    return release


def test_an_assigned_release_is_matched_against_without_telling_whose_it_is(scene: Scene) -> None:
    release, browser = _assigned(scene), scene.clients[OTHER]
    start = reverse("peer-start", args=["p", "D1", scene.mask])
    sent = browser.post(start, {"release": release.pk})
    assert (sent.status_code, sent.headers["Location"]) == (
        302,
        f"{reverse('peer', args=['p', 'D1', scene.mask, OTHER])}?pin={release.pk}",
    )
    made = peer_annotations().get(owner=scene.members[OTHER])
    pages = [reverse(name, args=["p", "D1", scene.mask, OTHER]) for name in ("peer", "peer-score", "peer-carry-over")]
    others = ["/", *(reverse(name, args=["p"]) for name in ("project", "project-scores", "api-project-scores"))]
    topic = [reverse(name, args=["p", "D1"]) for name in ("topic", "topic-scores", "relations", "api-relations")]
    api = [reverse(name, args=[made.pk]) for name in ("api-peer-annotation", "api-peer-annotation-scores")]
    for address in [start, sent.headers["Location"], *pages, *others, *topic, *api]:
        told = _told(browser.get(address))
        assert OWNER not in told.replace(f">{OWNER}<", "") or address == others[1], address
        assert PEERS not in told, address
    assert WORK in _told(browser.get(sent.headers["Location"]))


def test_the_owner_of_a_hidden_pyramid_cannot_be_guessed(scene: Scene) -> None:
    release, browser = _assigned(scene), scene.clients[OTHER]
    browser.post(reverse("peer-start", args=["p", "D1", scene.mask]), {"release": release.pk})
    own = reverse("peer", args=["p", "D1", scene.mask, OTHER])
    asked = ("", "?release=1", f"?pin={release.pk}", f"?release=1&pyramid={OWNER}", "?release=1&pyramid=nobody")
    assert [browser.get(own + query).status_code for query in asked] == [200, 200, 200, 404, 404]


def test_of_a_hidden_pyramid_no_newer_release_is_told(scene: Scene) -> None:
    release, browser = _assigned(scene), scene.clients[OTHER]
    browser.post(reverse("peer-start", args=["p", "D1", scene.mask]), {"release": release.pk})
    made = peer_annotations().get(owner=scene.members[OTHER])
    assert browser.get(reverse("api-peer-annotation", args=[made.pk])).json()["release"]["latest"] == 1
    carry_over = reverse("peer-carry-over", args=["p", "D1", scene.mask, OTHER])
    assert browser.get(carry_over).status_code == 302


def _told(answer: Any) -> str:
    return str(answer.content.decode())
