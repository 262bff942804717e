"""The page of topic roles."""

import pytest

from annotator.work.states.models import TopicRole
from tests.factories import make_member, make_pyramid, make_topic
from tests.scenes import Scene, annotated_topic, make_scene, signed_in, statements

ADDRESS = "/p/p/team/"


def test_a_click_gives_a_role_and_another_takes_it(scene: Scene) -> None:
    topic, client = make_topic(scene.project, "D1"), signed_in(scene.manager)
    value = f"{topic.pk}:{scene.annotator.pk}"
    assert f'value="give:{value}"' in client.get(ADDRESS).content.decode()
    answer = client.post(f"{ADDRESS}?role=adjudicator", {"change": f"give:{value}"})
    cell = f"c-{topic.pk}-{scene.annotator.pk}"
    assert answer.headers["Location"] == f"{ADDRESS}?role=adjudicator#{cell}"
    assert TopicRole.objects.get().role == "adjudicator"
    page = client.get(f"{ADDRESS}?role=adjudicator").content.decode()
    assert "annotator-p is adjudicator of D1." in page
    assert f'value="take:{value}"' in page
    client.post(f"{ADDRESS}?role=adjudicator", {"change": f"take:{value}"})
    assert not TopicRole.objects.exists()


def test_unfinished_work_is_marked_and_refused_with_a_sentence(scene: Scene) -> None:
    topic = make_topic(scene.project, "D1")
    make_pyramid(topic, scene.annotator)
    client = signed_in(scene.manager)
    assert "has unfinished work on D1" in client.get(ADDRESS).content.decode()
    answer = client.post(ADDRESS, {"change": f"give:{topic.pk}:{scene.annotator.pk}"})
    assert answer.status_code == 400
    assert "Members cannot review or adjudicate a topic while their own" in answer.content.decode()


def test_all_gives_those_that_can_be(scene: Scene) -> None:
    first, second = make_topic(scene.project, "D1"), make_topic(scene.project, "D2")
    make_pyramid(first, scene.annotator)
    signed_in(scene.manager).post(ADDRESS, {"change": f"give:all:{scene.annotator.pk}"})
    assert [role.topic for role in TopicRole.objects.all()] == [second]


@pytest.mark.parametrize("change", ["", "give:1", "own:1:1", "give:x:1"])
def test_what_is_no_cell_is_refused(scene: Scene, change: str) -> None:
    assert signed_in(scene.manager).post(ADDRESS, {"change": change}).status_code == 400


def test_rows_of_other_projects_do_not_exist(scene: Scene) -> None:
    other, topic = make_scene("other"), make_topic(scene.project)
    for value in (f"{make_topic(other.project).pk}:{scene.annotator.pk}", f"{topic.pk}:{other.annotator.pk}"):
        assert signed_in(scene.manager).post(ADDRESS, {"change": f"give:{value}"}).status_code == 404


def test_an_empty_project_says_what_to_do(scene: Scene) -> None:
    assert "add topics first" in signed_in(scene.manager).get(ADDRESS).content.decode()


def test_statements_do_not_grow(scene: Scene) -> None:
    annotated_topic(scene.project, scene.manager)
    client = signed_in(scene.manager)
    few = statements(client, ADDRESS)
    for number in range(2, 5):
        annotated_topic(scene.project, make_member(scene.project), f"D{number}", peers=3)
    assert statements(client, ADDRESS) == few
