"""Letting another member edit a pyramid."""

import pytest

from annotator.models import PeerAnnotation
from tests.annotator.views.scene import Scene, make_scene, signed_in

ADDRESS = "/p/p/t/D1/pyramid/ann/editors/"


def test_a_manager_names_an_editor(scene: Scene, annotation: PeerAnnotation) -> None:
    answer = signed_in(scene.manager).post(ADDRESS, {"name": scene.annotator.name}, follow=True)
    page = answer.content.decode()
    assert "annotator-p can now edit the pyramid of ann." in page
    assert "edited with annotator-p" in page
    assert list(annotation.release.pyramid.editors.all()) == [scene.annotator]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Choose a member who may annotate."),
        ("nobody", "Choose a member who may annotate."),
        ("manager-other", "Choose a member who may annotate."),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_somebody_who_is_no_member_cannot_be_one(
    scene: Scene, annotation: PeerAnnotation, name: str, sentence: str
) -> None:
    make_scene("other")
    answer = signed_in(scene.manager).post(ADDRESS, {"name": name}, follow=True)
    assert sentence in answer.content.decode()
    assert not annotation.release.pyramid.editors.exists()


def test_a_viewer_cannot_be_one(scene: Scene, annotation: PeerAnnotation) -> None:
    answer = signed_in(scene.manager).post(ADDRESS, {"name": scene.viewer.name}, follow=True)
    assert "Choose a member who may annotate." in answer.content.decode()
    assert not annotation.release.pyramid.editors.exists()
