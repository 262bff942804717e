"""The pages of a topic's documents: reading, adding, correcting, and extracts with their sentences highlighted."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract
from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Topic
from tests.factories import make_document, make_topic
from tests.scenes import Scene, signed_in, statements

PAGE, ADD, EXTRACTS = "/p/p/t/D1/documents/", "/p/p/t/D1/documents/add/", "/p/p/t/D1/extracts/"
EDIT = "/p/p/t/D1/documents/of/41/"
MEAD = b'<EXTRACT QID="D1" COMPRESSION="10" SYSTEM="lead"><S DID="41" SNO="2"/><S DID="41" SNO="2"/></EXTRACT>'


@pytest.fixture(autouse=True)
def topic(scene: Scene) -> Topic:
    return make_topic(scene.project, "D1")


def get(scene: Scene, path: str = PAGE, who: Any = None) -> str:
    answer = signed_in(who or scene.manager).get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def post(scene: Scene, path: str, **fields: Any) -> Any:
    return signed_in(scene.manager).post(path, fields)


def file(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def test_a_topic_without_documents_says_how_to_add_them(scene: Scene) -> None:
    assert "No documents yet" in get(scene)


def test_the_topic_leads_to_documents_and_managers_to_lists(scene: Scene) -> None:
    annotator = next(member for member in scene.members.values() if member.role == "annotator")
    for who, is_manager in ((scene.manager, True), (annotator, False)):
        page = get(scene, "/p/p/t/D1/", who)
        assert f'href="{PAGE}"' in page
        assert ('href="/p/p/t/D1/units/"' in page) == is_manager


def test_sentences_are_numbered_after_the_document(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    make_document(topic, "42", "The tide turned.")
    first, second = get(scene), get(scene, f"{PAGE}?document=42")
    assert 'id="s41.2"' in first
    assert "It stood by a river." in first
    assert "The tide turned." not in first
    assert 'id="s42.1"' in second


def test_the_sentences_of_an_extract_are_highlighted_with_their_places(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    make_document(topic, "42", "The tide turned.")
    extract, _ = add_extract(topic=topic, summarizer="lead", label="10", sentences=["42.1", "41.2"], by=None)
    page = get(scene, f"{PAGE}?extract={extract.pk}")  # opens the document of its first sentence
    assert "<mark>The tide turned.</mark> <small" in page
    assert "(number 1 of the extract)" in page
    other = get(scene, f"{PAGE}?extract={extract.pk}&document=41")
    assert "<mark>It stood by a river.</mark>" in other
    assert "<mark>The mill burned.</mark>" not in other


def test_an_extract_keeps_its_sentences_when_they_are_corrected(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["41.2"], by=None)
    assert post(scene, EDIT, how="sentences", first_words="0,5").status_code == 302
    page = get(scene, f"{PAGE}?extract={extract.pk}")
    assert "<mark>The mill burned. It stood</mark>" in page
    assert "<mark>by a river.</mark>" in page


@pytest.mark.parametrize("query", ["document=99", "extract=1", "extract=x", "extract=99999999999999999999"])
def test_what_is_not_there_is_not_found(query: str, scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    assert signed_in(scene.manager).get(f"{PAGE}?{query}").status_code == 404


def test_annotators_see_extracts_only_when_summarizers_are_shown(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    extract, _ = add_extract(topic=topic, summarizer="Zebra", sentences=["41.2"], by=None)
    annotator = next(member for member in scene.members.values() if member.role == "annotator")
    Project.objects.update(mask_summarizers=True)
    assert "Zebra" in get(scene)
    page = get(scene, who=annotator)
    assert "Zebra" not in page
    assert "once a manager reveals the topic" in page
    assert signed_in(annotator).get(f"{PAGE}?extract={extract.pk}").status_code == 404
    Project.objects.update(mask_summarizers=False)
    assert "Zebra" in get(scene, who=annotator)


def test_documents_are_typed_or_uploaded(scene: Scene, topic: Topic) -> None:
    typed = post(scene, ADD, how="paste", key="41", title="A mill", text="A mill.\r\nIt burned.\r\n")
    assert typed.headers["Location"] == PAGE
    files = [file("b 2.txt", b"\xef\xbb\xbfTwo."), file("a.txt", "Zwei Mühlen.".encode())]
    sent = signed_in(scene.manager).post(ADD, {"how": "files", "uploads": files}, follow=True)
    assert "b 2: a byte order mark was removed" in sent.content.decode()
    assert list(topic.documents.values_list("key", "title", "text")) == [
        ("41", "A mill", "A mill.\nIt burned.\n"),
        ("a", "", "Zwei Mühlen."),
        ("b 2", "", "Two."),
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"key": "41", "text": "A\x00b"}, "Null characters are not allowed."),
        ({"key": "41", "text": "A\x07b"}, "U+0007"),
        ({"key": "a/b", "text": "A."}, "cannot contain a slash"),
        ({"key": "", "text": "A."}, "This field is required."),
        ({"key": "41", "text": "..."}, "This text contains no words."),
        ({"key": "40", "text": "A."}, "already has a document"),
        ({"how": "files"}, "Choose at least one file."),
    ],
)
def test_a_bad_document_is_refused_with_a_sentence(fields: dict[str, str], sentence: str, scene: Scene) -> None:
    make_document(scene.project.topics.get(), "40")
    answer = post(scene, ADD, **{"how": "paste", **fields})
    assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
    assert Document.objects.count() == 1


def test_titles_and_sentences_are_saved_and_documents_deleted(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    assert post(scene, EDIT, how="title", title="The mill").headers["Location"] == EDIT
    assert post(scene, EDIT, how="sentences", first_words="0,4").status_code == 302
    document = Document.objects.get()
    assert (document.title, document.sentences) == ("The mill", [0, 19, 20, 37])
    assert post(scene, EDIT, how="delete").headers["Location"] == PAGE
    assert not Document.objects.exists()


def test_a_document_with_fixed_sentences_is_not_deleted(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    add_extract(topic=topic, summarizer="lead", sentences=[], by=None)
    answer = signed_in(scene.manager).post(EDIT, {"how": "delete"}, follow=True)
    assert "a list of items has its sentences" in answer.content.decode()
    assert Document.objects.exists()


@pytest.mark.parametrize("words", ["", "x", "1,,2", "-1", "0,99", "٣", "9999999999"])
def test_unreadable_boundaries_are_refused(words: str, scene: Scene, topic: Topic) -> None:
    document = make_document(topic, "41")
    answer = post(scene, EDIT, how="sentences", first_words=words)
    assert (answer.status_code, "errorlist" in answer.content.decode()) == (400, True)
    assert Document.objects.get().sentences == document.sentences


def test_extracts_are_typed_uploaded_and_deleted(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    assert post(scene, EXTRACTS, summarizer="tail", sentences="41.2, 41.1\n41.2").status_code == 302
    sent = signed_in(scene.manager).post(EXTRACTS, {"how": "files", "uploads": [file("a.extract", MEAD)]}, follow=True)
    assert "a.extract: Sentence 41#2 is there twice; it counts once." in sent.content.decode()
    chosen = {str(one): [item.item.key for item in one.extracted_items.all()] for one in Extract.objects.all()}
    assert chosen == {"lead 10": ["41#2"], "tail": ["41#2", "41#1"]}
    tail = Extract.objects.get(summarizer="tail")
    assert post(scene, EXTRACTS, how="delete", extract=tail.pk).headers["Location"] == PAGE
    assert [str(one) for one in Extract.objects.all()] == ["lead 10"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"summarizer": "lead", "sentences": "41.9"}, "has no sentence “41.9”"),
        ({"summarizer": "a/b", "sentences": "41.1"}, "cannot contain a slash"),
        ({"summarizer": "lead", "label": "x" * 41}, "at most 40 characters"),
        ({"how": "files", "uploads": [file("a.extract", b"<a/>")]}, "a.extract: It is not one &lt;EXTRACT&gt;"),
        ({"how": "files", "uploads": [file("a.extract", MEAD.replace(b"41", b"42"))]}, "has no sentence “42#2”"),
    ],
)
def test_a_bad_extract_is_refused_with_a_sentence(fields: dict[str, Any], sentence: str, scene: Scene) -> None:
    make_document(scene.project.topics.get(), "41")
    answer = post(scene, EXTRACTS, **fields)
    assert (answer.status_code, sentence in answer.content.decode()) == (400, True)
    assert not Extract.objects.exists()


@pytest.mark.parametrize("extract", ["", "x", "1"])
def test_an_extract_that_is_not_there_is_not_deleted(extract: str, scene: Scene) -> None:
    assert post(scene, EXTRACTS, how="delete", extract=extract).status_code == 404


def test_the_number_of_queries_does_not_grow(scene: Scene, topic: Topic) -> None:
    make_document(topic, "41")
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["41.1"], by=None)
    browser, address = signed_in(scene.manager), f"{PAGE}?extract={extract.pk}"
    few = statements(browser, address)
    for number in range(12):
        make_document(topic, str(number))
        add_extract(topic=topic, summarizer=f"s{number}", sentences=["41.1", "41.2"], by=None)
    assert statements(browser, address) == few
    assert few <= 12
