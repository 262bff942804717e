"""A manager makes an instrument from a preset and assigns it; a judge finds it under their next tasks."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from annotator.judgments.models import Instrument, sheets
from tests.factories import make_member, make_project, make_summary, make_topic
from tests.journeys.desk import be_signed_in
from tests.site_process import SiteProcess


@pytest.fixture
def judge(ann: User, site: SiteProcess, browser: Browser) -> Iterator[Page]:
    """The browser of a judge in a project that ``ann`` manages, with two topics of two peers."""
    project = make_project("p")
    make_member(project, "manager", ann)
    grace = make_member(project)
    for key in ("mill", "train"):
        topic = make_topic(project, key)
        for name in ("one", "two"):
            make_summary(topic, "peer", text="The mill burned. It was rebuilt.", summarizer=name)
    context = browser.new_context(base_url=site.url)
    assert grace.user
    be_signed_in(context, site.url, grace.user)
    yield context.new_page()
    context.close()


def test_from_a_preset_to_the_first_judgment(page: Page, judge: Page) -> None:
    page.goto("/p/p/")
    page.get_by_role("link", name="Judge", exact=True).click()
    expect(page.get_by_role("heading", name="No instruments yet")).to_be_visible()
    page.get_by_role("link", name="New instrument").click()
    page.get_by_label("TAC readability and responsiveness").check()
    page.get_by_label("Key").fill("tac")
    page.get_by_role("button", name="Create the instrument").click()
    expect(page.get_by_role("heading", name=re.compile("TAC"))).to_be_visible()
    judge.goto("/p/p/judge/tac/")
    expect(judge.get_by_role("heading", name=re.compile("TAC"))).to_have_count(0)  # a draft
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("status").first).to_contain_text("is open")

    page.get_by_role("link", name="Assign").click()
    page.get_by_label("TAC readability and responsiveness: each topic").check()
    page.get_by_label("People per topic or summary").fill("1")
    page.get_by_role("button", name="Distribute").click()
    expect(page.get_by_role("status").first).to_contain_text("Assigned: 2 new tasks.")

    judge.goto("/")
    expect(judge.get_by_role("heading", name="Your next tasks")).to_be_visible()
    expect(judge.get_by_text("0 of 2").first).to_be_visible()
    judge.get_by_role("link", name=re.compile("^Begin")).first.click()
    judge.get_by_role("button", name="Begin").click()
    judge.wait_for_selector("judging-session.ready")
    judge.keyboard.press("4")
    expect(judge.locator(".question.answered")).to_have_count(1)
    assert sheets().count() == 2
    judge.goto("/p/p/judge/")
    expect(judge.get_by_role("link", name=re.compile("^Continue"))).to_have_count(1)
    page.goto("/p/p/judge/tac/")
    expect(page.get_by_role("region", name="Table of judges").get_by_role("row")).to_have_count(2)


def test_own_questions_are_written_with_the_keyboard(ann: User, page: Page) -> None:
    make_member(make_project("p"), "manager", ann)
    page.goto("/p/p/judge/new/?preset=own")
    page.get_by_label("Name").fill("Fluency")
    page.keyboard.press("Enter")
    page.get_by_label("Name").fill("How fluent?")
    page.get_by_label("Labels").fill("5: fluent")
    page.get_by_role("button", name="Add a question").click()
    page.get_by_role("group", name="Question 2").get_by_label("Name").fill("How clear?")
    page.get_by_role("button", name=re.compile("^Move up.*question 2")).click()
    expect(page.get_by_role("group", name="Question 1").get_by_label("Name")).to_have_value("How clear?")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="As judges see them")).to_be_visible()
    page.get_by_role("group", name="Question 1").get_by_label("Name").press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Questions saved.")
    names = Instrument.objects.get(key="fluency").questions.values_list("name", flat=True)
    assert list(names) == ["How clear?", "How fluent?"]
