"""The page that lists what a member has to judge: own sessions, counts and states."""

import pytest

from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.queries.judge_list import OwnInstrument, judge_list
from annotator.judgments.services.instruments import change_instrument, create_instrument, set_instrument_state
from annotator.judgments.services.sessions import begin_session
from annotator.web.refusals import ServiceRefused
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.factories import make_assignment, make_summary, make_topic
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def own(judging: Judging, who: str = "judge") -> dict[str, OwnInstrument]:
    rows = judge_list(judge=judging.members[who], user=judging.user(who))
    return {row.instrument.key: row for row in rows}


def page(judging: Judging, who: str = "judge", query: str = "") -> str:
    response = signed_in(judging.user(who)).get(f"/p/p/judge/{query}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("subjects", ["peers", "summaries"])
@pytest.mark.parametrize("against", ["own", "all", "assigned"])
@pytest.mark.parametrize("who", ["judge", "other", "reviewer"])
def test_the_counted_sheets_are_those_that_a_session_begins(
    judging: Judging, who: str, against: str, subjects: str
) -> None:
    make_assignment(judging.topic, judging.members["other"], kind="sheet", slot="see-2002.B")
    for key, instrument in judging.instruments.items():
        changes = {"against": against} if key == "see-2002" else {}
        if key in ("see-2002", "duc-quality", "presence"):
            changes["subjects"] = subjects
        change_instrument(instrument=instrument, changes=changes, by=judging.manager)
    expected = {key: row.sheets_total for key, row in own(judging, who).items()}
    for key, instrument in judging.instruments.items():
        try:
            begun = len(begin_session(instrument=instrument, topic=judging.topic, judge=judging.members[who]))
        except ServiceRefused:
            begun = 0
        assert expected[key] == begun, key
    assert {key: row.sheets_total for key, row in own(judging, who).items()} == expected


def test_only_assigned_topics_are_listed_if_the_instrument_says_so(judging: Judging) -> None:
    change_instrument(instrument=judging.instruments["presence"], changes={"by_assignment": True}, by=judging.manager)
    assert own(judging)["presence"].sessions == []
    assert "No topic is assigned to you" in page(judging)
    make_assignment(judging.topic, judging.members["judge"], kind="sheet", slot="presence")
    assert [session.is_assigned for session in own(judging)["presence"].sessions] == [True]


def test_begun_topics_come_first_and_finished_ones_last(judging: Judging) -> None:
    for number in range(12):
        make_summary(make_topic(judging.project, f"t{number}"), "peer")
    works = judging.begin("duc-quality")
    assert own(judging)["duc-quality"].sessions[0].topic.key == "mill"
    type(works[0]).objects.filter(pk__in=[work.pk for work in works]).update(state="submitted")
    rows = own(judging)["duc-quality"]
    assert (rows.sessions[-1].topic.key, rows.topics_finished, rows.sheets_finished) == ("mill", 1, 3)
    others = [session.topic.key for session in own(judging, "other")["duc-quality"].sessions]
    assert [session.topic.key for session in rows.sessions][:12] != sorted(others)[:12]
    assert "3 of 15 sheets finished" in page(judging, query="?instrument=duc-quality")


def test_members_see_no_drafts_and_closed_ones_without_begin(judging: Judging) -> None:
    create_instrument(
        project=judging.project, key="draft", name="A draft", kind="", preset=PRESETS["tac"], by=judging.manager
    )
    assert "A draft" in page(judging, "manager")
    assert "A draft" not in page(judging)
    judging.begin("presence")
    set_instrument_state(instrument=judging.instruments["presence"], state="closed", by=judging.manager)
    assert "0 of your 3 sheets finished" in page(judging)
    assert own(judging)["presence"].sheets_total == 3
    assert own(judging, "other")["presence"].sessions == []


def test_viewers_read_what_is_asked_but_have_nothing_to_judge(judging: Judging) -> None:
    assert all(row.sessions == [] for row in own(judging, "viewer").values())
    assert "Viewers can read" in page(judging, "viewer")


def test_the_page_names_no_summarizer(judging: Judging) -> None:
    judging.begin("duc-quality")
    for query in ("", "?instrument=duc-quality"):
        assert PLANTED not in page(judging, query=query)


@pytest.mark.parametrize("query", ["?instrument=nothing", "?instrument=duc-quality&page=x"])
def test_an_unknown_instrument_is_not_found_and_an_unknown_page_is_the_first(judging: Judging, query: str) -> None:
    status = signed_in(judging.user("judge")).get(f"/p/p/judge/{query}").status_code
    assert status == (404 if "nothing" in query else 200)


def test_a_project_without_instruments_says_what_they_are_for(judging: Judging) -> None:
    for instrument in judging.instruments.values():
        instrument.delete()
    assert "No instruments yet" in page(judging)
    assert "No instruments yet" in page(judging, "manager")


def test_statements_do_not_grow_with_topics_and_instruments(judging: Judging) -> None:
    client = signed_in(judging.user("judge"))
    before = statements(client, "/p/p/judge/")
    for number in range(5):
        make_summary(make_topic(judging.project, f"t{number}"), "peer")
    judging.begin("duc-quality")
    assert statements(client, "/p/p/judge/") == before
