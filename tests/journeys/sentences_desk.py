"""What judges of document sentences do in a session, in the words of a journey."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

from annotator.work.models import Work
from tests.annotator.judgments.scene import Judging, make_judging
from tests.journeys.desk import be_signed_in, wait_until_saved
from tests.journeys.judging_desk import session_address, until_ready

COUNT_ACTIONS = """
() => {
  window.actions = { keys: 0, clicks: 0 };
  const isModifier = (key) => ["Shift", "Control", "Alt", "Meta"].includes(key);
  addEventListener("keydown", ({ key }) => { if (!isModifier(key)) window.actions.keys += 1; }, true);
  addEventListener("pointerdown", () => { window.actions.clicks += 1; }, true);
}
"""


@dataclass
class SentencesDesk:
    """A judge at the session of an instrument."""

    page: Page
    judging: Judging
    instrument: str

    def open(self) -> None:
        """Opens the session. Guidelines, which open at the first sheet, are closed."""
        self.page.goto(session_address(self.judging, self.instrument))
        until_ready(self.page)
        if self.page.locator("[data-guidelines-panel]").is_visible():
            self.page.keyboard.press("i")

    def reload(self) -> None:
        wait_until_saved(self.page)
        self.open()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def row(self, number: str) -> Locator:
        """The row of a sentence by its number, such as “d1.2”."""
        return self.page.get_by_role("group", name=number).or_(self.page.get_by_role("checkbox", name=number)).first

    def notice(self) -> Locator:
        return self.page.locator("[data-notice]")

    def count_actions(self) -> None:
        """Counts keys and clicks from now on, see `actions`."""
        self.page.evaluate(COUNT_ACTIONS)

    def actions(self) -> dict[str, int]:
        """The number of key presses and clicks since `count_actions`."""
        actions: dict[str, int] = self.page.evaluate("() => window.actions")
        return actions

    def snapshots(self, sheet: Work) -> dict[str, dict[str, Any]]:
        """The judgments of a sheet as the API gives them, by id, after everything is saved."""
        wait_until_saved(self.page)
        answer = self.judging.get(f"/api/sheets/{sheet.pk}/")
        return {judgment["id"]: judgment for judgment in answer.json()["judgments"]}


def sentences_desk(page: Page, url: str, instrument: str, judging: Judging | None = None) -> SentencesDesk:
    """The scene's judge at a session, whose sheets are begun."""
    judging = judging or make_judging()
    judging.begin(instrument)
    be_signed_in(page.context, url, judging.user("judge"))
    desk = SentencesDesk(page, judging, instrument)
    desk.open()
    return desk


def judge_all_sentences(page: Page, key: str = "5") -> int:
    """Judges all open sentences of the sheet with a key. Returns how many times it was pressed."""
    presses = 0
    row = page.locator(".sentence-row.current:not(.answered)")
    while row.count():
        page.keyboard.press(key)
        presses += 1
    return presses
