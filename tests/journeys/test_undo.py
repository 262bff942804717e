"""Undo and redo: one gesture at a time, with what is still on its way and with what was done in earlier sessions."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.journeys.desk import open_workspace, row, select, wait_until_saved
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
    _make(page, 0, 3, "first")
    _make(page, 4, 6, "second")
    wait_until_saved(page)
    return page


def _make(page: Page, first: int, last: int, label: str) -> None:
    select(page, first, last)
    page.keyboard.press("n")
    page.keyboard.type(label)
    page.keyboard.press("Enter")


def _shows(page: Page, *labels: str) -> None:
    """Waits until these are the labels in the list, in any order: a step may wait for what the server remembers."""
    shown = page.locator("scu-list .label")
    expect(shown).to_have_count(len(labels))
    for label in labels:
        expect(shown.filter(has_text=label)).to_have_count(1)


def _reload(page: Page) -> None:
    wait_until_saved(page)
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready, peer-workspace.ready")


def _merge(page: Page) -> None:
    row(page, "first").locator(".scu-button").click()
    page.keyboard.press("m")
    page.get_by_role("combobox", name="Merge").fill("second")
    page.keyboard.press("Enter")


def test_a_merge_is_undone_and_redone_with_the_keys(desk: Page) -> None:
    _merge(desk)
    _shows(desk, "first")
    undo = desk.locator("[data-undo]")
    expect(undo).to_have_text("Undo: merged “second” into “first”")
    desk.keyboard.press("Control+z")
    _shows(desk, "first", "second")
    desk.keyboard.press("Control+Shift+z")
    _shows(desk, "first")
    desk.keyboard.press("Control+z")
    _reload(desk)
    _shows(desk, "first", "second")
    redo = desk.locator("[data-redo]")
    expect(redo).to_have_text("Redo: merged “second” into “first”")
    redo.click()
    _reload(desk)
    _shows(desk, "first")


def test_steps_of_an_earlier_session_are_undone_to_the_start(desk: Page) -> None:
    _reload(desk)
    undo = desk.locator("[data-undo]")
    expect(undo).to_have_text("Undo: relabelled “second”")
    for _ in range(4):
        undo.click()
    expect(undo).to_be_disabled()
    _shows(desk)
    _reload(desk)
    _shows(desk)
    for _ in range(4):
        desk.keyboard.press("Control+y")
    _shows(desk, "first", "second")
    _reload(desk)
    _shows(desk, "first", "second")


def test_what_is_not_sent_yet_is_undone_too(desk: Page) -> None:
    desk.route(EDITS, lambda route: route.abort())
    _make(desk, 8, 9, "third")
    desk.keyboard.press("Control+z")
    desk.keyboard.press("Control+z")
    _shows(desk, "first", "second")
    expect(desk.locator("save-state")).to_have_attribute("data-kind", "offline")
    desk.unroute(EDITS)
    desk.evaluate("dispatchEvent(new Event('online'))")
    _reload(desk)
    _shows(desk, "first", "second")
    expect(desk.locator("[data-redo]")).to_have_text("Redo: made SCU 3")


def test_writing_has_its_own_undo(desk: Page) -> None:
    desk.keyboard.press("f")
    desk.keyboard.type("x")
    desk.keyboard.press("Control+z")
    _shows(desk, "first", "second")
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
    _reload(desk)
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
