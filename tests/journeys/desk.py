"""What a person does in the workspaces, in the words of a journey."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

if TYPE_CHECKING:  # the pictures import this before Django is set up
    from django.contrib.auth.models import User

FRAMES = 300
"""How many a page is given to come to rest."""
NEXT_FRAME = "() => new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 50); })"
"""A page in the background draws none."""


def sign_in(page: Page, name: str, password: str) -> None:
    """Through the sign-in page, to the projects."""
    page.goto("/accounts/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def be_signed_in(context: BrowserContext, url: str, user: "User") -> None:
    """As from an earlier visit, without the sign-in page: that is a journey of its own."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


def words(page: Page, summary: int = 0) -> Locator:
    """The words of a summary, by its place among the summaries."""
    return page.locator("summary-text").nth(summary).locator(".word")


def drag(page: Page, first: Locator, last: Locator, *, key: str | None = None) -> None:
    """Drags from a word to another one, with a key held down."""
    first.scroll_into_view_if_needed()
    start, end = _box(first), _box(last)
    if key:
        page.keyboard.down(key)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()
    if key:
        page.keyboard.up(key)


def select(page: Page, first: int, last: int, *, summary: int = 0, key: str | None = None) -> None:
    """Selects words by their numbers in a summary."""
    drag(page, words(page, summary).nth(first), words(page, summary).nth(last), key=key)


def wait_until_saved(page: Page) -> None:
    """Waits until the page says that everything is on the server."""
    expect(page.locator("save-state")).to_have_attribute("data-kind", "saved")


def settles(page: Page, read: Callable[[], object], expected: object) -> None:
    """Asserts that what is read comes to be as expected, within some frames of the page."""
    for _ in range(FRAMES):
        if read() == expected:
            return
        page.evaluate(NEXT_FRAME)
    assert read() == expected


def open_workspace(page: Page, path: str) -> None:
    """Opens a workspace and waits until it can be used."""
    page.goto(path)
    page.wait_for_selector("pyramid-workspace.ready, peer-workspace.ready")


def reload(page: Page) -> None:
    """Opens the page anew once everything is on the server."""
    wait_until_saved(page)
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready, peer-workspace.ready")


def make_scu(page: Page, label: str, first: int, last: int, *, summary: int = 0) -> None:
    """Makes an SCU of the words of a summary from the first to the last, with the keyboard but for the words."""
    select(page, first, last, summary=summary)
    page.keyboard.press("n")
    page.keyboard.type(label)
    page.keyboard.press("Enter")


def expect_labels(page: Page, *labels: str, in_order: bool = False) -> None:
    """Waits until these and no others are the labels in the list of SCUs."""
    shown = page.locator("scu-list .label")
    if in_order:
        expect(shown).to_have_text(list(labels))
        return
    expect(shown).to_have_count(len(labels))
    for label in set(labels):
        exact = re.compile(rf"^\s*{re.escape(label)}\s*$")
        expect(shown.filter(has_text=exact)).to_have_count(labels.count(label))


def row(page: Page, label: str) -> Locator:
    """An SCU in the list, by its label."""
    return page.locator("scu-list .scu").filter(has=page.locator(".label", has_text=label))


def choose(page: Page, label: str) -> None:
    """Selects an SCU in the list, if it is not selected already."""
    if "current" not in (row(page, label).get_attribute("class") or ""):
        row(page, label).locator(".scu-button").click()


def weight(page: Page, label: str) -> Locator:
    """The badge of an SCU in the list."""
    return row(page, label).locator(".scu-button .weight")


def _box(locator: Locator) -> FloatRect:
    box = locator.bounding_box()
    assert box is not None, "The word is not on the page."
    return box
