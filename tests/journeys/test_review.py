"""A pyramid is finished, reviewed, returned, finished again and approved; three people, each in their own window."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from annotator.projects.models import Membership
from annotator.projects.services import add_member
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.services import change_state
from tests.journeys.axe import axe_violations
from tests.journeys.conftest import PASSWORD
from tests.journeys.desk import choose, open_workspace, row, sign_in, wait_until_saved
from tests.journeys.queue_desk import expect_state, relabel
from tests.journeys.texts import released, two_models
from tests.site_process import SiteProcess

A_WHILE = 10_001  # ms, longer than a page waits until it looks again
PATH = "/p/lighthouses/t/T1/pyramid/ann/"


@pytest.fixture
def pyramid(ann: User) -> Work:
    """Ann's pyramid with one SCU; Bob reviews the topic, and Carol manages the project."""
    carol, bob = (User.objects.create_user(name, password=PASSWORD) for name in ("carol", "bob"))
    topic = two_models(carol)
    add_member(project=topic.project, user=ann, role=Membership.Role.ANNOTATOR, by=None)
    member = add_member(project=topic.project, user=bob, role=Membership.Role.ANNOTATOR, by=None)
    TopicRole.objects.create(topic=topic, member=member, role=TopicRole.Role.REVIEWER)
    return released(
        ann, topic, [("Keeper left", [(0, "The last keeper left"), (1, "the keeper handed over the keys")])]
    ).pyramid


@pytest.fixture
def window(pyramid: Work, page: Page, site: SiteProcess, browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A window of a person's own, signed in."""
    contexts = []

    def open_for(name: str) -> Page:
        context = browser.new_context(
            base_url=site.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        )
        contexts.append(context)
        theirs = context.new_page()
        sign_in(theirs, name, PASSWORD)
        return theirs

    yield open_for
    for context in contexts:
        context.close()


def _stage(page: Page) -> Locator:
    return page.get_by_role("region", name="State")


def _press(page: Page, button: str, then: str) -> None:
    """Presses a button of the banner and waits for what it says then."""
    page.get_by_role("button", name=button, exact=True).click()
    expect(_stage(page)).to_contain_text(then)
    page.wait_for_selector("pyramid-workspace.ready")


def _finish(page: Page) -> None:
    page.get_by_role("link", name="Finish").click()
    expect(page.get_by_role("heading", name="Finish ann’s pyramid")).to_be_visible()
    _press(page, "Finish", "Finished by ann")


def test_the_way_of_a_pyramid_through_a_review(pyramid: Work, page: Page, window: Callable[[str], Page]) -> None:
    open_workspace(page, PATH)
    _finish(page)
    expect(page.get_by_role("link", name="Finish")).to_have_count(0)

    bob = window("bob")
    bob.goto("/p/lighthouses/")
    bob.get_by_role("region", name="Waiting for your review").get_by_role("link", name="T1, pyramid of ann").click()
    bob.wait_for_selector("pyramid-workspace.ready")
    _press(bob, "Start review", "bob has this in review")
    relabel(bob, "Keeper left", "The last keeper left in 1998")
    wait_until_saved(bob)
    bob.keyboard.press("Shift+C")
    bob.get_by_label("Write a note").first.fill("Is the second one about the keys?")
    bob.get_by_role("button", name="Write", exact=True).first.click()
    expect(bob.get_by_text("Note saved.")).to_be_visible()
    expect(row(bob, "The last keeper left in 1998").locator(".note-count")).to_have_text("1")
    assert axe_violations(bob) == []

    page.reload()
    expect(_stage(page)).to_contain_text("edits that are not saved yet wait until it is returned")

    bob.locator("summary", has_text="Return…").click()
    bob.get_by_label("What should be done").fill("Split the keys off.")
    assert axe_violations(bob) == []
    _press(bob, "Return it", "bob returned this")

    open_workspace(page, PATH)
    expect(_stage(page)).to_contain_text("Split the keys off.")
    choose(page, "The last keeper left in 1998")
    expect(page.locator(".notes-about")).to_contain_text("Is the second one about the keys?")
    page.get_by_role("button", name="Answer, resolve…").click()
    page.get_by_label("Answer", exact=True).first.fill("No, about the year.")
    page.keyboard.press("Control+Enter")
    expect(page.locator("notes-panel .thread").first).to_contain_text("No, about the year.")
    page.get_by_role("button", name="Resolve", exact=True).first.click()
    expect(page.get_by_text("Resolved.", exact=True)).to_be_visible()
    expect(row(page, "The last keeper left in 1998").locator(".note-count")).to_have_count(0)
    _finish(page)

    bob.reload()
    _press(bob, "Start review", "bob has this in review")
    _press(bob, "Approve", "Approved by bob")
    expect(bob.get_by_role("button", name="Start review")).to_have_count(0)

    carol = window("carol")
    open_workspace(carol, PATH)
    expect(_stage(carol)).to_contain_text("Approved by bob")
    carol.get_by_role("button", name="History").click()
    expect(carol.locator(".gestures li").first).to_contain_text("bobapproved")
    carol.keyboard.press("Escape")
    _press(carol, "Reopen", "Reopened by carol")
    open_workspace(page, PATH)
    relabel(page, "The last keeper left in 1998", "Ann again")
    wait_until_saved(page)


def _take(pyramid: Work) -> None:
    """Ann finishes elsewhere, and Bob takes it at once."""
    for verb, name in (("submit", "ann"), ("review", "bob")):
        change_state(work=pyramid, verb=verb, by=User.objects.get(username=name), now=timezone.now())


def test_who_has_the_page_open_is_told_and_reads_along(pyramid: Work, page: Page) -> None:
    page.clock.install()
    open_workspace(page, PATH)
    _take(pyramid)
    page.clock.fast_forward(A_WHILE)
    told = page.locator(".workspace-notices")
    expect(told).to_contain_text("bob took this into review.")
    choose(page, "Keeper left")
    expect(row(page, "Keeper left").get_by_role("button", name="Relabel")).to_have_count(0)
    told.get_by_role("button", name="Reload").click()
    expect(_stage(page)).to_contain_text("bob has this in review")


def test_an_edit_that_comes_too_late_is_kept_and_why_is_told(pyramid: Work, page: Page) -> None:
    open_workspace(page, PATH)
    _take(pyramid)
    relabel(page, "Keeper left", "too late")
    expect_state(page, "stopped")
    expect(page.locator(".workspace-notices")).to_contain_text("bob took this into review.")
    expect(page.locator("save-state .pill")).to_have_text("not saved · 1 pending")
    expect(row(page, "too late")).to_be_visible()
    page.locator("save-state .pill").click()
    expect(page.get_by_role("dialog")).to_contain_text("only its reviewer can change it")
    expect(page.get_by_role("button", name="Download them")).to_be_visible()
