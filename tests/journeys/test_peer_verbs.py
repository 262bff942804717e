"""Everything else that is done to a peer, by mouse and keyboard: absent ticks, walks, joined and split units, flags,
similar SCUs, finishing; and where the focus is afterwards. The texts are in tests/journeys/texts.py."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.desk import choose, open_workspace, reload, row, select, settles, wait_until_saved, words
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, released

SCUS = [
    ("keeper left in 1998", [(0, "The last keeper left Skerry Light in 1998"), (1, "In 1998 that ended")]),
    ("engineers come", [(0, "Engineers now come every six months")]),
    ("143 years", [(1, "A keeper lived on the rock for 143 years")]),
]
SIMILAR = "**/api/peer-annotations/*/similar/*"

Begin = Callable[..., Page]


@pytest.fixture
def begin(ann: User, page: Page) -> Iterator[Begin]:
    """Opens Ann's new annotation of the one peer, in a project with these settings.

    The journey ends when the server has answered everything: the database is emptied then.
    """

    def begin(**settings: str) -> Page:
        topic = make_topic(ann, [A, B], [PEER], **settings)
        path = peer_of(ann, released(ann, topic, SCUS))
        open_workspace(page, path)
        return page

    yield begin
    wait_until_saved(page)
    expect(page.locator("score-panel")).not_to_have_class("stale")


@pytest.fixture
def three(begin: Begin) -> Page:
    """The workspace with three units: two of one part, the second of two; none is selected."""
    page = begin()
    choose(page, "keeper left in 1998")
    select(page, 0, 3)  # In 1998 the keeper
    page.keyboard.press("m")
    choose(page, "engineers come")
    select(page, 8, 9)  # Engineers visit
    select(page, 12, 13, key="Control")  # twice a
    page.keyboard.press("m")
    choose(page, "143 years")
    select(page, 15, 16)  # The rock
    page.keyboard.press("m")
    page.keyboard.press("Escape")
    expect(page.locator(".unit")).to_have_count(3)
    expect(page.locator(".unit.current")).to_have_count(0)
    return page


def _unit(page: Page, said: str) -> Locator:
    return page.locator(".unit").filter(has=page.locator(".unit-words", has_text=said))


def _has_units(page: Page, *said: str) -> None:
    """The words of each unit, each with the number of its sentence before it."""
    expect(page.locator(".unit-words")).to_have_text(list(said))


def _focused(page: Page) -> Any:
    """What has the focus: a unit's words, or the name of another element."""
    return page.evaluate(
        """() => {
          const words = document.activeElement.closest(".unit-button")?.querySelector(".unit-words");
          return words ? words.textContent.replace(/^[0-9]+/, "") : document.activeElement.localName;
        }"""
    )


def _notice(page: Page) -> Locator:
    return page.locator("[data-notice]")


def _current(page: Page) -> Locator:
    return page.locator(".scu.current .label")


def test_absent_ticks_and_the_walk_over_what_is_not_decided(begin: Begin) -> None:
    page = begin()
    figure = page.locator("[data-figure=decided]")
    expect(figure).to_have_text("0 of 3 decided")
    page.keyboard.press("g")
    expect(_current(page)).to_have_text("keeper left in 1998")
    select(page, 0, 3)
    page.keyboard.press("m")
    page.keyboard.press("g")
    expect(_current(page)).to_have_text("engineers come")
    page.keyboard.press("b")
    expect(row(page, "engineers come").locator(".scu-button")).to_have_attribute("data-matched", "absent")
    expect(page.get_by_role("button", name="engineers come, absent")).to_have_count(1)  # its cell of the pyramid
    expect(page.get_by_label("Absent from this peer")).to_be_checked()
    expect(figure).to_have_text("2 of 3 decided")
    page.get_by_role("button", name="Next undecided SCU").click()
    expect(_current(page)).to_have_text("143 years")
    page.get_by_label("Absent from this peer").check()
    expect(figure).to_have_text("3 of 3 decided")
    page.locator("h1").click()
    page.keyboard.press("g")
    expect(_notice(page)).to_have_text("Every SCU is decided.")
    page.keyboard.press("Control+z")
    expect(figure).to_have_text("2 of 3 decided")
    expect(page.get_by_label("Absent from this peer")).not_to_be_checked()
    page.keyboard.press("Shift+G")
    expect(_current(page)).to_have_text("143 years")
    reload(page)
    expect(row(page, "engineers come").locator(".scu-button")).to_have_attribute("data-matched", "absent")


