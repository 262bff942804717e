"""Judgments are written, logged, undone, refused and rebuilt like every other edit."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.judgments.models import Judgment, Mark
from annotator.judgments.services.instruments import set_instrument_state
from annotator.judgments.store import judgments_by_sheet
from annotator.work.log.rebuild import check_log_of
from annotator.work.models import Work
from tests.annotator.judgments.scene import Judging, make_judging
from tests.annotator.work.log.requests import edit, group
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def judge(question: str, value: int | None, item: int | None = None) -> dict[str, Any]:
    return edit("judge", question=question, value=value, item=item)


def stored(sheet: Work) -> dict[str, Any]:
    return {judgment["id"]: judgment["value"] for judgment in judgments_by_sheet([sheet.pk])[sheet.pk]}


def assert_log_matches(sheet: Work) -> None:
    (check,) = check_log_of(sheet.pk)
    assert check.faults == ()


def test_a_rating_is_stored_and_logged(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    sent = judging.send(sheet, group(judge("q1", 4)), group(judge("q2", 5)))
    assert (sent.status_code, sent.data["revision"], sent.data["refused"]) == (200, 2, None)
    assert sent.data["state"]["q1:"] == {
        "id": "q1:", "question": "q1", "item": None, "value": 4, "skipped": False, "comment": "", "marks": []
    }  # fmt: skip
    assert stored(sheet) == {"q1:": 4, "q2:": 5}
    assert_log_matches(sheet)


def test_null_removes_a_judgment_and_undo_restores_it(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    cleared = group(judge("q1", None))
    judging.send(sheet, group(judge("q1", 4)), cleared)
    assert Judgment.objects.count() == 0
    assert judging.send(sheet, group(edit("undo", group=cleared["group"]))).data["refused"] is None
    assert stored(sheet) == {"q1:": 4}
    assert_log_matches(sheet)


def test_marks_comments_and_values_make_one_judgment(judging: Judging) -> None:
    sheet = judging.sheet("see-2002")
    marked = group(edit("mark", item=2, to=1), edit("mark", item=2, to=3), judge("covered", 60, 2))
    sent = judging.send(sheet, marked, group(edit("comment_judgment", question="covered", item=2, comment="?", was="")))
    assert sent.data["refused"] is None
    assert sent.data["state"]["covered:2"]["marks"] == [1, 3]
    assert Mark.objects.count() == 2
    assert_log_matches(sheet)
    undone = judging.send(sheet, group(edit("unmark", item=2, to=1)), group(judge("covered", None, 2)), base=4)
    assert undone.data["state"]["covered:2"]["marks"] == [3]
    assert undone.data["state"]["covered:2"]["value"] is None
    assert_log_matches(sheet)


def test_a_sentence_says_no_more_than_another(judging: Judging) -> None:
    sheet = judging.sheet("mead-utility")
    sent = judging.send(sheet, group(judge("utility", 10, 4)), group(edit("mark", item=4, to=1)))
    assert sent.data["state"]["utility:4"]["marks"] == [1]
    itself = judging.send(sheet, group(edit("mark", item=4, to=4)), base=2)
    assert (itself.status_code, itself.data["errors"][0]["field"]) == (400, "groups[0].edits[0].to")
    assert_log_matches(sheet)


@pytest.mark.parametrize(
    ("preset", "sent", "field"),
    [
        ("duc-quality", judge("q1", 6), "value"),
        ("duc-quality", judge("q1", 0), "value"),
        ("duc-quality", edit("judge", question="q1", value="3"), "value"),
        ("duc-quality", edit("judge", question="q1", value=3.0), "value"),
        ("duc-quality", edit("judge", question="q1", value=True), "value"),
        ("see-2002", judge("covered", 50, 1), "value"),
        ("duc-quality", judge("covered", 1), "question"),
        ("duc-quality", judge("q1", 1, 1), "item"),
        ("see-2002", judge("covered", 20), "item"),
        ("duc-quality", edit("skip", question="q1"), "question"),
        ("duc-quality", edit("mark", item=1, to=1), "verb"),
        ("duc-quality", edit("judge", question="q1", value=1, item="1"), "item"),
    ],
)
def test_a_malformed_judgment_gets_400_with_its_path(judging: Judging, preset: str, sent: Any, field: str) -> None:
    sheet = judging.sheet(preset)
    refused = judging.send(sheet, group(sent))
    assert (refused.status_code, refused.data["errors"][0]["field"]) == (400, f"groups[0].edits[0].{field}")
    assert stored(sheet) == {}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (judge("covered", 20, 9), "gone"),
        (edit("mark", item=1, to=9), "gone"),
        (edit("mark", item=9, to=1), "gone"),
        (edit("comment_judgment", question="covered", item=1, comment="a", was="b"), "changed"),
    ],
)
def test_what_cannot_apply_is_refused(judging: Judging, sent: Any, code: str) -> None:
    assert judging.send(judging.sheet("see-2002"), group(sent)).data["refused"]["code"] == code


def test_a_group_that_was_applied_is_not_applied_again(judging: Judging) -> None:
    sheet, sent = judging.sheet("duc-quality"), group(judge("q1", 4))
    for _ in range(2):
        again = judging.send(sheet, sent)
        assert (again.status_code, again.data["applied"], again.data["revision"]) == (200, [sent["group"]], 1)
    other = {**sent, "edits": [judge("q1", 5)]}
    assert judging.send(sheet, other).status_code == 422
    assert stored(sheet) == {"q1:": 4}


def test_of_two_tabs_the_last_gesture_wins_and_both_are_logged(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    judging.send(sheet, group(judge("q1", 4)))
    late = judging.send(sheet, group(judge("q1", 2)), base=0)
    assert [entry["value"] for entry in late.data["edits"]] == [4, 2]
    assert stored(sheet) == {"q1:": 2}
    assert_log_matches(sheet)


def test_resting_500_sentences_is_one_undo(judging: Judging) -> None:
    sheet = judging.sheet("mead-utility")
    rest = group(*(judge("utility", 0, item) for item in range(1, 7)))
    judging.send(sheet, rest)
    assert len(stored(sheet)) == 6
    judging.send(sheet, group(edit("undo", group=rest["group"])))
    assert stored(sheet) == {}
    assert_log_matches(sheet)


@pytest.mark.django_db(transaction=True)
def test_a_judgment_costs_five_statements(judging: Judging) -> None:
    sheet, client = judging.sheet("see-2002"), signed_in(judging.user("judge"))
    body = {"base": 0, "groups": [group(edit("mark", item=1, to=1), judge("covered", 20, 1))]}
    with CaptureQueriesContext(connection) as captured:
        assert client.post(f"/api/sheets/{sheet.pk}/edits/", body, format="json").status_code == 200
    outside = ('FROM "annotator_accountsession"', 'FROM "auth_user"')
    assert len([query for query in captured if not any(table in query["sql"] for table in outside)]) == 5


def test_a_closed_instrument_takes_no_judgments(judging: Judging) -> None:
    sheet, instrument = judging.sheet("duc-quality"), judging.instruments["duc-quality"]
    set_instrument_state(instrument=instrument, state="closed", by=judging.manager)
    closed = judging.send(sheet, group(judge("q1", 4)))
    assert (closed.status_code, closed.data["state"]) == (423, "closed")
    set_instrument_state(instrument=instrument, state="open", by=judging.manager)
    assert judging.send(sheet, group(judge("q1", 4))).status_code == 200


@pytest.mark.parametrize(
    ("who", "status"), [("judge", 200), ("other", 404), ("manager", 403), ("viewer", 404), ("outsider", 404)]
)
def test_only_the_judge_edits_a_sheet(judging: Judging, who: str, status: int) -> None:
    assert judging.send(judging.sheet("duc-quality"), group(judge("q1", 4)), who=who).status_code == status


def test_the_history_describes_judgments(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    sent = group(judge("q1", 4))
    judging.send(sheet, sent, group(edit("undo", group=sent["group"])))
    gestures = judging.get(f"/api/sheets/{sheet.pk}/history/").data["gestures"]
    assert [gesture["text"] for gesture in gestures] == ["undid: judged “q1” as 4", "judged “q1” as 4"]
