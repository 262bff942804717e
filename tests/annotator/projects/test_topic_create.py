"""Making a topic."""

import pytest

from annotator.projects.models import Topic
from tests.factories import make_topic
from tests.scenes import Scene, signed_in

ADDRESS = "/p/p/new-topic/"


def test_a_manager_makes_a_topic(scene: Scene) -> None:
    given = {"key": " D0601 ", "title": "Wetlands", "statement": "What was done?\nBy whom?"}
    answer = signed_in(scene.manager).post(ADDRESS, given)
    assert answer.headers["Location"] == "/p/p/t/D0601/"
    topic = Topic.objects.get(project=scene.project)
    assert (topic.key, topic.title) == ("D0601", "Wetlands")
    assert topic.statement.split() == given["statement"].split()


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("", "This field is required."),
        ("a/b", "it cannot contain a slash."),
        ("a\\b", "it cannot contain a slash."),
        ("..", "it cannot consist of dots."),
        ("a\x00b", "Null characters are not allowed."),
        ("a\u200bb", "an invisible character"),
        ("x" * 101, "Ensure this value has at most 100 characters"),
        ("D1", "This project already has a topic “D1”."),
    ],
    ids=["empty", "slash", "backslash", "dots", "NUL", "invisible", "long", "taken"],
)
def test_a_key_that_cannot_be_is_refused_with_a_sentence(scene: Scene, key: str, sentence: str) -> None:
    make_topic(scene.project, "D1")
    answer = signed_in(scene.manager).post(ADDRESS, {"key": key, "title": "Kept"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert sentence in page
    assert 'value="Kept"' in page
    assert Topic.objects.count() == 1
    if key != "D1":  # a conflict, not a malformed key
        by_api = signed_in(scene.manager).post("/api/projects/p/topics/", {"key": key}, format="json")
        assert (by_api.status_code, by_api.data["errors"][0]["field"]) == (400, "key")
        if len(key) != 101 and "\0" not in key and key:
            assert sentence in by_api.data["detail"]
            text = {"kind": "peer", "summarizer": key, "text": "A text."}
            by_api = signed_in(scene.manager).post(
                "/api/projects/p/topics/D1/summaries/", {"summaries": [text]}, format="json"
            )
            assert (by_api.status_code, by_api.data["errors"][0]["field"]) == (400, "summaries[0].summarizer")


def test_another_project_may_have_the_same_key(scene: Scene) -> None:
    make_topic(key="D1")
    assert signed_in(scene.manager).post(ADDRESS, {"key": "D1"}).status_code == 302
