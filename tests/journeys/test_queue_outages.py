"""Edits while the network, the server or the browser is away: all of them arrive, once and in order."""

import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from tests import chromium
from tests.journeys.conftest import NAME, PASSWORD
from tests.journeys.desk import choose, open_workspace, settles, sign_in, wait_until_saved
from tests.journeys.queue_desk import (
    EDITS,
    expect_kept,
    expect_state,
    labels,
    labels_in_log,
    make_scus,
    pill,
    refuse_connection,
    relabel,
    relabel_chosen,
)
from tests.journeys.texts import pyramid_of, two_models
from tests.site_process import SiteProcess


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid of two short model summaries."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace with one SCU."""
    open_workspace(page, path)
    make_scus(page, "start")
    return page


def test_fifty_edits_offline_arrive_once_and_in_order(desk: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    choose(desk, "start")
    names = [f"label {n}" for n in range(50)]
    for name in names:
        relabel_chosen(desk, name)
    expect(pill(desk)).to_have_text("offline · 50 pending")
    settles(desk, lambda: labels(desk), ["label 49"])
    context.set_offline(False)
    wait_until_saved(desk)
    settles(desk, lambda: labels_in_log(desk), names)


def test_a_closed_tab_loses_nothing(path: str, desk: Page, context: BrowserContext) -> None:
    context.route(EDITS, refuse_connection)
    relabel(desk, "start", "one")
    relabel_chosen(desk, "two")
    expect_kept(desk)
    desk.close()
    context.unroute(EDITS)
    again = context.new_page()
    open_workspace(again, path)
    wait_until_saved(again)
    settles(again, lambda: labels_in_log(again), ["one", "two"])
    settles(again, lambda: labels(again), ["two"])


def test_edits_that_were_taken_without_an_answer_are_not_doubled_by_a_reload(path: str, desk: Page) -> None:
    def take_in_silence(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    desk.route(EDITS, take_in_silence)
    relabel(desk, "start", "one")
    expect_state(desk, "offline")
    desk.unroute(EDITS)
    desk.reload()
    wait_until_saved(desk)
    settles(desk, lambda: labels_in_log(desk), ["one"])


def test_an_answer_that_never_comes_is_not_waited_for(path: str, page: Page) -> None:
    page.clock.install()
    open_workspace(page, path)
    make_scus(page, "start")
    silent: list[Route] = []

    def take_and_hang(route: Route) -> None:
        silent.append(route)
        route.fetch()

    page.route(EDITS, take_and_hang, times=1)
    with page.expect_request(EDITS):
        relabel(page, "start", "one")
    expect(pill(page)).to_have_text("1 pending")
    page.clock.fast_forward(20_001)  # longer than the page waits for an answer
    expect(pill(page)).to_have_text("offline · 1 pending")
    page.clock.fast_forward(1000)  # the first backoff is at most half a second
    wait_until_saved(page)
    settles(page, lambda: len(silent), 1)
    settles(page, lambda: labels_in_log(page), ["one"])


def test_a_restarted_server_gets_what_was_done_meanwhile(desk: Page, site: SiteProcess) -> None:
    relabel(desk, "start", "before")
    wait_until_saved(desk)
    site.stop(signal.SIGKILL)
    try:
        relabel_chosen(desk, "meanwhile one")
        expect_state(desk, "offline")
        relabel_chosen(desk, "meanwhile two")
    finally:
        site.start()
    expect_state(desk, "saved")
    settles(desk, lambda: labels_in_log(desk), ["before", "meanwhile one", "meanwhile two"])


def test_a_server_without_room_says_so_and_gets_the_edits_later(desk: Page) -> None:
    said = "The server's disk is full: what was sent was not saved."
    problem = {"type": "about:blank", "title": "Insufficient Storage", "status": 507, "detail": said}
    desk.route(EDITS, lambda route: route.fulfill(status=507, json=problem, content_type="application/problem+json"))
    relabel(desk, "start", "one")
    expect(pill(desk)).to_have_text("offline · 1 pending")
    pill(desk).click()
    expect(desk.get_by_role("dialog")).to_contain_text(said)
    desk.unroute(EDITS)
    desk.get_by_role("button", name="Try again").click()
    wait_until_saved(desk)
    settles(desk, lambda: labels_in_log(desk), ["one"])


def test_two_tabs_drain_one_queue(path: str, desk: Page, context: BrowserContext) -> None:
    second = context.new_page()
    open_workspace(second, path)
    context.route(EDITS, refuse_connection)
    relabel(second, "start", "from the second")
    expect(desk.locator("scu-list .label")).to_have_text("from the second")
    desk.bring_to_front()
    relabel(desk, "from the second", "from the first")
    expect(second.locator("scu-list .label")).to_have_text("from the first")
    expect(pill(desk)).to_contain_text("2 pending")
    expect(pill(second)).to_contain_text("2 pending")
    context.unroute(EDITS)
    wait_until_saved(desk)
    wait_until_saved(second)
    settles(desk, lambda: labels_in_log(desk), ["from the second", "from the first"])
    relabel(desk, "from the first", "and on")
    expect(second.locator("scu-list .label")).to_have_text("and on")
    wait_until_saved(desk)


@pytest.fixture
def folder_of_a_browser(tmp_path: Path) -> Iterator[Path]:
    """A browser's folder, which outlives the browser."""
    folder = tmp_path / "browser"
    yield folder
    for process in _browsers(folder):
        process.kill()


def _browsers(folder: Path) -> list[psutil.Process]:
    found = psutil.process_iter(["cmdline"])
    return [one for one in found if f"--user-data-dir={folder}" in (one.info["cmdline"] or [])]


def test_a_killed_browser_loses_nothing(
    path: str, site: SiteProcess, playwright: Playwright, folder_of_a_browser: Path
) -> None:
    def launch() -> BrowserContext:
        return playwright.chromium.launch_persistent_context(
            folder_of_a_browser,
            executable_path=chromium.executable(),
            args=chromium.ARGUMENTS,
            base_url=site.url,
            viewport={"width": 1440, "height": 900},
        )

    first = launch()
    page = first.pages[0]
    sign_in(page, NAME, PASSWORD)
    open_workspace(page, path)
    make_scus(page, "start")
    page.route(EDITS, refuse_connection)
    relabel(page, "start", "one")
    relabel_chosen(page, "two")
    expect_kept(page)
    for process in _browsers(folder_of_a_browser):
        process.kill()
    second = launch()
    page = second.new_page()
    page.goto(path)
    if page.get_by_label("Password").is_visible():  # the cookie may not have reached the disk
        page.get_by_label("User name").fill(NAME)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("pyramid-workspace.ready")
    wait_until_saved(page)
    settles(page, lambda: labels_in_log(page), ["one", "two"])
    second.close()
