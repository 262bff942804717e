"""A newcomer: invited by a link, assigned a topic, and at work."""

import re

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from annotator.interchange.sample import load_sample
from annotator.work.tasks.models import Assignment

SIGNED_UP = "a long enough password"


def _link(page: Page) -> str:
    """Makes an invitation link, and gives it as the page shows it."""
    page.goto("/p/sample/members/")
    page.get_by_label("For how many people").fill("2")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("status").first).to_contain_text("The link is ready")
    expect(page.get_by_role("button", name="Copy this link")).to_be_visible()
    return page.locator(".link-text").inner_text()


def _join(page: Page, link: str) -> None:
    """Makes an account at the link."""
    page.goto(link)
    page.get_by_label("User name").fill("grace")
    page.get_by_label("Password", exact=True).fill(SIGNED_UP)
    page.get_by_label("Password again").fill(SIGNED_UP)
    page.get_by_role("button", name="Create account and join").click()
    expect(page.get_by_role("status")).to_have_text("Welcome! You are now a member.")


def test_from_an_invitation_to_the_first_task(ann: User, page: Page, browser: Browser) -> None:
    load_sample(by=ann, now=timezone.now())
    link = _link(page)
    theirs = browser.new_context(base_url=page.url.split("/p/")[0])
    grace = theirs.new_page()
    _join(grace, link)
    expect(grace.get_by_role("heading", name="Your next")).to_have_count(0)

    page.goto("/p/sample/assignments/add/")
    page.get_by_label("People per topic or summary").fill("1")
    page.get_by_label("ann", exact=True).uncheck()
    page.get_by_role("button", name="Distribute").click()
    expect(page.get_by_role("status").first).to_have_text("Assigned: 3 new tasks.")
    assert Assignment.objects.count() == 3

    grace.goto("/")
    expect(grace.get_by_role("heading", name="Your next")).to_be_visible()
    grace.get_by_role("button", name=re.compile("^Begin")).first.click()
    grace.wait_for_selector("pyramid-workspace.ready")
    grace.goto("/p/sample/")
    expect(grace.get_by_role("link", name=re.compile("^Continue"))).to_have_count(1)
    page.goto("/p/sample/progress/")
    expect(page.get_by_role("row").filter(has_text="grace").filter(has_text="in progress")).to_have_count(1)


def test_a_click_in_the_table_of_roles_keeps_its_place(ann: User, page: Page) -> None:
    load_sample(by=ann, now=timezone.now())
    page.goto("/p/sample/team/")
    cell = page.get_by_role("button", name=re.compile("^ann, reviewer of train"))
    expect(cell).to_have_attribute("aria-pressed", "false")
    cell.focus()
    page.keyboard.press("Enter")
    expect(cell).to_have_attribute("aria-pressed", "true")
    expect(cell).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell).to_have_attribute("aria-pressed", "false")
