"""A judge says which statements each summary expresses: by keys alone, by mouse, with a network that fails."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotator.judgments.models import sheets
from annotator.judgments.presets.registry import PRESETS
from annotator.judgments.services.instruments import create_instrument, set_instrument_state
from annotator.judgments.services.item_lists import NewItem, create_item_list
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.journeys.desk import settles, wait_until_saved
from tests.journeys.judging_desk import (
    begin_in_browser,
    expect_notice,
    expect_place,
    press,
    reload_session,
    stored,
)
from tests.site_process import SiteProcess

STATEMENTS = (
    NewItem("title", "About the mill", judged=False),
    NewItem("a", "The mill burned.", heading="The fire", importance="vital"),
    NewItem("b", "It stood by a river.", heading="The place", importance="okay"),
    NewItem("c", "الطاحونة قرب البحر", heading="The place", importance="vital"),
)
Begin = Callable[[str], Page]


@pytest.fixture
def judging(site: SiteProcess) -> Judging:
    """Presence of four statements under two headings, one of them only shown; also with the scale of nuggets."""
    judging = make_judging(mask_summarizers=False)
    create_item_list(topic=judging.topic, source="statements", items=STATEMENTS, by=judging.manager)
    preset = PRESETS["nuggets"]
    nuggets = create_instrument(
        project=judging.project, key="nuggets", name="", kind="", preset=preset, by=judging.manager,
        shows_documents=True,
    )  # fmt: skip
    judging.instruments["nuggets"] = set_instrument_state(instrument=nuggets, state="open", by=judging.manager)
    return judging


@pytest.fixture
def begin(judging: Judging, page: Page, context: BrowserContext, site: SiteProcess) -> Begin:
    return lambda preset: begin_in_browser(page, context, site, judging, preset)


def test_three_statements_take_four_keys_a_summary(judging: Judging, begin: Begin) -> None:
    desk = begin("presence")
    for number in (1, 2, 3):
        expect_place(desk, f"{number} of 3")
        assert press(desk, ("p", "n", "p", "Shift+Enter")) == 4
    expect(desk.get_by_role("heading", name="Topic done")).to_be_visible()
    assert list(sheets().values_list("state", flat=True)) == ["submitted"] * 3
    assert [stored(judging, "presence", sheet) for sheet in (1, 2, 3)] == [
        {"present:2": 1, "present:3": 0, "present:4": 1}
    ] * 3
    assert PLANTED not in desk.content()


def test_nuggets_are_supported_partly_or_not(judging: Judging, begin: Begin) -> None:
    desk = begin("nuggets")
    press(desk, ("p", "h", "n"))
    expect(desk.locator("[data-status-text]")).to_contain_text("Statement 4, all judged")
    wait_until_saved(desk)
    assert stored(judging, "nuggets") == {"support:2": 2, "support:3": 1, "support:4": 0}
    assert "vital" not in desk.content()  # judges are not told which nuggets matter
    expect(desk.get_by_role("region", name="Document d1")).to_be_visible()


def test_by_mouse_and_back(judging: Judging, begin: Begin) -> None:
    desk = begin("presence")
    for statement in ("It stood by a river.", "The mill burned."):
        desk.get_by_role("radiogroup", name=statement).locator("label", has_text="not present").click()
    expect(desk.locator(".statement.current .statement-text")).to_have_text("الطاحونة قرب البحر")
    press(desk, ("ArrowUp", "p"))  # the arrow keys move between statements, not between the radio buttons
    wait_until_saved(desk)
    settles(desk, lambda: stored(judging, "presence"), {"present:3": 1, "present:2": 0})
    desk.get_by_role("button", name="Undo").click()
    desk.locator(".statement").nth(3).locator("label", has_text="not present").click()
    wait_until_saved(desk)
    settles(desk, lambda: stored(judging, "presence"), {"present:3": 0, "present:2": 0, "present:4": 0})
    desk.get_by_role("button", name="Finish").click()
    expect_place(desk, "2 of 3")
    desk.get_by_role("button", name="Sheet 1: finished").click()
    expect(desk.get_by_role("radio").first).to_be_disabled()
    press(desk, ("p",))
    expect_notice(desk, "This sheet is finished: reopen it to change it.")


def test_statements_stand_under_their_headings(begin: Begin) -> None:
    desk = begin("presence")
    assert desk.locator(".statements > *").evaluate_all(
        "(all) => all.map((each) => each.querySelector('.statement-text')?.textContent ?? each.textContent)"
    ) == [
        "About the mill", "The fire", "The mill burned.", "The place", "It stood by a river.", "الطاحونة قرب البحر",
    ]  # fmt: skip
    assert desk.get_by_role("radiogroup").count() == 3
    right_to_left = desk.locator(".statement-text", has_text="الطاحونة")
    assert right_to_left.evaluate("(each) => getComputedStyle(each).direction") == "rtl"


def test_arrow_keys_choose_among_radio_buttons_without_leaving_the_statement(judging: Judging, begin: Begin) -> None:
    desk = begin("nuggets")
    group = desk.get_by_role("radiogroup", name="It stood by a river.")
    group.get_by_role("radio").first.focus()
    press(desk, ("ArrowRight", "ArrowRight"))
    expect(desk.locator(".statement.current .statement-text")).to_have_text("It stood by a river.")
    expect(group.get_by_role("radio", name="support", exact=True)).to_be_checked()
    wait_until_saved(desk)
    assert stored(judging, "nuggets") == {"support:3": 2}


def test_the_texts_scroll_by_keys(begin: Begin) -> None:
    desk = begin("nuggets")
    desk.set_viewport_size({"width": 1200, "height": 400})
    texts = desk.locator(".session-texts")
    press(desk, ("Shift+ArrowDown",))
    settles(desk, lambda: texts.evaluate("(each) => each.scrollTop") > 0, True)
    press(desk, ("Shift+ArrowUp",))
    settles(desk, lambda: texts.evaluate("(each) => each.scrollTop"), 0)


def test_what_is_missing_is_named_and_a_comment_is_kept(begin: Begin) -> None:
    desk = begin("presence")
    press(desk, ("p", "Shift+Enter"))
    expect_notice(desk, "2 judgments are missing.")
    press(desk, ("c",))
    desk.keyboard.type("near the sea, not a river")
    press(desk, ("Control+Enter", "n"))
    wait_until_saved(desk)
    reload_session(desk)
    expect(desk.locator(".statement .comment")).to_have_text("near the sea, not a river")
    expect(desk.locator(".statement.answered")).to_have_count(2)
