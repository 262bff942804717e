"""Sessions about sentences and the compare view: no violation that axe finds, and no rebuilt row in a large topic."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotator.judgments.models import sheets
from annotator.judgments.services.item_lists import create_document_sentence_list
from annotator.projects.models import Topic
from tests.annotator.judgments.scene import Judging, make_document, make_judging
from tests.factories import make_topic
from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.judging_desk import begin_in_browser, press
from tests.journeys.sentences_desk import judge_all_sentences, sentences_desk
from tests.site_process import SiteProcess

SENTENCES = 500


def test_axe_finds_nothing_in_the_compare_view(page: Page, context: BrowserContext, site: SiteProcess) -> None:
    desk = begin_in_browser(page, context, site, make_judging(), "duc-quality")
    press(desk, ["4", "v", "3", "i"])
    assert violations_in_both_schemes(desk) == []


@pytest.mark.parametrize(("preset", "judgment"), [("mead-utility", "utility:1"), ("best-sentences", "chosen:1")])
def test_a_sentence_is_commented_on(page: Page, site: SiteProcess, preset: str, judgment: str) -> None:
    desk = sentences_desk(page, site.url, preset)
    desk.press("c")
    page.keyboard.type("Repeated below.")
    desk.press("Control+Enter")
    assert desk.snapshots(sheets().get())[judgment]["comment"] == "Repeated below."
    expect(desk.row("d1.1")).to_be_focused()
    desk.reload()
    expect(page.locator(".comment")).to_have_text("Repeated below.")


@pytest.fixture
def large(site: SiteProcess) -> Judging:
    """A judging scene on a topic of one document with 500 sentences."""
    judging = make_judging()
    judging.topic = make_topic(judging.project, "large")
    _add_sentences(judging.topic)
    create_document_sentence_list(topic=judging.topic, by=judging.manager)
    return judging


def _add_sentences(topic: Topic) -> None:
    sentence = "The mill stood by the sea and ground corn for the valley. "
    offsets = [
        offset for number in range(SENTENCES) for offset in (number * len(sentence), (number + 1) * len(sentence) - 1)
    ]
    make_document(topic, "d1", sentence * SENTENCES, offsets)


def test_a_large_topic_stays_fluid(large: Judging, page: Page, site: SiteProcess) -> None:
    desk = sentences_desk(page, site.url, "mead-utility", large)
    page.evaluate("() => document.querySelectorAll('.sentence-row').forEach((row) => { row.isFirstBuilt = true; })")
    desk.press("r", "Enter", "Control+z")  # all 500 sentences as one gesture, and back
    expect(page.get_by_text("500 of 500 sentences are open.")).to_be_visible()
    desk.press(*"7" * 40)
    expect(page.get_by_text("460 of 500 sentences are open.")).to_be_visible()
    built = page.evaluate(
        "() => [...document.querySelectorAll('.sentence-row')].filter((row) => row.isFirstBuilt).length"
    )
    assert built == SENTENCES


def test_a_complete_sheet_takes_a_key_a_sentence(page: Page, site: SiteProcess) -> None:
    desk = sentences_desk(page, site.url, "mead-utility")
    assert judge_all_sentences(page) == 6
    desk.press("Shift+Enter")
    expect(page.get_by_role("heading", name="Topic done")).to_be_visible()
