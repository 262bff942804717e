"""No acknowledged edit is lost or doubled, and nothing that is not saved looks saved."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Dialog, Page, Route, expect

from tests.journeys.desk import choose, expect_labels, make_scu, open_workspace, select, settles, wait_until_saved
from tests.journeys.texts import pyramid_of, two_models
from tests.site_process import SiteProcess

EDITS = "**/api/pyramids/*/edits/"


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid of two short model summaries."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def other(site: SiteProcess, page: Page, context: BrowserContext) -> Iterator[Page]:
    """A second window of the same person: one in the background of the first would be slowed down by the browser."""
    browser = context.browser
    assert browser is not None
    state = context.storage_state()
    second = browser.new_context(base_url=site.url, viewport=page.viewport_size, storage_state=state)
    yield second.new_page()
    second.close()


def _state(page: Page) -> str:
    return page.locator("save-state").get_attribute("data-kind") or ""


def _failing(times: int, how: Callable[[Route], None]) -> Callable[[Route], None]:
    left = [times]

    def handle(route: Route) -> None:
        if left[0]:
            left[0] -= 1
            how(route)
        else:
            route.continue_()

    return handle


def _lost_request(route: Route) -> None:
    route.abort("connectionrefused")


def _lost_answer(route: Route) -> None:
    route.fetch()  # the server does it, and nobody hears
    route.abort("connectionreset")


def _broken_server(route: Route) -> None:
    route.fulfill(status=502, body="Bad gateway")


@pytest.mark.parametrize("mishap", [_lost_request, _lost_answer, _broken_server])
def test_edits_survive_a_server_that_is_away(path: str, page: Page, mishap: Callable[[Route], None]) -> None:
    open_workspace(page, path)
    page.route(EDITS, _failing(2, mishap))
    make_scu(page, "first", 0, 2)
    expect(page.locator("save-state")).to_contain_text("offline")
    make_scu(page, "second", 4, 6)
    wait_until_saved(page)
    expect_labels(page, "first", "second")
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    expect_labels(page, "first", "second")


def test_leaving_with_edits_that_cannot_be_kept_asks_first(path: str, page: Page) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    open_workspace(page, path)
    expect(page.locator(".workspace-notices")).to_contain_text("cannot keep unsent edits")
    page.route(EDITS, _lost_request)
    make_scu(page, "not saved", 0, 2)
    expect(page.locator("save-state")).to_contain_text("not kept here")
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.once("dialog", leave)
    page.goto("/")
    assert asked == ["beforeunload"]


def test_two_tabs_keep_both_peoples_edits(path: str, page: Page, other: Page) -> None:
    open_workspace(page, path)
    open_workspace(other, path)
    make_scu(page, "from the first tab", 0, 2)
    wait_until_saved(page)
    make_scu(other, "from the second tab", 4, 6)
    wait_until_saved(other)
    expect_labels(other, "from the first tab", "from the second tab")
    make_scu(page, "again from the first", 8, 9)
    wait_until_saved(page)
    expect_labels(page, "again from the first", "from the first tab", "from the second tab")


def test_a_conflict_shows_both_sides_and_mine_can_be_kept(path: str, page: Page, other: Page) -> None:
    open_workspace(page, path)
    make_scu(page, "as it was", 0, 2)
    wait_until_saved(page)
    open_workspace(other, path)
    _relabel(other, "as it was", "theirs")
    wait_until_saved(other)

    _relabel(page, "as it was", "mine")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Label: mine")
    expect(dialog).to_contain_text("Label: theirs")
    settles(page, lambda: _state(page), "decision")
    dialog.get_by_role("button", name="Decide later").click()
    make_scu(page, "done meanwhile", 4, 6)
    page.get_by_role("button", name="needs your decision").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep mine").click()
    wait_until_saved(page)
    expect_labels(page, "done meanwhile", "mine")


def test_words_for_an_scu_that_is_gone_can_be_kept_in_a_new_one(path: str, page: Page, other: Page) -> None:
    open_workspace(page, path)
    make_scu(page, "soon gone", 0, 2)
    wait_until_saved(page)
    open_workspace(other, path)
    choose(other, "soon gone")
    other.keyboard.press("Delete")
    other.locator(".delete-question .danger").click()
    wait_until_saved(other)

    choose(page, "soon gone")
    select(page, 1, 3, summary=1)
    page.keyboard.press("a")
    page.get_by_role("dialog").get_by_role("button", name="Keep mine in a new SCU").click()
    wait_until_saved(page)
    expect_labels(page, "soon gone")
    expect(page.locator("scu-list .letters")).to_have_text("·B")


def test_signed_out_keeps_the_queue_and_goes_on_after_signing_in(
    path: str, page: Page, context: BrowserContext
) -> None:
    open_workspace(page, path)
    cookies = context.cookies()
    context.clear_cookies()
    make_scu(page, "kept", 0, 2)
    expect(page.locator("save-state")).to_have_attribute("data-kind", "stopped")
    page.locator("save-state .pill").click()
    expect(page.locator("save-state dialog p")).to_have_css("white-space-collapse", "collapse")
    expect(page.locator("save-state dialog p")).to_have_css(
        "text-wrap-mode", "wrap"
    )  # the header's nowrap would cut it off
    with page.expect_download() as download:
        page.get_by_role("button", name="Download them").click()
    assert re.fullmatch(r"\w+-pyramid-T1-ann-\d+-pending-edits.json", download.value.suggested_filename)
    context.add_cookies(cookies)  # type: ignore[arg-type]  # what a sign-in in another tab does
    page.get_by_role("button", name="Try again").click()
    wait_until_saved(page)
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    expect_labels(page, "kept")


def _relabel(page: Page, old: str, new: str) -> None:
    choose(page, old)
    page.keyboard.press("F2")
    page.keyboard.type(new)
    page.keyboard.press("Enter")
