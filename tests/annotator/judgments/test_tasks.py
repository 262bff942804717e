"""Tasks of sheets: who gets them, what the judge is shown, and how they are counted."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from annotator.judgments.queries.judge_list import judge_list
from annotator.judgments.services.instruments import change_instrument, set_instrument_state
from annotator.web.refusals import NotAllowed, ServiceRefused
from annotator.work.models import Work
from annotator.work.tasks.assign_table import assign_from_table
from annotator.work.tasks.assignments import reassign
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.own_tasks import OwnTasks, own_tasks
from annotator.work.tasks.progress import progress_of
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging, summary_named
from tests.factories import make_assignment, make_summary, make_topic
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def assign(judging: Judging, who: str, slot: str = "duc-quality", summary: str = "", **fields: Any) -> Assignment:
    peer = summary_named(judging.topic, summary) if summary else None
    return make_assignment(judging.topic, judging.members[who], peer, kind="sheet", slot=slot, **fields)


def next_tasks(judging: Judging, who: str = "judge") -> OwnTasks:
    return own_tasks(user=judging.user(who), today=TODAY)


def counts(judging: Judging, who: str = "judge") -> list[tuple[str, int, int]]:
    """The name, finished sheets and all sheets of each open task."""
    open_tasks = (open_task.task for open_task in next_tasks(judging, who).open)
    return [(task.name, task.finished_count, task.total) for task in open_tasks]


def submit(*works: Work) -> None:
    Work.objects.filter(pk__in=[work.pk for work in works]).update(state="submitted")


def evenly(judging: Judging, kind: str, people: int = 1, who: tuple[str, ...] = ("judge", "other", "reviewer")) -> Any:
    members = [judging.members[name].pk for name in who]
    data = {"kind": kind, "people_per_item": people, "members": members, "topics": [judging.topic.pk], "release_of": ""}
    return signed_in(judging.user("manager")).post("/p/p/assignments/add/", data, follow=True)


def table(judging: Judging, *lines: str) -> Any:
    data = "\n".join(("topic,peer,instrument,model,member,due", *lines)).encode()
    return assign_from_table(project=judging.project, data=data, by=judging.manager)


def tasks() -> set[tuple[str, str, str]]:
    """The member, slot and summary of each task."""
    rows = Assignment.objects.values_list("member__name", "slot", "summary__summarizer")
    return {(member, slot, summarizer or "") for member, slot, summarizer in rows}


def test_a_task_counts_the_sheets_of_its_session(judging: Judging) -> None:
    assign(judging, "judge")
    assert counts(judging) == [("DUC linguistic quality", 0, 3)]
    works = judging.begin("duc-quality")
    submit(works[0])
    assert counts(judging) == [("DUC linguistic quality", 1, 3)]
    submit(*works)
    assert counts(judging) == []
    assert [task.state for task in next_tasks(judging).finished] == ["submitted"]
    make_summary(judging.topic, "peer")
    assert counts(judging) == [("DUC linguistic quality", 3, 4)]


def test_the_next_tasks_lead_to_the_session_and_name_no_summary(judging: Judging) -> None:
    assign(judging, "judge", summary=PLANTED)
    page = signed_in(judging.user("judge")).get("/p/p/").content.decode()
    assert 'href="/p/p/judge/duc-quality/t/mill/"' in page
    next_up = page.split('class="next-up"')[1].split("</section>")[0]
    assert "DUC linguistic quality" in next_up
    assert PLANTED not in next_up


def test_tasks_on_one_page_are_one_line(judging: Judging) -> None:
    for name in (PLANTED, "baseline"):
        assign(judging, "judge", summary=name)
    assert counts(judging) == [("DUC linguistic quality", 0, 2)]
    assign(judging, "judge")
    assert counts(judging) == [("DUC linguistic quality", 0, 3)]
    for model in "AB":
        assign(judging, "judge", slot=f"see-2002.{model}")
    change_instrument(instrument=judging.instruments["see-2002"], changes={"against": "assigned"}, by=judging.manager)
    assert counts(judging)[1:] == [("SEE coverage, DUC 2002 to 2004", 0, 6)]
    submit(*judging.begin("see-2002"))
    assert len(next_tasks(judging).finished) == 1


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_what_cannot_be_judged_now_is_not_a_next_task(judging: Judging, state: str) -> None:
    assign(judging, "judge")
    instrument = judging.instruments["duc-quality"]
    type(instrument).objects.filter(pk=instrument.pk).update(state=state)
    assert counts(judging) == []
    instrument.delete()
    assert counts(judging) == []


def test_by_assignment_a_judge_gets_only_the_assigned_summaries(judging: Judging) -> None:
    for preset in ("duc-quality", "see-2002"):
        changes = {"by_assignment": True, **({"against": "all"} if preset == "see-2002" else {})}
        change_instrument(instrument=judging.instruments[preset], changes=changes, by=judging.manager)
    assign(judging, "judge", summary="baseline")
    assign(judging, "judge", slot="see-2002.B", summary="baseline")
    assign(judging, "judge", slot="see-2002.A", summary="other")
    expected = {"duc-quality": 1, "see-2002": 2}
    rows = judge_list(judge=judging.members["judge"], user=judging.user("judge"))
    assert {row.instrument.key: row.sheets_total for row in rows if row.instrument.key in expected} == expected
    begun = {preset: judging.begin(preset) for preset in expected}
    assert [work.summary.summarizer for work in begun["duc-quality"]] == ["baseline"]
    pairs = {(work.summary.summarizer, work.slot) for work in begun["see-2002"]}
    assert pairs == {("baseline", "see-2002.B1"), ("other", "see-2002.A1")}
    with pytest.raises(NotAllowed):
        judging.begin("duc-quality", "other")


def test_each_topic_is_shared_out_among_judges(judging: Judging) -> None:
    assert "2 new tasks" in evenly(judging, "sheet:duc-quality:topic", people=2).content.decode()
    assert len(tasks()) == 2
    assert {slot for _, slot, _ in tasks()} == {"duc-quality"}


def test_each_summary_is_shared_out_but_nobody_gets_their_own(judging: Judging) -> None:
    answer = evenly(judging, "sheet:duc-quality:summary", people=3).content.decode()
    assert "mill, peer other: only 2 of 3 people could be found, as the others wrote the text." in answer
    assert len(tasks()) == 8  # 3 peers by 3 judges, but one judge wrote one of them
    assert ("other", "duc-quality", "other") not in tasks()


def test_model_summaries_are_shared_out_if_they_are_judged(judging: Judging) -> None:
    instrument = judging.instruments["duc-quality"]
    change_instrument(instrument=instrument, changes={"subjects": "summaries"}, by=judging.manager)
    evenly(judging, "sheet:duc-quality:summary")
    assert {summary for _, _, summary in tasks()} == {PLANTED, "baseline", "other", "judge", "amara"}


def test_sheets_begun_without_a_task_become_tasks_when_work_is_shared_out(judging: Judging) -> None:
    judging.begin("see-2002")
    evenly(judging, "sheet:see-2002:topic")
    assert tasks() == {("judge", "see-2002", "")}


def test_closed_instruments_are_not_offered(judging: Judging) -> None:
    set_instrument_state(instrument=judging.instruments["presence"], state="closed", by=judging.manager)
    assert evenly(judging, "sheet:presence:topic").status_code == 400
    assert "sheet:mead-utility:summary" not in evenly(judging, "nothing").content.decode()


def test_instruments_are_assigned_by_hand_on_the_page_of_a_topic(judging: Judging) -> None:
    data = {"items": ["sheet:duc-quality:topic", "pyramid"], "members": [judging.members["judge"].pk]}
    client = signed_in(judging.user("manager"))
    page = client.post("/p/p/t/mill/assignments/", data, follow=True).content.decode()
    assert tasks() == {("judge", "duc-quality", ""), ("judge", "", "")}
    assert "DUC linguistic quality" in page
    assignment = Assignment.objects.get(kind="sheet")
    assert "DUC linguistic quality on" in client.get(f"/p/p/assignments/{assignment.pk}/").content.decode()
    assert "0 of 1" in client.get("/p/p/assignments/").content.decode()


def test_a_table_names_instruments_summaries_and_models(judging: Judging) -> None:
    outcome = table(
        judging,
        "mill,,duc-quality,,judge,2026-12-01",
        "mill,baseline,duc-quality,,judge,",
        "mill,,see-2002,amara,other,",
        "mill,,,,judge,",
    )
    assert outcome.new_count == 4
    assert tasks() == {
        ("judge", "duc-quality", ""),
        ("judge", "duc-quality", "baseline"),
        ("other", "see-2002.B", ""),
        ("judge", "", ""),
    }


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mill,,nothing,,judge,", "Line 2: there is no instrument “nothing” that could be assigned."),
        ("mill,baseline,mead-utility,,judge,", "Line 2: the instrument “mead-utility” is about topics"),
        ("mill,,duc-quality,amara,judge,", "compares with no model"),
        ("mill,,see-2002,nobody,judge,", "topic “mill” has no model “nobody”."),
        ("mill,,,amara,judge,", "a model belongs to an instrument"),
        ("mill,nobody,duc-quality,,judge,", "topic “mill” has no peer “nobody”."),
        ("mill,amara,duc-quality,,judge,", "topic “mill” has no peer “amara”."),
        ("mill,other,duc-quality,,other,", "other wrote the summary other of topic mill, and does not judge it."),
        ("mill,,duc-quality,,viewer,", "cannot be assigned anything"),
    ],
)
def test_a_table_with_an_impossible_task_is_refused(judging: Judging, line: str, sentence: str) -> None:
    with pytest.raises(ServiceRefused) as refused:
        table(judging, line)
    assert sentence in " ".join(refused.value.reasons)
    assert not tasks()


def test_progress_counts_sheets(judging: Judging) -> None:
    assign(judging, "judge")
    assign(judging, "other", due=date(2026, 1, 1))
    submit(judging.begin("duc-quality")[0])
    rows = progress_of(judging.project, member=judging.manager, user=judging.user("manager"), now=timezone.now()).rows
    found = {row.owner.name: (row.kind, row.finished_count, row.total, row.state, row.stuck) for row in rows}
    assert found == {"judge": ("sheets", 1, 3, "some", ""), "other": ("sheets", 0, 2, "not_begun", "overdue")}
    client = signed_in(judging.user("manager"))
    lines = client.get("/p/p/progress.csv").content.decode().splitlines()
    assert any(line.startswith("mill,judge,sheets,some,3,1,") for line in lines)
    assert "1 of 3 sheets finished" in client.get("/p/p/progress/").content.decode()
    own_rows = progress_of(
        judging.project, member=judging.members["other"], user=judging.user("other"), now=timezone.now()
    ).rows
    assert {row.owner.name for row in own_rows} == {"other"}


def test_a_task_is_reassigned_and_begun_sheets_stay(judging: Judging) -> None:
    assignment = assign(judging, "judge", slot="see-2002")
    works = judging.begin("see-2002")
    reassign(assignment=assignment, to=judging.members["other"], may_edit_begun_work=True, by=judging.manager)
    assert not Work.editors.through.objects.exists()
    assert Work.objects.filter(owner=judging.members["judge"], pk__in=[work.pk for work in works]).count() == 3
    by_own_summary = assign(judging, "judge", summary="other")
    with pytest.raises(ServiceRefused, match="does not judge it"):
        reassign(assignment=by_own_summary, to=judging.members["other"], may_edit_begun_work=False, by=judging.manager)


def test_statements_do_not_grow_with_tasks(judging: Judging) -> None:
    assign(judging, "judge")
    judging.begin("duc-quality")
    pages = {
        "judge": ("/p/p/", "/", "/p/p/progress/", "/p/p/judge/"),
        "manager": ("/p/p/assignments/", "/p/p/t/mill/assignments/", "/p/p/progress/", "/p/p/assignments/add/"),
    }
    clients = {who: signed_in(judging.user(who)) for who in pages}
    before = {(who, page): statements(clients[who], page) for who, urls in pages.items() for page in urls}
    for name in (PLANTED, "baseline"):
        assign(judging, "judge", summary=name)
    for number in range(3):
        judging.topic = make_topic(judging.project, f"t{number}")
        make_summary(judging.topic, "peer", summarizer="system")
        for who in ("judge", "reviewer"):
            assign(judging, who)
            assign(judging, who, slot="presence")
    assert {(who, page): statements(clients[who], page) for who, urls in pages.items() for page in urls} == before
