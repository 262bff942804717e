"""A judge rates summaries by keys and by mouse, and nothing is lost."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotator.judgments.models import Judgment, sheets
from tests.annotator.judgments.scene import PLANTED, Judging, make_judging
from tests.journeys.desk import be_signed_in, settles, wait_until_saved
from tests.site_process import SiteProcess

ADDRESS = "/p/p/judge/duc-quality/t/mill/"


@pytest.fixture
def judging(site: SiteProcess) -> Judging:
    return make_judging(mask_summarizers=False)


@pytest.fixture
def desk(judging: Judging, page: Page, context: BrowserContext, site: SiteProcess) -> Page:
    """The session of a judge who has three summaries to rate."""
    be_signed_in(context, site.url, judging.user("judge"))
    return begin(page, ADDRESS)


def begin(page: Page, address: str) -> Page:
    page.goto(address)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("judging-session.ready")
    return page


def sheet_shown(page: Page) -> str:
    return page.locator("[data-figure='place']").inner_text()


def values() -> list[tuple[str, int | None]]:
    """The judgments of the first sheet that has any."""
    return list(Judgment.objects.order_by("sheet", "question__position").values_list("question__key", "value"))


def test_five_questions_take_six_keys_a_summary(desk: Page) -> None:
    for number in (1, 2, 3):
        settles(desk, lambda: sheet_shown(desk), f"{number} of 3")  # called in this turn
        for key in ("4", "5", "3", "2", "1", "Shift+Enter"):
            desk.keyboard.press(key)
    expect(desk.get_by_role("heading", name="Topic done")).to_be_visible()
    assert list(sheets().values_list("state", flat=True)) == ["submitted"] * 3
    assert values() == [(f"q{number}", value) for _ in range(3) for number, value in enumerate((4, 5, 3, 2, 1), 1)]
    assert PLANTED not in desk.content()


def test_by_mouse(desk: Page) -> None:
    for name in ("Q1", "Q2", "Q3", "Q4", "Q5"):
        group = desk.locator(".question", has=desk.get_by_role("heading", name=name)).get_by_role("radiogroup")
        group.locator("label", has_text="4").click()
    wait_until_saved(desk)
    desk.get_by_role("button", name="Finish").click()
    settles(desk, lambda: sheet_shown(desk), "2 of 3")
    desk.get_by_role("button", name="Sheet 1: finished").click()
    expect(desk.get_by_role("radio", name="4 Good").first).to_be_disabled()
    desk.get_by_role("button", name="Reopen").click()
    expect(desk.get_by_role("radio", name="4 Good").first).to_be_enabled()
    assert [value for _, value in values()] == [4] * 5


def test_what_is_missing_is_named_and_undo_returns_to_it(desk: Page) -> None:
    for key in ("4", "5", "Shift+Enter"):
        desk.keyboard.press(key)
    expect(desk.locator("[data-notice]")).to_have_text("3 judgments are missing.")
    desk.keyboard.press("PageDown")
    settles(desk, lambda: sheet_shown(desk), "2 of 3")
    desk.keyboard.press("Control+z")
    settles(desk, lambda: sheet_shown(desk), "1 of 3")
    wait_until_saved(desk)
    settles(desk, values, [("q1", 4)])
    desk.keyboard.press("j")
    desk.keyboard.press("-")
    expect(desk.locator("[data-notice]")).to_have_text("This question cannot be skipped.")


def test_a_reload_and_a_time_without_the_network_lose_nothing(desk: Page, context: BrowserContext) -> None:
    desk.keyboard.press("4")
    wait_until_saved(desk)
    context.set_offline(True)
    desk.keyboard.press("5")
    desk.keyboard.press("PageDown")
    desk.keyboard.press("2")
    expect(desk.locator("save-state")).to_contain_text("offline · 2 pending")
    context.set_offline(False)
    desk.reload()
    desk.wait_for_selector("judging-session.ready")
    wait_until_saved(desk)
    settles(desk, lambda: sorted(values(), key=str), [("q1", 2), ("q1", 4), ("q2", 5)])
    assert desk.locator(".question.answered").count() == 2


def test_two_tabs_show_the_same(desk: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(ADDRESS)
    other.wait_for_selector("judging-session.ready")
    desk.keyboard.press("4")
    expect(other.get_by_role("radio", name="4 Good").first).to_be_checked()
    other.keyboard.press("2")  # its own place is still the first question
    expect(desk.get_by_role("radio", name="2 Poor").first).to_be_checked()
    wait_until_saved(desk)
    settles(desk, values, [("q1", 2)])
