"""Lifting blindness and masks from a topic: for managers, once, for good."""

import pytest

from annotator.projects.models import Topic
from annotator.work.models import Work
from tests.scenes import Scene, signed_in, statements

REVEAL, PAGE = "/p/p/t/D1/reveal/", "/p/p/t/D1/"
HIDDEN = "you see only your own work"


@pytest.fixture
def blind(scene: Scene, annotation: Work) -> Scene:
    """The project made blind; the annotation is the manager's."""
    scene.project.blind = True
    scene.project.save()
    return scene


def test_a_manager_reveals_a_topic_and_all_members_see_it(blind: Scene) -> None:
    annotator, manager = signed_in(blind.annotator), signed_in(blind.manager)
    before = annotator.get(PAGE).content.decode()
    assert HIDDEN in before
    assert "/pyramid/ann/" not in before
    answer = manager.post(REVEAL, follow=True)
    assert "all members now see its work" in answer.content.decode()
    after = annotator.get(PAGE).content.decode()
    assert HIDDEN not in after
    assert "/pyramid/ann/" in after


def test_nobody_else_may(blind: Scene) -> None:
    for member in (blind.annotator, blind.viewer):
        assert signed_in(member).post(REVEAL).status_code == 403
    assert Topic.objects.get().revealed_at is None


def test_it_is_done_once_and_the_time_stays(blind: Scene) -> None:
    manager = signed_in(blind.manager)
    manager.post(REVEAL)
    at = Topic.objects.get().revealed_at
    assert at is not None
    assert "is already revealed" in manager.post(REVEAL, follow=True).content.decode()
    assert Topic.objects.get().revealed_at == at


def test_where_nothing_is_hidden_there_is_nothing_to_reveal(scene: Scene, annotation: Work) -> None:
    manager = signed_in(scene.manager)
    assert REVEAL not in manager.get(PAGE).content.decode()
    assert "Nothing in this topic is hidden" in manager.post(REVEAL, follow=True).content.decode()


def test_another_topic_stays_hidden(blind: Scene) -> None:
    Topic.objects.create(project=blind.project, key="D2")
    signed_in(blind.manager).post(REVEAL)
    assert Topic.objects.get(key="D2").revealed_at is None


@pytest.mark.parametrize("path", ["", "t/D1/", "scores/"])
def test_hiding_takes_no_more_statements(blind: Scene, path: str) -> None:
    annotator = signed_in(blind.annotator)
    hidden = statements(annotator, f"/p/p/{path}")
    signed_in(blind.manager).post(REVEAL)
    assert hidden <= statements(annotator, f"/p/p/{path}")
