"""Matching a peer by mouse and keyboard. The texts are in tests/journeys/texts.py."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotator.pyramids.models import pyramids
from annotator.pyramids.services import release_pyramid
from tests.journeys.desk import choose, open_workspace, row, select, settles, wait_until_saved
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, released

SCUS = [
    ("keeper left in 1998", [(0, "The last keeper left Skerry Light in 1998"), (1, "In 1998 that ended")]),
    ("engineers come", [(0, "Engineers now come every six months")]),
]

Begin = Callable[..., Page]


@pytest.fixture
def begin(ann: User, request: pytest.FixtureRequest) -> Begin:
    """Opens Ann's new annotation of the one peer, in a project with these settings."""

    def begin(**settings: str) -> Page:
        topic = make_topic(ann, [A, B], [PEER], **settings)
        path = peer_of(ann, released(ann, topic, SCUS))
        page: Page = request.getfixturevalue("page")
        open_workspace(page, path)
        return page

    return begin


def _units(page: Page) -> list[str]:
    """Words and SCU of each unit."""
    found = []
    for unit in page.locator(".unit").all():
        words = unit.locator(".unit-words").inner_text().lstrip("0123456789")
        found.append(f"{words} -> {unit.locator('.unit-scu').inner_text().replace(chr(10), ' ')}")
    return found


def _score(page: Page, name: str) -> list[str]:
    return page.locator(f"score-panel tr[data-score={name}] td").all_inner_texts()


def test_units_repetitions_and_scores(begin: Begin) -> None:
    page = begin()
    choose(page, "keeper left in 1998")
    select(page, 0, 3)  # In 1998 the keeper
    select(page, 7, 7, key="Control")
    page.keyboard.press("m")
    select(page, 12, 13)
    page.keyboard.press("Shift+M")
    select(page, 8, 9)
    page.keyboard.press("/")
    page.keyboard.type("engin")
    page.keyboard.press("Enter")
    select(page, 15, 16)
    page.keyboard.press("x")
    wait_until_saved(page)
    settles(
        page,
        lambda: _units(page),
        [
            "In 1998 the keeper … left -> 2 keeper left in 1998 ×2",
            "Engineers visit -> 1 engineers come",
            "twice a -> 2 keeper left in 1998 ×2",
            "The rock -> – non-matching",
        ],
    )
    expect(row(page, "keeper left in 1998").locator(".scu-button")).to_have_attribute("data-matched", "✓ ×2")
    expect(row(page, "engineers come").locator(".scu-button")).to_have_attribute("data-matched", "✓")
    # definitions.md §1: both SCUs matched, weight 3; X = 4 units as DUCView counts; Max(4) of this pyramid = 3.
    expect(page.locator("score-panel")).not_to_have_class("stale")
    settles(page, lambda: _score(page, "original"), ["1.0000", "4", "3"])

    page.reload()
    page.wait_for_selector("peer-workspace.ready")
    settles(page, lambda: len(_units(page)), 4)
    non_matching_unit = page.locator(".unit", has_text="The rock").locator("button[aria-expanded]")
    non_matching_unit.click()
    expect(non_matching_unit).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(non_matching_unit).to_have_attribute("aria-expanded", "false")


def test_units_are_rematched_commented_and_removed(begin: Begin) -> None:
    page = begin()
    choose(page, "keeper left in 1998")
    select(page, 0, 3)
    page.keyboard.press("m")
    page.keyboard.press("r")
    page.keyboard.type("engin")
    page.keyboard.press("Enter")
    expect(page.locator(".unit-scu")).to_contain_text("engineers come")
    page.locator(".unit").get_by_role("button", name="Comment").click()
    page.keyboard.type("or not?")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".unit .comment")).to_have_text("or not?")
    select(page, 8, 9)
    page.keyboard.press("a")
    expect(page.locator(".unit-words")).to_contain_text("…")
    page.get_by_role("button", name="Remove part").first.click()
    expect(page.locator(".unit-words")).not_to_contain_text("…")
    page.get_by_role("button", name="Unmatch").click()
    wait_until_saved(page)
    page.reload()
    page.wait_for_selector("peer-workspace.ready")
    expect(page.get_by_text("Nothing is marked yet.")).to_be_visible()


def test_the_models_wording_is_one_key_away(begin: Begin) -> None:
    page = begin()
    choose(page, "keeper left in 1998")
    expect(page.locator(".scu.current .quote")).to_have_count(2)
    page.keyboard.press("w")
    expect(page.locator(".scu.current .quote")).to_have_count(0)
    page.keyboard.press("w")
    expect(page.locator(".scu.current .quote").nth(1)).to_have_text("BIn 1998 that ended")


def test_where_non_matching_text_is_skipped_there_is_no_such_button(begin: Begin) -> None:
    page = begin(non_matching="skip")
    select(page, 0, 3)
    expect(page.get_by_role("toolbar").get_by_role("button")).to_have_text(["Match to…/", "Similar SCUsY"])
    page.keyboard.press("x")
    expect(page.locator(".unit")).to_have_count(0)


def test_scores_are_not_shown_while_judging_where_the_project_says_so(begin: Begin) -> None:
    page = begin(live_scores="after_submit")
    expect(page.get_by_text("Scores are not shown while this peer is being matched.")).to_be_visible()
    assert page.locator("score-panel").count() == 0
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("dialog").get_by_role("button", name="Finish").click()
    # Finished without a match: modified and recall are 0, not null (DESIGN §3).
    expect(page.locator("score-panel tr[data-score=modified] td").first).to_have_text("0.0000")
    select(page, 0, 3)
    expect(page.get_by_role("toolbar")).to_be_hidden()
    page.get_by_role("button", name="Reopen").click()
    expect(page.get_by_role("button", name="Finish")).to_be_visible()


def test_an_older_release_says_so(ann: User, request: pytest.FixtureRequest) -> None:
    topic = make_topic(ann, [A, B], [PEER])
    path = peer_of(ann, released(ann, topic, SCUS))
    pyramid = pyramids().get()
    pyramids().update(revision=pyramid.revision + 1)
    pyramid.refresh_from_db()
    release_pyramid(pyramid=pyramid, by=ann, now=timezone.now())
    page: Page = request.getfixturevalue("page")
    open_workspace(page, path)
    expect(page.get_by_text("the pyramid of ann now has release 2")).to_be_visible()
    page.get_by_role("link", name="See what changed and carry over").click()
    expect(page.locator("h1")).to_be_visible()


def test_m_repeats_no_match_unasked(begin: Begin) -> None:
    page = begin()
    choose(page, "keeper left in 1998")
    select(page, 0, 3)
    page.keyboard.press("m")
    select(page, 8, 9)
    bar = page.get_by_role("toolbar", name="Selected words").get_by_role("button")
    expect(bar.nth(0)).to_have_text("Match to…M")
    expect(bar.nth(1)).to_have_text("Again: “keeper left in 1998”Shift+M")
    page.keyboard.press("m")
    options = page.locator("type-ahead").get_by_role("option")
    expect(options.nth(0)).to_contain_text("engineers come")
    expect(options.nth(0).locator("small")).to_have_text("similar")
    page.keyboard.press("Enter")
    expect(row(page, "engineers come").locator(".scu-button")).to_have_attribute("data-matched", "✓")
    select(page, 12, 13)
    page.keyboard.press("Shift+M")
    expect(row(page, "engineers come").locator(".scu-button")).to_have_attribute("data-matched", "✓ ×2")
