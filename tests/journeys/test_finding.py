"""Finding one's way: the SCUs of a word, the bar at the selection, filters. Texts in tests/journeys/texts.py."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.journeys.desk import drag, expect_labels, make_scu, open_workspace, row, select, wait_until_saved, words
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released

LONG = " ".join(f"Word {n} of a summary that is long enough to have lines below a selection." for n in range(9))


@pytest.fixture
def desk(ann: User, request: pytest.FixtureRequest) -> Page:
    """A pyramid of three summaries with SCUs "keeper left" (A, B), "Light" (A, in it) and "engineers" (A)."""
    path = pyramid_of(ann, make_topic(ann, [A, B, LONG]))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    make_scu(page, "keeper left", 0, 7)
    select(page, 10, 16, summary=1)
    page.keyboard.press("a")
    make_scu(page, "Light", 4, 5)
    make_scu(page, "engineers", 8, 13)
    page.keyboard.press("Escape")
    wait_until_saved(page)
    return page


def _choice(page: Page) -> Locator:
    return page.get_by_role("listbox", name="This word is in")


def test_a_word_of_several_scus_lists_them(desk: Page) -> None:
    words(desk).nth(5).click()
    expect(_choice(desk).get_by_role("option")).to_have_text(["2keeper left", "1Light"])
    _choice(desk).get_by_role("option", name="Light").click()
    expect(_choice(desk)).to_be_hidden()
    expect(desk.locator("[data-status-text]")).to_contain_text("“Light”")
    expect(words(desk).nth(5)).to_contain_class("shared tier-2 lit")


def test_the_scus_of_a_word_are_chosen_from_with_the_keyboard(desk: Page) -> None:
    words(desk).nth(3).focus()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Enter")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(row(desk, "Light")).to_contain_class("current")
    expect(words(desk).nth(4)).to_be_focused()
    desk.keyboard.press("Enter")
    expect(_choice(desk).get_by_role("option", name="Light")).to_have_attribute("aria-selected", "true")
    desk.keyboard.press("Escape")
    expect(_choice(desk)).to_be_hidden()
    expect(words(desk).nth(4)).to_be_focused()
    expect(row(desk, "Light")).to_contain_class("current")


def test_a_double_click_selects_a_word_of_several_scus(desk: Page) -> None:
    words(desk).nth(5).dblclick()
    expect(_choice(desk)).to_be_hidden()
    expect(words(desk).nth(5)).to_contain_class("selected")


def test_a_word_of_several_units_lists_them(ann: User, request: pytest.FixtureRequest) -> None:
    scus = [("keeper left", [(0, "The last keeper left")]), ("engineers", [(0, "Engineers")])]
    path = peer_of(ann, released(ann, make_topic(ann, [A, B], [PEER]), scus))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    for label in ("keeper", "engineers"):
        select(page, 0, 3)
        page.keyboard.press("/")
        page.keyboard.type(label)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    words(page).nth(1).click()
    _choice(page).get_by_role("option", name="engineers").click()
    expect(page.locator("[data-status-text]")).to_contain_text("is matched to “engineers”")


def test_a_part_is_begun_where_the_bar_is(desk: Page) -> None:
    long = words(desk, 2)
    select(desk, 33, 35, summary=2)
    bar = desk.get_by_role("toolbar", name="Selected words")
    expect(bar).to_be_visible()
    box = bar.bounding_box()
    assert box is not None
    under = [n for n in range(120) if _within(long.nth(n), box)]
    assert under, "The bar hides no word here: the test says nothing."
    drag(desk, long.nth(under[0]), long.nth(under[0] + 1), key="Control")
    expect(desk.locator("scu-list .scu")).to_have_count(3)
    expect(desk.locator("[data-status-text]")).to_contain_text("5 words selected")
    # Without a key it can be clicked as before.
    expect(bar).not_to_contain_class("let-through")
    bar.get_by_role("button", name="New SCU").click()
    expect(desk.locator("scu-list .scu")).to_have_count(4)


def _within(word: Locator, outer: FloatRect) -> bool:
    box = word.bounding_box()
    if box is None:
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return outer["x"] < x < outer["x"] + outer["width"] and outer["y"] < y < outer["y"] + outer["height"]


def test_the_list_is_filtered_and_says_how_many_it_shows(desk: Page) -> None:
    desk.get_by_role("button", name="Filter", exact=True).click()
    panel = desk.get_by_role("group", name="Filters")
    panel.get_by_label("Weight").select_option("1")
    expect_labels(desk, "Light", "engineers")
    panel.get_by_label("Contributor of").select_option(label="B · M2")
    expect(desk.locator("[data-hits]")).to_have_text("0 of 3 SCUs")
    expect(desk.get_by_text("No SCU matches these filters.")).to_be_visible()
    desk.get_by_role("button", name="Remove filter: Weight 1").click()
    expect_labels(desk, "keeper left")
    desk.get_by_role("button", name="Remove filter: In B").click()
    expect(desk.get_by_role("button", name="Filter", exact=True)).to_be_focused()
    expect(desk.locator("scu-list .label")).to_have_count(3)
    expect(desk.locator("[data-hits]")).to_be_empty()


def test_filters_with_the_keyboard_and_what_no_longer_fits(desk: Page) -> None:
    select(desk, 14, 15)
    desk.keyboard.press("n")
    desk.keyboard.press("Escape")
    desk.keyboard.press("Shift+F")
    expect(desk.get_by_role("combobox", name="Weight")).to_be_focused()
    desk.get_by_label("Without a label").press("Space")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="Filter", exact=True)).to_be_focused()
    expect_labels(desk, "officials said")
    desk.keyboard.press("r")
    desk.keyboard.type("said so")
    desk.keyboard.press("Enter")
    expect_labels(desk, "said so")  # it stays while it is selected
    words(desk).nth(9).click()
    expect_labels(desk, "engineers")  # shown because it is selected
    desk.keyboard.press("Escape")
    expect_labels(desk)
    select(desk, 0, 1, summary=1)
    desk.keyboard.press("n")
    desk.keyboard.type("new")
    desk.keyboard.press("Enter")
    expect_labels(desk, "new")
    desk.get_by_role("button", name="Remove filter: Without a label").click()
    expect(desk.locator("scu-list .label")).to_have_count(5)


def test_the_scus_of_a_peer_are_filtered_by_what_was_found(ann: User, request: pytest.FixtureRequest) -> None:
    scus = [("keeper left", [(0, "The last keeper left")]), ("engineers", [(0, "Engineers")])]
    path = peer_of(ann, released(ann, make_topic(ann, [A, B], [PEER]), scus))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    page.keyboard.press("Shift+F")
    page.get_by_label("In this peer").select_option("open")
    expect(page.locator("scu-list .scu")).to_have_count(2)
    row(page, "keeper").locator(".scu-button").click()
    select(page, 0, 3)
    page.keyboard.press("m")
    row(page, "engineers").locator(".scu-button").click()
    expect_labels(page, "engineers")
    page.get_by_label("In this peer").select_option("matched")
    expect_labels(page, "keeper left")
    expect(page.locator("[data-hits]")).to_have_text("1 of 2 SCUs")


def test_the_guidelines_are_beside_the_texts_and_stay_there(ann: User, request: pytest.FixtureRequest) -> None:
    topic = make_topic(ann, [A, B], guidelines="## Labels\n\nOne plain <script>alert(1)</script> *sentence*.")
    path = pyramid_of(ann, topic)
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    panel = page.get_by_role("complementary", name="Guidelines")
    expect(panel).to_be_hidden()
    page.keyboard.press("h")
    expect(panel.get_by_role("heading", name="Labels")).to_be_visible()
    expect(panel.locator("em")).to_have_text("sentence")
    assert panel.locator("script").count() == 0
    expect(panel.get_by_role("link", name="Guide to the method")).to_be_visible()
    select(page, 0, 2)  # it is not in the way
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(page.locator("scu-list .scu")).to_have_count(1)
    page.reload()
    expect(panel.get_by_role("heading", name="Labels")).to_be_visible()
    panel.locator(".guidelines-body").press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name="Guidelines")).to_be_focused()


def test_without_guidelines_there_is_no_button(desk: Page) -> None:
    expect(desk.get_by_role("button", name="Guidelines")).to_have_count(0)
    desk.keyboard.press("h")
    expect(desk.get_by_role("complementary")).to_have_count(0)
