"""Journeys: a person's way through the running site, in Chromium, with mouse and keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from annotator.projects.models import Membership
from annotator.projects.services import add_member
from annotator.pyramids.models import pyramids
from tests import chromium
from tests.journeys.desk import be_signed_in, open_workspace
from tests.journeys.texts import pyramid_of, two_models
from tests.site_process import SiteProcess

NAME, PASSWORD = "ann", "a password for journeys"
BOB = "bob"


HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A journey that fails is tried once more, and the report names it: browsers, and the machines that they share with
    other work, have moments that are no fault of the site. A fault comes again.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def ann(site: SiteProcess) -> User:
    """Somebody with an account."""
    return User.objects.create_user(NAME, password=PASSWORD)


@pytest.fixture
def context(site: SiteProcess, browser: Browser) -> Iterator[BrowserContext]:
    """A browser's profile of its own for each journey; windows of others are closed with it.

    Nothing fades: a colour on its way from one to another has a contrast that no person sees.
    """
    yield browser.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    for context in browser.contexts:
        context.close()


@pytest.fixture
def page(context: BrowserContext, site: SiteProcess, ann: User) -> Iterator[Page]:
    """A signed-in page; an error in its scripts, or something its security policy blocks, fails the journey."""
    page = context.new_page()
    page.set_default_timeout(chromium.PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if _is_problem(message) else None)
    be_signed_in(context, site.url, ann)
    yield page
    assert problems == []


@pytest.fixture
def shared(ann: User) -> str:
    """The address of Ann's pyramid of two short model summaries, which Bob may edit too."""
    topic = two_models(ann)
    path = pyramid_of(ann, topic)
    bob = User.objects.create_user(BOB, password=PASSWORD)
    member = add_member(project=topic.project, user=bob, role=Membership.Role.ANNOTATOR, by=None)
    pyramids().get().editors.add(member)
    return path


@pytest.fixture
def bobs(shared: str, desk: Page, browser: Browser, site: SiteProcess) -> Iterator[Page]:
    """Bob's window, in a profile of his own, opened when all is as Ann has it."""
    theirs = browser.new_context(base_url=site.url, viewport=desk.viewport_size)
    be_signed_in(theirs, site.url, User.objects.get(username=BOB))
    page = theirs.new_page()
    open_workspace(page, shared)
    yield page
    theirs.close()


def _is_problem(message: ConsoleMessage) -> bool:
    # A request that the test makes fail is told by the browser as an error too; the page has to live with that.
    return message.type == "error" and "Failed to load resource" not in message.text
