"""The pages without a violation of WCAG 2.2 AA that axe can find, in both colour schemes."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page, expect

from tests.journeys.desk import open_workspace, select
from tests.journeys.sample_site import EMPTY, make_sample

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WORKSPACES = ("pyramid", "peer")
Scheme = Literal["light", "dark"]


@pytest.fixture
def sample(ann: User) -> dict[str, str]:
    """The sample project, Ann's: addresses by route."""
    return make_sample(ann)


def _violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    return [f"{page.url}: {v['id']} at {node['target']}" for v in found for node in v["nodes"]]


def _routes(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """Names of the routes that are not the API's or the admin's."""
    names = set()
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            names.add(str(pattern.name))
        elif str(pattern.pattern) not in ("api/", "admin/"):
            names |= _routes(pattern.url_patterns)
    return names


def test_every_page_is_looked_at(sample: dict[str, str]) -> None:
    assert _routes(get_resolver().url_patterns) - EMPTY - {"login"} == {*sample} - {"topic-untouched"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages(sample: dict[str, str], page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    found = []
    for name, path in sample.items():
        if name in WORKSPACES:
            continue
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        found += _violations(page)
    page.goto("/p/none/")
    found += _violations(page)
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    found += _violations(page)
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_workspaces(sample: dict[str, str], page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    open_workspace(page, sample["pyramid"])
    found = _violations(page)
    page.locator(".scu-button").first.click()
    page.locator(".contributor").first.hover()
    found += _violations(page)
    select(page, 3, 6)
    found += _violations(page)
    page.keyboard.press("/")
    found += _violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_label("Find in labels and texts").fill("the")
    found += _violations(page)
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    found += _violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="History").click()
    expect(page.get_by_role("dialog", name="History")).to_be_visible()
    found += _violations(page)
    open_workspace(page, sample["peer"])
    page.locator(".unit-button").first.click()
    found += _violations(page)
    assert found == []


def test_the_empty_workspace_in_a_small_window(sample: dict[str, str], page: Page) -> None:
    page.goto(sample["topic-untouched"])
    page.get_by_role("button", name="Start my pyramid").click()
    page.wait_for_selector("pyramid-workspace.ready")
    page.set_viewport_size({"width": 1024, "height": 700})
    assert _violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
