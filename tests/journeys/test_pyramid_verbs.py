"""Splitting, setting aside, moving, flagging and ordering, by mouse and keyboard; each is undone as one gesture."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from tests.journeys.axe import axe_violations
from tests.journeys.desk import (
    choose,
    drag,
    expect_labels,
    make_scu,
    open_workspace,
    reload,
    row,
    select,
    settles,
    wait_until_saved,
    weight,
    words,
)
from tests.journeys.queue_desk import log
from tests.journeys.texts import make_topic, pyramid_of, two_models

# The sentences A1, B1, C1 and D2 of Nenkova and Passonneau (2004), section 3.
LOCKERBIE = (
    "In 1998 two Libyans indicted in 1991 for the Lockerbie bombing were still in Libya.",
    "Two Libyans were indicted in 1991 for blowing up a Pan Am jumbo jet over Lockerbie, Scotland in 1988.",
    (
        "Two Libyans, accused by the United States and Britain of bombing a New York bound Pan Am jet over "
        "Lockerbie, Scotland in 1988, killing 270 people, for 10 years were harbored by Libya who claimed the "
        "suspects could not get a fair trail in America or Britain."
    ),
    "Two Libyan suspects were indicted in 1991.",
)
ACCUSED = "Two Libyans were officially accused of the Lockerbie bombing"
IN_1991 = "The indictment of the two Lockerbie suspects was in 1991"


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace, with three SCUs: "keeper left" (A, B), "engineers come" (A) and "years" (B)."""
    open_workspace(page, path)
    make_scu(page, "keeper left", 0, 7)
    select(page, 10, 16, summary=1)
    page.keyboard.press("a")
    make_scu(page, "engineers come", 8, 13)
    make_scu(page, "years", 1, 8, summary=1)
    page.keyboard.press("Escape")
    return page


def _quotes(page: Page) -> list[str]:
    return page.locator(".scu.current .quote").all_inner_texts()


def _lit(page: Page) -> list[str]:
    texts = page.locator("summary-text").all()
    return ["".join(text.locator(".lit").all_inner_texts()) for text in texts]


def _undo(page: Page) -> None:
    expect(page.locator("[data-undo]")).to_be_enabled()  # after a reload the history is read first
    page.keyboard.press("Control+z")
    wait_until_saved(page)


def _drop(page: Page, what: Locator, onto: Locator, *, y: float) -> None:
    """Drags onto a place of a row, from its top (0) to its bottom (1)."""
    box = onto.bounding_box()
    assert box is not None
    what.drag_to(onto, target_position={"x": box["width"] / 2, "y": box["height"] * y})


def test_the_lockerbie_scu_is_divided_within_its_contributors(ann: User, request: pytest.FixtureRequest) -> None:
    path = pyramid_of(ann, make_topic(ann, LOCKERBIE))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    coarse = "Two Libyans were indicted in 1991 for the Lockerbie bombing"
    make_scu(page, coarse, 2, 10)
    select(page, 0, 16, summary=1)
    select(page, 0, 2, summary=2, key="Control")
    select(page, 9, 20, summary=2, key="Control")
    select(page, 0, 6, summary=3, key="Control")
    page.keyboard.press("a")
    expect(weight(page, coarse)).to_have_text("4")
    before = _quotes(page)
    wait_until_saved(page)
    edits = len(log(page))

    for summary, first, key in [(0, 5, None), (1, 4, "Control"), (3, 5, "Control")]:
        select(page, first, first + 1, summary=summary, key=key)
    settles(page, lambda: "".join(page.locator("summary-text .selected").all_inner_texts()), "in 1991" * 3)
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Split")
    checked = dialog.locator(".piece:has(:checked) .piece-words")
    expect(checked).to_have_text(["A1 in 1991", "B1 in 1991", "D1 in 1991"])
    expect(dialog.get_by_role("status")).to_have_text("The new SCU gets weight 3; the remaining SCU has weight 4.")
    assert axe_violations(page) == []
    page.keyboard.type(IN_1991)
    dialog.get_by_label("Label of the remaining SCU").fill(ACCUSED)
    page.keyboard.press("Enter")

    expect(weight(page, ACCUSED)).to_have_text("4")
    expect(weight(page, IN_1991)).to_have_text("3")
    reload(page)
    made = log(page)[edits:]
    assert len({edit["group"] for edit in made}) == 1
    assert made[-2]["verb"] == "split_scu"
    choose(page, ACCUSED)
    settles(
        page,
        lambda: _quotes(page),
        [
            "A1two Libyans indicted … for the Lockerbie bombing",
            "B1Two Libyans were indicted … for blowing up a Pan Am jumbo jet over Lockerbie, Scotland",
            "C1Two Libyans, accused … of bombing a New York bound Pan Am jet over Lockerbie, Scotland",
            "D1Two Libyan suspects were indicted",
        ],
    )
    choose(page, IN_1991)
    settles(page, lambda: _lit(page), ["in 1991", "in 1991", "", "in 1991"])
    _undo(page)
    expect_labels(page, coarse)
    choose(page, coarse)
    settles(page, lambda: _quotes(page), before)


