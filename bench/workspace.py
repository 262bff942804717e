"""The pyramid workspace at its full size: statements, bytes, and how long it takes to light an SCU in Chromium."""

import gzip
import os
from collections.abc import Iterator
from statistics import median

from bench.registry import Measured, at_most, line
from bench.site import CONTRIBUTORS, MODELS, SCUS, WORDS, Person, prepare_django, running_site

STATEMENTS_BUDGET = 12
KILOBYTES_BUDGET = 150
MILLISECONDS_BUDGET = 16
SELECTED = 60

# Selecting is done when the click has been handled and the page laid out again; every word that is lit is counted, so
# that a page that lights later does not look quick.
SELECT_EACH = """
async (count) => {
  const times = [];
  const buttons = [...document.querySelectorAll("scu-list .scu-button")].slice(0, count + 1);
  for (const button of buttons) {
    const began = performance.now();
    button.click();
    document.body.getBoundingClientRect();
    const time = performance.now() - began;
    if (!document.querySelector("summary-text .lit")) throw new Error("Nothing is lit.");
    times.push(time);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  }
  return times.slice(1);
}
"""


@line("workspace")
def workspace() -> Iterator[Measured]:
    """A page with ten models of 400 words, 100 SCUs and 500 contributors."""
    size = f"{MODELS} models x {WORDS} words, {SCUS} SCUs, {CONTRIBUTORS} contributors"
    yield Measured("size", size)
    person = prepare_django()[0]
    yield at_most("SQL statements of the page, sign-in included", _statements(person), STATEMENTS_BUDGET, "{:.0f}")
    if "CHROMIUM" not in os.environ:
        yield Measured("in Chromium", "not measured: name one in CHROMIUM")
        return
    kilobytes, times = _in_chromium(person)
    yield at_most("kB of page, scripts and styles, each gzipped", kilobytes, KILOBYTES_BUDGET, "{:.0f}")
    yield at_most("ms to select an SCU, median", median(times), MILLISECONDS_BUDGET)
    yield at_most("ms to select an SCU, 95 of 100", sorted(times)[int(len(times) * 0.95)], MILLISECONDS_BUDGET)


def _statements(person: Person) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["sessionid"] = person.session
    with CaptureQueriesContext(connection) as statements:
        answer = client.get(person.address)
    if answer.status_code != 200:
        raise AssertionError(f"{person.address} answered {answer.status_code}.")
    return len(statements)


def _in_chromium(person: Person) -> tuple[float, list[float]]:
    """Kilobytes of all answers, gzipped one by one, and the milliseconds of each selection."""
    from playwright.sync_api import Response, sync_playwright

    site = running_site()
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=arguments)
        context = browser.new_context(viewport={"width": 1600, "height": 1000})
        context.add_cookies([{"name": "sessionid", "value": person.session, "url": site.url}])
        page = context.new_page()
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        page.goto(site.url + person.address)
        page.wait_for_selector("pyramid-workspace.ready")
        kilobytes = sum(len(gzip.compress(answer.body())) for answer in answers if answer.ok) / 1e3
        times: list[float] = page.evaluate(SELECT_EACH, SELECTED)
        browser.close()
    return kilobytes, times
