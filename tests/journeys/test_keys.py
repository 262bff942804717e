"""The dialog of keys shows the key maps that the workspaces listen to."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.journeys.desk import open_workspace, select
from tests.journeys.texts import PEER, A, B, make_topic, peer_of, pyramid_of, released, two_models

# The bindings of each section: the keys as they are shown, what is said of them, and which of them a listener hears.
SECTIONS = """async (desk) => {
  const { handlersOf } = await import("pyramidion/elements/keyboard.js");
  return document.querySelector(desk).keys.map(({ title, bindings }) => {
    const shown = bindings.map(([names, says, ...does]) => {
      const whenever = [names, says, ...does.map((handler) => (event) => handler(event))];
      return { names, says, bound: Object.keys(handlersOf([whenever])) };
    });
    return { title, rows: shown };
  });
}"""
BOUND_NOW = """async (desk) => {
  const { handlersOf } = await import("pyramidion/elements/keyboard.js");
  const bindings = document.querySelector(desk).keys.flatMap(({ bindings }) => bindings);
  return Object.keys(handlersOf(bindings.filter(([, , does]) => !does?.hasOwnListener)));
}"""


def check_keys(page: Page, desk: str) -> None:
    """Each key shown is bound, but for gestures of the pointer; each row that is bound is shown as it is."""
    sections = page.evaluate(SECTIONS, desk)
    for section in sections:
        for row in section["rows"]:
            names = [name for name in row["names"].split(" ") if not name.endswith(("click", "rag"))]
            assert row["says"]
            assert bool(row["bound"]) == bool(names), row
            assert len(row["bound"]) >= len(names), row
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("heading", level=3)).to_have_text([section["title"] for section in sections])
    rows = [row for section in sections for row in section["rows"]]
    expect(dialog.locator("dd")).to_have_text([row["says"] for row in rows])
    expect(dialog.locator("kbd")).to_have_text([name for row in rows for name in row["names"].split(" ")])
    page.keyboard.press("Escape")


def test_the_pyramid_workspace_shows_the_keys_that_it_listens_to(ann: User, page: Page) -> None:
    open_workspace(page, pyramid_of(ann, two_models(ann)))
    check_keys(page, "pyramid-workspace")
    before = set(page.evaluate(BOUND_NOW, "pyramid-workspace"))
    select(page, 8, 9)
    assert set(page.evaluate(BOUND_NOW, "pyramid-workspace")) - before == {"N", "A", "P"}


@pytest.mark.parametrize("suggestions", ["on", "off"])
def test_the_peer_workspace_shows_the_keys_that_it_listens_to(ann: User, page: Page, suggestions: str) -> None:
    topic = make_topic(ann, [A, B], [PEER], suggestions=suggestions)
    open_workspace(page, peer_of(ann, released(ann, topic, [("keeper left", [(0, "The last keeper left")])])))
    check_keys(page, "peer-workspace")
    before = set(page.evaluate(BOUND_NOW, "peer-workspace"))
    select(page, 4, 5)
    check_keys(page, "peer-workspace")
    assert set(page.evaluate(BOUND_NOW, "peer-workspace")) - before == {"M", "Shift+M", "A", "P", "X", "Z"}
