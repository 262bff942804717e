"""The page of the guided task: it looks at the user's own pyramid, and changes nothing."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from annotator.interchange.sample import load_sample
from annotator.projects.models import Membership, Project
from annotator.pyramids.models import pyramids
from annotator.work.log.models import Edit
from annotator.work.models import Work
from tests.factories import make_pyramid, make_topic, make_user, scu_snapshot
from tests.scenes import (
    Scene,
    add_models,
    add_pyramid,
    annotated_topic,
    released,
    signed_in,
    statements,
)

ADDRESS = "/p/p/t/D1/tour/"


@pytest.fixture
def pyramid(scene: Scene) -> Work:
    """The annotator's pyramid of topic "D1" with three models, still empty."""
    topic = make_topic(scene.project, "D1")
    add_models(topic, 3)
    return make_pyramid(topic, scene.annotator)


def done(client: Client, address: str = ADDRESS) -> list[str]:
    """The headings of the steps that the page shows as done."""
    page = client.get(address).content.decode()
    return re.findall(r'<li class="step done">.*?<h2>(.*?)</h2>', page, re.DOTALL)


def seen(client: Client) -> str:
    """What the page has seen, as it gives it when it looks again."""
    found = re.search(r'hx-get="[^"]*\?seen=(\w+)"', client.get(ADDRESS).content.decode())
    assert found is not None
    return found[1]


def test_without_a_pyramid_it_offers_to_start_one(scene: Scene) -> None:
    add_models(make_topic(scene.project, "D1"), 2)
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert 'action="/p/p/t/D1/pyramid/" target="pyramid"' in page
    assert "0 of 8 steps done" in page
    assert pyramids().count() == 0


def test_the_first_step_that_is_open_is_the_current_one(scene: Scene, pyramid: Work) -> None:
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    (current,) = re.findall(r'<li class="step current" aria-current="step">.*?<h2>(.*?)</h2>', page, re.DOTALL)
    assert current == "Make an SCU from sentence A1"
    assert 'href="/p/p/t/D1/pyramid/annotator-p/"' in page
    assert "1 of 8 steps done" in page


def test_only_ones_own_pyramid_counts(scene: Scene, pyramid: Work) -> None:
    add_pyramid(pyramid.topic, scene.manager, 2)
    assert len(done(signed_in(scene.annotator))) == 1
    assert len(done(signed_in(scene.manager))) > 1


def test_another_topics_pyramid_does_not_count(scene: Scene, pyramid: Work) -> None:
    annotated_topic(scene.project, scene.annotator, "D2", models=3)
    assert len(done(signed_in(scene.annotator))) == 1


def test_a_merge_is_found_in_the_log_and_a_release_among_releases(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.annotator)
    model = pyramid.topic.summaries.first()
    assert model is not None
    made = make_pyramid(pyramid.topic, scene.manager, [scu_snapshot(1, (model.pk, [(1, 0, 3)]))])
    released(made)
    assert done(client) == ["Start your pyramid"]
    nothing: dict[str, dict[str, str]] = {"before": {}, "after": {}, "payload": {}}
    merge = {"uuid": uuid4(), "group": uuid4(), "revision": 7, "actor": scene.manager.user, "at": timezone.now()}
    Edit.objects.create(work=made, verb="merge_scus", **merge, **nothing)
    assert done(client) == ["Start your pyramid"]
    assert done(signed_in(scene.manager))[-2:] == ["Merge two SCUs", "Release the pyramid"]
    for revision, verb in ((8, "undo"), (9, "redo"), (10, "undo")):
        turn = {"uuid": uuid4(), "group": uuid4(), "revision": revision, "at": timezone.now()}
        payload = {**nothing, "payload": {"group": str(merge["group"])}}
        Edit.objects.create(work=made, verb=verb, **turn, **payload)
        assert ("Merge two SCUs" in done(signed_in(scene.manager))) == (verb == "redo")


