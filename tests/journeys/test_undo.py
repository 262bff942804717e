"""Undo and redo: one gesture at a time, with what is still on its way and with what was done in earlier sessions."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.journeys.desk import expect_labels, make_scu, open_workspace, reload, row, select, wait_until_saved
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released, two_models

EDITS = "**/api/pyramids/*/edits/"


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid of two short model summaries."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace with two SCUs, "first" and "second"."""
    open_workspace(page, path)
    make_scu(page, "first", 0, 3)
    make_scu(page, "second", 4, 6)
    wait_until_saved(page)
    return page


def _merge(page: Page) -> None:
    row(page, "first").locator(".scu-button").click()
    page.keyboard.press("m")
    page.get_by_role("combobox", name="Merge").fill("second")
    page.keyboard.press("Enter")


def test_a_merge_is_undone_and_redone_with_the_keys(desk: Page) -> None:
    _merge(desk)
    expect_labels(desk, "first")
    undo = desk.locator("[data-undo]")
    expect(undo).to_have_text("Undo: merged “second” into “first”")
    desk.keyboard.press("Control+z")
    expect_labels(desk, "first", "second")
    desk.keyboard.press("Control+Shift+z")
    expect_labels(desk, "first")
    desk.keyboard.press("Control+z")
    reload(desk)
    expect_labels(desk, "first", "second")
    redo = desk.locator("[data-redo]")
    expect(redo).to_have_text("Redo: merged “second” into “first”")
    redo.click()
    reload(desk)
    expect_labels(desk, "first")


def test_steps_of_an_earlier_session_are_undone_to_the_start(desk: Page) -> None:
    reload(desk)
    undo = desk.locator("[data-undo]")
    expect(undo).to_have_text("Undo: relabelled “second”")
    for _ in range(4):
        undo.click()
    expect(undo).to_be_disabled()
    expect_labels(desk)
    reload(desk)
    expect_labels(desk)
    for _ in range(4):
        desk.keyboard.press("Control+y")
    expect_labels(desk, "first", "second")
    reload(desk)
    expect_labels(desk, "first", "second")


def test_what_is_not_sent_yet_is_undone_too(desk: Page) -> None:
    desk.route(EDITS, lambda route: route.abort())
    make_scu(desk, "third", 8, 9)
    desk.keyboard.press("Control+z")
    desk.keyboard.press("Control+z")
    expect_labels(desk, "first", "second")
    expect(desk.locator("save-state")).to_have_attribute("data-kind", "offline")
    desk.unroute(EDITS)
    desk.evaluate("dispatchEvent(new Event('online'))")
    reload(desk)
    expect_labels(desk, "first", "second")
    expect(desk.locator("[data-redo]")).to_have_text("Redo: made SCU 3")


def test_writing_has_its_own_undo(desk: Page) -> None:
    desk.keyboard.press("f")
    desk.keyboard.type("x")
    desk.keyboard.press("Control+z")
    expect_labels(desk, "first", "second")
    expect(desk.locator("[data-undo]")).to_have_text("Undo: relabelled “second”")


def test_the_history_leads_back_to_any_step(desk: Page) -> None:
    _merge(desk)
    desk.get_by_role("button", name="History").click()
    steps = desk.locator(".gestures li")
    expect(steps).to_have_count(5)
    expect(steps.first).to_contain_text("youmerged “second” into “first”")
    desk.get_by_role("button", name="your later steps: relabelled “second”").click()
    expect(desk.locator(".gestures li.undone .gesture")).to_have_text(
        ["merged “second” into “first”", "relabelled “second”"]
    )
    expect(steps.first).to_contain_text("undid: relabelled “second”")
    desk.get_by_role("button", name="Close").click()
    expect(row(desk, "Skerry Light in")).to_be_visible()
    reload(desk)
    desk.get_by_role("button", name="History").click()
    expect(desk.locator(".gestures li.undone")).to_have_count(2)


def test_a_match_is_undone_in_the_peer_workspace(ann: User, request: pytest.FixtureRequest) -> None:
    topic = make_topic(ann, [A, B], [PEER])
    path = peer_of(ann, released(ann, topic, [("keeper left", [(0, "The last keeper left")])]))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    row(page, "keeper left").locator(".scu-button").click()
    select(page, 0, 3)
    page.keyboard.press("m")
    expect(page.locator(".unit")).to_have_count(1)
    expect(page.locator("[data-undo]")).to_have_text("Undo: matched words to an SCU")
    page.keyboard.press("Control+z")
    expect(page.locator(".unit")).to_have_count(0)
    page.locator("[data-redo]").click()
    expect(page.locator(".unit")).to_have_count(1)
