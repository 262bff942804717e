"""Sending, finding and selecting in WebKitGTK (Safari's engine) and in Firefox, where they are installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests.journeys.engine_page import EnginePage
from tests.journeys.engines import PACKAGES, start_browser, why_missing
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released, two_models
from tests.site_process import SiteProcess

SCUS = [("keeper left", [(0, "The last keeper left")]), ("engineers", [(0, "Engineers")])]


@pytest.fixture(params=sorted(PACKAGES))
def page(request: pytest.FixtureRequest, site: SiteProcess, ann: User, tmp_path: Path) -> Iterator[EnginePage]:
    """Ann's page in each engine, signed in."""
    if missing := why_missing(request.param):
        pytest.skip(missing)
    client = Client()
    client.force_login(ann)
    name = settings.SESSION_COOKIE_NAME
    with start_browser(request.param, tmp_path) as send:
        page = EnginePage(send, site.url)
        send("SetWindowRect", {"width": 1440, "height": 1000})
        page.goto("/accounts/login/")
        send("AddCookie", {"cookie": {"name": name, "value": client.cookies[name].value, "path": "/"}})
        yield page


@pytest.fixture
def peer(ann: User) -> str:
    """The address of Ann's peer annotation."""
    return peer_of(ann, released(ann, make_topic(ann, [A, B], [PEER]), SCUS))


def _match(page: EnginePage, first: int, last: int, label: str) -> None:
    page.select(first, last)
    page.press("/")
    page.type(label)
    page.press("Enter")


def _leave(page: EnginePage) -> None:
    page.click(".breadcrumbs a[href]")
    page.wait_for('return document.readyState === "complete" && !document.querySelector("peer-workspace");')


def _come_back(page: EnginePage, path: str) -> None:
    page.evaluate(
        'document.body.append(Object.assign(document.createElement("a"), { id: "back", href: given }));', path
    )
    page.click("#back")
    page.wait_until_ready()


def _scu(page: EnginePage, label: str, first: int, last: int) -> None:
    page.select(first, last)
    page.press("n")
    page.type(label)
    page.press("Enter")
    page.wait_until_saved()


@pytest.mark.parametrize("by", ["link", "back"])
def test_edits_are_sent_after_leaving_and_coming_back(page: EnginePage, peer: str, by: str) -> None:
    page.open_workspace(peer)
    _match(page, 0, 3, "keeper")
    page.wait_until_saved()
    for first in (4, 8):
        _leave(page)
        if by == "link":
            _come_back(page, peer)
        else:
            page.send("Back", {})
            page.wait_until_ready()
        _match(page, first, first + 1, "engineers")
        page.wait_until_saved()
    page.open_workspace(peer)
    assert len(page.texts("unit-list .unit")) == 3


def test_leaving_while_edits_are_kept_blocks_no_later_page(page: EnginePage, peer: str) -> None:
    page.open_workspace(peer)
    page.select(0, 3)
    # The storage is busy whenever the page is left.
    page.evaluate(
        """
        const workspace = document.querySelector("peer-workspace");
        const { storage } = workspace.session.queue;
        addEventListener("pagehide", () => Array.from({ length: 20 }, () => storage.acquire().catch(() => 0)), true);
        """
    )
    _leave(page)
    _come_back(page, peer)
    _match(page, 0, 3, "keeper")
    page.wait_until_saved()
    assert page.evaluate('return document.querySelector("peer-workspace").session.queue.storage.durable;')


LIT_WORDS = """
const probe = document.body.appendChild(document.createElement("i"));
probe.style.backgroundColor = "var(--found)";
const found = getComputedStyle(probe).backgroundColor;
probe.remove();
const words = [...document.querySelectorAll("summary-text .word")];
return words.filter((word) => pixelsOf(word.getBoundingClientRect()).includes(found)).map((word) => word.textContent);
"""


def test_find_lights_the_words_it_finds(page: EnginePage, ann: User) -> None:
    page.open_workspace(pyramid_of(ann, two_models(ann)))
    for query, words in (("keeper", ["keeper", "keeper", "keeper"]), ("six months", ["six", "months"]), ("x", ["six"])):
        page.evaluate('const field = document.querySelector("[data-find]"); field.focus(); field.select();')
        page.type(query)
        page.wait_for('return document.querySelector("[data-hits]").textContent.includes(given);', "in the texts")
        page.sees(LIT_WORDS, words)


def test_words_are_selected_by_dragging_and_by_keys(page: EnginePage, ann: User) -> None:
    page.open_workspace(pyramid_of(ann, two_models(ann)))
    page.select(1, 2)
    assert page.texts(".word.selected") == ["last", "keeper"]
    page.press("Escape")
    assert page.texts(".word.selected") == []
    page.evaluate('document.querySelector("summary-text .word").focus();')
    page.press("Shift", "ArrowRight")
    page.press("Shift", "ArrowRight")
    assert page.texts(".word.selected") == ["The", "last", "keeper"]
    page.select(0, 2, summary=1)
    assert page.texts(".word.selected") == ["A", "keeper", "lived"]
    assert page.evaluate("return getSelection().isCollapsed;"), "The browser selects text too."


UNDERLINE = """
const [word] = [...document.querySelectorAll(".word.shared")];
const { left, bottom, width } = word.getBoundingClientRect();
const column = pixelsOf({ left: left + width / 2, top: Math.round(bottom) - 4, width: 1, height: 4 });
return column.map((colour) => (colour === getComputedStyle(word).borderBottomColor ? "line" : ""));
"""


def test_shared_words_have_two_lines_below_them(page: EnginePage, ann: User) -> None:
    page.open_workspace(pyramid_of(ann, two_models(ann)))
    _scu(page, "keeper left", 0, 5)
    _scu(page, "Light", 4, 5)
    page.press("Escape")
    page.sees(UNDERLINE, ["line", "", "", "line"])
