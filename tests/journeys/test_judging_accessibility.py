"""The sessions of judgments without a violation of WCAG 2.2 AA that axe can find, in both colour schemes."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.annotator.judgments.scene import Judging, make_judging
from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.judging_desk import begin_in_browser, press
from tests.site_process import SiteProcess

KEYS = {
    "duc-quality": ("4", "5"),
    "see-2002": ("Space", "3", "PageDown", "Space"),  # with the line about the same words on another sheet
    "mead-utility": ("7", "0"),
    "best-sentences": ("Space",),
    "presence": ("p", "n"),
}


@pytest.fixture
def judging(site: SiteProcess) -> Judging:
    return make_judging()


@pytest.mark.parametrize("preset", KEYS)
def test_a_session(preset: str, judging: Judging, page: Page, context: BrowserContext, site: SiteProcess) -> None:
    page.set_viewport_size({"width": 1100, "height": 500})  # the panes scroll
    desk = begin_in_browser(page, context, site, judging, preset)
    found = violations_in_both_schemes(desk)
    press(desk, ("i", *KEYS[preset]))
    expect(desk.locator("#session-guidelines")).to_be_hidden()
    found += violations_in_both_schemes(desk)
    assert found == []
