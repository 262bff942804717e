"""Topics and texts on their way in: what is changed is told, what cannot be taken is refused, all or nothing."""

import pytest

from annotator.projects.models import Summary, Topic
from annotator.projects.texts import NewSummary, add_summaries, create_topic
from annotator.texts.segmentation import SEGMENTER_VERSION
from annotator.web.refusals import NotAllowed, ServiceRefused
from tests.factories import make_member, make_project, make_topic

pytestmark = pytest.mark.django_db


@pytest.fixture
def topic() -> Topic:
    return make_topic(make_project("varn"), "D1")


def add(topic: Topic, *new: NewSummary) -> list[Summary]:
    summaries, _ = add_summaries(topic=topic, summaries=new, by=None)
    return summaries


def refused(topic: Topic, *new: NewSummary) -> list[str]:
    """The reasons of a refusal, after which nothing is there that was not before."""
    before = list(topic.summaries.values_list("pk", flat=True))
    with pytest.raises(ServiceRefused) as refusal:
        add_summaries(topic=topic, summaries=new, by=None)
    assert list(topic.summaries.values_list("pk", flat=True)) == before
    return refusal.value.reasons


@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_only_managers_make_topics_and_add_texts(topic: Topic, role: str) -> None:
    member = make_member(topic.project, role)
    with pytest.raises(NotAllowed):
        create_topic(project=topic.project, key="D2", by=member)
    with pytest.raises(NotAllowed):
        add_summaries(topic=topic, summaries=[NewSummary("model", "S1", "One two.")], by=member)
    assert (topic.project.topics.count(), topic.summaries.count()) == (1, 0)


def test_a_topic_is_made_with_title_and_statement() -> None:
    topic = create_topic(project=make_project(), key="D0601-A", title="Dams", statement="Why do they break?", by=None)
    assert (topic.key, topic.title, topic.statement) == ("D0601-A", "Dams", "Why do they break?")


@pytest.mark.parametrize("key", ["", "a/b", ".", "..", "a\nb", "a\x00", "\u200b", "k" * 101])
def test_a_key_that_cannot_be_part_of_an_address_is_refused(key) -> None:
    with pytest.raises(ServiceRefused, match="it is used in URLs"):
        create_topic(project=make_project(), key=key, by=None)
    assert not Topic.objects.exists()


def test_a_key_is_used_once_in_a_project_and_again_in_another(topic) -> None:
    with pytest.raises(ServiceRefused, match="a topic “D1”"):
        create_topic(project=topic.project, key="D1", by=None)
    assert create_topic(project=make_project(), key="D1", by=None).key == "D1"


def test_a_text_is_stored_as_given_with_its_words_and_sentences(topic) -> None:
    (summary,) = add(topic, NewSummary("model", " ann ", "  It broke. Nobody died.", " First "))
    assert (summary.text, summary.length, summary.ends_with_newline) == ("  It broke. Nobody died.", 24, False)
    assert (summary.summarizer, summary.title, summary.direction) == ("ann", "First", "ltr")
    spans = zip(summary.words[::2], summary.words[1::2], strict=True)
    assert [summary.text[start:end] for start, end in spans] == ["It", "broke", "Nobody", "died"]
    assert len(summary.sentences) == 4
    assert summary.segmenter == SEGMENTER_VERSION


def test_offsets_count_code_points(topic) -> None:
    (summary,) = add(topic, NewSummary("peer", "p", "𝄞𝄞 שלום"))
    assert (summary.length, summary.words[-2:], summary.direction) == (7, [3, 7], "rtl")


def test_line_ends_and_marks_that_were_changed_are_told(topic) -> None:
    new = [
        NewSummary("model", "a", b"\xef\xbb\xbfone\r\ntwo\r"),
        NewSummary("model", "b", "\ufeffthree"),
        NewSummary("model", "c", "four\n"),
    ]
    summaries, notes = add_summaries(topic=topic, summaries=new, by=None)
    assert [(s.text, s.ends_with_newline) for s in summaries] == [
        *(("one\ntwo\n", True), ("three", False), ("four\n", True))
    ]
    assert notes == [
        "a: a byte order mark was removed",
        "a: line ends were made LF",
        "b: a byte order mark was removed",
    ]


def test_models_and_peers_are_numbered_apart_and_on(topic) -> None:
    add(topic, NewSummary("model", "a", "one"), NewSummary("peer", "a", "two"), NewSummary("model", "b", "three"))
    add(topic, NewSummary("model", "c", "four"))
    assert [(s.kind, s.summarizer, s.position, s.letter) for s in topic.summaries.all()] == [
        ("model", "a", 0, "A"),
        ("model", "b", 1, "B"),
        ("model", "c", 2, "C"),
        ("peer", "a", 0, ""),
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"caf\xe9", "a: The text is not UTF-8: line 1 has the byte 0xE9."),
        (b"\xff\xfea\x00", "a: The text is UTF-16; save it as UTF-8."),
        ("one\ntw\x00o", "a: Line 2 has the character U+0000, which cannot be stored."),
        ("\ud800", "a: Line 1 has the character U+D800, which cannot be stored."),
        ("x" * 200_001, "a: The text has 200,001 characters; at most 200,000 are allowed."),
        (b"x" * 10_000_001, "a: The text is larger than 10 MB."),
        ("", "a: This text contains no words."),
        (" \n.-!", "a: This text contains no words."),
    ],
    ids=["latin", "utf-16", "nul", "surrogate", "long", "large", "empty", "no word"],
)
def test_a_text_that_cannot_be_stored_is_refused_with_a_sentence(topic, text, reason) -> None:
    assert refused(topic, NewSummary("model", "a", text)) == [reason]


def test_an_empty_peer_is_a_peer(topic) -> None:
    """A system may have given nothing; it is matched to nothing and scores zero."""
    (peer,) = add(topic, NewSummary("peer", "p", ""))
    assert (peer.length, peer.words) == (0, [])


@pytest.mark.parametrize("name", ["", "  ", "a/b", "..", ".", "a\tb", "n" * 101])
def test_a_name_that_cannot_be_part_of_an_address_is_refused(topic, name) -> None:
    (reason,) = refused(topic, NewSummary("model", name, "text"))
    assert reason.endswith("A summarizer's name has 1 to 100 characters and no slash, because it is used in URLs.")


def test_a_summarizer_comes_once_in_a_topic_and_kind(topic) -> None:
    add(topic, NewSummary("model", "a", "one"), NewSummary("peer", "a", "one"))
    assert refused(topic, NewSummary("model", " a", "two")) == [
        "a: this topic already has a model summary by this summarizer."
    ]
    assert refused(topic, NewSummary("peer", "b", "two"), NewSummary("peer", "b", "three")) == [
        "b: this topic already has a peer summary by this summarizer."
    ]


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_half_added(topic) -> None:
    reasons = refused(
        topic,
        NewSummary("model", "good", "a text"),
        NewSummary("model", "", "a text"),
        NewSummary("peer", "bad", "\x01"),
        NewSummary("model", "good", "a text again"),
    )
    assert [reason.partition(":")[0] for reason in reasons] == ["A text without a summarizer", "bad", "good"]
