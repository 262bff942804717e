"""Two annotators have finished; a manager decides where they differ, by keys and mouse, and releases the consensus."""

import re

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotator.projects.models import Topic
from annotator.projects.services import add_member, create_project
from annotator.pyramids.services import release_pyramid
from tests.annotator.work.adjudication.adjudicated import make_texts, two_matchings, two_pyramids
from tests.journeys.desk import choose, row, wait_until_saved


@pytest.fixture
def topic(ann: User) -> Topic:
    """A topic of Ann's project with the finished pyramids and matchings of two others."""
    project = create_project(name="Lamp", by=ann)
    users = [User.objects.create_user(name) for name in ("ida", "otto")]
    owners = [add_member(project=project, user=user, role="annotator", by=None) for user in users]
    topic = make_texts(project)
    works = two_pyramids(topic, *owners)
    two_matchings(topic, release_pyramid(pyramid=works[0], by=users[0], now=timezone.now()), *owners)
    return topic


def expect_undecided(page: Page, text: str) -> None:
    """Waits for the number of undecided differences in the header."""
    expect(page.locator("[data-figure=undecided]")).to_have_text(text)


def at_hand(page: Page, label: str) -> None:
    """Waits until the difference of this label is shown."""
    expect(page.locator("difference-view h2")).to_have_text(label)


LATER_LINES = """(sentences) => sentences.flatMap((sentence) => {
  const number = sentence.querySelector(".sentence-number").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(sentence);
  const lines = [...range.getClientRects()].filter(({ top }) => top >= number.bottom);
  return lines.map(({ left }) => Math.round(left - sentence.getBoundingClientRect().left));
})"""
"""How far each line of a sentence but the first is indented, in pixels."""


def test_the_lines_of_a_sentence_are_indented_below_the_first(topic: Topic, page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 800})
    page.goto(f"/p/{topic.project.slug}/t/{topic.key}/differences/?a=ida&b=otto")
    page.locator(".side-text .sentence-number").first.wait_for()
    indents = page.locator(".side-text p:has(.sentence-number)").evaluate_all(LATER_LINES)
    assert min(indents) >= 24


def test_from_two_pyramids_to_a_released_consensus(topic: Topic, page: Page) -> None:
    page.goto(f"/p/{topic.project.slug}/t/{topic.key}/")
    page.locator("section", has=page.locator("#pyramids")).get_by_role("link", name="Adjudicate", exact=True).click()
    page.get_by_role("button", name="Begin the consensus").click()
    expect_undecided(page, "2 of 3 undecided")
    at_hand(page, "The keeper left")
    expect(page.locator(".side-text[data-letter=A] .lit.shared").first).to_be_visible()

    page.keyboard.press("b")
    expect_undecided(page, "1 of 3 undecided")
    at_hand(page, "Fog closed the harbour")
    page.keyboard.press("Control+z")
    expect_undecided(page, "2 of 3 undecided")
    at_hand(page, "The keeper left")
    page.get_by_role("button", name=re.compile("^Redo")).click()
    expect_undecided(page, "1 of 3 undecided")
    wait_until_saved(page)
    page.reload()
    expect_undecided(page, "1 of 3 undecided")

    page.get_by_label("Note").fill("only one saw it")
    page.get_by_role("button", name="Take A").click()
    expect_undecided(page, "all 3 decided")
    page.get_by_role("button", name="Decided 3").click()
    page.locator(".difference-row", has_text="The keeper left").click()
    expect(page.get_by_role("button", name="Take B")).to_have_attribute("aria-pressed", "true")
    label = page.get_by_role("textbox", name="Label").first
    label.fill("Nobody saw the keeper")
    label.press("Enter")
    wait_until_saved(page)

    page.get_by_role("link", name="Workspace", exact=True).click()
    choose(page, "Nobody saw the keeper")
    expect(row(page, "Nobody saw the keeper").locator(".provenance")).to_have_text("From otto 2, otto 3")
    choose(page, "Fog closed the harbour")
    expect(row(page, "Fog closed the harbour").locator(".provenance")).to_have_text("From ida 3 – only one saw it")
    page.get_by_role("link", name="Adjudicate").click()
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("This consensus is finished")).to_be_visible()
    page.get_by_role("link", name="Release").click()
    page.get_by_role("button", name=re.compile("elease")).click()
    expect(page.get_by_text("Release 1 is ready")).to_be_visible()


