"""The session page: what it costs, what it shows, and what it must not show."""

import gzip
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from annotator.judgments.models import Instrument
from annotator.judgments.queries.session_data import pace
from annotator.judgments.services.instruments import set_instrument_state
from annotator.work.models import Work
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.annotator.work.log.requests import edit, group
from tests.factories import make_summary
from tests.scenes import signed_in

pytestmark = pytest.mark.django_db

PRESETS = ("duc-quality", "see-2002", "mead-utility", "best-sentences", "presence")
BUDGET = 14
"""SQL statements of a session page (judgments.md §5)."""


@pytest.fixture
def judging() -> Judging:
    return make_judging(mask_summarizers=False)


def address(preset: str) -> str:
    return f"/p/p/judge/{preset}/t/mill/"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_begins_with_an_explanation_and_then_shows_the_sheets(judging: Judging, preset: str) -> None:
    start = judging.get(address(preset))
    assert "Begin</button>" in start.content.decode()
    assert not Work.objects.of_kind("sheet").exists()  # reading creates nothing
    answer = judging.post(address(preset))
    assert (answer.status_code, answer["Location"]) == (302, address(preset))
    page = judging.get(address(preset)).content.decode()
    assert "<judging-session" in page
    assert f"judgments/{judging.instruments[preset].kind}" in page


@pytest.mark.parametrize("preset", PRESETS)
def test_no_name_of_a_summarizer_reaches_a_session(judging: Judging, preset: str) -> None:
    for page in (judging.get(address(preset)), judging.post(address(preset)), judging.get(address(preset))):
        assert PLANTED not in page.content.decode()
        assert PLANTED not in str(page.headers)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_of_forty_summaries_keeps_to_its_budget(
    judging: Judging, preset: str, django_assert_max_num_queries: Any
) -> None:
    words = [f"word{number % 97}" for number in range(250)]
    for number in range(37):
        text = f"{number} " + " ".join(words[number:] + words[:number]) + "."
        make_summary(judging.topic, "peer", text=text, sentences=[0, len(text)], summarizer=f"system{number}")
    judging.begin(preset)
    client = signed_in(judging.user("judge"))
    with django_assert_max_num_queries(BUDGET):
        page = client.get(address(preset))
    assert len(gzip.compress(page.content)) < 100_000  # of the 150 kB; the scripts and styles take the rest


def test_a_closed_instrument_is_read_only_and_says_so(judging: Judging) -> None:
    judging.begin("presence")
    set_instrument_state(instrument=judging.instruments["presence"], state="closed", by=judging.manager)
    page = judging.get(address("presence")).content.decode()
    assert "This instrument is closed" in page
    assert '"editable": true' not in page
    other = judging.get(address("presence"), "other").content.decode()
    assert "takes no more judgments" in other
    assert "Begin</button>" not in other


def test_who_may_not_begin_gets_the_reason(judging: Judging) -> None:
    Instrument.objects.filter(key="presence").update(by_assignment=True)
    assert judging.post(address("presence")).status_code == 403
    assert judging.get(address("presence"), "viewer").status_code == 403
    assert judging.get(address("presence"), "outsider").status_code == 404
    assert judging.get("/p/p/judge/nothing/t/mill/").status_code == 404


def test_the_pace_is_the_median_time_of_finished_sheets_without_pauses(judging: Judging) -> None:
    sheets = judging.begin("duc-quality")
    for sheet in sheets:
        judgments = [edit("judge", question=f"q{number}", value=3) for number in range(1, 6)]
        assert judging.send(sheet, *(group(one) for one in judgments)).status_code == 200
        assert judging.post(f"/api/sheets/{sheet.pk}/state/", verb="submit").status_code == 200
    # Six changes a sheet: of the first after 10 s each, of the second 20 s, of the third 30 s; an hour before the last.
    at, times = timezone.now(), []
    for place, sheet in enumerate(sheets, start=1):
        for revision in range(1, 7):
            pause = 3600 if place == 3 and revision == 1 else 10 * place
            at += timedelta(seconds=pause)
            times.append((at, sheet.pk, revision))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE annotator_edit DISABLE TRIGGER USER")
        cursor.executemany("UPDATE annotator_edit SET at = %s WHERE work_id = %s AND revision = %s", times)
        cursor.execute("ALTER TABLE annotator_edit ENABLE TRIGGER USER")
    # Gaps of the first sheet: 5 x 10 s, of the second 6 x 20 s, of the third 5 x 30 s.
    assert pace(judging.members["judge"].pk, judging.instruments["duc-quality"].pk) == 120
    assert pace(judging.members["other"].pk, judging.instruments["duc-quality"].pk) is None


@pytest.mark.parametrize(("preset", "sheets"), [("duc-quality", 4), ("see-2002", 4)])
def test_a_summary_that_is_added_later_can_be_judged_too(judging: Judging, preset: str, sheets: int) -> None:
    judging.post(address(preset))
    assert "can be added" not in judging.get(address(preset)).content.decode()
    make_summary(judging.topic, "peer", text="It burned.", sentences=[0, 10], summarizer="late")
    assert "1 sheet can be added" in judging.get(address(preset)).content.decode()
    judging.post(address(preset))
    assert "can be added" not in judging.get(address(preset)).content.decode()
    assert Work.objects.of_kind("sheet").count() == sheets
