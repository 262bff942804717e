"""The documents of a topic, with the sentences that judges and systems chose from each."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.judgments.services.extracts import add_extract
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Topic
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.observations.viewer import Viewer
from scoring.results.extracts.grids import GridSettings, SourceDocument, document_grids
from scoring.results.extracts.project import project_corpus, topic_sources
from tests.annotator.judgments.scene import PLANTED, Judging, make_document, make_judging
from tests.factories import make_topic
from tests.scoring.studies.judged_project import judge_extract, set_blind

pytestmark = pytest.mark.django_db


def sources_of(judging: Judging, who: str = "", instrument: str = "") -> tuple[SourceDocument, ...]:
    viewer = Viewer.member(judging.user(who), judging.project.slug) if who else Viewer(judging.project)
    return topic_sources(viewer, judging.topic, instrument)


def test_choices_are_divided_by_document_and_numbered_within_it() -> None:
    judging = make_judging()
    judge_extract(judging, "other", 3, 5)  # d1 has the sentences 1 to 3 of the list, d2 has 4 to 6
    judge_extract(judging, "judge", 1, 2)
    add_extract(topic=judging.topic, summarizer="lead", label="50%", sentences=["d1.2", "d1.1", "d2.3"], by=None)
    first, second = sources_of(judging)
    assert (first.topic, first.name, second.name) == ("mill", "d1", "d2")
    assert first.sentences == ("The mill stood by the sea.", "It ground corn.", "It burned in 1802.")
    assert dict(first.judges) == {"judge": (0, 1), "other": (2,)}
    assert dict(second.judges) == {"judge": (), "other": (1,)}
    assert (first.systems, second.systems) == ({"lead 50%": (0, 1)}, {"lead 50%": (2,)})
    grids = document_grids((first, second), project_corpus(Viewer(judging.project)), GridSettings(size=1))
    # A judge has the same number in all documents: in d2 there is a second truth, but no first.
    assert [named.judges for named in grids.grids] == [("judge", "other")] * 2
    assert [measure.number for measure in grids.grids[1].grid.measures] == [2, 7, 11, 13, 17, 19, 23, 25]
    assert grids.grids[1].warnings[0] == "Left out, because they chose no sentence of this document: judge."
    # In d1 the two judges share no sentence; in d2 there is only one of them.
    assert (grids.means.judge_recall, grids.means.documents) == (0, 2)


def test_more_than_four_judges_have_numbers_of_their_own_in_each_document() -> None:
    sentences = ("The mill burned.", "It ground corn.", "It stood by the sea.")
    judges = dict.fromkeys(("anna", "ben", "carl", "dora"), (0,))
    sources = [SourceDocument("d1", sentences, judges), SourceDocument("d2", sentences, {"eve": (1,)})]
    grids = document_grids(sources, (), GridSettings(size=1))
    assert [named.judges for named in grids.grids] == [tuple(judges), ("eve",)]
    (warning,) = grids.warnings
    assert warning.startswith("The documents have more than 4 judges.")
    (only_eve,) = document_grids(sources, (), GridSettings(size=1, judges=("eve",))).grids[1:]
    assert only_eve.judges == ("eve",)


def test_without_judges_the_last_list_has_the_sentences_and_then_the_documents_have_them() -> None:
    judging = make_judging()
    judging.topic.documents.filter(key="d1").update(sentences=[0, 61])
    assert [len(source.sentences) for source in sources_of(judging)] == [3, 3]
    create_document_sentence_list(topic=judging.topic, by=None)
    assert [len(source.sentences) for source in sources_of(judging)] == [1, 3]
    other = make_topic(judging.project, "tide")
    make_document(other, "d9")
    (source,) = topic_sources(Viewer(judging.project), other)
    assert (source.name, len(source.sentences), source.judges, source.systems) == ("d9", 3, {}, {})
    with pytest.raises(ExtractsRefused, match="Topic dry has no documents"):
        topic_sources(Viewer(judging.project), make_topic(judging.project, "dry"))
    with pytest.raises(ExtractsRefused, match="no extracts of “x”; there are extracts of: none"):
        sources_of(judging, instrument="x")


def test_a_member_gets_only_what_the_member_may_see() -> None:
    judging = make_judging(mask_summarizers=True)
    set_blind(judging, blind=True)
    judge_extract(judging, "judge", 1, 2)
    add_extract(topic=judging.topic, summarizer=PLANTED, sentences=["d1.2"], by=None)
    # The judge's own extract would not show how the others chose, and is left out with theirs.
    assert [(source.judges, source.systems) for source in sources_of(judging, "judge")] == [({}, {}), ({}, {})]
    assert sources_of(judging, "manager")[0].judges == {"judge": (0, 1)}
    assert sources_of(judging, "manager")[0].systems == {PLANTED: (1,)}
    Topic.objects.filter(pk=judging.topic.pk).update(revealed_at="2026-01-01T00:00Z")
    assert sources_of(judging, "judge")[0].systems == {PLANTED: (1,)}
    assert sources_of(judging, "judge")[0].judges == {"judge": (0, 1)}


def test_the_number_of_queries_does_not_grow_with_judges_and_systems() -> None:
    judging = make_judging()
    counts = []
    for who, name in (("judge", "a"), ("other", "b")):
        judge_extract(judging, who, 1, 2)
        add_extract(topic=judging.topic, summarizer=name, sentences=["d1.2"], by=None)
        with CaptureQueriesContext(connection) as captured:
            sources_of(judging)
        counts.append(len(captured))
    assert counts == [6, 6]
