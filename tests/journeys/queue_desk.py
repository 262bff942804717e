"""What journeys of the queue do and look at: edits that cannot be sent, and the log of what the server took."""

from typing import Any, cast
from uuid import uuid4

from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.desk import choose

EDITS = "**/api/pyramids/*/edits/"

POST = """
async (groups) => {
  const { urls } = JSON.parse(document.getElementById("workspace-data").textContent);
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(urls.edits, { method: "POST", headers, body: JSON.stringify({ base: 0, groups }) });
  return await answer.json();
}
"""


def log(page: Page) -> list[dict[str, Any]]:
    """Every edit of the pyramid, as the API tells it from the log, by whoever is signed in."""
    return cast("list[dict[str, Any]]", page.evaluate(POST, [])["edits"])


def labels_in_log(page: Page) -> list[str]:
    """The labels that were given, in the order in which they were."""
    return [edit["label"] for edit in log(page) if edit["verb"] == "relabel_scu"]


def make_scus(page: Page, *labels: str) -> None:
    """SCUs without contributors, made at once and seen after a reload."""
    groups = [
        {
            "group": str(uuid4()),
            "edits": [{"id": str(uuid4()), "verb": "create_scu", "scu": str(uuid4()), "label": label}],
        }
        for label in labels
    ]
    assert page.evaluate(POST, groups)["refused"] is None
    page.reload()
    page.wait_for_selector("pyramid-workspace.ready")


def relabel(page: Page, old: str, new: str) -> None:
    """Gives an SCU another label, by keyboard."""
    choose(page, old)
    relabel_chosen(page, new)


def relabel_chosen(page: Page, new: str) -> None:
    """Gives the SCU that is selected another label, by keyboard."""
    page.keyboard.press("F2")
    page.keyboard.type(new)
    page.keyboard.press("Enter")


def labels(page: Page) -> list[str]:
    """What the list shows."""
    return sorted(page.locator("scu-list .label").all_inner_texts())


def pill(page: Page) -> Locator:
    """What says whether everything is saved."""
    return page.locator("save-state .pill")


def expect_kept(page: Page) -> None:
    """Waits until what is pending is in the browser's storage: `saved` comes later."""
    expect(page.locator("save-state")).to_have_attribute("data-at-risk", "false")


def expect_state(page: Page, kind: str) -> None:
    """Waits for a state of saving."""
    expect(page.locator("save-state")).to_have_attribute("data-kind", kind)


def refuse_connection(route: Route) -> None:
    """A server that is not there."""
    route.abort("connectionrefused")
