"""Reading the judgments of an instrument from the database: who may, and what is read."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.judgments.models import Instrument
from annotator.judgments.queries.rows import judgment_rows
from annotator.work.models import Work
from annotator.work.states.services import change_state
from scoring.results.judgments.project_sheets import read_judgments
from scoring.results.judgments.report import judgment_report
from scoring.results.judgments.settings import JudgmentSettings
from scoring.results.judgments.sheets import Answer, InstrumentData, sheets_of
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging

pytestmark = pytest.mark.django_db


def finish(judging: Judging, sheet: Work, who: str = "judge") -> None:
    change_state(work=sheet, verb="submit", by=judging.user(who), now=timezone.now())


def judged(judging: Judging, preset: str, who: str | None = "manager", *, with_drafts: bool = False) -> InstrumentData:
    instrument = Instrument.objects.get(pk=judging.instruments[preset].pk)
    return read_judgments(instrument=instrument, user=judging.user(who) if who else None, with_drafts=with_drafts)


def sees(judging: Judging, preset: str, who: str) -> bool:
    try:
        judged(judging, preset, who)
    except Instrument.DoesNotExist:
        return False
    return True


def test_a_sheet_of_coverage_with_its_units_marks_and_length() -> None:
    judging = make_judging()
    sheet, judge = judging.sheet("see-2002"), judging.members["judge"]
    marks = [{"verb": "mark", "item": 2, "to": target} for target in (3, 1)]
    send(sheet, judge, {"verb": "judge", "question": "covered", "item": 2, "value": 60}, *marks)
    send(sheet, judge, {"verb": "judge", "question": "related", "value": 20})
    finish(judging, sheet)
    with CaptureQueriesContext(connection) as captured:
        data = judged(judging, "see-2002")
    assert len(captured) <= 9
    (read,) = [one for one in data.sheets if one.is_finished]
    assert (read.topic, read.kind, read.judge, read.list) == ("mill", "peer", "judge", "A1")
    assert read.answers == {("covered", "2"): Answer(60, marks=frozenset("13")), ("related", ""): Answer(20)}
    assert [item.key for item in data.items["mill", "A1"]] == ["1", "2", "3"]
    assert data.lengths[read.summary].sentences == 3
    assert data.lengths[read.summary].words == 13  # The mill stood by the sea. It ground corn. It burned in 1802.
    report = judgment_report(data, JudgmentSettings())
    scores = {table.measure.name: table.scores[0].value for table in report.tables}
    assert (scores["coverage"], scores["marked_sentences"]) == (Fraction(60, 300), Fraction(2, 3))
    assert report.counted.drafts == 2  # the judge began all three peers


def test_a_finished_sheet_without_any_judgment_counts() -> None:
    judging = make_judging()
    sheet = judging.sheet("see-2002")
    send(sheet, judging.members["judge"], {"verb": "judge", "question": "related", "value": 0})
    send(sheet, judging.members["judge"], {"verb": "judge", "question": "related", "value": None})
    Work.objects.filter(pk=sheet.pk).update(state="submitted")
    rows = judgment_rows(instrument=judging.instruments["see-2002"], user=None)
    assert {(row.item, row.value) for row in rows} == {("1", 0), ("2", 0), ("3", 0)}
    data = judged(judging, "see-2002")
    assert [one.answers for one in data.sheets if one.is_finished] == [{}]
    (coverage,) = judgment_report(data, JudgmentSettings()).tables[0].scores
    assert coverage.value == 0


def test_drafts_have_answers_only_if_asked_for() -> None:
    judging = make_judging()
    sheet = judging.sheet("duc-quality")
    send(sheet, judging.members["judge"], {"verb": "judge", "question": "q1", "value": 4})
    assert not any(one.answers for one in judged(judging, "duc-quality").sheets)
    drafts = judged(judging, "duc-quality", with_drafts=True).sheets
    assert [one.answers for one in drafts if one.answers] == [{("q1", ""): Answer(4)}]
    rows = judgment_rows(instrument=judging.instruments["duc-quality"], user=None, with_drafts=True)
    assert [one for one in drafts if one.answers] == list(sheets_of(rows))


def test_managers_and_commands_see_results_at_once_and_others_after_closing() -> None:
    judging = make_judging(blind=True)
    judging.begin("duc-quality")
    judging.begin("duc-quality", "other")
    instrument = judging.instruments["duc-quality"]
    everybody = ("manager", "judge", "other", "viewer", "reviewer", "outsider")
    assert [who for who in everybody if sees(judging, "duc-quality", who)] == ["manager"]
    assert len(judged(judging, "duc-quality", None).sheets) == 5  # nobody judges their own summary
    Instrument.objects.filter(pk=instrument.pk).update(state="closed")
    assert [who for who in everybody if not sees(judging, "duc-quality", who)] == ["outsider"]
    assert len(judged(judging, "duc-quality", "viewer").sheets) == 5  # nobody judges their own summary


def test_members_see_results_of_revealed_topics_and_of_open_instruments() -> None:
    judging = make_judging(blind=False)
    instrument = Instrument.objects.filter(pk=judging.instruments["duc-quality"].pk)
    assert not sees(judging, "duc-quality", "judge")
    judging.begin("duc-quality")
    assert not sees(judging, "duc-quality", "judge")  # their own sheets alone do not open the results
    instrument.update(blind=False)
    assert sees(judging, "duc-quality", "viewer")
    instrument.update(blind=True)
    judging.topic.revealed_at = timezone.now()
    judging.topic.save()
    assert sees(judging, "duc-quality", "viewer")
    assert not sees(judging, "see-2002", "viewer")  # nobody has begun, which stays unknown


def test_names_stay_masked_for_members() -> None:
    judging = make_judging(mask_summarizers=True)
    for number, summary in enumerate(judging.topic.summaries.peer_summaries()):
        summary.mask = f"P{number}"
        summary.save()
    judging.begin("duc-quality")
    Instrument.objects.update(state="closed")
    assert PLANTED in {one.summarizer for one in judged(judging, "duc-quality").sheets}
    masked = judged(judging, "duc-quality", "viewer").sheets
    assert {one.summarizer for one in masked} == {"P0", "P1", "P2"}
    assert all(one.is_masked and one.subject.is_masked for one in masked)
