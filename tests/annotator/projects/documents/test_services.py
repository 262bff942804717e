"""Documents are added by the rules of summaries, renamed, corrected at sentence ends, and deleted while unused."""

import pytest

from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.documents.models import Document
from annotator.projects.documents.services import (
    MAX_DOCUMENTS,
    NewDocument,
    add_documents,
    correct_sentences,
    delete_document,
    rename_document,
)
from annotator.projects.models import Membership, Topic
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_topic

pytestmark = pytest.mark.django_db

TEXT = "The mill burned. It stood by a river."


@pytest.fixture
def topic() -> Topic:
    return make_topic(make_project())


@pytest.fixture
def manager(topic: Topic) -> Membership:
    return make_member(topic.project, "manager")


def add(topic: Topic, key: str = "41", text: str | bytes = TEXT) -> Document:
    (document,), _ = add_documents(topic=topic, documents=[NewDocument(key, text)], by=None)
    return document


def sentences(document: Document) -> list[str]:
    document.refresh_from_db()
    bounds = zip(document.sentences[::2], document.sentences[1::2], strict=True)
    return [document.text[start:end] for start, end in bounds]


def test_documents_get_words_sentences_direction_and_places_in_order(topic: Topic, manager: Membership) -> None:
    new = [NewDocument("41", TEXT, " The mill "), NewDocument("42", "المطحنة احترقت.")]
    documents, notes = add_documents(topic=topic, documents=new, by=manager)
    assert notes == []
    assert [(one.key, one.title, one.position, one.direction) for one in topic.documents.all()] == [
        ("41", "The mill", 0, "ltr"),
        ("42", "", 1, "rtl"),
    ]
    assert sentences(documents[0]) == ["The mill burned.", "It stood by a river."]
    assert add(topic, "43").position == 2


def test_the_text_is_stored_unchanged_but_for_line_ends_and_byte_order_mark(topic: Topic) -> None:
    new = NewDocument("41", b"\xef\xbb\xbfA mill.  \r\n\tIt burned.\r\n")
    (document,), notes = add_documents(topic=topic, documents=[new], by=None)
    assert document.text == "A mill.  \n\tIt burned.\n"
    assert document.ends_with_newline
    assert notes == ["41: a byte order mark was removed", "41: line ends were made LF"]


def test_every_text_that_cannot_be_added_is_named_and_none_is_added(topic: Topic) -> None:
    add(topic, "41")
    new = [
        NewDocument("40", TEXT),
        NewDocument("41", TEXT),
        NewDocument("42", "A\x00b"),
        NewDocument("43", "..."),
        NewDocument("a/b", TEXT),
        NewDocument("44", b"\xff\xfea"),
        NewDocument(" ", TEXT),
    ]
    with pytest.raises(ServiceRefused) as refused:
        add_documents(topic=topic, documents=new, by=None)
    assert [reason.split(":")[0] for reason in refused.value.reasons] == [
        "41", "42", "43", "a/b", "44", "A document without a key",
    ]  # fmt: skip
    assert "U+0000" in refused.value.reasons[1]
    assert topic.documents.count() == 1


def test_a_topic_has_a_greatest_number_of_documents(topic: Topic) -> None:
    many = [NewDocument(str(number), "A mill.") for number in range(MAX_DOCUMENTS + 1)]
    with pytest.raises(ServiceRefused, match="at most 200"):
        add_documents(topic=topic, documents=many, by=None)
    added, _ = add_documents(topic=topic, documents=many[1:], by=None)
    assert len(added) == MAX_DOCUMENTS


def test_sentences_begin_where_a_manager_says(topic: Topic, manager: Membership) -> None:
    document = add(topic, text="He said: “It burned.” She left (early).\n")
    # Words: He said It burned She left early.
    correct_sentences(document=document, first_words=[2, 6], by=manager)
    assert sentences(document) == ["He said:", "“It burned.” She left", "(early)."]
    correct_sentences(document=document, first_words=[], by=manager)
    assert sentences(document) == ["He said: “It burned.” She left (early)."]


@pytest.mark.parametrize("word", [-1, 8])
def test_a_sentence_cannot_begin_with_a_word_that_is_not_there(word: int, topic: Topic, manager: Membership) -> None:
    document = add(topic)
    with pytest.raises(ServiceRefused, match=f"no word {word}"):
        correct_sentences(document=document, first_words=[word], by=manager)
    assert len(sentences(document)) == 2


def test_lists_keep_their_sentences_when_they_are_corrected(topic: Topic, manager: Membership) -> None:
    document = add(topic)
    fixed = create_document_sentence_list(topic=topic, by=manager)
    correct_sentences(document=document, first_words=[], by=manager)
    assert [item.text for item in fixed.items.all()] == ["The mill burned.", "It stood by a river."]


def test_a_title_can_be_changed(topic: Topic, manager: Membership) -> None:
    document = add(topic)
    rename_document(document=document, title=" Tide mill ", by=manager)
    document.refresh_from_db()
    assert (document.title, document.text) == ("Tide mill", TEXT)


def test_a_document_is_deleted_unless_a_list_has_its_sentences(topic: Topic, manager: Membership) -> None:
    unused, used = add(topic, "41"), add(topic, "42")
    delete_document(document=unused, by=manager)
    create_document_sentence_list(topic=topic, by=manager)
    with pytest.raises(ServiceRefused, match="list of items has its sentences"):
        delete_document(document=used, by=manager)
    assert list(topic.documents.all()) == [used]


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_only_managers_write_documents(role: str, topic: Topic) -> None:
    member, document = make_member(topic.project, role), add(topic)
    for call in (
        lambda: add_documents(topic=topic, documents=[NewDocument("42", TEXT)], by=member),
        lambda: correct_sentences(document=document, first_words=[], by=member),
        lambda: rename_document(document=document, title="x", by=member),
        lambda: delete_document(document=document, by=member),
    ):
        with pytest.raises(NotAllowed):
            call()
    document.refresh_from_db()
    assert (topic.documents.count(), document.title, len(document.sentences)) == (1, "", 4)
