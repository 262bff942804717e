"""The page of an instrument: what it asks, and who is where."""

from typing import Any

import pytest

from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import change_instrument, create_instrument, set_instrument_state
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.factories import make_assignment, make_instrument, make_summary, make_topic
from tests.scenes import signed_in, statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def judging() -> Judging:
    return make_judging()


def get(judging: Judging, who: str, key: str = "duc-quality", query: str = "") -> Any:
    return signed_in(judging.user(who)).get(f"/p/p/judge/{key}/{query}")


def rows(answer: Any) -> dict[str, tuple[int, int, int]]:
    return {row.judge.name: (row.begun, row.finished, row.assigned) for row in answer.context["judges"]}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_shown_with_its_questions_and_anchors(judging: Judging, preset: str) -> None:
    create_instrument(
        project=judging.project, key="shown", name="", kind="", preset=PRESETS[preset], by=judging.manager
    )
    answer = get(judging, "manager", "shown")
    assert answer.status_code == 200
    for question in PRESETS[preset].questions:
        assert question.name in answer.content.decode()
    assert answer.context["questions"] == list(PRESETS[preset].questions)


def test_managers_see_all_judges_and_judges_only_themselves(judging: Judging) -> None:
    judging.begin("duc-quality")
    judging.begin("duc-quality", "other")
    make_assignment(judging.topic, judging.members["reviewer"], kind="sheet", slot="duc-quality")
    make_assignment(judging.topic, judging.members["reviewer"], kind="sheet", slot="duc-quality-2")
    assert rows(get(judging, "manager")) == {"judge": (3, 0, 0), "other": (2, 0, 0), "reviewer": (0, 0, 1)}
    assert rows(get(judging, "judge")) == {"judge": (3, 0, 0)}
    assert rows(get(judging, "reviewer")) == {"reviewer": (0, 0, 1)}
    assert "other" not in [row.judge.name for row in get(judging, "viewer").context["sessions"]]


def test_everybody_sees_all_judges_once_the_instrument_is_closed(judging: Judging) -> None:
    judging.begin("duc-quality", "other")
    set_instrument_state(instrument=judging.instruments["duc-quality"], state="closed", by=judging.manager)
    assert rows(get(judging, "viewer")) == {"other": (2, 0, 0)}


def test_sheets_still_to_be_begun_count_for_a_session(judging: Judging) -> None:
    judging.begin("duc-quality", "other")
    make_summary(judging.topic, "peer", summarizer="late")
    (row,) = get(judging, "manager", query="?judge=other").context["sessions"]
    assert (row.topic_key, row.begun, row.finished, row.total) == ("mill", 2, 0, 3)
    assert not get(judging, "manager", query="?judge=judge").context["sessions"]


@pytest.mark.parametrize(("who", "status"), [("judge", 404), ("viewer", 404), ("outsider", 404), ("manager", 200)])
def test_only_managers_open_a_draft(judging: Judging, who: str, status: int) -> None:
    create_instrument(
        project=judging.project, key="draft", name="A", kind="", preset=PRESETS["tac"], by=judging.manager
    )
    assert get(judging, who, "draft").status_code == status


def test_the_page_of_a_blind_instrument_names_no_summarizer(judging: Judging) -> None:
    judging.begin("duc-quality")
    assert PLANTED not in get(judging, "judge").content.decode()


def test_an_instrument_of_another_project_is_not_found(judging: Judging) -> None:
    stranger = judging.members["outsider"]
    own = make_instrument(stranger.project)
    client, address = signed_in(stranger), f"/p/{stranger.project.slug}/judge/"
    assert client.get(f"{address}{own.key}/").status_code == 200
    assert client.get(f"{address}duc-quality/").status_code == 404


def test_what_judges_see_is_listed(judging: Judging) -> None:
    changes = {"shows_models": True, "shows_documents": True, "shows_statement": False}
    change_instrument(instrument=judging.instruments["duc-quality"], changes=changes, by=judging.manager)
    text = get(judging, "judge").content.decode()
    assert "<li>model summaries</li>" in text
    assert "<li>the topic’s statement</li>" not in text


def test_statements_do_not_grow_with_judges_and_topics(judging: Judging) -> None:
    judging.begin("duc-quality")
    client = signed_in(judging.user("manager"))
    before = statements(client, "/p/p/judge/duc-quality/")
    for number in range(3):
        judging.topic = make_topic(judging.project, f"t{number}")
        make_summary(judging.topic, "peer")
        for who in ("judge", "other", "reviewer"):
            judging.begin("duc-quality", who)
    assert statements(client, "/p/p/judge/duc-quality/") == before