def test_what_is_matched_is_not_absent(begin: Begin) -> None:
    page = begin()
    choose(page, "engineers come")
    page.keyboard.press("b")
    select(page, 8, 9)
    page.keyboard.press("m")
    button = row(page, "engineers come").locator(".scu-button")
    expect(button).to_have_attribute("data-matched", "✓")
    expect(page.get_by_label("Absent from this peer")).to_be_disabled()
    page.keyboard.press("b")
    expect(_notice(page)).to_have_text("“engineers come” is matched, so it is not absent.")
    page.keyboard.press("Control+z")  # the match and the tick were one gesture
    expect(button).to_have_attribute("data-matched", "absent")


def test_the_walk_over_unmarked_words(three: Page) -> None:
    page = three
    page.keyboard.press("t")
    page.keyboard.press("Control+Home")  # the browser's own: no shortcut of the page
    page.keyboard.press("Home")
    page.keyboard.press(".")
    settles(page, lambda: page.evaluate("document.activeElement.textContent"), "is")
    for key, word in ((".", "of"), (".", "the"), (",", "of"), (",", "is")):
        page.keyboard.press(key)
        settles(page, lambda: page.evaluate("document.activeElement.textContent"), word)
    page.get_by_role("button", name="Next unmarked words").click()
    settles(page, lambda: page.evaluate("document.activeElement.textContent"), "of")


def test_units_are_walked_and_flagged_by_key_and_button(three: Page) -> None:
    page = three
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.locator(".unit.current .unit-words")).to_contain_text("Engineers visit")
    page.keyboard.press("Shift+N")
    expect(page.locator(".unit.current .unit-words")).to_contain_text("In 1998")
    page.keyboard.press("u")
    page.keyboard.press("q")
    flags = page.get_by_role("group", name="Flags")
    flags.get_by_role("button", name="Discuss").click()
    for name in ("Unsure", "Partial", "Discuss"):
        expect(flags.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    settles(page, lambda: page.evaluate("document.activeElement.dataset.tool"), "flag-discuss")
    page.keyboard.press("Control+z")
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.locator(".unit .flag")).to_have_text(["partial"])
    reload(page)
    expect(page.locator(".unit .flag")).to_have_text(["partial"])


def test_units_are_labelled_and_commented(three: Page) -> None:
    page = three
    page.locator(".unit-button").first.click()
    page.keyboard.press("F2")
    page.keyboard.type("the keeper is gone")
    page.keyboard.press("Enter")
    settles(page, lambda: _focused(page), "In 1998 the keeper")
    page.keyboard.press("c")
    page.keyboard.type("not sure: c, d, u")  # letters are words here
    page.keyboard.press("Control+Enter")
    settles(page, lambda: _focused(page), "In 1998 the keeper")
    page.keyboard.press("c")
    page.keyboard.type(", away with it")
    page.keyboard.press("Escape")
    expect(page.locator(".unit.current")).to_have_count(1)  # only the field was closed
    page.get_by_role("button", name="Label").click()
    page.keyboard.type("gone")
    page.keyboard.press("Enter")
    settles(page, lambda: page.evaluate("document.activeElement.dataset.tool"), "write-label")
    reload(page)
    expect(page.locator(".unit-label")).to_have_text("gone")
    expect(page.locator(".unit .comment")).to_have_text("not sure: c, d, u")
    page.keyboard.press("Control+z")
    expect(page.locator(".unit-label")).to_have_text("the keeper is gone")
    page.keyboard.press("Control+z")
    expect(page.locator(".unit .comment")).to_have_count(0)


def test_units_are_joined_from_the_keyboard(three: Page) -> None:
    page = three
    page.keyboard.press("n")
    page.keyboard.press("+")
    dialog = page.get_by_role("dialog", name="Join units")
    expect(dialog.get_by_role("button", name="Join")).to_be_disabled()
    page.keyboard.press("Space")  # the first one that is not among them yet
    page.keyboard.press("Enter")
    _has_units(page, "1In 1998 the keeper … Engineers visit … twice a", "3The rock")
    expect(page.locator(".unit.current .unit-scu")).to_contain_text("keeper left")
    settles(page, lambda: _focused(page), "In 1998 the keeper … Engineers visit … twice a")
    page.keyboard.press("Control+z")
    _has_units(page, "1In 1998 the keeper", "2Engineers visit … twice a", "3The rock")


def test_picked_units_are_joined_with_the_mouse(three: Page) -> None:
    page = three
    _unit(page, "In 1998").locator("button").click(modifiers=["Control"])
    _unit(page, "The rock").locator("button").click(modifiers=["Control"])
    expect(page.locator("[data-picked-text]")).to_have_text("2 units picked")
    page.locator("[data-join-picked]").click()
    dialog = page.get_by_role("dialog", name="Join units")
    dialog.get_by_label("Keep the match of").select_option(label="143 years (The rock)")
    dialog.get_by_role("button", name="Join").click()
    expect(page.locator(".unit.current .unit-scu")).to_contain_text("143 years")
    _has_units(page, "1In 1998 the keeper … The rock", "2Engineers visit … twice a")
    expect(page.locator("[data-picked-units]")).to_be_hidden()
    reload(page)
    _has_units(page, "1In 1998 the keeper … The rock", "2Engineers visit … twice a")


