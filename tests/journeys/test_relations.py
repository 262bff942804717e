"""SCUs are related by keys and by mouse; the relations are shown, undone, and asked about when a peer is finished."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from annotator.pyramids.models import ReleasedScu
from annotator.work.release_models import Release
from tests.factories import make_release
from tests.journeys.axe import axe_violations
from tests.journeys.desk import choose, make_scu, open_workspace, reload, row, select, settles, wait_until_saved
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released, two_models


@pytest.fixture
def desk(ann: User, page: Page) -> Page:
    """The workspace, with the SCUs "keeper left" and "engineers come"; the first is selected."""
    open_workspace(page, pyramid_of(ann, two_models(ann)))
    make_scu(page, "keeper left", 0, 7)
    make_scu(page, "engineers come", 8, 13)
    choose(page, "keeper left")
    return page


def _relations(page: Page) -> Locator:
    return page.locator(".relations")


def _relate_by_keys(page: Page, kind: str) -> None:
    page.keyboard.press("Shift+R")
    page.keyboard.type("engi")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="How is it related")).to_be_visible()
    page.keyboard.press(kind)


def test_scus_are_related_by_keys_and_undone(desk: Page) -> None:
    _relate_by_keys(desk, "i")
    expect(_relations(desk)).to_have_text("says also1engineers come")
    expect(desk.locator(".relation-lines line")).to_have_count(1)
    assert axe_violations(desk) == []
    reload(desk)
    choose(desk, "engineers come")
    expect(_relations(desk)).to_have_text("said by1keeper left")
    desk.keyboard.press("Control+z")
    expect(_relations(desk)).to_have_count(0)
    expect(desk.locator(".relation-lines")).to_have_count(0)


def test_scus_are_related_by_mouse_and_unrelated(desk: Page) -> None:
    desk.get_by_role("button", name="Relate…").click()
    desk.get_by_role("option", name="engineers come").click()
    desk.get_by_role("button", name="It needs it").click()
    expect(_relations(desk)).to_have_text("needs1engineers come")
    ends = desk.locator(".relation-lines line").evaluate(
        """(line) => {
          const host = document.querySelector("pyramid-tiers").getBoundingClientRect();
          return [["x1", "y1"], ["x2", "y2"]].map(([x, y]) =>
            [...document.elementsFromPoint(host.x + +line.getAttribute(x), host.y + +line.getAttribute(y))]
              .find((element) => element.matches(".cell"))?.title);
        }"""
    )
    assert ends == ["keeper left", "engineers come"]
    desk.get_by_role("button", name="engineers come").last.click()
    settles(desk, lambda: row(desk, "engineers come").locator(".relations").inner_text().split(), _needed_by())
    desk.get_by_role("button", name="Remove: needed by “keeper left”").click()
    expect(_relations(desk)).to_have_count(0)


def _needed_by() -> list[str]:
    return ["needed", "by", "1", "keeper", "left"]


def test_a_circle_is_refused_with_its_reason(desk: Page) -> None:
    _relate_by_keys(desk, "i")
    choose(desk, "engineers come")
    desk.keyboard.press("Shift+R")
    desk.keyboard.type("keeper")
    desk.keyboard.press("Enter")
    desk.keyboard.press("i")
    expect(desk.get_by_text("they say the same, so merge them")).to_be_visible()
    expect(_relations(desk)).to_have_text("said by1keeper left")


@pytest.fixture
def peer_desk(ann: User, page: Page) -> Page:
    """A peer with "keeper left" matched, which implies "engineers come" and needs "years"."""
    topic = make_topic(ann, [A, B], [PEER])
    labels = ["keeper left", "engineers come", "years"]
    first = released(ann, topic, [(label, [(0, "The last keeper left")]) for label in labels])
    open_workspace(page, peer_of(ann, _related(first)))
    select(page, 4, 5)
    page.keyboard.press("/")
    page.keyboard.type("keeper")
    page.keyboard.press("Enter")
    wait_until_saved(page)
    return page


def _related(release: Release) -> Release:
    """Another release of the pyramid, in which the first SCU implies the second and needs the third."""
    scus = list(ReleasedScu.objects.filter(release=release).order_by("uid"))
    names = ("uid", "position", "label", "comment", "contributors")
    snapshots: list[dict[str, Any]] = [
        {"id": str(scu.uuid), **{name: getattr(scu, name) for name in names}} for scu in scus
    ]
    snapshots[0]["relations"] = [
        {"to": str(scus[2].uuid), "kind": "depends"},
        {"to": str(scus[1].uuid), "kind": "implies"},
    ]
    return make_release(release.pyramid, snapshots)


def test_finishing_a_peer_asks_about_what_is_implied_or_needed(peer_desk: Page) -> None:
    peer_desk.get_by_role("button", name="Finish").click()
    dialog = peer_desk.get_by_role("dialog", name="Finish this peer?")
    expect(dialog.get_by_role("listitem")).to_have_text(
        ["“keeper left” implies “engineers come”", "“keeper left” needs “years”"]
    )
    dialog.get_by_role("button", name="Finish").click()
    expect(peer_desk.get_by_text("finished").first).to_be_visible()
