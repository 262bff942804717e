"""Notes in threads, by keyboard alone: written, kept while unsent, answered, resolved, found."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.journeys.axe import axe_violations
from tests.journeys.desk import choose, open_workspace, row, wait_until_saved
from tests.journeys.queue_desk import make_scus
from tests.journeys.texts import make_topic, peer_of, released

A_WHILE = 10_001  # ms, longer than a page waits until it looks again
PANEL = "notes-panel"


@pytest.fixture
def desk(shared: str, page: Page) -> Page:
    """Ann's window with two SCUs and a clock of ours."""
    page.clock.install()
    open_workspace(page, shared)
    make_scus(page, "north", "south")
    return page


def _thread(page: Page) -> Locator:
    return page.locator(f"{PANEL} .thread")


def _write(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"{PANEL} .thread", has_text=text)).to_be_visible()


def test_a_note_on_an_scu_by_keyboard_alone(desk: Page) -> None:
    page = desk
    page.keyboard.press("j")
    expect(row(page, "north")).to_contain_class("current")
    page.keyboard.press("Shift+C")
    field = page.get_by_label("Write a note").first
    expect(field).to_be_focused()
    _write(page, "Is this one thing?")
    expect(page.locator(f"{PANEL} [role=status]")).to_have_text("Note saved.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    expect(row(page, "north").locator(".note-count")).to_have_text("1")
    expect(page.get_by_role("button", name="Notes 1")).to_be_visible()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(PANEL)).to_be_hidden()
    expect(page.get_by_role("button", name="Notes 1")).to_be_focused()
    expect(row(page, "north").locator(".notes-about")).to_contain_text("Is this one thing?")
    # Tab goes from the answer's field over its button to what resolves the thread.
    page.keyboard.press("Enter")
    expect(page.get_by_label("Answer", exact=True).first).to_be_focused()
    _write(page, "No, two.")
    expect(page.get_by_label("Answer", exact=True).first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Resolve", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"{PANEL} [role=status]")).to_have_text("Resolved.")
    expect(row(page, "north").locator(".note-count")).to_have_count(0)
    page.get_by_label("Show resolved").check()
    expect(_thread(page)).to_contain_text("Resolved by ann")


def test_what_is_not_sent_is_kept_for_what_it_is_on(desk: Page) -> None:
    page = desk
    choose(page, "north")
    page.keyboard.press("Shift+C")
    expect(page.get_by_label("Write a note").first).to_be_focused()
    page.keyboard.type("Half a tho")
    page.keyboard.press("Escape")
    choose(page, "south")
    page.keyboard.press("Shift+C")
    expect(page.get_by_label("Write a note").first).to_have_value("")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    choose(page, "north")
    page.keyboard.press("Shift+C")
    expect(page.get_by_label("Write a note").first).to_have_value("Half a tho")
    page.route("**/notes/", lambda route: route.abort("connectionrefused"))
    page.keyboard.type("ught")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"{PANEL} [role=status]")).to_contain_text("what you wrote is kept here")
    expect(page.get_by_label("Write a note").first).to_have_value("Half a thought")
    page.unroute("**/notes/")
    page.keyboard.press("Control+Enter")
    expect(_thread(page)).to_contain_text("Half a thought")
    expect(page.get_by_label("Write a note").first).to_have_value("")


def test_notes_of_others_show_while_the_panel_is_open(desk: Page, bobs: Page) -> None:
    choose(desk, "north")
    desk.keyboard.press("Shift+C")
    expect(desk.get_by_label("Write a note").first).to_be_focused()
    desk.keyboard.type("mine is half wri")
    choose(bobs, "north")
    bobs.keyboard.press("Shift+C")
    expect(bobs.get_by_label("Write a note").first).to_be_focused()
    _write(bobs, "Bob wonders.")
    desk.clock.fast_forward(A_WHILE)
    expect(desk.get_by_label("Write a note").first).to_have_value("mine is half wri")
    desk.get_by_role("heading", name="Notes").click()
    desk.clock.fast_forward(A_WHILE)
    expect(_thread(desk)).to_contain_text("Bob wonders.")
    expect(desk.get_by_label("Write a note").first).to_have_value("mine is half wri")


def test_notes_stay_when_what_they_are_on_is_merged_or_deleted(desk: Page) -> None:
    choose(desk, "north")
    desk.keyboard.press("Shift+C")
    expect(desk.get_by_label("Write a note").first).to_be_focused()
    _write(desk, "What of this?")
    desk.keyboard.press("Escape")
    choose(desk, "north")
    desk.keyboard.press("Delete")
    expect(row(desk, "north")).to_have_count(0)
    wait_until_saved(desk)
    desk.keyboard.press("Shift+C")
    gone = desk.get_by_role("region", name="On deleted items")
    expect(gone).to_contain_text("What of this?")
    desk.get_by_role("button", name="Filter").click()
    desk.get_by_label("With open notes").check()
    expect(desk.locator("scu-list")).to_contain_text("No SCU matches these filters.")


@pytest.fixture
def peer(ann: User, page: Page) -> Page:
    """The workspace of a peer with one unit."""
    topic = make_topic(ann, ["The last keeper left in 1998."], ["In 1998 the keeper left."])
    release = released(ann, topic, [("Keeper left", [(0, "The last keeper left")])])
    open_workspace(page, peer_of(ann, release))
    return page


def test_a_note_on_a_unit_and_one_on_the_whole(peer: Page) -> None:
    page = peer
    word: Any = page.locator("summary-text .word")
    word.nth(2).dblclick()
    page.get_by_role("button", name="Match to…").click()
    page.keyboard.press("Enter")
    expect(page.locator(".unit")).to_have_count(1)
    wait_until_saved(page)
    if page.locator(".unit.current").count() == 0:
        page.locator(".unit-button").click()
    expect(page.locator(".unit.current")).to_have_count(1)
    page.keyboard.press("Shift+C")
    expect(page.get_by_label("Write a note").first).to_be_focused()
    _write(page, "Is the year part of it?")
    expect(page.locator(".unit .note-count")).to_have_text("1")
    page.get_by_role("region", name="On the whole peer annotation").get_by_label("Write a note").fill("A hard one.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Notes 2")).to_be_visible()
    assert axe_violations(page) == []
