"""Summaries of a topic rated relative to each other, by keys alone and by mouse alone. The scene has three peers."""

from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from annotator.judgments.kinds.base import QuestionSpec
from annotator.judgments.models import Instrument, sheets
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.journeys.desk import drag, wait_until_saved
from tests.journeys.judging_desk import begin_in_browser, expect_notice, press, reload_session, stored
from tests.site_process import SiteProcess

RELATIVE = "relative"
QUESTIONS = (QuestionSpec("best", "Best", 1, 3, per="sheet"), QuestionSpec("clear", "Clear", 1, 3, per="sheet"))


@pytest.fixture
def judging(site: SiteProcess) -> Judging:
    """With an instrument of two questions, asked one after another, each of whose three values must be used."""
    judging = make_judging(mask_summarizers=False)
    judging.instruments[RELATIVE] = _instrument(judging)
    return judging


def _instrument(judging: Judging) -> Instrument:
    preset = replace(PRESETS["duc-2005"], questions=QUESTIONS)
    instrument = create_instrument(
        project=judging.project, key=RELATIVE, name="", kind="", preset=preset, by=judging.manager
    )
    return set_instrument_state(instrument=instrument, state="open", by=judging.manager)


@pytest.fixture
def desk(judging: Judging, page: Page, context: BrowserContext, site: SiteProcess) -> Page:
    """The compare view, in which nothing is judged."""
    desk = begin_in_browser(page, context, site, judging, RELATIVE)
    press(desk, "iv")
    expect(desk.locator(".compare")).to_be_visible()
    return desk


def column(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def card(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=f"Summary {number}")


def test_a_key_a_summary_places_all(desk: Page, judging: Judging) -> None:
    expect(column(desk, "Not judged").get_by_role("button")).to_have_count(3)
    assert press(desk, "231") == 3
    for number, value in enumerate((2, 3, 1), start=1):
        expect(column(desk, str(value))).to_contain_text("The mill stood by the sea.")
        expect(column(desk, str(value)).get_by_role("button")).to_have_text(
            [f"Summary {number}The mill stood by the sea. It ground corn. It burned in 1802."]
        )
    reload_session(desk)
    wait_until_saved(desk)
    assert [stored(judging, RELATIVE, sheet)["best:"] for sheet in (1, 2, 3)] == [2, 3, 1]
    assert PLANTED not in desk.content()


def test_arrows_lead_to_a_card_and_a_digit_moves_it(desk: Page, judging: Judging) -> None:
    press(desk, "231")
    card(desk, 1).focus()
    press(desk, ["ArrowRight"])
    expect(card(desk, 2)).to_be_focused()
    press(desk, "1")
    expect(column(desk, "1").get_by_role("button")).to_have_count(2)
    expect(card(desk, 2)).to_be_focused()
    press(desk, ["ArrowDown", "Control+z"])
    expect(column(desk, "3").get_by_role("button")).to_have_count(1)
    press(desk, ["Delete"])
    wait_until_saved(desk)
    assert stored(judging, RELATIVE, 2) == {}
    press(desk, ["q", "1", "Shift+Q", "Control+z"])
    expect(desk.get_by_label("Question")).to_have_value("clear")  # what undo changed


def test_a_card_is_dragged_or_placed_by_buttons(desk: Page, judging: Judging) -> None:
    drag(desk, card(desk, 3), column(desk, "2"))
    expect(column(desk, "2").get_by_role("button")).to_have_count(1)
    drag(desk, card(desk, 3), column(desk, "Not judged"))
    expect(column(desk, "2").get_by_role("button")).to_have_count(0)
    card(desk, 2).click()
    desk.get_by_role("radiogroup", name="Best of summary 2").locator("label", has_text="3").click()
    wait_until_saved(desk)
    assert [stored(judging, RELATIVE, sheet) for sheet in (1, 2, 3)] == [{}, {"best:": 3}, {}]
    card(desk, 2).dblclick()
    expect(desk.locator(".question.current")).to_contain_text("Best")
    expect(desk.locator("[data-figure=place]")).to_have_text("2 of 3")


def test_every_value_is_used_before_all_sheets_are_finished_at_once(desk: Page, judging: Judging) -> None:
    press(desk, ["2", "2", "1", "q", "1", "2", "3"])
    expect(desk.locator(".compare-rule")).to_have_text("Best: each value must be used at least once; not used yet: 3.")
    press(desk, "f")
    expect_notice(desk, "Best: each value must be used at least once; not used yet: 3.")
    desk.get_by_label("Question").select_option("Best")
    card(desk, 1).click()
    press(desk, "3")
    expect(desk.locator(".compare-rule")).to_be_empty()
    press(desk, "f")
    desk.get_by_role("dialog", name="Finish 3 sheets?").get_by_role("button", name="Finish").click()
    expect(desk.get_by_role("heading", name="Topic done")).to_be_visible()
    assert list(sheets().values_list("state", flat=True)) == ["submitted"] * 3
    desk.get_by_role("button", name="Look again").click()
    press(desk, "2")
    expect_notice(desk, "This sheet is finished: reopen it to change it.")
    drag(desk, card(desk, 1), column(desk, "1"))
    assert stored(judging, RELATIVE, 1)["best:"] == 3


def test_only_complete_sheets_are_finished(desk: Page) -> None:
    press(desk, "f")
    expect_notice(desk, "No unfinished sheet is complete.")
    press(desk, "1q")
    card(desk, 1).click()
    press(desk, "1f")
    desk.get_by_role("dialog", name="Finish 1 sheet?").get_by_role("button", name="Finish").click()
    expect_notice(desk, "1 sheet is finished.")
    assert sorted(sheets().values_list("state", flat=True)) == ["in_progress", "in_progress", "submitted"]
