"""Beginning one's own pyramid of a topic."""

from annotator.pyramids.models import pyramids
from tests.factories import make_topic
from tests.scenes import Scene, add_models, signed_in

ADDRESS = "/p/p/t/D1/pyramid/"


def test_a_member_who_annotates_gets_a_pyramid(scene: Scene) -> None:
    add_models(make_topic(scene.project, "D1"), 1)
    answer = signed_in(scene.annotator).post(ADDRESS)
    assert answer.headers["Location"] == "/p/p/t/D1/pyramid/annotator-p/"
    assert pyramids().get().owner == scene.annotator


def test_starting_again_leads_to_the_same_pyramid(scene: Scene) -> None:
    add_models(make_topic(scene.project, "D1"), 1)
    client = signed_in(scene.annotator)
    assert {client.post(ADDRESS).headers["Location"] for _ in range(2)} == {"/p/p/t/D1/pyramid/annotator-p/"}
    assert pyramids().count() == 1


def test_without_models_there_is_nothing_to_build_from(scene: Scene) -> None:
    make_topic(scene.project, "D1")
    answer = signed_in(scene.annotator).post(ADDRESS, follow=True)
    assert "Add the model summaries first" in answer.content.decode()
    assert not pyramids().exists()
