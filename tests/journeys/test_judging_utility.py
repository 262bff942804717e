"""Utilities of sentences, by keys alone and by mouse alone. The documents, d1 and d2, have three sentences each."""

import pytest
from playwright.sync_api import Page, expect

from annotator.judgments.models import Item, sheets
from annotator.work.models import Work
from tests.annotator.judgments.scene import make_judging
from tests.journeys.desk import wait_until_saved
from tests.journeys.sentences_desk import SentencesDesk, sentences_desk
from tests.site_process import SiteProcess

KEYS_PER_SENTENCE = 1.1


@pytest.fixture
def desk(site: SiteProcess, page: Page) -> SentencesDesk:
    return sentences_desk(page, site.url, "mead-utility")


def _sheet() -> Work:
    return sheets().get()


def _values(desk: SentencesDesk) -> dict[str, int | None]:
    return {key: judgment["value"] for key, judgment in desk.snapshots(_sheet()).items()}


def _marks(desk: SentencesDesk) -> dict[str, list[int]]:
    return {key: judgment["marks"] for key, judgment in desk.snapshots(_sheet()).items() if judgment["marks"]}


def test_a_key_a_sentence_judges_all(desk: SentencesDesk) -> None:
    desk.count_actions()
    desk.press(*"3", "t", *"0579")
    assert desk.actions()["keys"] <= KEYS_PER_SENTENCE * 6
    assert _values(desk) == {
        f"utility:{position}": value for position, value in enumerate((3, 10, 0, 5, 7, 9), start=1)
    }
    expect(desk.page.get_by_text("All 6 sentences are judged.")).to_be_visible()
    expect(desk.page.get_by_role("img", name="Your values: 0: 1, 3: 1, 5: 1, 7: 1, 9: 1, 10: 1")).to_be_visible()
    desk.reload()
    expect(desk.row("d1.2").get_by_role("radio", name="10 essential")).to_be_checked()
    desk.press("Shift+Enter")
    expect(desk.page.get_by_role("heading", name="Topic done")).to_be_visible()
    _sheet().refresh_from_db()
    assert _sheet().state == "submitted"


def test_a_mouse_does_it_too(desk: SentencesDesk) -> None:
    desk.row("d1.2").get_by_role("radio", name="4").click()
    expect(desk.row("d1.3")).to_be_focused()
    desk.row("d1.3").get_by_role("button", name="says no more than").click()
    desk.row("d2.1").click()
    wait_until_saved(desk.page)
    assert (_values(desk), _marks(desk)) == ({"utility:2": 4, "utility:3": None}, {"utility:3": [4]})
    desk.page.get_by_role("button", name="Remove: d1.3 says no more than d2.1").click()
    assert _marks(desk) == {}


def test_sentences_that_say_no_more_are_named_by_keys(desk: SentencesDesk) -> None:
    page = desk.page
    desk.press("s")
    page.keyboard.type("3")
    desk.press("Enter", "s")
    page.keyboard.type("d2.1")
    desk.press("Enter")
    assert _marks(desk) == {"utility:1": [3, 4]}
    desk.reload()
    expect(desk.row("d1.1").locator(".mark-chip")).to_have_count(2)
    desk.press("Shift+S")
    assert _marks(desk) == {"utility:1": [3]}
    desk.press("Control+z")
    assert _marks(desk) == {"utility:1": [3, 4]}


@pytest.mark.parametrize(
    ("typed", "answer"), [("1", "This is the sentence itself."), ("d9", "There is no sentence d9.")]
)
def test_what_no_mark_can_point_to_is_said_at_once(desk: SentencesDesk, typed: str, answer: str) -> None:
    desk.press("s")
    desk.page.keyboard.type(typed)
    expect(desk.page.locator(".mark-answer")).to_have_text(answer)
    desk.press("Enter", "Escape")
    assert _marks(desk) == {}


def test_the_rest_of_a_document_is_judged_and_undone_in_one_step(desk: SentencesDesk) -> None:
    desk.press("8", "r")
    dialog = desk.page.get_by_role("dialog", name="Rest 0?")
    expect(dialog).to_contain_text("2 open sentences of document d1")
    desk.press("Escape", "r", "Enter")
    expect(dialog).to_have_count(0)
    assert _values(desk) == {"utility:1": 8, "utility:2": 0, "utility:3": 0}
    expect(desk.row("d2.1")).to_be_focused()
    desk.press("Control+z")
    assert _values(desk) == {"utility:1": 8}


def test_arrow_keys_in_the_buttons_change_the_same_sentence(desk: SentencesDesk) -> None:
    desk.row("d1.1").get_by_role("radio", name="4").click()
    desk.row("d1.1").get_by_role("radio", name="4").focus()
    desk.press("ArrowRight", "ArrowRight")
    assert _values(desk) == {"utility:1": 6}
    expect(desk.row("d1.1")).to_have_attribute("aria-current", "true")


def test_headlines_are_shown_and_not_asked(site: SiteProcess, page: Page) -> None:
    judging = make_judging()
    Item.objects.filter(list__source="document_sentences", position=1).update(judged=False)
    desk = sentences_desk(page, site.url, "mead-utility", judging)
    expect(desk.page.get_by_text("5 of 5 sentences are open.")).to_be_visible()
    expect(desk.page.locator("#sentence-1")).to_be_visible()
    desk.press("s")
    page.keyboard.type("1")
    desk.press("Enter")
    assert _marks(desk) == {"utility:2": [1]}


def test_a_finished_sheet_is_only_read(desk: SentencesDesk) -> None:
    desk.press("5", "s", "1", "Enter", *"55555", "Shift+Enter")
    desk.page.get_by_role("button", name="Look again").click()
    expect(desk.row("d1.1").get_by_role("radio", name="5")).to_be_disabled()
    desk.press("3", "r", "Delete", "s")
    expect(desk.page.get_by_role("button", name="Rest 0")).to_have_count(0)
    expect(desk.page.locator(".mark-chip")).to_have_text(["says no more than ⊂ d1.1"])
    assert set(_values(desk).values()) == {5}


def test_what_is_missing_is_named(desk: SentencesDesk) -> None:
    desk.press("5", "Shift+Enter")
    expect(desk.notice()).to_have_text("5 judgments are missing.")
    assert _sheet().state == "in_progress"
