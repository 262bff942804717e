"""How long a gesture takes in the pyramid workspace until the page is laid out again, in Chromium."""

import os
from collections.abc import Iterator
from statistics import median

from bench.browser import workspace_of
from bench.material import BUDGETED, LARGE
from bench.registry import Measured, at_most, line
from bench.site import Person, person_at_large, prepare_django

BUDGET = 16.0  # ms, to select and to add, in the size of DESIGN's budget
EACH = 40
SLOW = 4
BUDGETED_GESTURES = ("select", "add")

# A gesture is done when its event has been handled and the page laid out again; that something has come of it is looked
# at, so that a page that does it later does not look quick. Merging is last: it takes SCUs away.
GESTURES = """
async (each) => {
  const desk = document.querySelector("pyramid-workspace");
  const buttons = () => [...desk.querySelectorAll("scu-list .scu:not([hidden]) .scu-button")];
  const press = (key) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const rest = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const find = desk.querySelector("[data-find]");
  const measure = async (prepare, act, check) => {
    const times = [];
    for (let i = 0; i < each; i += 1) {
      const given = prepare(i);
      await rest();
      const before = check();
      const began = performance.now();
      act(given);
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
      if (check() === before) throw new Error(`Gesture ${i} did nothing: ${act}`);
    }
    return times;
  };
  const lit = () => [...document.querySelectorAll(".lit")].map((one) => one.textContent).join("");
  const choose = (i) => {
    buttons()[i].click();
    const text = desk.pane.texts[i % desk.pane.texts.length];
    const [first, last] = [text.words[(7 * i) % 380], text.words[(7 * i) % 380 + 2]];
    desk.pane.selection.clear();
    desk.pane.selection.draw({ summary: text.summary.id, start: first.start, end: last.end });
    desk.pane.selectionDone();
  };
  const pick = () => {
    const [other, into] = buttons().slice(-2);
    if (into.ariaExpanded !== "true") into.click();
    other.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }));
  };
  const look = (text) => {
    find.value = text;
    find.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const revision = () => desk.session.state;
  const select = await measure((i) => buttons()[i + 1], (button) => button.click(), lit);
  const add = await measure(choose, () => press("a"), revision);
  const filter = await measure((i) => `${i + 1}`, look, () => find.value + buttons().length);
  look("");
  await rest();
  const merge = await measure(pick, () => press("m"), revision);
  return { select, add, filter, merge };
}
"""


@line("latency")
def latency() -> Iterator[Measured]:
    """Two sizes of pyramid, at the machine's speed and slowed down."""
    if "CHROMIUM" not in os.environ:
        yield Measured("in Chromium", "not measured: name one in CHROMIUM")
        return
    one, another = prepare_django()[1:3]  # merging leaves too little to measure twice
    for size, people in ((BUDGETED, (one, another)), (LARGE, (person_at_large(),) * 2)):
        yield Measured("size", str(size))
        for slow, person in zip((1, SLOW), people, strict=True):
            times = _measure(person, slow)
            for name, each in times.items():
                what = f"ms to {name}, median" + (f", at 1/{slow} speed" if slow > 1 else "")
                budgeted = size == BUDGETED and slow == 1 and name in BUDGETED_GESTURES
                yield at_most(what, median(each), BUDGET) if budgeted else Measured(what, f"{median(each):.2f}")
                yield Measured(what.replace("median", "95 of 100"), f"{sorted(each)[int(len(each) * 0.95)]:.2f}")


def _measure(person: Person, slow: int) -> dict[str, list[float]]:
    with workspace_of(person) as page:
        if slow > 1:
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        times: dict[str, list[float]] = page.evaluate(GESTURES, EACH)
        return times
