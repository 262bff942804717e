"""The page of a pyramid's workspace: whose it is, what is in it, who may edit."""

import pytest

from annotator.pyramids.models import pyramids
from annotator.work.models import Work
from tests.scenes import Scene, add_pyramid, annotated_topic, signed_in, statements

ADDRESS = "/p/p/t/D1/pyramid/ann/"


def test_the_page_has_what_the_workspace_needs(scene: Scene, annotation: Work) -> None:
    data = signed_in(scene.manager).get(ADDRESS).context["workspace_data"]
    assert (data["owner"], data["topic"]["key"], len(data["summaries"]), len(data["scus"])) == ("ann", "D1", 2, 3)
    assert data["latest_release"] == {"number": 1, "revision": annotation.release.revision}


@pytest.mark.parametrize(
    ("who", "state", "editable"),
    [
        ("manager", "in_progress", True),
        ("manager", "submitted", False),
        ("annotator", "in_progress", False),
        ("viewer", "in_progress", False),
    ],
)
def test_only_owner_and_editors_can_edit_and_only_unfinished_work(
    scene: Scene, annotation: Work, who: str, state: str, editable: bool
) -> None:
    pyramids().update(state=state)
    data = signed_in(getattr(scene, who)).get(ADDRESS).context["workspace_data"]
    assert data["editable"] is editable


def test_a_manager_who_may_not_edit_is_told_how(scene: Scene) -> None:
    annotated_topic(scene.project, scene.annotator)
    for address in ("/p/p/t/D1/pyramid/annotator-p/", "/p/p/t/D1/peers/7/annotator-p/"):
        told = {
            who: f'href="{address}editors/' in signed_in(who).get(address).content.decode()
            for who in (scene.manager, scene.annotator, scene.viewer)
        }
        assert told == {scene.manager: True, scene.annotator: False, scene.viewer: False}


def test_an_editor_can_edit(scene: Scene, annotation: Work) -> None:
    annotation.release.pyramid.editors.add(scene.annotator)
    assert signed_in(scene.annotator).get(ADDRESS).context["workspace_data"]["editable"]


def test_texts_cannot_end_the_data_they_are_in(scene: Scene, annotation: Work) -> None:
    annotation.release.pyramid.scus.update(label="</script><script>alert(1)</script>")
    assert "<script>alert(1)" not in signed_in(scene.manager).get(ADDRESS).content.decode()


def test_its_statements_do_not_grow_with_summaries_or_scus_and_stay_within_twelve(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager, "D1")
    large = annotated_topic(scene.project, scene.annotator, "D2", models=8, scus=30).summary.topic
    add_pyramid(large, scene.manager, 40)
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    assert statements(client, "/p/p/t/D2/pyramid/ann/") == few <= 12
