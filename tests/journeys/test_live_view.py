"""Two people on one pyramid: each sees what the other does without doing anything."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.desk import choose, open_workspace, row, settles, wait_until_saved
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
    settles(desk, lambda: labels(desk), ["mine", "north"])
    desk.unroute(EDITS)
    desk.clock.fast_forward(60_000)
    wait_until_saved(desk)
    settles(desk, lambda: labels(desk), ["mine", "theirs"])


def test_nothing_changes_under_the_hands_of_who_is_writing(desk: Page, bobs: Page) -> None:
    choose(desk, "north")
    desk.keyboard.press("F2")
    desk.keyboard.type("half a wo")
    choose(bobs, "north")
    bobs.keyboard.press("Delete")
    wait_until_saved(bobs)
    desk.clock.fast_forward(A_WHILE)
    desk.evaluate("dispatchEvent(new Event('focus'))")
    desk.keyboard.type("rd")
    expect(desk.get_by_label("Label of the SCU")).to_have_value("half a word")
    desk.keyboard.press("Enter")
    dialog = desk.get_by_role("dialog")
    expect(dialog).to_contain_text("Label: half a word")
    dialog.get_by_role("button", name="Drop mine").click()
    wait_until_saved(desk)
    settles(desk, lambda: labels(desk), ["south"])


def test_a_decision_that_is_put_off_holds_nothing_up(desk: Page, bobs: Page) -> None:
    relabel(bobs, "north", "north of Bob")
    wait_until_saved(bobs)
    relabel(desk, "north", "north of Ann")
    desk.get_by_role("button", name="Decide later").click()
    relabel(bobs, "south", "south of Bob")
    wait_until_saved(bobs)
    desk.clock.fast_forward(A_WHILE)
    expect(row(desk, "south of Bob")).to_be_visible()


def test_a_label_that_came_while_one_was_written_is_not_lost_unseen(desk: Page, bobs: Page) -> None:
    choose(desk, "north")
    desk.keyboard.press("F2")
    desk.keyboard.type("mine")
    relabel(bobs, "north", "theirs")
    wait_until_saved(bobs)
    # As the answer to an edit of one's own would bring it.
    desk.evaluate("document.querySelector('pyramid-workspace').session.poll(() => true)")
    field = desk.get_by_label("Label of the SCU")
    expect(field).to_have_value("mine")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-notice]")).to_contain_text("The label is now “theirs”")
    expect(field).to_have_value("mine")
    desk.keyboard.press("Enter")
    expect(row(desk, "mine")).to_be_visible()
    wait_until_saved(desk)