def test_parts_of_an_scu_are_split_off_by_mouse(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.get_by_role("button", name="Split…").click()
    dialog = desk.get_by_role("dialog", name="Split “keeper left”")
    split = dialog.get_by_role("button", name="Split")
    expect(split).to_be_disabled()
    boxes = dialog.get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    for box in boxes.all():
        box.check()
    expect(split).to_be_disabled()
    boxes.first.uncheck()
    split.click()
    expect(row(desk, "1998 that ended")).to_be_visible()  # without a label
    expect(desk.locator(".scu.current .scu-button")).to_be_focused()
    reload(desk)
    expect(row(desk, "keeper left").locator(".letters")).to_have_text("A·")
    _undo(desk)
    expect(weight(desk, "keeper left")).to_have_text("2")


def test_words_are_set_aside_and_taken_back(desk: Page) -> None:
    select(desk, 14, 15)
    desk.get_by_role("button", name="Set aside").click()
    expect(words(desk).nth(14)).to_contain_class("aside")
    assert axe_violations(desk) == []
    covered = desk.locator("[data-coverage]")
    covered.click()
    dialog = desk.get_by_role("dialog", name="Coverage")
    expect(dialog).to_be_visible()
    cells = [cell.split() for cell in dialog.locator("tbody tr").first.locator("td").all_inner_texts()]
    assert cells == [["16"], ["14", "88", "%"], ["0", "0", "%"], ["2", "13", "%"], ["0", "0", "%"]]
    assert axe_violations(desk) == []
    desk.keyboard.press("Escape")
    expect(covered).to_be_focused()
    reload(desk)
    words(desk).nth(15).dblclick()
    expect(desk.get_by_role("button", name="Include again")).to_be_visible()
    desk.keyboard.press("x")
    expect(words(desk).nth(15)).not_to_contain_class("aside")
    _undo(desk)
    expect(words(desk).nth(15)).to_contain_class("aside")
    desk.keyboard.press("t")
    desk.keyboard.press("ArrowLeft")  # from one word that is set aside to the other
    expect(desk.locator("[data-status-text]")).to_contain_text("This word is set aside")
    desk.keyboard.press("x")
    expect(words(desk).nth(14)).not_to_contain_class("aside")


def test_a_part_is_moved_copied_and_shaped_from_the_keyboard(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.keyboard.press(".")
    expect(words(desk).nth(0)).to_be_focused()
    desk.keyboard.press("}")
    desk.keyboard.press("{")
    settles(desk, lambda: _lit(desk)[0], "last keeper left Skerry Light in")
    desk.keyboard.press("]")
    desk.keyboard.press("[")
    settles(desk, lambda: _lit(desk)[0], "The last keeper left Skerry Light in 1998")
    desk.keyboard.press(".")
    expect(words(desk, 1).nth(10)).to_be_focused()
    desk.keyboard.press(",")
    tools = desk.get_by_role("group", name="Part of A1")
    tools.get_by_role("button", name="Copy to…").press("Enter")
    desk.keyboard.type("years")
    desk.keyboard.press("Enter")
    expect(weight(desk, "years")).to_have_text("2")
    expect(tools.get_by_role("button", name="Copy to…")).to_be_focused()
    tools.get_by_role("button", name="Move to…").click()
    desk.keyboard.type("by itself")
    desk.keyboard.press("Enter")
    expect(weight(desk, "by itself")).to_have_text("1")
    expect(weight(desk, "keeper left")).to_have_text("1")
    reload(desk)
    _undo(desk)
    expect(weight(desk, "keeper left")).to_have_text("2")
    expect(row(desk, "by itself")).to_have_count(0)
    _undo(desk)
    expect(weight(desk, "years")).to_have_text("1")


def test_a_contributor_is_made_the_label_moved_and_taken_apart_with_keys(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.keyboard.press(".")
    desk.keyboard.press("b")
    expect(desk.locator(".scu.current .label")).to_have_text("The last keeper left Skerry Light in 1998")
    desk.keyboard.press("v")
    desk.keyboard.type("engineers")
    desk.keyboard.press("Enter")
    expect(weight(desk, "engineers come")).to_have_text("1")
    choose(desk, "engineers come")
    desk.keyboard.press(".")
    expect(words(desk).nth(0)).to_be_focused()
    desk.keyboard.press("Backspace")
    settles(desk, lambda: _quotes(desk), ["A2Engineers now come every six months"])
    for _ in range(3):
        _undo(desk)
    expect_labels(desk, "engineers come", "keeper left", "years")


def test_the_edges_of_a_part_are_moved_with_buttons(desk: Page) -> None:
    choose(desk, "engineers come")
    desk.locator(".scu.current .part").click()
    desk.get_by_role("button", name="End a word later").click()
    desk.get_by_role("button", name="End a word later").click()
    desk.get_by_role("button", name="Start a word later").click()
    expect(desk.locator("[data-notice]")).to_have_text("“now come every six months, officials said”")
    assert axe_violations(desk) == []
    _undo(desk)
    settles(desk, lambda: _lit(desk)[0], "Engineers now come every six months, officials said")


def test_scus_and_contributors_are_flagged(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.keyboard.press("u")
    desk.keyboard.press("d")
    current = row(desk, "keeper left")
    expect(current.locator(".flag")).to_have_text(["discuss", "unsure"])
    expect(current.locator(".scu-button")).to_contain_text("flagged: unsure, flagged: discuss")
    desk.keyboard.press("u")
    block = current.locator(".contributor").nth(1)
    block.hover()
    block.get_by_role("button", name="Unsure").click()
    expect(block.locator(".flag")).to_have_text("unsure")
    assert axe_violations(desk) == []
    reload(desk)
    choose(desk, "keeper left")
    expect(current.locator(".flag")).to_have_text(["unsure", "discuss"])
    _undo(desk)
    expect(current.locator(".flag")).to_have_text("discuss")


def test_scus_are_put_in_order(desk: Page) -> None:
    choose(desk, "years")
    desk.locator(".scu.current .scu-button").press("Alt+ArrowUp")
    expect(desk.locator("[data-notice]")).to_contain_text("Choose the order “Manual order”")
    desk.get_by_label("Order of the SCUs").select_option("position")
    expect_labels(desk, "keeper left", "engineers come", "years", in_order=True)
    button = row(desk, "years").locator(".scu-button")
    button.press("Alt+ArrowUp")
    button.press("Alt+ArrowUp")
    expect(button).to_be_focused()
    expect_labels(desk, "years", "keeper left", "engineers come", in_order=True)
    desk.get_by_role("button", name="Down", exact=True).click()
    reload(desk)
    expect_labels(desk, "keeper left", "years", "engineers come", in_order=True)
    _drop(desk, row(desk, "engineers come").locator(".scu-button"), row(desk, "keeper left"), y=0.1)
    expect_labels(desk, "engineers come", "keeper left", "years", in_order=True)
    _undo(desk)
    expect_labels(desk, "keeper left", "years", "engineers come", in_order=True)


def test_an_scu_is_dropped_on_another_one(desk: Page) -> None:
    _drop(desk, row(desk, "years").locator(".scu-button"), row(desk, "engineers come"), y=0.5)
    expect(weight(desk, "engineers come")).to_have_text("2")
    expect(row(desk, "engineers come").locator(".scu-button")).to_be_focused()
    expect(desk.locator(".drop-here")).to_have_count(0)
    _undo(desk)
    expect_labels(desk, "engineers come", "keeper left", "years")


def test_a_comment_is_written_with_keys(desk: Page) -> None:
    choose(desk, "years")
    button = row(desk, "years").locator(".scu-button")
    expect(button).to_be_focused()
    desk.keyboard.press("c")
    desk.keyboard.type("scud: x u d s c")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".scu.current .comment")).to_have_text("scud: x u d s c")
    expect(button).to_be_focused()
    expect(desk.locator(".scu.current .flag")).to_have_count(0)


def test_escape_leaves_a_comment_to_be_gone_on_with(desk: Page) -> None:
    field = desk.get_by_label("Comment", exact=True)
    choose(desk, "years")
    button = row(desk, "years").locator(".scu-button")
    expect(button).to_be_focused()
    for found, written in (("", "half a"), ("half a", " thought"), ("half a thought", ""), ("", "")):
        desk.keyboard.press("c")
        expect(field).to_have_value(found)
        desk.keyboard.press("End")
        desk.keyboard.type(written)
        desk.keyboard.press("Escape")  # where nothing was written since, this drops it
        expect(field).to_have_count(0)
        expect(button).to_be_focused()
    expect(desk.locator(".scu.current .comment")).to_have_count(0)


def test_the_focus_stays_in_the_list(desk: Page) -> None:
    choose(desk, "engineers come")
    desk.keyboard.press("Delete")
    expect(desk.get_by_role("button", name="Cancel")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(desk.locator(".scu.current")).to_have_count(1)
    expect(desk.locator(".scu.current").get_by_role("button", name="Delete")).to_be_focused()
    desk.keyboard.press("Delete")
    desk.locator(".delete-question .danger").press("Enter")
    expect(row(desk, "years").locator(".scu-button")).to_be_focused()
    desk.keyboard.press("Enter")
    desk.keyboard.press("m")
    desk.keyboard.type("keeper")
    desk.keyboard.press("Enter")
    expect(row(desk, "years").locator(".scu-button")).to_be_focused()
    desk.keyboard.press("Delete")
    desk.locator(".delete-question .danger").press("Enter")
    expect(desk.get_by_text("No SCUs yet.")).to_be_visible()
    settles(desk, lambda: desk.evaluate("document.activeElement.matches('.word')"), True)


def test_a_label_is_emptied(desk: Page) -> None:
    choose(desk, "years")
    desk.keyboard.press("F2")
    desk.keyboard.press("Delete")
    expect(desk.get_by_label("Label of the SCU")).to_have_attribute("placeholder", "Write a label")
    desk.keyboard.press("Enter")
    expect(desk.locator(".scu.current .label.substitute")).to_contain_text("keeper lived on the rock")
    expect(desk.locator(".scu.current .scu-button")).to_be_focused()
    reload(desk)
    expect(desk.locator("scu-list .label.substitute")).to_have_count(1)
    _undo(desk)
    expect(desk.locator("scu-list .label.substitute")).to_have_count(0)


def test_letters_with_a_modifier_are_left_to_the_browser(desk: Page) -> None:
    choose(desk, "years")
    for key in ("Control+u", "Alt+u", "Meta+d", "Control+x"):
        desk.keyboard.press(key)
    expect(desk.locator(".scu.current .flag")).to_have_count(0)
    drag(desk, words(desk).nth(14), words(desk).nth(15))
    desk.keyboard.press("Control+x")
    expect(words(desk).nth(14)).not_to_contain_class("aside")
    desk.keyboard.press("?")
    expect(desk.get_by_role("dialog")).to_contain_text("set aside, or include again")
    assert axe_violations(desk) == []
