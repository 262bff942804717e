"""What a newcomer meets: the guide, the guidelines, and the guided task beside the workspace."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from annotator.interchange.sample import load_sample
from annotator.interchange.sample_texts import read_sample
from annotator.overview.tour import EXAMPLES
from annotator.texts.segmentation import segment
from annotator.texts.spans import touching_tokens
from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.conftest import NAME, PASSWORD
from tests.journeys.desk import choose, select, sign_in, wait_until_saved
from tests.site_process import SiteProcess

TASK = "/p/sample/t/train/tour/"
PAGES = ["/guide/", "/p/sample/guidelines/", TASK]


@pytest.fixture
def sample(ann: User) -> None:
    """The sample project, Ann's."""
    load_sample(by=ann, now=timezone.now())


def mark(page: Page, step: str) -> None:
    """Selects the words that a step gives as an example."""
    letter, quote = EXAMPLES[step]
    at = ord(letter) - ord("A")
    text = next(topic for topic in read_sample().topics if topic.key == "train").models[at].text
    start = text.index(quote)
    chosen = touching_tokens(segment(text).words, start, start + len(quote))
    select(page, chosen[0], chosen[-1], summary=at)


def looks_again(task: Page, done: int, current: str) -> None:
    """Comes back to the task's page, which sees what was done meanwhile without being loaded again."""
    task.evaluate("dispatchEvent(new Event('focus'))")
    expect(task.locator(".tour-head")).to_contain_text(f"{done} of 8 steps done")
    expect(task.locator(".step.current h2")).to_have_text(current)
    expect(task.get_by_role("status")).to_have_text(f"{done} of 8 steps done.")


def test_the_task_ticks_itself_off_while_one_works_beside_it(sample: None, page: Page) -> None:
    page.goto("/p/sample/t/train/")
    page.get_by_role("link", name="Guided task").click()
    expect(page.locator(".tour-head")).to_contain_text("0 of 8 steps done")
    page.evaluate("document.body.dataset.same = 'yes'")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Start my pyramid").click()
    desk = opened.value
    desk.wait_for_selector("pyramid-workspace.ready")
    looks_again(page, 1, "Make an SCU from sentence A1")
    _first_scu(desk, page)
    _second_scu(desk, page)
    desk.get_by_role("link", name="Release", exact=True).click()
    desk.get_by_role("button", name="Make release 1").click()
    expect(desk.get_by_text("Release 1 is ready")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.locator(".tour")).to_contain_text("You now know the whole method.")
    expect(page.locator(".step.done")).to_have_count(8)
    assert page.evaluate("document.body.dataset.same") == "yes"


def _first_scu(desk: Page, task: Page) -> None:
    mark(desk, "first")
    desk.keyboard.press("n")
    desk.keyboard.press("Escape")
    wait_until_saved(desk)
    looks_again(task, 2, "Add what summary B says about it")
    mark(desk, "contributor")
    desk.keyboard.press("a")
    wait_until_saved(desk)
    looks_again(task, 3, "Add a second part")
    mark(desk, "parts")
    desk.keyboard.press("a")
    wait_until_saved(desk)
    looks_again(task, 4, "Write a label")
    desk.keyboard.press("F2")
    desk.keyboard.type("The night train runs again")
    desk.keyboard.press("Enter")
    wait_until_saved(desk)
    looks_again(task, 5, "Find open text in summary C")


def _second_scu(desk: Page, task: Page) -> None:
    desk.keyboard.press("Escape")
    mark(desk, "open")
    desk.keyboard.press("n")
    desk.keyboard.type("There was no night train for 14 years")
    desk.keyboard.press("Enter")
    wait_until_saved(desk)
    looks_again(task, 6, "Merge two SCUs")
    desk.keyboard.press("Escape")
    mark(desk, "merge")
    desk.keyboard.press("n")
    desk.keyboard.press("Escape")
    choose(desk, "There was no night train")
    desk.keyboard.press("m")
    desk.keyboard.type("cancelled")
    desk.keyboard.press("Enter")
    wait_until_saved(desk)
    looks_again(task, 7, "Release the pyramid")


def test_the_task_works_without_scripts(sample: None, site: SiteProcess, context: BrowserContext) -> None:
    browser = context.browser
    assert browser is not None
    plain = browser.new_context(base_url=site.url, java_script_enabled=False)
    page = plain.new_page()
    sign_in(page, NAME, PASSWORD)
    page.goto(TASK)
    expect(page.locator(".tour-head")).to_contain_text("0 of 8 steps done")
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Start my pyramid").click()
    opened.value.wait_for_url("**/pyramid/ann/")
    page.reload()
    expect(page.locator(".tour-head")).to_contain_text("1 of 8 steps done")
    plain.close()


def test_axe_finds_nothing(sample: None, page: Page) -> None:
    found = []
    for path in PAGES:
        page.goto(path)
        found += violations_in_both_schemes(page)
    assert found == []


def test_nothing_is_cut_off_in_a_narrow_window(sample: None, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 800})  # WCAG 1.4.10, reflow: 1280 px at 400 %
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
