"""Building a pyramid by mouse and keyboard. The two model summaries are in tests/journeys/texts.py."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from annotator.projects.models import Membership
from annotator.projects.services import add_member
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
from tests.journeys.texts import ARABIC, CHINESE, A, make_topic, pyramid_of, two_models


@pytest.fixture
def path(ann: User) -> str:
    """The address of Ann's empty pyramid."""
    return pyramid_of(ann, two_models(ann))


@pytest.fixture
def desk(path: str, page: Page) -> Page:
    """The workspace, with two SCUs: "keeper left" from A and B, "engineers come" from A."""
    open_workspace(page, path)
    make_scu(page, "keeper left", 0, 7)
    select(page, 10, 16, summary=1)
    page.keyboard.press("a")
    make_scu(page, "engineers come", 8, 13)
    wait_until_saved(page)
    return page


def _quotes(page: Page) -> list[str]:
    return page.locator(".scu.current .quote").all_inner_texts()


def _lit(page: Page, summary: int = 0) -> str:
    return "".join(page.locator("summary-text").nth(summary).locator(".lit").all_inner_texts())


def test_selecting_an_scu_lights_it_in_all_summaries(desk: Page) -> None:
    choose(desk, "keeper left")
    settles(desk, lambda: _lit(desk), "The last keeper left Skerry Light in 1998")
    settles(desk, lambda: _lit(desk, 1), "1998 that ended: the keeper handed over")
    expect(row(desk, "keeper left").locator(".letters")).to_have_text("AB")
    expect(row(desk, "engineers come").locator(".letters")).to_have_text("A·")
    assert desk.locator(".tier-head:visible").all_inner_texts() == ["WEIGHT 2 · 1 SCU", "WEIGHT 1 · 1 SCU"]


def test_a_click_on_a_covered_word_selects_its_scu(desk: Page) -> None:
    words(desk).nth(2).click()
    expect(desk.locator("[data-status-text]")).to_contain_text("keeper left")


def test_hovering_a_covered_word_names_its_scus(desk: Page) -> None:
    desk.mouse.move(0, 0)
    words(desk).nth(9).hover()
    expect(desk.get_by_role("tooltip")).to_have_text("1engineers come")


def test_a_part_is_dragged_by_its_edge(desk: Page) -> None:
    choose(desk, "engineers come")
    last, other = words(desk).nth(13).bounding_box(), words(desk).nth(15)
    assert last is not None
    box = other.bounding_box()
    assert box is not None
    desk.mouse.move(last["x"] + last["width"] - 1, last["y"] + 8)
    desk.mouse.down()
    desk.mouse.move(box["x"] + 8, box["y"] + 8, steps=5)
    desk.mouse.up()
    reload(desk)
    choose(desk, "engineers come")
    settles(desk, lambda: _lit(desk), "Engineers now come every six months, officials said")


def test_a_part_takes_the_bounds_of_the_selection(desk: Page) -> None:
    choose(desk, "engineers come")
    select(desk, 8, 10)
    desk.get_by_role("button", name="Set to selection").click()
    reload(desk)
    choose(desk, "engineers come")
    settles(desk, lambda: _lit(desk), "Engineers now come")


def test_single_characters_with_alt(desk: Page) -> None:
    drag(desk, words(desk).nth(14), words(desk).nth(15), key="Alt")
    desk.keyboard.press("a")
    wait_until_saved(desk)
    expect(desk.locator(".scu.current .quote")).to_have_count(1)
    quote = _quotes(desk)[0]
    assert quote.startswith("A2Engineers now come every six months … ")
    assert quote.split(" … ")[1] in A
    assert quote.split(" … ")[1] not in {"officials", "officials said", "said"}


def test_contributors_are_moved_commented_and_removed(desk: Page) -> None:
    choose(desk, "engineers come")
    block = desk.locator(".scu.current .contributor").first
    block.hover()
    block.get_by_role("button", name="Write a comment").click()
    desk.keyboard.type("sure?")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".scu.current .comment")).to_have_text("sure?")
    block.hover()
    block.get_by_role("button", name="Move to another SCU").click()
    desk.keyboard.type("keeper")
    desk.keyboard.press("Enter")
    expect(weight(desk, "engineers come")).to_have_text("0")
    choose(desk, "keeper left")
    settles(desk, lambda: len(_quotes(desk)), 2)
    settles(desk, lambda: " … " in _quotes(desk)[0], True)
    block = desk.locator(".scu.current .contributor").nth(1)
    block.hover()
    block.get_by_role("button", name="Remove from the SCU").click()
    reload(desk)
    expect(weight(desk, "keeper left")).to_have_text("1")


