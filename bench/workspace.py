"""Measures the pyramid workspace at full size: SQL queries, bytes, and response times and layout shift in Chromium."""

from collections.abc import Iterator
from statistics import median

from bench.figures import Figure, at_most
from bench.site import client_with, counted, make_team, open_page

MAX_QUERIES, MAX_KILOBYTES = 8, 150
MAX_SCRIPT_MS = {"select": 8.0, "add": 16.0}
MAX_PAINTED_MS = 32.0
REPEATS = 40
WIDTHS = (1024, 1600)

# Script time ends when the event has been handled and the page laid out again; painted time ends after the next frame.
# Each gesture must change something visible immediately: a page that defers its work would otherwise seem fast.
GESTURES = """
async (repeats) => {
  const workspace = document.querySelector("pyramid-workspace");
  const buttons = () => [...workspace.querySelectorAll("scu-list .scu:not([hidden]) .scu-button")];
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  let shift = 0; // without the SCU list, whose rows move on purpose
  const isOutside = ({ node }) => node && !(node.closest ? node : node.parentElement).closest("scu-list");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.sources.some(isOutside)) shift += entry.value;
  }).observe({ type: "layout-shift" });
  const measure = async (prepare, act, check) => {
    const times = { script: [], painted: [] };
    for (let i = 0; i < repeats; i += 1) {
      const target = prepare(i);
      await nextFrame();
      const before = check();
      const began = performance.now();
      act(target);
      document.body.getBoundingClientRect();
      times.script.push(performance.now() - began);
      if (check() === before) throw new Error(`Gesture ${i} did nothing: ${act}`);
      await nextFrame();
      times.painted.push(performance.now() - began);
    }
    return times;
  };
  const highlightedWords = () => [...document.querySelectorAll(".lit")].map((word) => word.textContent).join("");
  const chooseWords = (i) => {
    buttons()[i].click();
    const text = workspace.pane.texts[i % workspace.pane.texts.length];
    const [first, last] = [text.words[(7 * i) % 380], text.words[(7 * i) % 380 + 2]];
    workspace.pane.selection.clear();
    workspace.pane.selection.draw({ summary: text.summary.id, start: first.start, end: last.end });
    workspace.pane.announceSelection();
  };
  const pressA = () =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true }));
  const select = await measure((i) => buttons()[i + 1], (button) => button.click(), highlightedWords);
  shift = 0;
  const add = await measure(chooseWords, pressA, () => workspace.session.state);
  return { select, add, shift };
}
"""


def measure() -> Iterator[Figure]:
    """Measures a page with ten models of 400 words, 100 SCUs and 500 contributors."""
    annotators = make_team(0)
    queries, _ = counted(lambda: client_with(annotators[0].session).get(annotators[0].path))
    yield at_most("SQL queries of the page", queries, MAX_QUERIES, "{:.0f}")
    for width, annotator in zip(WIDTHS, annotators, strict=False):
        opened = open_page(annotator.session, annotator.path, ready="pyramid-workspace.ready", width=width)
        with opened as (page, kilobytes):
            measured = page.evaluate(GESTURES, REPEATS)
        if width == WIDTHS[0]:
            yield at_most("kB of page, scripts and styles, each gzipped", kilobytes, MAX_KILOBYTES, "{:.0f}")
        for gesture, budget in MAX_SCRIPT_MS.items():
            script, painted = measured[gesture]["script"], sorted(measured[gesture]["painted"])
            p95 = painted[int(REPEATS * 0.95)]
            yield at_most(f"{width} px: ms of script to {gesture}, p50", median(script), budget)
            yield at_most(f"{width} px: ms to {gesture} until painted, p95", p95, MAX_PAINTED_MS)
        yield at_most(f"{width} px: layout shift of {REPEATS} edits", measured["shift"], 0, "{:.3f}")
