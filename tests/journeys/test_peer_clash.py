"""Two people match the same peer: what clashes is shown to the second one, who keeps what still can be done."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership
from annotator.projects.services import add_member
from tests.journeys.conftest import BOB, PASSWORD
from tests.journeys.desk import be_signed_in, choose, open_workspace, select, wait_until_saved
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, released
from tests.site_process import SiteProcess

EDITS = "**/api/peer-annotations/*/edits/"


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's annotation, which Bob may edit too."""
    topic = make_topic(ann, [A, B], [PEER])
    path = peer_of(ann, released(ann, topic, [("keeper left", [(0, "The last keeper left")])]))
    bob = User.objects.create_user(BOB, password=PASSWORD)
    member = add_member(project=topic.project, user=bob, role=Membership.Role.ANNOTATOR, by=None)
    peer_annotations().get().editors.add(member)
    return path


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """Ann's window, with three units."""
    open_workspace(page, path)
    choose(page, "keeper left")
    for first, last in ((0, 3), (8, 9), (15, 16)):
        select(page, first, last)
        page.keyboard.press("Shift+M")
    wait_until_saved(page)
    return page


@pytest.fixture
def bobs(path: str, desk: Page, browser: Browser, site: SiteProcess) -> Iterator[Page]:
    """Bob's window, whose edits do not get through yet."""
    theirs = browser.new_context(base_url=site.url, viewport=desk.viewport_size)
    be_signed_in(theirs, site.url, User.objects.get(username=BOB))
    page = theirs.new_page()
    open_workspace(page, path)
    page.route(EDITS, lambda route: route.abort("connectionrefused"))
    yield page
    for window in (desk, page):
        wait_until_saved(window)
        expect(window.locator("score-panel")).not_to_have_class("stale")
    theirs.close()


def _come_back(page: Page) -> None:
    page.unroute(EDITS)
    page.evaluate("dispatchEvent(new Event('online'))")


def _remove_first(page: Page) -> None:
    page.locator(".unit-button").first.click()
    page.keyboard.press("Delete")
    wait_until_saved(page)


def test_a_join_with_a_unit_that_is_gone_joins_those_that_stand(desk: Page, bobs: Page) -> None:
    for number in range(3):
        bobs.locator(".unit-button").nth(number).click(modifiers=["Control"])
    bobs.keyboard.press("+")
    bobs.keyboard.press("Enter")
    expect(bobs.locator(".unit")).to_have_count(1)
    _remove_first(desk)
    _come_back(bobs)
    dialog = bobs.get_by_role("dialog", name="Someone else changed this")
    expect(dialog).to_contain_text("Join 3 units into one")
    expect(dialog).to_contain_text("2 of the 3 units still exist: “Engineers visit”, “The rock”")
    dialog.get_by_role("button", name="Join the units that exist").click()
    wait_until_saved(bobs)
    expect(bobs.locator(".unit-words")).to_have_text(["2Engineers visit … The rock"])
    desk.reload()
    expect(desk.locator(".unit-words")).to_have_text(["2Engineers visit … The rock"])


def test_two_labels_of_one_unit_are_shown_and_one_is_chosen(desk: Page, bobs: Page) -> None:
    for page, label in ((bobs, "of Bob"), (desk, "of Ann")):
        page.locator(".unit-button").first.click()
        page.keyboard.press("F2")
        page.keyboard.type(label)
        page.keyboard.press("Enter")
    wait_until_saved(desk)
    _come_back(bobs)
    dialog = bobs.get_by_role("dialog", name="Someone else changed this")
    expect(dialog).to_contain_text("Label: of Ann")
    dialog.get_by_label("Label (you can change it)").fill("of both")
    dialog.get_by_role("button", name="Keep as changed").click()
    wait_until_saved(bobs)
    desk.reload()
    expect(desk.locator(".unit-label")).to_have_text("of both")


def test_a_flag_on_a_unit_that_is_gone_can_only_be_dropped(desk: Page, bobs: Page) -> None:
    bobs.locator(".unit-button").first.click()
    bobs.keyboard.press("u")
    bobs.keyboard.press("Escape")
    expect(bobs.locator(".unit .flag")).to_have_text("unsure")
    _remove_first(desk)
    _come_back(bobs)
    dialog = bobs.get_by_role("dialog", name="Someone else changed this")
    expect(dialog).to_contain_text("The unit is gone")
    dialog.get_by_role("button", name="Drop mine").click()
    wait_until_saved(bobs)
    expect(bobs.locator(".unit")).to_have_count(2)
