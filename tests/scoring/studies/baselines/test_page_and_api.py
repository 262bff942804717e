"""Baselines are added on a page and through the API: for one topic or all, and as peers on request only."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Project, Summary, Topic
from scoring.studies.baselines import services
from tests.factories import make_document, make_summary, make_topic
from tests.scenes import Scene, make_scene, signed_in

PAGE, DOCUMENTS, API = "/p/p/t/D1/baselines/", "/p/p/t/D1/documents/", "/api/projects/p/baselines/"
FIELDS = {"names": ["LEAD"], "number": 1, "unit": "sentences", "lead_from": "newest", "seed": 1}
TEXT = "The mill burned. It stood by  a river. The tide turned the wheel."


pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return make_scene("p")


@pytest.fixture(autouse=True)
def topic(scene: Scene) -> Topic:
    topic = make_topic(scene.project, "D1")
    make_document(topic, "41", TEXT)
    return topic


def post(scene: Scene, **changes: Any) -> Any:
    return signed_in(scene.manager).post(PAGE, {**FIELDS, **changes}, follow=True)


def call(scene: Scene, **body: Any) -> Any:
    return signed_in(scene.manager).post(API, body, content_type="application/json")


def extracts() -> list[tuple[str, str, str, list[str]]]:
    return [
        (
            extract.items.topic.key,
            extract.summarizer,
            extract.label,
            [extracted.item.key for extracted in extract.extracted_items.all()],
        )
        for extract in Extract.objects.order_by("items__topic__key", "summarizer", "label")
    ]


def test_the_page_adds_extracts_to_one_topic_or_to_all(scene: Scene) -> None:
    form = signed_in(scene.manager).get(PAGE).content.decode()
    assert form.count("checked") == 3  # the three baselines; neither all topics nor peers
    make_document(make_topic(scene.project, "D2"), "51")
    make_topic(scene.project, "D3")  # without documents
    shown = post(scene).content.decode()
    assert "Added: LEAD." in shown
    assert extracts() == [("D1", "LEAD", "1 sentence", ["41#1"])]
    shown = post(scene, all_topics="on").content.decode()
    assert "Added: LEAD. 1 extract was there already." in shown
    assert [(topic, keys) for topic, _, _, keys in extracts()] == [("D1", ["41#1"]), ("D2", ["51#1"])]
    assert not Summary.objects.exists()


def test_settings_that_are_not_the_default_are_in_the_name(scene: Scene) -> None:
    post(scene, names=["LEAD", "RAND"], lead_from="each", seed=7, number=100, unit="percent")
    assert extracts() == [("D1", name, "100", ["41#1", "41#2", "41#3"]) for name in ("LEAD-each", "RAND-7")]


def test_a_note_says_what_could_not_be_done_as_asked(scene: Scene, topic: Topic) -> None:
    make_document(topic, "NYT19990101.1", "A fire.")
    shown = post(scene, number=3).content.decode()
    assert "D1: Not every document has a date in its key: LEAD takes the last one, NYT19990101.1" in shown
    assert "D1: LEAD has only 1 sentence with 2 words: there are no others." in shown


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"number": 0}, "greater than or equal to 1"),
        ({"number": 101, "unit": "percent"}, "Choose at most 100 percent."),
        ({"number": "many"}, "Enter a whole number."),
        ({"names": []}, "This field is required."),
        ({"names": ["BEST"]}, "Select a valid choice."),
        ({"seed": -1}, "greater than or equal to 0"),
        ({"lead_from": "last"}, "Select a valid choice."),
    ],
)
def test_bad_input_is_explained_and_nothing_is_added(scene: Scene, changes: dict[str, Any], why: str) -> None:
    answer = post(scene, **changes)
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert call(scene, **{**FIELDS, **changes}).status_code == 400
    assert not Extract.objects.exists()


def test_what_cannot_be_added_is_refused_whole(scene: Scene, topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    items = create_document_sentence_list(topic=topic, by=scene.manager)
    add_extract(topic=topic, items=items, summarizer="LEAD", label="1 sentence", sentences=["41.2"], by=None)
    answer = post(scene, names=["RAND", "LEAD"])
    assert answer.status_code == 400
    assert "List 1 already has an extract “LEAD 1 sentence”" in answer.content.decode()
    assert Extract.objects.count() == 1
    monkeypatch.setattr(services, "MAX_SENTENCES", 2)
    assert "These documents have 3 sentences, and at most 2 are possible here" in post(scene).content.decode()
    make_topic(scene.project, "D2")
    answer = signed_in(scene.manager).post(PAGE.replace("D1", "D2"), FIELDS)
    assert "This topic has no documents yet." in answer.content.decode()


def test_a_baseline_is_a_peer_only_on_request_and_only_once(scene: Scene, topic: Topic) -> None:
    post(scene, number=2)
    assert not Summary.objects.exists()
    for _ in range(2):
        post(scene, number=2, keep="on")
    peer = Summary.objects.get()
    assert (peer.kind, peer.summarizer, peer.text) == ("peer", "LEAD", "The mill burned.\nIt stood by a river.")
    assert Extract.objects.get().summary == peer
    page = signed_in(scene.manager).get(DOCUMENTS).content.decode()
    assert "also a peer" in page
    assert "Keep as peer" not in page
    # Another length would be another text of the same summarizer.
    answer = post(scene, number=1, keep="on")
    assert (
        "LEAD already has a peer with another text on topic D1, and a summarizer has only one peer on each topic. "
        "Delete that peer first, or add the extract without making it a peer."
    ) in answer.content.decode()
    assert Extract.objects.count() == 1


def test_any_extract_can_be_kept_as_a_peer_later(scene: Scene, topic: Topic) -> None:
    system, _ = add_extract(topic=topic, summarizer="system", sentences=["41.3"], by=None)
    empty, _ = add_extract(topic=topic, summarizer="empty", sentences=[], by=None)
    existing = make_summary(topic, "peer", text="The tide  turned the wheel.", summarizer="system")
    client = signed_in(scene.manager)
    assert client.get(DOCUMENTS).content.decode().count("Keep as peer") == 1  # not of the empty extract
    for extract, answer in (
        (system, "Kept as peer: system."),
        (empty, "an extract without sentences cannot be a peer"),
    ):
        page = client.post("/p/p/t/D1/extracts/", {"how": "keep", "extract": extract.pk}, follow=True)
        assert answer in page.content.decode()
    system.refresh_from_db()
    assert (system.summary, Summary.objects.count()) == (existing, 1)  # the same words: linked, not added


def test_a_kept_baseline_is_masked_like_every_peer(scene: Scene) -> None:
    Project.objects.update(mask_summarizers=True)
    post(scene, keep="on")
    annotator = next(member for member in scene.members.values() if member.role == "annotator")
    client = signed_in(annotator)
    peer = Summary.objects.get()
    assert peer.mask
    for path in (DOCUMENTS, "/p/p/t/D1/", "/api/projects/p/topics/D1/extracts/", "/api/projects/p/topics/D1/"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert "LEAD" not in answer.content.decode()


def test_the_api_does_the_same(scene: Scene) -> None:
    make_document(make_topic(scene.project, "D2"), "51")
    answer = call(scene, names=["LEAD", "LEAD"], number=1, unit="sentences", keep=True)
    assert answer.status_code == 201
    first, second = answer.json()["baselines"]
    assert first == {
        "topic": "D1",
        "summarizer": "LEAD",
        "label": "1 sentence",
        "sentences": ["41#1"],
        "peer": "LEAD",
        "is_new": True,
        "notes": [],
    }
    assert second["topic"] == "D2"
    again = call(scene, names=["LEAD"], number=1, unit="sentences", topics=["D1"]).json()["baselines"]
    assert [(row["topic"], row["is_new"]) for row in again] == [("D1", False)]
    assert call(scene, names=["LEAD"], number=1, topics=["D9"]).status_code == 404
    assert call(scene, names=["LEAD"], number=1, unknown=1).status_code == 400


def test_queries_grow_with_topics_only(scene: Scene, topic: Topic) -> None:
    make_document(topic, "42")
    with CaptureQueriesContext(connection) as of_two_documents:
        assert call(scene, names=["LEAD", "RAND"], number=1, unit="sentences").status_code == 201
    for key in ("51", "52", "53"):
        make_document(topic, key)
    create_document_sentence_list(topic=topic, by=scene.manager)
    with CaptureQueriesContext(connection) as of_five_documents:
        assert call(scene, names=["LEAD", "RAND"], number=1, unit="sentences").status_code == 201
    assert len(of_five_documents) <= len(of_two_documents)
