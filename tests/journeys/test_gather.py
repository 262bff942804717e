"""Gathering similar sentences under a pinned one, and what is worded like words or an SCU, by mouse and keyboard."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, Request, expect

from annotator.interchange.sample import load_sample
from annotator.projects.models import Membership
from annotator.projects.services import add_member
from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.desk import choose, drag, open_workspace, row, select, settles, wait_until_saved, weight, words
from tests.journeys.texts import ARABIC, CHINESE, A, B, make_topic, pyramid_of

C = "Seals sleep on the rock. The last keeper of Skerry Light left it in 1998. Nobody lives there."

Begin = Callable[..., Page]


@pytest.fixture
def begin(ann: User, request: pytest.FixtureRequest) -> Begin:
    """Opens Ann's empty pyramid of three summaries, in a project with these settings."""

    def begin(**settings: str) -> Page:
        path = pyramid_of(ann, make_topic(ann, [A, B, C], **settings))
        page: Page = request.getfixturevalue("page")
        open_workspace(page, path)
        return page

    return begin


def _asked(page: Page) -> list[str]:
    """The questions for similar text from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/similar/" in request.url else None)
    return asked


def _edits(page: Page) -> list[dict[str, Any]]:
    """The edits sent from now on."""
    sent: list[dict[str, Any]] = []

    def keep(request: Request) -> None:
        if request.url.endswith("/edits/") and request.method == "POST":
            groups = json.loads(request.post_data or "{}")["groups"]
            sent.extend(edit for group in groups for edit in group["edits"])

    page.on("request", keep)
    return sent


def _strip(page: Page, name: str = "Gathered around A1") -> Locator:
    return page.get_by_role("region", name=name)


def _suggested(page: Page) -> list[str]:
    rows = page.locator("gather-row").all()
    return ["".join(one.locator(".suggested").all_inner_texts()) for one in rows]


def _selected(page: Page, summary: int) -> str:
    return "".join(page.locator("summary-text").nth(summary).locator(".selected").all_inner_texts())


def test_ranked_sentences_are_gathered_into_a_new_scu_with_the_mouse(begin: Begin) -> None:
    page = begin()
    asked, edits = _asked(page), _edits(page)
    select(page, 0, 7)
    assert asked == []
    page.get_by_role("button", name="Gather").click()
    expect(_strip(page).get_by_text("The most similar passages are marked.")).to_be_visible()
    assert len(asked) == 1
    settles(page, lambda: _suggested(page)[2], "The last keeper of Skerry Light left it in 1998")
    page.get_by_role("button", name="Select C2").click()
    settles(page, lambda: _selected(page, 2), "The last keeper of Skerry Light left it in 1998")
    inside = page.locator("gather-row").nth(1).locator(".word")
    drag(page, inside.nth(0), inside.nth(2))
    settles(page, lambda: [_selected(page, 1) == "", _selected(page, 2) == ""], [False, False])
    page.get_by_role("button", name="New SCU with A1").click()
    page.keyboard.type("keeper left")
    page.keyboard.press("Enter")
    wait_until_saved(page)
    expect(weight(page, "keeper left")).to_have_text("3")
    sources = [edit.get("from") for edit in edits if edit["verb"] == "add_part"]
    assert sources == [None, "similar", None]
    page.get_by_role("button", name="Close").click()
    expect(_strip(page)).to_be_hidden()


def test_what_is_pinned_goes_in_if_nothing_of_it_is_selected(begin: Begin) -> None:
    page = begin()
    words(page).nth(2).click()
    page.keyboard.press("g")
    expect(_strip(page).get_by_text("The most similar passages are marked.")).to_be_visible()
    page.keyboard.press("2")
    page.get_by_role("button", name="New SCU with A1").click()
    page.keyboard.press("Escape")
    expect(page.locator("scu-list .letters")).to_have_text("A·C")
    page.keyboard.press("Control+z")
    expect(page.locator("scu-list .scu")).to_have_count(0)


def test_sentences_are_chosen_with_the_keyboard_where_suggestions_are_off(begin: Begin) -> None:
    page = begin(suggestions="off")
    asked = _asked(page)
    page.keyboard.press("t")
    page.keyboard.press("g")
    expect(_strip(page)).to_be_visible()
    expect(_strip(page).get_by_label("By similarity")).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator("gather-row").nth(1).locator(".word").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("gather-row").nth(2).locator(".word").first).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("gather-row").nth(2).locator(".number")).to_have_text("C2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    settles(page, lambda: _selected(page, 2), "last keeper")
    page.keyboard.press("1")
    settles(page, lambda: _selected(page, 1), "A keeper lived on the rock for 143 years")
    page.keyboard.press("1")
    settles(page, lambda: _selected(page, 1), "")
    page.keyboard.press("n")
    page.keyboard.type("the keeper")
    page.keyboard.press("Enter")
    wait_until_saved(page)
    expect(row(page, "the keeper").locator(".letters")).to_have_text("A·C")
    expect(page.locator(".scu.current .quote").nth(1)).to_have_text("C2last keeper")
    page.keyboard.press("y")
    expect(page.get_by_text("This project shows no suggestions of similar text.")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("Escape")
    expect(_strip(page)).to_be_hidden()
    expect(words(page).nth(0)).to_be_focused()
    assert asked == []


def test_ranking_can_be_turned_off_by_oneself_and_words_looked_for_lead(begin: Begin) -> None:
    page = begin()
    words(page).nth(2).click()
    page.keyboard.press("g")
    page.get_by_label("By similarity").uncheck()
    asked = _asked(page)
    settles(page, lambda: "".join(_suggested(page)), "")
    page.get_by_label("Find in labels and texts").fill("nobody lives")
    page.locator("h1").click()
    page.keyboard.press("t")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("g")
    expect(_strip(page, "Gathered around A2")).to_be_visible()
    expect(page.locator("gather-row").nth(2).locator(".number")).to_have_text("C3")
    assert asked == []


def test_passages_like_an_scu_are_added_with_one_key(begin: Begin) -> None:
    page = begin()
    edits = _edits(page)
    select(page, 0, 7)
    page.keyboard.press("n")
    page.keyboard.type("keeper left")
    page.keyboard.press("Enter")
    page.locator(".scu.current").get_by_role("button", name="Similar").click()
    expect(_strip(page, "Similar to “keeper left”")).to_be_visible()
    settles(page, lambda: _suggested(page)[0], "The last keeper of Skerry Light left it in 1998")
    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Added C2")).to_be_visible()
    page.keyboard.press("1")  # nothing is left to add
    wait_until_saved(page)
    expect(weight(page, "keeper left")).to_have_text("2")
    assert [edit.get("from") for edit in edits if edit["verb"] == "add_part"] == [None, "similar"]


def test_the_scu_most_like_the_selected_words_takes_them(begin: Begin) -> None:
    page = begin()
    edits = _edits(page)
    for first, last, label in ((0, 7, "keeper left"), (8, 13, "engineers come")):
        select(page, first, last)
        page.keyboard.press("n")
        page.keyboard.type(label)
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    select(page, 5, 14, summary=2)
    page.get_by_role("button", name="Similar").click()
    strip = _strip(page, "Similar to the selected words")
    best = strip.get_by_role("group", name="Similar SCUs").get_by_role("button").first
    expect(best).to_contain_text("keeper left")
    page.keyboard.press("y")
    expect(best).to_be_focused()
    page.keyboard.press("Enter")
    wait_until_saved(page)
    expect(weight(page, "keeper left")).to_have_text("2")
    assert edits[-1]["from"] == "similar"
    choose(page, "keeper left")
    expect(page.locator(".scu.current .quote").nth(1)).to_contain_text(
        "The last keeper of Skerry Light left it in 1998"
    )


def test_sentences_of_any_script_are_gathered(ann: User, request: pytest.FixtureRequest) -> None:
    path = pyramid_of(ann, make_topic(ann, [ARABIC, CHINESE], suggestions="off"))
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    words(page).nth(0).click()
    page.keyboard.press("g")
    page.get_by_role("button", name="Next sentence of B").click()
    page.keyboard.press("1")  # behind an emoji: two UTF-16 units, one code point
    settles(page, lambda: _selected(page, 1), "工程师每六个月来一次😀检查灯具")
    page.keyboard.press("0")
    page.locator("gather-row").first.locator(".word").first.focus()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    wait_until_saved(page)
    expect(page.locator(".scu.current .quote").nth(1)).to_have_text("B2工程师每六个月来一次😀检查灯具")
    expect(page.locator(".scu.current .quote").first).to_contain_text("كان حارس المنارة آخر من غادر الجزيرة")


def test_readers_gather_and_filter_but_make_nothing(ann: User, request: pytest.FixtureRequest) -> None:
    owner = User.objects.create_user("bo")
    topic = make_topic(owner, [A, B, C])
    add_member(project=topic.project, user=ann, role=Membership.Role.ANNOTATOR, by=None)
    path = pyramid_of(owner, topic)
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    words(page).nth(0).click()
    page.keyboard.press("g")
    expect(_strip(page).get_by_text("The most similar passages are marked.")).to_be_visible()
    expect(_strip(page).get_by_role("button", name="New SCU")).to_have_count(0)
    page.keyboard.press("2")
    settles(page, lambda: _selected(page, 2) == "", False)
    page.keyboard.press("n")
    expect(page.locator("scu-list .scu")).to_have_count(0)
    page.keyboard.press("Shift+F")
    expect(page.get_by_role("combobox", name="Weight")).to_be_focused()


def test_the_open_panels_are_accessible(ann: User, request: pytest.FixtureRequest) -> None:
    project = load_sample(by=ann, now=timezone.now())
    page: Page = request.getfixturevalue("page")
    open_workspace(page, f"/p/{project.slug}/t/mill/pyramid/ann/")
    page.keyboard.press("h")
    page.keyboard.press("Shift+F")
    page.get_by_label("With a comment").check()
    page.locator("h1").click()
    words(page).nth(2).click()
    page.keyboard.press("g")
    expect(_strip(page).get_by_text("The most similar passages are marked.")).to_be_visible()
    page.keyboard.press("2")
    found = violations_in_both_schemes(page)
    page.keyboard.press("Escape")
    page.locator(".scu:not(.current) .scu-button").first.click()
    page.keyboard.press("y")
    expect(page.locator(".like-scu").first).to_be_visible()
    page.locator(".word.shared").first.click()
    expect(page.get_by_role("listbox", name="This word is in")).to_be_visible()
    found += violations_in_both_schemes(page)
    assert found == []
