"""Stored values of measures that need more than summaries: whose keys change when, and who gets values."""

from collections.abc import Callable

import pytest

from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Topic
from annotator.work.models import Work
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.topic_texts import Need
from scoring.observations.project_texts import topic_summaries
from scoring.observations.viewer import Viewer
from scoring.studies.measures import rows
from scoring.studies.measures.needs import UnmetNeed, coverage
from scoring.studies.measures.rows import row_keys
from scoring.studies.models import Measured
from scoring.studies.values import measured_values
from tests.annotator.judgments.scene import Judging, make_document, make_judging
from tests.factories import make_topic
from tests.scoring.studies.judged_project import add_peer_extract, judge_extract, measure_needing, set_blind

pytestmark = pytest.mark.django_db

ROUGE = definition("rouge-2").measure()
CHANGING = (Need.DOCUMENTS, Need.PROJECT_DOCUMENTS, Need.STATEMENT, Need.EXTRACT, Need.JUDGES)
BY_NEED = {need: measure_needing(need) for need in CHANGING}
DOCUMENTS, EXTRACTS = {Need.DOCUMENTS, Need.PROJECT_DOCUMENTS}, {Need.EXTRACT, Need.JUDGES}
MEASURES = (ROUGE, definition("cosine").measure(), *BY_NEED.values())


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    # The measures of this test are not in the table of measures, from which signatures are checked.
    monkeypatch.setattr(rows, "format_signature", lambda measure: f"{measure.name}|v:{measure.version}")
    return make_judging()


def keys_of(judging: Judging) -> dict[Measure, str]:
    """The keys of the values for the judged topic."""
    viewer = Viewer(judging.project)
    topics = topic_summaries(viewer)
    keys = row_keys(viewer.project, MEASURES, topics)
    return {measure: keys[judging.topic.pk, measure] for measure in MEASURES}


def add_document(judging: Judging) -> None:
    make_document(judging.topic, "d3")


def correct_document(judging: Judging) -> None:
    judging.topic.documents.filter(key="d1").update(sentences=[0, 61])


def fix_another_list(judging: Judging) -> None:
    judging.topic.documents.filter(key="d1").update(sentences=[0, 61])
    create_document_sentence_list(topic=judging.topic, by=None)


def document_elsewhere(judging: Judging) -> None:
    make_document(make_topic(judging.project, "tide"), "d1")


def write_statement(judging: Judging) -> None:
    Topic.objects.filter(pk=judging.topic.pk).update(statement="Why did the mill burn?")


def judge(judging: Judging) -> None:
    judge_extract(judging, "judge", 1, 2)


def extract_peer(judging: Judging) -> None:
    add_peer_extract(judging.topic, "baseline", ["d1.1", "d1.2", "d1.3"])


@pytest.mark.parametrize(
    ("change", "needs"),
    [
        (add_document, DOCUMENTS),
        (correct_document, DOCUMENTS),
        (fix_another_list, DOCUMENTS),
        (document_elsewhere, {Need.PROJECT_DOCUMENTS}),
        (write_statement, {Need.STATEMENT}),
        (judge, EXTRACTS),
        (extract_peer, {Need.EXTRACT}),
    ],
)
def test_a_changed_input_changes_the_keys_of_measures_that_need_it(
    judging: Judging, change: Callable[[Judging], None], needs: set[Need]
) -> None:
    before = keys_of(judging)
    change(judging)
    after = keys_of(judging)
    assert {measure for measure in MEASURES if before[measure] != after[measure]} == {BY_NEED[need] for need in needs}


def test_a_sheet_that_is_returned_and_finished_again_gives_the_same_key(judging: Judging) -> None:
    sheet = judge_extract(judging, "judge", 1, 2)
    finished = keys_of(judging)
    Work.objects.filter(pk=sheet.pk).update(state="returned")
    assert keys_of(judging)[BY_NEED[Need.EXTRACT]] != finished[BY_NEED[Need.EXTRACT]]
    Work.objects.filter(pk=sheet.pk).update(state="submitted")
    assert keys_of(judging) == finished


def test_how_many_topics_and_peers_have_what_is_needed(judging: Judging) -> None:
    assert str(coverage(Need.DOCUMENTS, topic_summaries(Viewer(judging.project)))) == "documents for 1 of 1 topics"
    assert str(coverage(Need.STATEMENT, topic_summaries(Viewer(judging.project)))) == "statements for 0 of 1 topics"
    extract_peer(judging)  # which counts as soon as it can be compared with a judge's extract
    assert str(coverage(Need.EXTRACT, topic_summaries(Viewer(judging.project)))) == "extracts for 0 of 3 peers"
    judge(judging)
    assert str(coverage(Need.EXTRACT, topic_summaries(Viewer(judging.project)))) == "extracts for 1 of 3 peers"


def test_a_member_gets_no_values_made_from_extracts_of_judges_before_seeing_them(judging: Judging) -> None:
    extract_peer(judging)
    judge(judging)
    judge_extract(judging, "other", 3, 4)
    measure = BY_NEED[Need.EXTRACT]
    manager, member = (Viewer.member(judging.user(who), judging.project.slug) for who in ("manager", "judge"))
    assert len(measured_values(manager, [measure], topic_summaries(manager))[0].summaries) == 5
    with pytest.raises(UnmetNeed, match="extracts for 0 of 3 peers"):
        measured_values(member, [measure], topic_summaries(member))
    set_blind(judging, blind=False)
    assert measured_values(member, [measure], topic_summaries(member))[0].scored[0].values[0] == [1.0]
    assert Measured.objects.count() == 1  # both members have the same values


def test_content_is_compared_with_judges_only_for_those_who_may_see_them(judging: Judging) -> None:
    judge(judging)
    content = definition("content-tf").measure()
    manager, member = (Viewer.member(judging.user(who), judging.project.slug) for who in ("manager", "judge"))
    for viewer, expected in ((manager, True), (member, False)):
        (topic,) = measured_values(viewer, [content], topic_summaries(viewer))
        document, truths = topic.scored[0].values[0]
        assert document == pytest.approx(1)  # the peer has the words of both documents, each in the same share
        assert (truths > 0) == expected
    assert Measured.objects.count() == 2


def test_the_corpus_is_that_of_the_project(judging: Judging) -> None:
    document_elsewhere(judging)
    viewer = Viewer(judging.project)
    (topic,) = measured_values(viewer, [definition("content-tfidf").measure()], topic_summaries(viewer))
    assert topic.scored[0].values[0][0] == 0  # all three documents of the project have all words, so idf is ln 1
