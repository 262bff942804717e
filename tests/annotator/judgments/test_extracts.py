"""Extracts of systems are stored from the keys or numbers of sentences, or from MEAD's files."""

import pytest

from annotator.interchange.judgments.extracts import import_extracts
from annotator.judgments.models import Extract
from annotator.judgments.services.extracts import add_extract, delete_extract
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.documents.services import NewDocument, add_documents
from annotator.projects.models import Membership, Topic
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_summary, make_topic

pytestmark = pytest.mark.django_db

MILL, TIDE = "The mill burned. It stood by a river.", "The tide turned the wheel."


@pytest.fixture
def topic() -> Topic:
    topic = make_topic(make_project(), "mill")
    add_documents(topic=topic, documents=[NewDocument("41", MILL), NewDocument("v1.2", TIDE)], by=None)
    return topic


@pytest.fixture
def manager(topic: Topic) -> Membership:
    return make_member(topic.project, "manager")


def keys(extract: Extract) -> list[str]:
    return [extracted.item.key for extracted in extract.extracted_items.order_by("position")]


def test_sentences_are_kept_in_the_order_of_the_extract(topic: Topic, manager: Membership) -> None:
    extract, notes = add_extract(
        topic=topic, summarizer="lead", label="10", sentences=["v1.2#1", "41.2", "41#1"], by=manager
    )
    assert keys(extract) == ["v1.2#1", "41#2", "41#1"]
    assert (notes, extract.items.number, str(extract)) == ([], 1, "lead 10")


def test_a_number_alone_is_enough_where_there_is_one_document() -> None:
    topic = make_topic(make_project())
    add_documents(topic=topic, documents=[NewDocument("41", MILL)], by=None)
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["2"], by=None)
    assert keys(extract) == ["41#2"]


def test_a_repeated_sentence_counts_once_and_is_reported(topic: Topic) -> None:
    extract, notes = add_extract(topic=topic, summarizer="lead", sentences=["41.2", "41#2", "41.1"], by=None)
    assert keys(extract) == ["41#2", "41#1"]
    assert notes == ["Sentence 41#2 is there twice; it counts once."]


def test_an_extract_without_sentences_is_kept_and_reported(topic: Topic) -> None:
    extract, notes = add_extract(topic=topic, summarizer="lead", sentences=[], by=None)
    assert keys(extract) == []
    assert notes == ["The extract has no sentences, so its scores are 0."]


def test_sentences_that_the_list_does_not_have_are_named(topic: Topic) -> None:
    wanted = ["41.1", "1", "41.3", "v1.2.9", "99.1"]
    with pytest.raises(ServiceRefused) as refused:
        add_extract(topic=topic, summarizer="lead", sentences=wanted, by=None)
    assert str(refused.value) == "List 1 of the documents’ sentences has no sentence “1”, “41.3”, “v1.2.9” and 1 more."
    assert not Extract.objects.exists()


def test_extracts_are_made_of_the_last_list(topic: Topic, manager: Membership) -> None:
    create_document_sentence_list(topic=topic, by=manager)
    last = create_document_sentence_list(topic=topic, by=manager)
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["41.1"], by=manager)
    assert extract.items == last


def test_a_summarizer_has_one_extract_for_each_label(topic: Topic) -> None:
    add_extract(topic=topic, summarizer="lead", label="10", sentences=["41.1"], by=None)
    add_extract(topic=topic, summarizer="lead", label="20", sentences=["41.1"], by=None)
    with pytest.raises(ServiceRefused, match="already has an extract “lead 10”"):
        add_extract(topic=topic, summarizer="lead", label="10", sentences=["41.2"], by=None)


@pytest.mark.parametrize(("text", "is_peer"), [("The mill burned.\n" + TIDE, True), ("The mill burned.", False)])
def test_the_peer_of_the_same_words_belongs_to_the_extract(text: str, is_peer: bool, topic: Topic) -> None:
    peer = make_summary(topic, "peer", text=text, summarizer="lead")
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=["41.1", "v1.2.1"], by=None)
    assert extract.summary == (peer if is_peer else None)


@pytest.mark.parametrize(("summarizer", "label"), [("", ""), ("a/b", ""), ("lead", "x" * 41), ("lead", "a\nb")])
def test_names_that_cannot_be_shown_are_refused(summarizer: str, label: str, topic: Topic) -> None:
    with pytest.raises(ServiceRefused):
        add_extract(topic=topic, summarizer=summarizer, label=label, sentences=["41.1"], by=None)


def test_a_topic_without_documents_has_no_extracts() -> None:
    with pytest.raises(ServiceRefused, match="no documents yet"):
        add_extract(topic=make_topic(make_project()), summarizer="lead", sentences=[], by=None)


def test_only_managers_write_extracts(topic: Topic) -> None:
    annotator = make_member(topic.project, "annotator")
    extract, _ = add_extract(topic=topic, summarizer="lead", sentences=[], by=None)
    with pytest.raises(NotAllowed):
        add_extract(topic=topic, summarizer="tail", sentences=[], by=annotator)
    with pytest.raises(NotAllowed):
        import_extracts(topic=topic, files=[], by=annotator)
    with pytest.raises(NotAllowed):
        delete_extract(extract=extract, by=annotator)
    assert Extract.objects.count() == 1


def mead(*sentences: tuple[str, int], topic: str = "mill", system: str = "lead") -> bytes:
    lines = "".join(f'<S ORDER="{n}" DID="{did}" SNO="{sno}" />' for n, (did, sno) in enumerate(sentences, start=1))
    return f'<EXTRACT QID="{topic}" COMPRESSION="10" SYSTEM="{system}" LANG="ENG">{lines}</EXTRACT>'.encode()


def test_extracts_come_from_meads_files(topic: Topic, manager: Membership) -> None:
    files = [("a.extract", mead(("41", 2), ("v1.2", 1), ("41", 2))), ("b.extract", mead(system="none"))]
    extracts, notes = import_extracts(topic=topic, files=files, by=manager)
    assert [(str(one), one.file_name, keys(one)) for one in extracts] == [
        ("lead 10", "a.extract", ["41#2", "v1.2#1"]),
        ("none 10", "b.extract", []),
    ]
    assert notes == [
        "a.extract: Sentence 41#2 is there twice; it counts once.",
        "b.extract: The extract has no sentences, so its scores are 0.",
    ]


def test_files_are_imported_together_or_not_at_all(topic: Topic, manager: Membership) -> None:
    make_topic(topic.project, "other")
    files = [
        ("good.extract", mead(("41", 2))),
        ("other.extract", mead(("41", 1), topic="other")),
        ("unknown.extract", mead(("41", 9))),
        ("broken.extract", b"<EXTRACT"),
    ]
    with pytest.raises(ServiceRefused) as refused:
        import_extracts(topic=topic, files=files, by=manager)
    assert [reason.split(":")[0] for reason in refused.value.reasons] == [
        "other.extract", "unknown.extract", "broken.extract",
    ]  # fmt: skip
    assert not Extract.objects.exists()
