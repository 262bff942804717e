"""A judge says how much of each unit of a model summary another one covers: by keys, by mouse, without network."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from annotator.judgments.models import Mark, sheets
from annotator.judgments.queries.session_data import session_works
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.factories import make_summary
from tests.journeys.desk import settles, wait_until_saved
from tests.journeys.judging_desk import (
    begin_in_browser,
    coverage_keys,
    expect_notice,
    expect_place,
    press,
    reload_session,
    stored,
)
from tests.site_process import SiteProcess

PRESET = "see-2002"
ARABIC = "الطاحونة قرب البحر. تطحن القمح."
UNITS = (((1,), "5"), ((2,), "3"), ((), "0"))
"""The sentences that are marked for each of the three units of the model, and the key of its value."""
Begin = Callable[[], Page]


@pytest.fixture
def judging(site: SiteProcess) -> Judging:
    return make_judging(mask_summarizers=False)


@pytest.fixture
def begin(judging: Judging, page: Page, context: BrowserContext, site: SiteProcess) -> Begin:
    """Begins a session of three summaries of three sentences against a model of three units."""
    return lambda: begin_in_browser(page, context, site, judging, PRESET)


def sentence(page: Page, number: int) -> Locator:
    return page.get_by_role("checkbox").nth(number - 1)


def current_unit(page: Page) -> str:
    return page.locator(".model-unit[aria-current] .unit-number").inner_text()


def marks(judging: Judging, sheet: int = 1) -> dict[int, list[int]]:
    """The marked sentences of each unit of a sheet in the database."""
    user, instrument = judging.user("judge"), judging.instruments[PRESET]
    works = session_works(instrument=instrument, topic=judging.topic, user=user)
    rows = Mark.objects.filter(judgment__sheet=works[sheet - 1].pk).order_by("item__position")
    found: dict[int, list[int]] = {}
    for unit, to in rows.values_list("judgment__item__position", "item__position"):
        found.setdefault(unit, []).append(to)
    return found


def test_a_unit_takes_two_actions_by_keys_alone(judging: Judging, begin: Begin) -> None:
    desk = begin()
    actions = 0
    for number in (1, 2, 3):
        expect_place(desk, f"{number} of 3")
        actions += press(desk, coverage_keys(UNITS, sentences=3))
        press(desk, ("2", "Shift+Enter"))
    expect(desk.get_by_role("heading", name="Topic done")).to_be_visible()
    assert actions / (3 * len(UNITS)) <= 2.5  # the budget of a unit
    assert list(sheets().values_list("state", flat=True)) == ["submitted"] * 3
    for number in (1, 2, 3):
        assert stored(judging, PRESET, number) == {"covered:1": 100, "covered:2": 60, "covered:3": 0, "related:": 40}
        assert marks(judging, number) == {1: [1], 2: [2]}
    assert PLANTED not in desk.content()


def test_a_value_above_0_needs_a_mark(judging: Judging, begin: Begin) -> None:
    desk = begin()
    press(desk, ("3",))
    expect_notice(desk, "Mark a sentence first: a value above 0 needs one.")
    desk.get_by_text("60 %", exact=True).click()
    expect(desk.get_by_role("radio", name="60 %")).not_to_be_checked()
    press(desk, ("Space", "3", "ArrowUp", "Space"))
    expect(desk.locator(".scale-hint")).to_have_text("Its value is above 0, but no sentence is marked.")
    press(desk, ("ArrowDown", "Space", "Shift+Enter"))
    expect_notice(
        desk,
        "Sentences are marked, but no value is given: unit 2. A value above 0 needs a marked sentence: unit 1. "
        "Not answered yet: Related.",
    )
    settles(desk, lambda: current_unit(desk), "2")
    wait_until_saved(desk)
    assert (stored(judging, PRESET), marks(judging)) == ({"covered:1": 60, "covered:2": None}, {2: [1]})


def test_by_mouse_and_units_without_a_mark_count_0(judging: Judging, begin: Begin) -> None:
    desk = begin()
    sentence(desk, 1).click()
    sentence(desk, 3).click()
    sentence(desk, 1).click()
    desk.get_by_text("80 %", exact=True).click()
    settles(desk, lambda: current_unit(desk), "2")
    expect(desk.locator(".model-unit .unit-value").first).to_have_text("80")
    desk.locator(".model-unit").nth(2).click()
    settles(desk, lambda: current_unit(desk), "3")
    desk.get_by_role("button", name="Related").click()
    sentence(desk, 1).click()
    expect_notice(desk, "Choose a unit first: sentences are marked for a unit.")
    expect(desk.locator(".scale-hint")).to_have_text("2 of 3 sentences are not marked.")
    desk.get_by_text("20 %", exact=True).click()
    desk.get_by_role("button", name="Finish").click()
    expect_notice(desk, "2 units without a mark count 0.")
    expect_place(desk, "2 of 3")
    press(desk, ("Space",))  # does not press the button again
    expect(sentence(desk, 1)).to_be_checked()
    wait_until_saved(desk)
    assert (stored(judging, PRESET), marks(judging)) == ({"covered:1": 80, "related:": 20}, {1: [3]})
    desk.get_by_role("button", name="Sheet 1: finished").click()
    expect(desk.get_by_role("radio").first).to_be_disabled()
    sentence(desk, 1).click()
    expect_notice(desk, "This sheet is finished: reopen it to change it.")
    expect(sentence(desk, 3)).to_be_checked()
    expect(sentence(desk, 1)).not_to_be_checked()


def test_the_same_words_can_get_the_same_value_again(judging: Judging, begin: Begin) -> None:
    desk = begin()
    press(desk, ("Space", "4", "PageDown", "Space"))
    expect(desk.locator(".scale-hint")).to_have_text("The same words had 80 % on sheet 1. As before B")
    press(desk, ("2", "ArrowUp"))
    expect(desk.locator(".scale-hint")).to_contain_text("80 % on sheet 1")
    press(desk, ("b", "ArrowUp"))
    expect(desk.locator(".scale-hint")).to_be_empty()
    wait_until_saved(desk)
    assert stored(judging, PRESET, 2) == {"covered:1": 80}
    press(desk, ("ArrowRight", "Space"))  # other words now
    expect(desk.locator(".scale-hint")).to_be_empty()


def test_arrow_keys_choose_among_radio_buttons_without_leaving_the_unit(judging: Judging, begin: Begin) -> None:
    desk = begin()
    press(desk, ("Space",))
    desk.get_by_role("radio", name="0 %", exact=True).focus()
    press(desk, ("ArrowRight", "ArrowRight"))
    settles(desk, lambda: current_unit(desk), "1")
    wait_until_saved(desk)
    settles(desk, lambda: stored(judging, PRESET), {"covered:1": 40})
    expect(desk.get_by_role("radiogroup", name="Coverage of unit 1: The mill stood by the sea.")).to_be_visible()


def test_undo_returns_to_the_sheet_and_a_comment_is_kept(judging: Judging, begin: Begin) -> None:
    desk = begin()
    press(desk, ("Space", "4", "PageDown", "Control+z"))
    expect_place(desk, "1 of 3")
    press(desk, ("c",))
    desk.keyboard.type("almost all")
    press(desk, ("Control+Enter",))
    wait_until_saved(desk)
    settles(desk, lambda: (stored(judging, PRESET), marks(judging)), ({"covered:1": None}, {1: [1]}))
    reload_session(desk)
    expect(desk.locator(".scale-comment .comment")).to_have_text("almost all")
    expect(sentence(desk, 1)).to_be_checked()


def test_a_time_without_the_network_loses_nothing(judging: Judging, begin: Begin, context: BrowserContext) -> None:
    desk = begin()
    context.set_offline(True)
    press(desk, ("Space", "5", "0", "PageDown", "Space", "1"))
    expect(desk.locator("save-state")).to_contain_text("offline · 5 pending")
    context.set_offline(False)
    reload_session(desk)
    wait_until_saved(desk)
    settles(desk, lambda: stored(judging, PRESET), {"covered:1": 100, "covered:2": 0})
    settles(desk, lambda: (stored(judging, PRESET, 2), marks(judging, 2)), ({"covered:1": 20}, {1: [1]}))


def test_sentences_from_right_to_left(judging: Judging, begin: Begin) -> None:
    judging.topic.summaries.filter(kind="peer").delete()
    make_summary(judging.topic, "peer", text=ARABIC, sentences=[0, 19, 20, 31], direction="rtl", summarizer="s")
    desk = begin()
    expect(desk.locator("[data-status-text]")).to_have_text("Unit 1, 3 not judged")
    press(desk, ("ArrowRight", "Space", "4"))
    wait_until_saved(desk)
    assert marks(judging) == {1: [2]}
    assert sentence(desk, 2).evaluate("(each) => getComputedStyle(each).direction") == "rtl"
