"""Two people on one pyramid: each sees what the other does without doing anything."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.desk import choose, open_workspace, row, wait_until_saved
from tests.journeys.queue_desk import EDITS, labels, make_scus, refuse_connection, relabel

A_WHILE = 10_001  # ms, longer than a page waits until it looks again


@pytest.fixture
def desk(shared: str, page: Page) -> Page:
    """Ann's window, with two SCUs and a clock of ours."""
    page.clock.install()
    open_workspace(page, shared)
    make_scus(page, "north", "south")
    return page


def test_what_the_other_does_shows_and_is_told(desk: Page, bobs: Page) -> None:
    choose(desk, "south")
    relabel(bobs, "north", "northern light")
    wait_until_saved(bobs)
    desk.clock.fast_forward(A_WHILE)
    expect(row(desk, "northern light")).to_be_visible()
    expect(desk.locator("[data-notice]")).to_have_text("bob changed something here.")
    expect(row(desk, "south")).to_have_class("scu current")
    desk.get_by_role("button", name="History").click()
    expect(desk.locator(".gestures li").first).to_contain_text("bobrelabelled “northern light”")


def test_what_is_on_its_way_is_not_disturbed(desk: Page, bobs: Page) -> None:
    desk.route(EDITS, refuse_connection)
    relabel(desk, "south", "mine")
    relabel(bobs, "north", "theirs")
    wait_until_saved(bobs)
    desk.clock.fast_forward(A_WHILE)
    assert labels(desk) == ["mine", "north"]
    desk.unroute(EDITS)
    desk.clock.fast_forward(60_000)
    wait_until_saved(desk)
    assert labels(desk) == ["mine", "theirs"]