def test_picking_is_given_up_before_the_selection(three: Page) -> None:
    page = three
    page.keyboard.press("n")
    page.keyboard.press("v")
    expect(page.locator(".unit.picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".unit.picked")).to_have_count(0)
    expect(page.locator(".unit.current")).to_have_count(1)
    page.keyboard.press("+")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".unit.current")).to_have_count(1)


def test_a_unit_is_split_by_its_parts(three: Page) -> None:
    page = three
    _unit(page, "Engineers visit").locator("button").click()
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Split the unit")
    expect(dialog.get_by_label("twice a")).to_be_checked()
    dialog.get_by_label("Engineers visit").check()
    expect(dialog.get_by_role("button", name="Split")).to_be_disabled()
    dialog.get_by_label("Engineers visit").uncheck()
    page.keyboard.press("Enter")
    _has_units(page, "1In 1998 the keeper", "2Engineers visit", "2twice a", "3The rock")
    settles(page, lambda: _focused(page), "twice a")
    page.keyboard.press("s")
    expect(_notice(page)).to_contain_text("This unit has only one part")
    page.keyboard.press("Control+z")
    _has_units(page, "1In 1998 the keeper", "2Engineers visit … twice a", "3The rock")


def test_parts_get_other_bounds_and_go_by_key(three: Page) -> None:
    page = three
    _unit(page, "Engineers visit").locator("button").click()
    select(page, 11, 14)  # light twice a year
    page.keyboard.press("z")
    expect(page.locator(".unit-words").nth(1)).to_have_text("2Engineers visit … light twice a year")
    words(page).nth(8).focus()
    page.keyboard.press("Backspace")
    expect(page.locator(".unit-words").nth(1)).to_have_text("2light twice a year")
    page.keyboard.press("Backspace")
    expect(_notice(page)).to_have_text("This unit has only one part: Delete removes the unit.")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator(".unit-words").nth(1)).to_have_text("2Engineers visit … twice a")


def test_the_focus_stays_in_the_list_when_units_go(three: Page) -> None:
    page = three
    page.locator(".unit-button").nth(1).click()
    page.keyboard.press("Delete")
    settles(page, lambda: _focused(page), "The rock")
    expect(page.locator("[data-status-text]")).to_have_text("“engineers come”, weight 1, not matched")
    page.keyboard.press("Delete")
    settles(page, lambda: _focused(page), "In 1998 the keeper")
    page.keyboard.press("r")
    page.keyboard.type("143")
    page.keyboard.press("Enter")
    expect(page.locator(".unit.current .unit-scu")).to_contain_text("143 years")
    settles(page, lambda: _focused(page), "In 1998 the keeper")
    page.get_by_role("button", name="Unmatch").click()
    expect(page.get_by_text("Nothing is marked yet.")).to_be_focused()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    _has_units(page, "1In 1998 the keeper", "2Engineers visit … twice a", "3The rock")
    settles(page, lambda: _focused(page) == "body", False)


def test_similar_scus_are_ranked_and_one_is_accepted(begin: Begin) -> None:
    page = begin()
    select(page, 8, 9)  # Engineers visit
    with page.expect_request("**/edits/") as sent:
        page.keyboard.press("y")
        expect(page.locator("similar-scus [role=option]").first).to_contain_text("engineers come")
        page.keyboard.press("1")
    [group] = (sent.value.post_data_json or {})["groups"]
    assert [(edit["verb"], edit["from"]) for edit in group["edits"]] == [("match_part", "similar")]
    expect(page.locator(".unit-scu")).to_contain_text("engineers come")
    page.keyboard.press("Control+z")
    expect(page.locator(".unit")).to_have_count(0)

    select(page, 0, 6)
    page.get_by_role("button", name="Similar SCUs").click()
    page.get_by_role("option", name="keeper left in 1998").click()
    expect(page.locator(".unit-scu")).to_contain_text("keeper left in 1998")
    page.keyboard.press("y")  # for the unit's own words
    expect(page.locator("similar-scus [role=option]").first).to_contain_text("✓")
    page.keyboard.press("Escape")
    expect(page.locator(".unit.current")).to_have_count(1)


