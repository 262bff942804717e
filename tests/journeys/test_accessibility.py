"""The pages without a violation of WCAG 2.2 AA that axe can find, in both colour schemes."""

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Browser, Page, expect

from tests.journeys.axe import axe_violations
from tests.journeys.axe import violations_in_both_schemes as _violations
from tests.journeys.desk import open_workspace, select
from tests.journeys.sample_site import EMPTY, make_sample

WORKSPACES = ("pyramid", "peer")


@pytest.fixture
def sample(ann: User) -> dict[str, str]:
    """The sample project, Ann's: addresses by route."""
    return make_sample(ann)


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


def test_pages(sample: dict[str, str], page: Page) -> None:
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


def test_workspaces(sample: dict[str, str], page: Page) -> None:
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
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_only_the_dark_hides_is_found(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(
        "<!doctype html><html lang=en><title>t</title><style>@media (prefers-color-scheme: dark)"
        "{ body { background: #222 } p { color: #333 } }</style><main><h1>A</h1><p>grey on grey</p></main>"
    )
    (found,) = _violations(page)
    assert found.startswith("about:blank in the dark: color-contrast at ['p']")
    page.close()
