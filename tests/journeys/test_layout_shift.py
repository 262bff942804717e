"""An edit moves nothing but the rows of the lists, and the header stays one line, however long the names are."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from annotator.projects.models import Membership, Project, Topic
from tests.journeys.desk import choose, open_workspace, select, wait_until_saved
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released

WIDTHS = range(1024, 1921, 20)
PROJECT = "Evaluation of multi-document summaries of news about lighthouses, harbours and tides"
TOPIC = "Restoration of the old tide mill and of the lighthouse on the northern harbour wall"
PERSON = "bartholomew.featherstonehaugh-cholmondeley"
PEER_NAME = "university-of-somewhere-system-submission-01"
SCUS = [("the last keeper left Skerry Light in 1998", [(0, "The last keeper left"), (1, "A keeper lived")])]
OBSERVE = """() => {
  window.shifts = [];
  const element = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(element).filter((node) => !node?.closest("scu-list, unit-list"));
      if (moved.length) window.shifts.push([value, ...moved.map((node) => node?.outerHTML.slice(0, 90))]);
    }
  }).observe({ type: "layout-shift" });
}"""
NEXT_FRAMES = "() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next))))"
HEADER_HEIGHT = "document.querySelector('.site-header').offsetHeight"


@pytest.fixture
def topic(ann: User) -> Topic:
    """A topic of two models and a peer, in which everything has a long name."""
    topic = make_topic(ann, [A, B], [PEER])
    Project.objects.update(name=PROJECT, guidelines="Read first.")
    Topic.objects.update(title=TOPIC)
    topic.summaries.filter(kind="peer").update(summarizer=PEER_NAME)
    Membership.objects.update(name=PERSON)
    User.objects.update(username=PERSON)
    return topic


@pytest.fixture
def pyramid(ann: User, topic: Topic, page: Page) -> Page:
    """Ann's pyramid, in which she has just made an SCU."""
    open_workspace(page, pyramid_of(ann, topic))
    select(page, 0, 3)
    page.keyboard.press("n")
    page.keyboard.type("the last keeper left Skerry Light in 1998")
    page.keyboard.press("Enter")
    return page


@pytest.fixture
def peer(ann: User, topic: Topic, page: Page) -> Page:
    """Ann's annotation of the peer, in which she has just matched some words."""
    open_workspace(page, peer_of(ann, released(ann, topic, SCUS)))
    choose(page, "the last keeper")
    select(page, 0, 3)
    page.keyboard.press("m")
    return page


def test_an_edit_of_a_pyramid_moves_nothing_at_any_width(pyramid: Page) -> None:
    _expect_no_shift(pyramid)


def test_an_edit_of_a_peer_moves_nothing_at_any_width(peer: Page) -> None:
    _expect_no_shift(peer)


def _expect_no_shift(page: Page) -> None:
    """Undoes and repeats the edit at each width. The request waits until the page has shown the pending edit."""
    wait_until_saved(page)
    page.mouse.move(0, 0)  # away from the texts: a tip over a word would move
    held: list[Route] = []
    page.route("**/edits/", lambda route: held.append(route))
    page.evaluate(OBSERVE)
    shifts: dict[int, Any] = {}
    heights = set()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(NEXT_FRAMES)
        page.evaluate("window.shifts.length = 0")
        for key in ("Control+z", "Control+y"):
            with page.expect_request("**/edits/"):
                page.keyboard.press(key)
            expect(page.locator("save-state .pill")).to_have_text("1 pending")
            heights.add(page.evaluate(HEADER_HEIGHT))
            page.evaluate(NEXT_FRAMES)
            held.pop().continue_()
            wait_until_saved(page)
            heights.add(page.evaluate(HEADER_HEIGHT))
            page.evaluate(NEXT_FRAMES)
        if found := page.evaluate("window.shifts"):
            shifts[width] = found
    assert shifts == {}
    assert len(heights) == 1
