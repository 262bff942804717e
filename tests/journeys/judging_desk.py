"""What a judge does in a session of judgments, in the words of a journey, and how many actions that takes."""

from collections.abc import Iterable, Sequence

from playwright.sync_api import BrowserContext, Page, expect

from annotator.judgments.models import Judgment
from annotator.judgments.queries.session_data import session_works
from tests.annotator.judgments.scene import Judging
from tests.journeys.desk import be_signed_in, settles
from tests.site_process import SiteProcess

EDITS = "**/api/sheets/*/edits/"


def session_address(judging: Judging, preset: str) -> str:
    return f"/p/{judging.project.slug}/judge/{preset}/t/{judging.topic.key}/"


def begin_in_browser(page: Page, context: BrowserContext, site: SiteProcess, judging: Judging, preset: str) -> Page:
    """Signs the judge in, and begins their session of an instrument through its first page."""
    be_signed_in(context, site.url, judging.user("judge"))
    page.goto(session_address(judging, preset))
    page.get_by_role("button", name="Begin").click()
    return until_ready(page)


def until_ready(page: Page) -> Page:
    page.wait_for_selector("judging-session.ready")
    return page


def reload_session(page: Page) -> None:
    """Opens the page anew; what is not saved yet is in the browser's storage."""
    expect(page.locator("save-state")).to_have_attribute("data-at-risk", "false")
    page.reload()
    until_ready(page)


def press(page: Page, keys: Iterable[str]) -> int:
    """Presses keys one after another. Returns their number: the actions of a judge who uses the keyboard alone."""
    count = 0
    for key in keys:
        page.keyboard.press(key)
        count += 1
    return count


def coverage_keys(units: Sequence[tuple[Sequence[int], str]], *, sentences: int, cursor: int = 1) -> list[str]:
    """The keys that judge these units of coverage in order, each with the sentences to mark and the digit of its value.

    ``sentences``: of the summary. ``cursor``: the number of the sentence at which the cursor is; it takes the shorter
    way, also from the last sentence to the first.
    """
    keys: list[str] = []
    for marked, digit in units:
        for sentence in marked:
            forward = (sentence - cursor) % sentences
            backward = sentences - forward
            keys += ["ArrowRight"] * forward if forward <= backward else ["ArrowLeft"] * backward
            keys.append("Space")
            cursor = sentence
        keys.append(digit)
    return keys


def stored(judging: Judging, preset: str, sheet: int = 1) -> dict[str, int | None]:
    """The values of one of the judge's sheets in the database, by question and item, such as ``covered:1``."""
    user, instrument = judging.user("judge"), judging.instruments[preset]
    works = session_works(instrument=instrument, topic=judging.topic, user=user)
    rows = Judgment.objects.filter(sheet=works[sheet - 1].pk).select_related("question", "item")
    return {f"{row.question.key}:{row.item.position if row.item else ''}": row.value for row in rows}


def expect_place(page: Page, text: str) -> None:
    """Waits until the head says which sheet is shown, such as “2 of 3”."""
    settles(page, lambda: page.locator("[data-figure=place]").inner_text(), text)


def expect_notice(page: Page, text: str) -> None:
    expect(page.locator("[data-notice]")).to_have_text(text)