def test_looking_again_gives_nothing_while_nothing_has_changed(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.annotator)
    answer = client.get(ADDRESS, {"seen": seen(client)})
    assert (answer.status_code, answer.content) == (204, b"")


def test_looking_again_gives_the_steps_alone_and_tells_how_many_are_done(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.annotator)
    before = seen(client)
    model = pyramid.topic.summaries.first()
    assert model is not None
    pyramids().filter(pk=pyramid.pk).delete()
    make_pyramid(pyramid.topic, scene.annotator, [scu_snapshot(1, (model.pk, [(1, 0, 3)]), label="All its own")])
    piece = client.get(ADDRESS, {"seen": before}).content.decode()
    assert piece.lstrip().startswith('<div class="tour" id="tour" hx-get="/p/p/t/D1/tour/?seen=')
    assert before not in piece
    assert '<p id="tour-says" hx-swap-oob="innerHTML">3 of 8 steps done.</p>' in piece
    assert "<html" not in piece


def test_a_page_that_looks_again_after_signing_out_loads_anew(scene: Scene, pyramid: Work) -> None:
    answer = Client().get(ADDRESS, {"seen": "x"})
    assert answer.headers["HX-Refresh"] == "true"
    assert b"tour" not in answer.content
    assert Client().get(ADDRESS).headers["Location"] == f"/accounts/login/?next={ADDRESS}"


def test_an_outsider_who_looks_again_finds_nothing(scene: Scene, pyramid: Work) -> None:
    client = signed_in(make_user())
    assert [client.get(ADDRESS, query).status_code for query in ({}, {"seen": "x"})] == [404, 404]


def test_a_viewer_has_no_pyramid_to_look_at(scene: Scene, pyramid: Work) -> None:
    assert [signed_in(scene.viewer).get(ADDRESS, query).status_code for query in ({}, {"seen": "x"})] == [403, 403]


@pytest.mark.parametrize("models", [0, 1])
def test_a_topic_with_nothing_to_share_says_so(scene: Scene, models: int) -> None:
    add_models(make_topic(scene.project, "D1"), models)
    page = signed_in(scene.annotator).get(ADDRESS).content.decode()
    assert "at least two model summaries" in page
    assert 'class="step' not in page


def test_it_changes_nothing(scene: Scene, pyramid: Work) -> None:
    client = signed_in(scene.annotator)
    before = (pyramids().values().get(), Edit.objects.count())
    client.get(ADDRESS)
    client.get(ADDRESS, {"seen": "x"})
    assert (pyramids().values().get(), Edit.objects.count()) == before


def test_its_statements_do_not_grow_with_scus_or_summaries(scene: Scene) -> None:
    annotation = annotated_topic(scene.project, scene.manager)
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    assert few <= 7
    add_models(annotation.summary.topic, 4)
    pyramids().filter(owner=scene.annotator).delete()
    released(add_pyramid(annotation.summary.topic, scene.annotator, 20))
    assert statements(signed_in(scene.annotator), ADDRESS) == few == statements(client, f"{ADDRESS}?seen=x")


@pytest.fixture
def sample(db: None) -> Membership:
    """The manager of the sample project."""
    project: Project = load_sample(by=make_user(), now=timezone.now())
    return project.memberships.get(user__isnull=False)


def test_the_samples_untouched_topic_offers_it_with_words_to_try(sample: Membership) -> None:
    client = signed_in(sample)
    offer = 'href="/p/sample/t/train/tour/"'
    assert offer in client.get("/p/sample/t/train/").content.decode()
    assert "<q>the revived sleeper</q>" in client.get("/p/sample/t/train/tour/").content.decode()
    client.post("/p/sample/t/train/pyramid/")
    assert offer in client.get("/p/sample/t/train/").content.decode()


def test_of_the_samples_annotated_topic_all_but_the_merge_is_done(sample: Membership) -> None:
    steps = done(signed_in(sample), "/p/sample/t/mill/tour/")
    assert len(steps) == 7
    assert "Merge two SCUs" not in steps