def test_a_difference_is_decided_anew_put_together_by_hand_and_left_open(topic: Topic, page: Page) -> None:
    page.goto(f"/p/{topic.project.slug}/t/{topic.key}/adjudicate/")
    page.get_by_role("button", name="Begin the consensus").click()
    at_hand(page, "The keeper left")
    page.keyboard.press("e")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Label").fill("The keeper went away")
    dialog.get_by_role("checkbox").first.uncheck()
    dialog.get_by_role("button", name="Decide", exact=True).click()
    expect(page.get_by_role("textbox", name="Label")).to_have_value("The keeper went away")
    page.keyboard.press("m")
    expect_undecided(page, "1 of 3 undecided")
    page.get_by_role("button", name="Decided 2").click()
    page.locator(".difference-row", has_text="The keeper left").click()
    expect(page.get_by_role("textbox", name="Label")).to_have_value("The keeper left")
    # A button that is pressed right after a field was written is not another one when it is let go.
    page.get_by_label("Note").fill("on second thoughts")
    page.get_by_role("button", name="Take B").click()
    page.get_by_role("button", name="Decided 2").click()
    page.locator(".difference-row", has_text="The keeper left").click()
    expect(page.get_by_role("button", name="Take B")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Note")).to_have_value("on second thoughts")
    page.locator("difference-view h2").click()
    page.keyboard.press("x")
    expect_undecided(page, "2 of 3 undecided")
    expect(page.get_by_role("textbox", name="Label")).to_have_count(0)
    wait_until_saved(page)


def test_differences_are_walked_with_keys_and_filtered_by_kind(topic: Topic, page: Page) -> None:
    page.goto(f"/p/{topic.project.slug}/t/{topic.key}/differences/?a=ida&b=otto")
    at_hand(page, "The keeper left")
    page.keyboard.press("j")
    at_hand(page, "Fog closed the harbour")
    page.keyboard.press("k")
    at_hand(page, "The keeper left")
    page.get_by_role("button", name="Only A 1").click()
    expect(page.locator(".difference-row")).to_have_count(1)
    at_hand(page, "Fog closed the harbour")
    page.keyboard.press("Shift+F")
    expect(page.locator(".difference-row")).to_have_count(3)
    page.get_by_label("Annotator A").select_option("otto")
    page.wait_for_url(re.compile("a=otto"))
    expect(page.get_by_role("button", name="Only B 1")).to_be_visible()


def test_matchings_of_a_peer_are_adjudicated_in_the_same_way(topic: Topic, page: Page) -> None:
    page.goto(f"/p/{topic.project.slug}/t/{topic.key}/peers/7/adjudicate/")
    page.get_by_role("button", name="Begin the consensus").click()
    expect_undecided(page, "2 of 3 undecided")
    page.keyboard.press("a")
    expect_undecided(page, "1 of 3 undecided")
    page.keyboard.press("b")
    expect_undecided(page, "all 3 decided")
    wait_until_saved(page)
    page.get_by_role("link", name="Workspace", exact=True).click()
    units = page.locator("unit-list")
    for words, origin in (
        ("On Monday the lamp failed", "From ida, otto: all agree"),
        ("The keeper had left", "From ida"),
    ):
        units.get_by_role("button", name=re.compile(words)).click()
        expect(units.locator(".provenance")).to_have_text(origin)
    page.get_by_role("link", name="Adjudicate").click()
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_text("This consensus is finished")).to_be_visible()