def test_nothing_similar_and_no_answer_are_said(begin: Begin) -> None:
    page = begin()
    page.route(SIMILAR, lambda route: route.fulfill(json={"scus": []}))
    select(page, 0, 3)
    page.keyboard.press("y")
    expect(page.locator("similar-scus")).to_contain_text("This release has no SCU with similar words.")
    page.keyboard.press("Escape")
    expect(page.locator("similar-scus")).to_be_hidden()
    expect(page.get_by_role("toolbar")).to_be_visible()
    page.unroute(SIMILAR)
    page.route(SIMILAR, lambda route: route.abort())
    page.keyboard.press("y")
    expect(page.locator("similar-scus")).to_contain_text("The server does not answer")


def test_where_suggestions_are_off_nothing_is_asked(begin: Begin) -> None:
    page = begin(suggestions="off")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    select(page, 0, 3)
    expect(page.get_by_role("toolbar")).to_be_visible()
    expect(page.get_by_role("button", name="Similar SCUs")).to_have_count(0)
    page.keyboard.press("y")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_text("similar SCUs")).to_have_count(0)
    assert not [url for url in asked if "similar" in url]


def test_finishing_asks_only_where_next_to_nothing_is_done(begin: Begin) -> None:
    page = begin()
    finish = page.get_by_role("banner").get_by_role("button", name="Finish")
    finish.click()
    expect(page.get_by_role("dialog")).to_contain_text("No unit is matched. Finish with a score of 0?")
    page.keyboard.press("Escape")
    expect(finish).to_be_focused()
    select(page, 0, 1)
    page.keyboard.press("x")
    wait_until_saved(page)
    finish.click()
    expect(page.get_by_role("dialog")).to_contain_text("No unit is matched to an SCU. Finish with a score of 0?")
    page.get_by_role("button", name="Continue matching").click()
    choose(page, "keeper left in 1998")
    select(page, 3, 4)
    page.keyboard.press("m")
    wait_until_saved(page)
    finish.click()
    expect(page.get_by_role("dialog")).to_contain_text("1 of 3 SCUs are decided. Finish anyway?")
    page.keyboard.press("Escape")
    choose(page, "engineers come")
    page.keyboard.press("b")
    wait_until_saved(page)
    finish.click()
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def test_letters_rest_in_fields_and_with_modifiers(three: Page) -> None:
    page = three
    page.keyboard.press("n")
    page.get_by_label("Find in labels and texts").fill("")
    page.keyboard.type("gusdcv")
    expect(page.get_by_label("Find in labels and texts")).to_have_value("gusdcv")
    page.locator("h1").click()
    for key in ("Control+b", "Alt+u", "Meta+d", "Control+g"):
        page.keyboard.press(key)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    for says in ("mark as absent from the peer, or unmark", "join units", "split by parts", "next, previous unit"):
        expect(dialog.get_by_text(says, exact=True)).to_be_visible()
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    expect(page.locator("[data-undo]")).to_have_text("Undo: matched words to an SCU")
    wait_until_saved(page)


def test_accessible_with_everything_open(three: Page) -> None:
    page = three
    page.locator("[data-undo]").click()
    page.keyboard.press("g")
    page.keyboard.press("b")
    _unit(page, "Engineers visit").locator("button").click()
    page.keyboard.press("u")
    page.keyboard.press("v")
    page.keyboard.press("F2")
    found = violations_in_both_schemes(page)
    page.keyboard.press("Escape")
    for key in ("s", "+"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        found += violations_in_both_schemes(page)
        page.keyboard.press("Escape")
    page.keyboard.press("y")
    expect(page.locator("similar-scus [role=option]").first).to_be_visible()
    found += violations_in_both_schemes(page)
    page.keyboard.press("Escape")
    _unit(page, "Engineers visit").get_by_role("button", name="Unmatch").click()
    page.keyboard.press("Control+z")
    assert found == []


def test_the_focus_is_never_lost_with_what_goes(three: Page) -> None:
    page = three
    _unit(page, "Engineers visit").locator("button").click()
    select(page, 11, 14)
    _unit(page, "Engineers visit").get_by_role("button", name="Set to selection").nth(1).press("Enter")
    expect(page.locator(".unit-words").nth(1)).to_have_text("2Engineers visit … light twice a year")
    settles(page, lambda: _focused(page), "Engineers visit … light twice a year")
    page.get_by_role("button", name="Remove part").first.press("Enter")
    settles(page, lambda: _focused(page), "light twice a year")
    select(page, 4, 5)
    page.get_by_role("toolbar").get_by_role("button", name="Non-matching").press("Enter")
    expect(page.get_by_role("toolbar")).to_be_hidden()
    settles(page, lambda: _focused(page), "span")  # the word that the selection began with
