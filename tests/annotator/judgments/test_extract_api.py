"""Extracts through the API: their sentences in order, and adding one from keys or numbers."""

from typing import Any

import pytest

from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Project, Topic
from tests.factories import make_document, make_topic
from tests.scenes import Scene, signed_in, statements

LIST = "/api/projects/p/topics/D1/extracts/"


@pytest.fixture(autouse=True)
def topic(scene: Scene) -> Topic:
    topic = make_topic(scene.project, "D1")
    make_document(topic, "41")
    return topic


def post(scene: Scene, **body: Any) -> Any:
    return signed_in(scene.manager).post(LIST, body, content_type="application/json")


def test_an_extract_is_added_and_listed_with_its_sentences(scene: Scene) -> None:
    answer = post(scene, summarizer="lead", label="10", sentences=["41.2", "41#1", "41.2"])
    assert answer.status_code == 201
    assert answer.json()["notes"] == ["Sentence 41.2 is there twice; it counts once."]
    (row,) = signed_in(scene.manager).get(LIST).json()["results"]
    assert row == answer.json()["extract"]
    assert (row["summarizer"], row["label"], row["list"], row["peer"]) == ("lead", "10", 1, None)
    assert row["sentences"] == ["41#2", "41#1"]


def test_an_extract_can_be_of_an_earlier_list(scene: Scene, topic: Topic) -> None:
    for _ in range(2):
        create_document_sentence_list(topic=topic, by=scene.manager)
    assert post(scene, summarizer="lead", sentences=[], list=1).json()["extract"]["list"] == 1
    assert post(scene, summarizer="lead", sentences=[]).json()["extract"]["list"] == 2
    assert post(scene, summarizer="lead", sentences=[], list=3).status_code == 404


def test_extracts_are_filtered_by_summarizer_and_label(scene: Scene, topic: Topic) -> None:
    for summarizer, label in (("lead", "10"), ("lead", "20"), ("tail", "10")):
        add_extract(topic=topic, summarizer=summarizer, label=label, sentences=[], by=None)
    rows = signed_in(scene.manager).get(f"{LIST}?summarizer=lead&label=20").json()["results"]
    assert [(row["summarizer"], row["label"]) for row in rows] == [("lead", "20")]
    assert signed_in(scene.manager).get(f"{LIST}?x=1").status_code == 400


def test_only_managers_see_extracts_of_masked_summarizers(scene: Scene, topic: Topic) -> None:
    add_extract(topic=topic, summarizer="Zebra", sentences=["41.1"], by=None)
    annotator = next(member for member in scene.members.values() if member.role == "annotator")
    Project.objects.update(mask_summarizers=True)
    assert signed_in(annotator).get(LIST).json()["count"] == 0
    assert signed_in(scene.manager).get(LIST).json()["count"] == 1


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"sentences": []}, 400, "summarizer"),
        ({"summarizer": "lead"}, 400, "sentences"),
        ({"summarizer": "lead", "sentences": "41.1"}, 400, "sentences"),
        ({"summarizer": "lead", "sentences": [["41.1"]]}, 400, "sentences[0]"),
        ({"summarizer": "lead", "sentences": ["41.1"] * 5_001}, 400, "sentences"),
        ({"summarizer": "lead", "sentences": [], "list": 0}, 400, "list"),
        ({"summarizer": "lead", "sentences": [], "label": "x" * 41}, 400, "label"),
        ({"summarizer": "a/b", "sentences": []}, 400, "summarizer"),
        ({"summarizer": "lead", "sentences": ["41.9"]}, 409, ""),
    ],
)
def test_a_bad_body_is_refused_with_its_field(body: Any, status: int, field: str, scene: Scene) -> None:
    answer = post(scene, **body)
    assert answer.status_code == status, answer.content
    assert field in {error["field"] for error in answer.json()["errors"]}
    assert not Extract.objects.exists()


def test_the_number_of_queries_does_not_grow(scene: Scene, topic: Topic) -> None:
    add_extract(topic=topic, summarizer="lead", sentences=["41.1"], by=None)
    browser = signed_in(scene.manager)
    few = statements(browser, LIST)
    for number in range(9):
        add_extract(topic=topic, summarizer=f"s{number}", sentences=["41.1", "41.2"], by=None)
    assert statements(browser, LIST) == few
