"""Documents through the API: rows without texts, one with its text and tokens, and adding several at once."""

from typing import Any

import pytest

from annotator.projects.documents.models import Document
from annotator.projects.models import Topic
from tests.factories import make_document, make_topic
from tests.scenes import Scene, signed_in, statements

LIST = "/api/projects/p/topics/D1/documents/"


@pytest.fixture(autouse=True)
def topic(scene: Scene) -> Topic:
    return make_topic(scene.project, "D1")


def post(scene: Scene, body: Any) -> Any:
    return signed_in(scene.manager).post(LIST, body, content_type="application/json")


def test_documents_are_listed_in_order_and_read_one_by_one(scene: Scene, topic: Topic) -> None:
    make_document(topic, "b")
    make_document(topic, "a 1", "The tide turned.")
    browser = signed_in(scene.manager)
    rows = browser.get(LIST).json()["results"]
    assert [(row["key"], row["word_count"], row["sentence_count"], row["length"]) for row in rows] == [
        ("b", 8, 2, 37),
        ("a 1", 3, 1, 16),
    ]
    assert "text" not in rows[0]
    document = browser.get(rows[1]["url"]).json()
    assert (document["text"], document["words"]) == ("The tide turned.", [0, 3, 4, 8, 9, 15])
    assert (document["sentences"], document["direction"]) == ([0, 16], "ltr")


def test_several_are_added_with_notes(scene: Scene, topic: Topic) -> None:
    body = {"documents": [{"key": "41", "text": "A.\r\n"}, {"key": "42", "title": "Tide", "text": "  B. "}]}
    answer = post(scene, body)
    assert answer.status_code == 201
    assert answer.json()["notes"] == ["41: line ends were made LF"]
    assert [row["key"] for row in answer.json()["documents"]] == ["41", "42"]
    assert list(topic.documents.values_list("title", "text")) == [("", "A.\n"), ("Tide", "  B. ")]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({}, 400, "documents"),
        ({"documents": []}, 400, "documents"),
        ({"documents": [{"key": "41"}]}, 400, "documents[0].text"),
        ({"documents": [{"key": "a/b", "text": "A."}]}, 400, "documents[0].key"),
        ({"documents": [{"key": "41", "text": 5, "extra": 1}]}, 400, "documents[0].extra"),
        ({"documents": [{"key": "41", "text": "A."}] * 101}, 400, "documents"),
        ({"documents": [{"key": "41", "text": "A."}] * 2}, 409, ""),
        ({"documents": [{"key": "41", "text": "..."}]}, 409, ""),
    ],
)
def test_a_bad_body_is_refused_with_its_field(body: Any, status: int, field: str, scene: Scene) -> None:
    answer = post(scene, body)
    assert answer.status_code == status
    assert field in {error["field"] for error in answer.json()["errors"]}
    assert not Document.objects.exists()


def test_the_number_of_queries_does_not_grow(scene: Scene, topic: Topic) -> None:
    make_document(topic)
    browser = signed_in(scene.manager)
    few = statements(browser, LIST)
    for number in range(9):
        make_document(topic, str(number))
    assert statements(browser, LIST) == few