def test_a_contributor_is_dragged_to_another_scu(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.locator(".scu.current .contributor").nth(1).drag_to(row(desk, "engineers come"))
    expect(weight(desk, "engineers come")).to_have_text("2")
    reload(desk)
    expect(row(desk, "engineers come").locator(".letters")).to_have_text("AB")
    expect(row(desk, "keeper left").locator(".letters")).to_have_text("A·")


def test_scus_are_merged_and_deleted(desk: Page) -> None:
    choose(desk, "keeper left")
    desk.keyboard.press("m")
    desk.keyboard.type("engi")
    desk.keyboard.press("Enter")
    expect(desk.locator("scu-list .scu")).to_have_count(1)
    settles(desk, lambda: "months" in _quotes(desk)[0], True)
    desk.keyboard.press("Delete")
    desk.get_by_role("button", name="Cancel").click()
    expect(desk.locator("scu-list .scu")).to_have_count(1)
    desk.keyboard.press("Delete")
    desk.locator(".delete-question .danger").click()
    reload(desk)
    expect(desk.get_by_text("No SCUs yet.")).to_be_visible()


def test_picked_scus_are_merged_at_once(desk: Page) -> None:
    make_scu(desk, "keys", 12, 17, summary=1)
    choose(desk, "keeper left")
    for label in ("engineers come", "keys"):
        row(desk, label).locator(".scu-button").click(modifiers=["Control"])
    expect(desk.get_by_text("3 picked, into “keeper left”")).to_be_visible()
    desk.keyboard.press("m")
    reload(desk)
    expect_labels(desk, "keeper left")


def test_find_narrows_the_list_and_lights_the_texts(desk: Page) -> None:
    desk.keyboard.press("f")
    desk.keyboard.type("keeper  LEFT")
    expect(desk.locator("[data-hits]")).to_have_text("1 of 2 SCUs, 1 place in the texts")
    desk.get_by_label("Find in labels and texts").fill("nothing of this kind")
    expect(desk.get_by_text("No SCU matches these filters.")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("scu-list .scu")).to_have_count(2)


def test_everything_from_the_keyboard(path: str, page: Page) -> None:
    open_workspace(page, path)
    page.keyboard.press("t")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")  # keeper left
    page.keyboard.press("p")
    page.keyboard.press("End")
    page.keyboard.press("Space")  # 1998, the sentence's last word
    page.keyboard.press("n")
    page.keyboard.type("made by keys")
    page.keyboard.press("Enter")
    wait_until_saved(page)
    settles(page, lambda: _quotes(page), ["A1keeper left … 1998"])
    page.keyboard.press("l")
    page.keyboard.press("Enter")  # the selected SCU is closed ...
    page.keyboard.press("j")  # ... and chosen again
    page.keyboard.press("r")
    page.keyboard.type("relabelled")
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("new SCU")
    page.keyboard.press("Escape")
    reload(page)
    expect_labels(page, "relabelled")


def test_single_letter_keys_can_be_turned_off(desk: Page) -> None:
    desk.keyboard.press("?")
    desk.get_by_label("Single-letter keys are on").uncheck()
    desk.get_by_role("button", name="Close").click()
    select(desk, 3, 4)
    desk.keyboard.press("n")
    expect(desk.locator("scu-list .scu")).to_have_count(2)


def test_an_unlabelled_scu_shows_its_words(path: str, page: Page) -> None:
    open_workspace(page, path)
    select(page, 0, 2)
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(page.locator(".label.substitute")).to_have_text("The last keeper")


def test_words_that_may_not_be_shared_are_refused_at_once(ann: User, request: pytest.FixtureRequest) -> None:
    path = pyramid_of(ann, make_topic(ann, [A], overlap_models="forbid"))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    make_scu(page, "first", 0, 3)
    select(page, 2, 5)
    page.keyboard.press("n")
    expect(page.locator("[data-notice]")).to_have_text("These words belong to another SCU already.")
    expect(page.locator("scu-list .scu")).to_have_count(1)


def test_texts_of_any_script_keep_their_words(ann: User, request: pytest.FixtureRequest) -> None:
    path = pyramid_of(ann, make_topic(ann, [ARABIC, CHINESE]))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    select(page, 0, 2)
    page.keyboard.press("n")
    page.keyboard.type("guard")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.keyboard.press("ArrowLeft")  # right to left: the next word
    expect(words(page).nth(1)).to_be_focused()
    count = words(page, 1).count()
    select(page, count - 4, count - 1, summary=1)  # behind the emoji: two UTF-16 units, one code point
    selected = "".join(page.locator("summary-text").nth(1).locator(".selected").all_inner_texts())
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    reload(page)
    page.locator(".scu-button").filter(has_text=selected).click()
    settles(page, lambda: _lit(page, 1), selected)
    assert selected in CHINESE
    page.locator(".scu-button").filter(has_text="guard").click()
    settles(page, lambda: _lit(page), " ".join(ARABIC.split()[:3]))


def test_a_pyramid_of_someone_else_is_shown_for_reading(ann: User, request: pytest.FixtureRequest) -> None:
    owner = User.objects.create_user("bo")
    topic = make_topic(owner, [A])
    add_member(project=topic.project, user=ann, role=Membership.Role.ANNOTATOR, by=None)
    path = pyramid_of(owner, topic)
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    expect(page.get_by_text("You can read this pyramid but not edit it.")).to_be_visible()
    select(page, 0, 2)
    page.keyboard.press("n")
    expect(page.get_by_role("toolbar")).to_be_hidden()
    expect(page.get_by_text("No SCUs yet.")).to_be_visible()
