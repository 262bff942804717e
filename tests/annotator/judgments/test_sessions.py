"""Sessions: what a judge is asked, in which order, without names, and until when."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.judgments.models import ItemList, sheets
from annotator.judgments.services.instruments import change_instrument, set_instrument_state
from annotator.judgments.services.item_lists import create_sentence_unit_list, create_unit_list
from annotator.projects.models import Topic
from annotator.work.log.rebuild import check_logs
from annotator.work.models import Work
from annotator.work.states.reviews import reviews_for
from tests.annotator.judgments.scene import PLANTED, SENTENCES, TEXT, Judging, make_judging
from tests.annotator.work.log.requests import edit, group
from tests.factories import make_assignment, make_summary, make_topic
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    return make_judging(mask_summarizers=False)


def sheets_url(judging: Judging, preset: str) -> str:
    return f"/api/instruments/{judging.instruments[preset].pk}/sheets/"


def begin(judging: Judging, preset: str, who: str = "judge") -> Any:
    return judging.post(sheets_url(judging, preset), who, topic="mill")


def judge(question: str, value: int | None, item: int | None = None) -> dict[str, Any]:
    return edit("judge", question=question, value=value, item=item)


def finish(judging: Judging, sheet: Work, who: str = "judge", verb: str = "submit") -> Any:
    return judging.post(f"/api/sheets/{sheet.pk}/state/", who, verb=verb)


def rate(judging: Judging, sheet: Work, value: int = 3, who: str = "judge") -> None:
    judging.send(sheet, group(*(judge(f"q{number}", value) for number in range(1, 6))), who=who)


@pytest.mark.parametrize(
    ("preset", "who", "count"),
    [
        ("duc-quality", "judge", 3),
        ("duc-quality", "other", 2),  # a peer is their own
        ("see-2002", "judge", 3),  # against their own model
        ("mead-utility", "judge", 1),
        ("best-sentences", "judge", 1),
        ("presence", "judge", 3),
    ],
)
def test_a_session_has_a_sheet_for_each_subject(judging: Judging, preset: str, who: str, count: int) -> None:
    begun = begin(judging, preset, who).json()["sheets"]
    assert len(begun) == count
    assert begin(judging, preset, who).json()["sheets"] == begun
    assert sheets().filter(owner=judging.members[who]).count() == count
    places = [judging.get(sheet["url"], who).json()["place"] for sheet in begun]
    assert places == [{"number": number, "of": count} for number in range(1, count + 1)]


def test_who_has_written_no_model_has_nothing_to_cover(judging: Judging) -> None:
    assert begin(judging, "see-2002", "other").status_code == 409
    change_instrument(instrument=judging.instruments["see-2002"], changes={"against": "all"}, by=judging.manager)
    assert len(begin(judging, "see-2002", "other").json()["sheets"]) == 4  # two peers against two models


def test_model_summaries_can_be_judged_but_not_against_themselves(judging: Judging) -> None:
    changes = {"subjects": "summaries", "against": "all"}
    change_instrument(instrument=judging.instruments["see-2002"], changes=changes, by=judging.manager)
    # The judge wrote a model: 3 peers against 2 models, and amara's model against the judge's.
    assert len(begin(judging, "see-2002").json()["sheets"]) == 7


def test_a_judge_keeps_the_list_that_they_have_begun_with(judging: Judging) -> None:
    before = begin(judging, "see-2002").json()
    model = judging.topic.summaries.get(summarizer="judge", kind="model")
    create_unit_list(summary=model, spans=[(0, 9)], by=judging.manager)
    assert begin(judging, "see-2002").json() == before


def test_marks_stay_where_they_are_when_sentence_ends_are_corrected(judging: Judging) -> None:
    sheet = judging.sheet("see-2002")
    before = judging.get(f"/api/sheets/{sheet.pk}/").json()["sentences"]
    judging.topic.summaries.update(sentences=[0, 61])
    assert judging.get(f"/api/sheets/{sheet.pk}/").json()["sentences"] == before
    assert ItemList.objects.filter(source="peer_sentences").count() == 3


@pytest.mark.parametrize(("who", "status"), [("judge", 200), ("manager", 200), ("viewer", 403), ("outsider", 404)])
def test_members_who_annotate_begin_sessions(judging: Judging, who: str, status: int) -> None:
    assert begin(judging, "duc-quality", who).status_code == status


def test_drafts_and_closed_instruments_are_not_begun(judging: Judging) -> None:
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)
    assert begin(judging, "duc-quality").status_code == 423
    created = judging.post("/api/projects/p/instruments/", "manager", key="newer", preset="tac").json()
    assert judging.get(created["url"]).status_code == 404
    assert judging.get(created["url"], "manager").json()["state"] == "draft"
    assert signed_in(judging.user("judge")).patch(created["url"], {"name": "x"}, format="json").status_code == 404


def test_by_assignment_only_assigned_topics_are_begun(judging: Judging) -> None:
    for preset in ("duc-quality", "see-2002"):
        changes = {"by_assignment": True, **({"against": "assigned"} if preset == "see-2002" else {})}
        change_instrument(instrument=judging.instruments[preset], changes=changes, by=judging.manager)
        assert begin(judging, preset, "other").status_code == 403
    make_assignment(judging.topic, judging.members["other"], kind="sheet", slot="duc-quality")
    make_assignment(judging.topic, judging.members["other"], kind="sheet", slot="see-2002.B")
    assert len(begin(judging, "duc-quality", "other").json()["sheets"]) == 2
    assert {sheet["list"] for sheet in begin(judging, "see-2002", "other").json()["sheets"]} == {"B1"}


def test_a_session_names_no_summarizer(judging: Judging) -> None:
    for preset in judging.instruments:
        for sheet in begin(judging, preset).json()["sheets"]:
            url = sheet["url"]
            judging.send(Work.objects.get(pk=sheet["id"]), group(edit("undo", group=group()["group"])))
            for path in (url, f"{url}history/", sheets_url(judging, preset)):
                answer = judging.get(path)
                assert answer.status_code == 200
                text = f"{answer.headers} {answer.content.decode()}"
                for name in (PLANTED, "baseline", "amara"):
                    assert name not in text, (path, name)


def test_a_sheet_shows_no_seed(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    seed = judging.instruments["duc-quality"].seed
    for path in (f"/api/sheets/{sheet.pk}/", "/api/projects/p/instruments/"):
        assert seed not in judging.get(path).content.decode()


def _statuses(judging: Judging, sheet: Work, who: str) -> set[int]:
    calls = [judging.get(f"/api/sheets/{sheet.pk}/{call}", who).status_code for call in ("", "history/")]
    return {*calls, judging.send(sheet, who=who).status_code}


def test_sheets_are_seen_by_judge_and_managers_until_closing_or_revealing(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    others = ("other", "viewer", "reviewer")
    assert [_statuses(judging, sheet, who) for who in ("judge", "manager")] == [{200}] * 2
    assert [_statuses(judging, sheet, who) for who in (*others, "outsider")] == [{404}] * 4
    assert judging.get(sheets_url(judging, "duc-quality"), "other").json()["count"] == 0
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)
    assert [judging.get(f"/api/sheets/{sheet.pk}/", who).status_code for who in others] == [200] * 3
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="open", by=judging.manager)
    Topic.objects.filter(pk=judging.topic.pk).update(revealed_at=timezone.now())
    assert judging.get(f"/api/sheets/{sheet.pk}/", "other").status_code == 200
    Topic.objects.filter(pk=judging.topic.pk).update(revealed_at=None)
    change_instrument(instrument=judging.instruments["duc-quality"], changes={"blind": False}, by=judging.manager)
    assert judging.get(f"/api/sheets/{sheet.pk}/", "other").status_code == 200
    judging.project.blind = True
    judging.project.save()
    assert judging.get(f"/api/sheets/{sheet.pk}/", "other").status_code == 404


def test_a_rating_is_finished_when_all_is_answered_and_reopened_by_its_judge(judging: Judging) -> None:
    sheet = judging.sheet("duc-quality")
    refused = finish(judging, sheet)
    assert (refused.status_code, "Q5 Structure and coherence" in refused.json()["detail"]) == (409, True)
    rate(judging, sheet)
    assert finish(judging, sheet).json()["state"] == "submitted"
    assert judging.send(sheet, group(judge("q1", 1))).status_code == 423
    assert reviews_for(judging.user("manager"), project=judging.project) == []
    assert finish(judging, sheet, "manager", "review").status_code == 409
    assert finish(judging, sheet, verb="reopen").json()["state"] == "in_progress"
    assert finish(judging, sheet).status_code == 200
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)
    assert finish(judging, sheet, verb="reopen").status_code == 423
    assert judging.get(f"/api/sheets/{sheet.pk}/").json()["stage"]["actions"] == []
    assert finish(judging, sheet, "manager", "reopen").status_code == 200
    assert [fault for check in check_logs(project=judging.project) for fault in check.faults] == []


def test_coverage_needs_marks_for_values_and_values_for_marks(judging: Judging) -> None:
    sheet = judging.sheet("see-2002")
    judging.send(sheet, group(judge("covered", 40, 1), edit("mark", item=2, to=1)))
    detail = finish(judging, sheet).json()["detail"]
    assert all(text in detail for text in ("unit 1", "unit 2", "Related"))
    judging.send(sheet, group(edit("mark", item=1, to=1), judge("covered", 0, 2), judge("related", 20)))
    assert finish(judging, sheet).status_code == 200  # unit 3 without a mark counts 0


def test_an_extract_has_exactly_its_size(judging: Judging) -> None:
    sheet = judging.sheet("best-sentences")
    judging.send(sheet, group(*(judge("chosen", 1, item) for item in (1, 2, 3))))
    assert "3 of 2" in finish(judging, sheet).json()["detail"]
    judging.send(sheet, group(judge("chosen", None, 2)))
    assert finish(judging, sheet).status_code == 200


def test_utility_names_the_sentences_that_are_missing(judging: Judging) -> None:
    sheet = judging.sheet("mead-utility")
    judging.send(sheet, group(*(judge("utility", 5, item) for item in (1, 2, 4, 5, 6))))
    assert "1 sentence is not judged yet: 3." in finish(judging, sheet).json()["detail"]


def test_each_value_must_be_used_where_the_topic_has_as_many_summaries(judging: Judging) -> None:
    for number in range(2):
        make_summary(judging.topic, "peer", text="It burned.", summarizer=f"s{number}")
    create = {"key": "2005", "preset": "duc-2005"}
    url = judging.post("/api/projects/p/instruments/", "manager", **create).json()["url"]
    opened = signed_in(judging.user("manager")).patch(url, {"state": "open"}, format="json")
    begun = judging.post(opened.json()["sheets"], topic="mill").json()["sheets"]
    works = [Work.objects.get(pk=sheet["id"]) for sheet in begun]
    for work in works:
        judging.send(work, group(judge("responsiveness", 3)))
    assert [finish(judging, work).status_code for work in works] == [200, 200, 200, 200, 409]
    assert "1, 2, 4, 5" in finish(judging, works[-1]).json()["detail"]


def test_statements_do_not_grow_with_summaries(judging: Judging) -> None:
    large = make_topic(judging.project, "large")
    for number in range(9):
        make_summary(large, "peer", text=TEXT, sentences=SENTENCES, summarizer=f"s{number}")
    create_sentence_unit_list(summary=make_summary(large, text=TEXT, sentences=SENTENCES, summarizer="judge"), by=None)
    client, counts = signed_in(judging.user("judge")), {}
    for key, count in (("mill", 3), ("large", 9)):
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(sheets_url(judging, "see-2002"), {"topic": key}, format="json")
        assert len(answer.json()["sheets"]) == count
        counts[key] = len(captured)
    assert counts["large"] == counts["mill"]


def test_a_task_of_judgments_breaks_no_page_of_tasks(judging: Judging) -> None:
    judging.begin("duc-quality")
    make_assignment(judging.topic, judging.members["judge"], kind="sheet", slot="duc-quality")
    for who in ("judge", "manager"):
        for page in ("/", "/p/p/", "/p/p/t/mill/", "/p/p/progress/"):
            assert judging.get(page, who).status_code == 200, (who, page)
    for page in ("/p/p/assignments/", "/p/p/t/mill/assignments/", "/p/p/team/", "/p/p/delete/"):
        assert judging.get(page, "manager").status_code == 200, page
