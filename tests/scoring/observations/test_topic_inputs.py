"""What measures read of a topic besides its summaries: documents, statement, extracts of judges and peers."""

from collections.abc import Collection

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.judgments.models import Instrument, Item
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Membership, Topic
from annotator.projects.services import reveal_topic
from annotator.work.models import Work
from scoring.measures.automatic.topic_texts import JudgedExtracts, Need, TopicTexts
from scoring.observations.project_texts import read_texts, topic_summaries
from scoring.observations.viewer import Viewer, visible_identifiers
from tests.annotator.judgments.scene import PLANTED, Judging, list_of, make_document, make_judging
from tests.factories import make_summary, make_topic
from tests.scoring.studies.judged_project import add_peer_extract, judge_extract, set_blind

pytestmark = pytest.mark.django_db

SENTENCES = ("The mill stood by the sea.", "It ground corn.", "It burned in 1802.")
INPUTS = (Need.DOCUMENTS, Need.STATEMENT, Need.EXTRACT)


def texts_of(viewer: Viewer, needs: Collection[Need] = INPUTS) -> TopicTexts:
    (texts,) = read_texts(topic_summaries(viewer, needs), needs=needs)
    return texts


def seen_by(judging: Judging, who: str) -> Viewer:
    return Viewer.member(judging.user(who), judging.project.slug)


def test_documents_statement_and_extracts_of_judges_and_peers() -> None:
    judging = make_judging()
    Topic.objects.filter(pk=judging.topic.pk).update(statement="Why did the mill burn?")
    add_peer_extract(judging.topic, "baseline", ["d2.1", "d1.2", "d1.3"])
    judge_extract(judging, "judge", 3, 5)
    judge_extract(judging, "other", 1, 2)
    texts = texts_of(Viewer(judging.project))
    assert [document.sentences for document in texts.documents] == [SENTENCES, SENTENCES]
    assert texts.statement == "Why did the mill burn?"
    assert texts.judged == JudgedExtracts(6, ((0, 1), (2, 4)))
    assert [peer.extract for peer in texts.peers] == [None, (3, 1, 2), None]


def test_inputs_are_read_only_if_they_are_needed() -> None:
    judging = make_judging()
    Topic.objects.filter(pk=judging.topic.pk).update(statement="Why?")
    judge_extract(judging, "judge", 3, 5)
    viewer = Viewer(judging.project)
    with CaptureQueriesContext(connection) as captured:
        texts = texts_of(viewer, ())
    assert len(captured) == 3
    assert (texts.documents, texts.statement, texts.judged) == ((), "", None)
    counts = []
    for key in ("zeal", "zest"):
        with CaptureQueriesContext(connection) as captured:
            list(read_texts(topic_summaries(viewer, INPUTS), needs=INPUTS))
        counts.append(len(captured))
        other = make_topic(judging.project, key, statement="When?")
        make_summary(other, "peer", text=" ".join(SENTENCES), summarizer="baseline")
        make_document(other, "d1")
        create_document_sentence_list(topic=other, by=None)
        add_peer_extract(other, "baseline", ["d1.1", "d1.2", "d1.3"])
    assert counts[0] == counts[1] == 12


def test_the_documents_have_the_sentences_of_the_list_that_is_used() -> None:
    judging = make_judging()
    first = list_of(judging.topic, "document_sentences")
    judge_extract(judging, "judge", 3, 5)
    judging.topic.documents.filter(key="d1").update(sentences=[0, 61])
    assert [len(text.sentences) for text in texts_of(Viewer(judging.project)).documents] == [3, 3]
    make_document(judging.topic, "d3")
    texts = texts_of(Viewer(judging.project))
    assert [len(text.sentences) for text in texts.documents] == [3, 3, 3]
    assert texts.judged == JudgedExtracts(9, ((2, 4),))
    second = create_document_sentence_list(topic=judging.topic, by=None)
    texts = texts_of(Viewer(judging.project))
    assert [len(text.sentences) for text in texts.documents] == [1, 3, 3]  # the last list, which nobody judged
    assert texts.judged is None
    # An extract that is a peer decides, whether judges used the list or not.
    add_peer_extract(judging.topic, "baseline", ["d1#1"])
    judge_extract(judging, "other", 2, 3, items=second)
    assert texts_of(Viewer(judging.project)).judged == JudgedExtracts(7, ((1, 2),))
    assert first.extracts.count() == 0


def test_sentences_of_a_document_are_together_although_the_list_mixes_documents() -> None:
    judging = make_judging()
    items = Item.objects.filter(list=list_of(judging.topic, "document_sentences"))
    items.filter(position=3).update(position=9)  # the last sentence of d1 comes after those of d2
    add_peer_extract(judging.topic, "baseline", ["d1.1", "d1.2", "d1.3"])
    texts = texts_of(Viewer(judging.project))
    assert [document.sentences for document in texts.documents] == [SENTENCES, SENTENCES]
    assert texts.peers[1].extract == (0, 1, 2)


def test_programs_unfinished_sheets_and_other_instruments_do_not_count() -> None:
    judging = make_judging()
    judge_extract(judging, "judge", 3, 5)
    program = judge_extract(judging, "other", 1, 2)
    Membership.objects.filter(works=program).update(kind="program", user=None)
    Work.objects.filter(pk=judge_extract(judging, "reviewer", 4, 6).pk).update(state="returned")
    assert texts_of(Viewer(judging.project)).judged == JudgedExtracts(6, ((2, 4),))


@pytest.mark.parametrize(
    ("project_is_blind", "is_blind", "state", "seeing"),
    [
        (True, True, "open", {"manager"}),
        (False, True, "open", {"manager"}),
        (True, False, "open", {"manager"}),
        (False, False, "open", {"manager", "judge", "viewer"}),
        (True, True, "closed", {"manager", "judge", "viewer"}),
    ],
)
def test_members_get_extracts_of_judges_only_if_they_may_see_those_of_all(
    project_is_blind, is_blind, state, seeing
) -> None:
    judging = make_judging(blind=project_is_blind)
    set_blind(judging, blind=is_blind)
    judge_extract(judging, "judge", 3, 5)
    judge_extract(judging, "other", 1, 2)
    Instrument.objects.update(state=state)
    people = {"manager", "judge", "viewer"}
    assert {who for who in people if texts_of(seen_by(judging, who)).judged} == seeing
    # A result that a background run stored can be opened only by those who may see the same.
    basis = visible_identifiers(judging.user("judge"), judging.project.slug)
    assert any(name.startswith("sheets of") for name in basis) == ("judge" in seeing)


def test_revealing_the_topic_shows_the_extracts_of_its_judges() -> None:
    judging = make_judging(blind=True)
    judge_extract(judging, "judge", 3, 5)
    assert texts_of(seen_by(judging, "viewer")).judged is None
    reveal_topic(topic=judging.topic, by=judging.manager, now=timezone.now())
    assert texts_of(seen_by(judging, "viewer")).judged == JudgedExtracts(6, ((2, 4),))


def test_a_masked_peer_that_is_an_extract_keeps_its_mask() -> None:
    judging = make_judging(mask_summarizers=True)
    add_peer_extract(judging.topic, PLANTED, ["d1.1", "d1.2", "d1.3"])
    (topic,) = topic_summaries(seen_by(judging, "judge"))
    assert PLANTED not in repr(topic)
    assert list(topic.inputs.extracts.values()) == [(0, 1, 2)]
