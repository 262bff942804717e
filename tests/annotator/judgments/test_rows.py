"""The long table has the judgments of finished sheets that one may see, with what unjudged items count."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.judgments.queries.rows import judgment_rows
from annotator.judgments.table import JudgmentRow
from annotator.work.states.services import change_state
from tests.annotator.interchange.whole_project import send
from tests.annotator.judgments.scene import Judging, make_judging

pytestmark = pytest.mark.django_db


def rows(judging: Judging, who: str, *, with_drafts: bool = False) -> list[JudgmentRow]:
    instrument = judging.instruments["see-2002"]
    return judgment_rows(instrument=instrument, user=judging.user(who), with_drafts=with_drafts)


def test_the_rows_of_a_coverage_sheet() -> None:
    judging = make_judging()
    sheet, judge = judging.sheet("see-2002"), judging.members["judge"]
    value = {"verb": "judge", "question": "covered", "item": 2, "value": 60}
    marks = [{"verb": "mark", "item": 2, "to": target} for target in (3, 1)]
    send(sheet, judge, value, *marks, {"verb": "judge", "question": "related", "value": 20})
    assert rows(judging, "manager") == []
    assert [row.value for row in rows(judging, "manager", with_drafts=True)] == [60, 20]
    change_state(work=sheet, verb="submit", by=judging.user("judge"), now=timezone.now())
    with CaptureQueriesContext(connection) as captured:
        table = rows(judging, "manager")
    assert len(captured) == 6
    of_sheet = [(row.question, row.item, row.value, row.marks) for row in table]
    assert of_sheet == [
        ("covered", "1", 0, ()),
        ("covered", "2", 60, ("1", "3")),
        ("covered", "3", 0, ()),
        ("related", "", 20, ()),
    ]
    first = table[1]
    assert (first.instrument, first.topic, first.kind, first.judge) == ("see-2002", "mill", "peer", "judge")
    assert (first.list, first.state, first.summarizer) == ("A1", "submitted", sheet.summary.summarizer)
    assert first.at is not None
    assert rows(judging, "judge") == table
    assert rows(judging, "other") == []
