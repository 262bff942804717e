"""Extracts chosen by a judge, by keys alone and by mouse alone. The scene asks for two of six sentences."""

import pytest
from playwright.sync_api import Page, expect

from annotator.judgments.models import sheets
from annotator.judgments.services.instruments import change_instrument
from tests.annotator.judgments.scene import make_judging
from tests.journeys.sentences_desk import SentencesDesk, sentences_desk
from tests.site_process import SiteProcess


@pytest.fixture
def desk(site: SiteProcess, page: Page) -> SentencesDesk:
    return sentences_desk(page, site.url, "best-sentences")


def _chosen(desk: SentencesDesk) -> set[str]:
    return {key for key, judgment in desk.snapshots(sheets().get()).items() if judgment["value"] == 1}


def test_space_chooses_and_finishing_needs_the_size(desk: SentencesDesk) -> None:
    count = desk.page.locator(".extract-count")
    desk.press("Space")
    expect(desk.row("d1.1")).to_have_attribute("aria-checked", "true")
    desk.press("Shift+Enter")
    expect(desk.notice()).to_have_text("1 of 2 sentences are chosen: choose exactly 2.")
    desk.press("ArrowDown", "Space", "PageDown", "Space")
    expect(count).to_have_text("3 of 2 chosen")
    desk.press("Control+z")
    expect(count).to_have_text("2 of 2 chosen")
    assert _chosen(desk) == {"chosen:1", "chosen:2"}
    desk.reload()
    expect(desk.page.locator(".chosen-sentences li")).to_have_count(2)
    desk.press("Shift+Enter")
    expect(desk.page.get_by_role("heading", name="Topic done")).to_be_visible()
    desk.page.get_by_role("button", name="Look again").click()
    desk.press("Space")
    expect(desk.row("d1.1")).to_have_attribute("aria-disabled", "true")
    assert _chosen(desk) == {"chosen:1", "chosen:2"}


def test_a_click_chooses_and_takes_back(desk: SentencesDesk) -> None:
    for number in ("d2.3", "d1.2", "d2.3"):
        desk.row(number).click()
    assert _chosen(desk) == {"chosen:2"}
    desk.page.locator(".chosen-sentences button").click()
    expect(desk.row("d1.2")).to_be_focused()


def test_space_still_presses_the_button_that_has_the_focus(desk: SentencesDesk) -> None:
    desk.page.get_by_role("button", name="Guidelines").focus()
    desk.press("Space")
    expect(desk.page.get_by_role("complementary", name="Guidelines")).to_be_visible()
    assert _chosen(desk) == set()


def test_a_size_in_percent_is_shown_as_a_number_of_sentences(site: SiteProcess, page: Page) -> None:
    judging = make_judging()
    changes = {"size": 25, "size_unit": "percent"}  # of 6 sentences: 1.5, rounded half up
    change_instrument(instrument=judging.instruments["best-sentences"], changes=changes, by=judging.manager)
    sentences_desk(page, site.url, "best-sentences", judging)
    expect(page.locator(".extract-count")).to_have_text("0 of 2 chosen")
