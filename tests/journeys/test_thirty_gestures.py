"""Thirty mixed gestures in the pyramid workspace, undone to the start and redone to the end: the rows are the same."""

from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotator.pyramids.models import pyramids
from tests.annotator.work.twin import rows_of
from tests.journeys.desk import FRAMES, NEXT_FRAME, choose, open_workspace, select, wait_until_saved
from tests.journeys.texts import pyramid_of, two_models

Rows = dict[str, list[tuple[Any, ...]]]


class Desk:
    """A person at the workspace, who looks into the database after each gesture."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: list[Rows] = [self.rows()]

    def rows(self) -> Rows:
        """What the database has, when all is saved."""
        wait_until_saved(self.page)
        return rows_of(pyramids().get())

    def press(self, *keys: str) -> None:
        """Presses keys, the last of which ends the gesture."""
        for key in keys:
            self.page.keyboard.press(key)
        self.look()

    def look(self) -> None:
        """Notes the rows once they have changed: a gesture may be on its way for a moment, by way of a dialog."""
        for _ in range(FRAMES):
            found = self.rows()
            if not self.seen or found != self.seen[-1]:
                break
            self.page.evaluate(NEXT_FRAME)
        self.seen.append(found)

    def write(self, text: str, end: str = "Enter") -> None:
        """Writes into what has opened."""
        self.page.keyboard.type(text)
        self.press(end)

    def on(self, label: str, *keys: str) -> None:
        """Presses keys with an SCU selected."""
        choose(self.page, label)
        self.press(*keys)

    def new(self, label: str, first: int, last: int, summary: int = 0) -> None:
        """Makes an SCU, and then gives it a label: two gestures."""
        select(self.page, first, last, summary=summary)
        self.press("n")
        self.write(label)

    def with_words(self, key: str, first: int, last: int, summary: int = 0) -> None:
        """Presses a key with words selected."""
        select(self.page, first, last, summary=summary)
        self.press(key)


def _parts(desk: Desk) -> None:
    desk.with_words("a", 0, 6, summary=1)
    desk.with_words("a", 10, 11, summary=1)
    desk.page.keyboard.press(".")
    for edge in ("}", "{", "]", "["):
        desk.press(edge)
    desk.press("b")
    desk.page.keyboard.press("v")
    desk.write("engineers")


def _notes(desk: Desk) -> None:
    desk.on("engineers", "u")
    desk.press("d")
    desk.press("u")
    desk.page.keyboard.press("c")
    desk.write("why?", "Control+Enter")
    desk.page.keyboard.press("F2")
    desk.write("engineers visit")
    desk.page.keyboard.press("F2")
    desk.press("Delete", "Enter")


def _asides(desk: Desk) -> None:
    desk.page.keyboard.press("Escape")
    for _ in range(3):  # aside, taken back, aside
        desk.with_words("x", 14, 15)


def _wholes(desk: Desk) -> None:
    desk.new("years", 7, 8, summary=1)
    choose(desk.page, "years")
    desk.page.keyboard.press("m")
    desk.write("keeper")
    desk.new("handed over", 14, 18, summary=1)
    desk.with_words("a", 0, 1)
    desk.page.keyboard.press("s")
    desk.page.keyboard.type("halved")
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("checkbox").first.check()
    dialog.get_by_role("button", name="Split").focus()
    desk.press("Enter")
    expect(dialog).to_have_count(0)
    desk.page.keyboard.press(".")
    desk.press("Backspace")
    choose(desk.page, "handed over")
    desk.page.keyboard.press("Delete")
    desk.page.locator(".delete-question .danger").press("Enter")
    desk.look()


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid of two short model summaries."""
    return pyramid_of(ann, two_models(ann))


def test_thirty_mixed_gestures(path: str, page: Page) -> None:
    open_workspace(page, path)
    desk = Desk(page)
    desk.new("keeper left", 0, 7)
    desk.new("engineers", 8, 13)
    choose(page, "keeper left")
    for some in (_parts, _notes, _asides, _wholes):
        some(desk)
    there = [*desk.seen]
    assert len(there) == 31
    assert [i for i, (a, b) in enumerate(pairwise(there), 1) if a == b] == [], "each gesture changes something"
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    expect(page.locator("[data-undo]")).to_be_enabled()
    for before in reversed(there[:-1]):
        desk.press("Control+z")
        assert desk.seen[-1] == before
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")
    expect(page.locator("[data-redo]")).to_be_enabled()
    for after in there[1:]:
        desk.press("Control+Shift+z")
        assert desk.seen[-1] == after
    expect(page.locator("[data-redo]")).to_be_disabled()
