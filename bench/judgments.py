"""Measures the cost of judging: SQL queries, bytes of the page, and a judge's keys and clicks in Chromium.

In the browser, a new judge repeats the answers of the judge anna of the sample project.
"""

import json
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, at_most
from bench.load_client import edit_body
from bench.site import client_with, counted, open_page, prepare_django, session_of

MAX_PAGE_QUERIES, MAX_EDIT_QUERIES, MAX_KILOBYTES = 14, 8, 150
MAX_ACTIONS = {"quality": ("summary", 6.0), "coverage": ("unit", 2.5), "utility": ("sentence", 1.1)}  # by instrument
READY = "judging-session.ready"
Answers = dict[tuple[str, str], dict[str, Any]]
"""The judgments of each sheet, by their ids. The key of a sheet: the text of its summary, the code of its item list."""
LARGE_TOPIC = (40, 250)  # summaries, and words of each


def measure() -> Iterator[Figure]:
    """Measures a page of 40 summaries, and the sessions of the sample project."""
    prepare_django()
    session = _make_judge()
    client = client_with(session)
    path = "/p/sample/judge/quality/t/large/"
    client.post(path)
    client.get(path)
    queries, page = counted(lambda: client.get(path))
    yield at_most("SQL queries of a session page", queries, MAX_PAGE_QUERIES, "{:.0f}")
    yield at_most("SQL queries of a judgment", _judgment_queries(client, page), MAX_EDIT_QUERIES, "{:.0f}")
    answers = {instrument: _answers(instrument) for instrument in MAX_ACTIONS}
    with open_page(session, path, ready=READY, width=1440) as (page, kilobytes):
        yield at_most("kB of a page with 40 summaries, gzipped", kilobytes, MAX_KILOBYTES, "{:.0f}")
        for instrument, (subject, budget) in MAX_ACTIONS.items():
            page.goto(f"/p/sample/judge/{instrument}/t/mill/")
            page.get_by_role("button", name="Begin").click()
            page.wait_for_selector(READY)
            actions = _repeat_answers(page, instrument, answers[instrument])
            yield at_most(f"keys and clicks for a {subject}", actions, budget)


def _make_judge() -> str:
    """Adds a large topic and a judge to the sample project. Returns the key of the judge's session."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from annotator.interchange.sample import load_sample
    from annotator.projects.services import add_member
    from annotator.projects.texts import NewSummary, add_summaries, create_topic

    project = load_sample(by=User.objects.create_user("sample-manager"), now=timezone.now())
    judge = add_member(project=project, user=User.objects.create_user("judge"), role="annotator", by=None)
    topic = create_topic(project=project, key="large", title="", statement="", by=None)
    count, words = LARGE_TOPIC
    texts = [" ".join(f"Word{(7 * number + 3 * place) % 997}" for place in range(words)) for number in range(count)]
    new = [NewSummary("peer", f"system-{number}", f"{text}.") for number, text in enumerate(texts)]
    add_summaries(topic=topic, summaries=new, by=None)
    return session_of(judge.user)


def _judgment_queries(client: Any, page: Any) -> int:
    data = json.loads(page.content.decode().split('id="workspace-data" type="application/json">')[1].split("<")[0])
    url, body = data["sheets"][0]["urls"]["edits"], edit_body({"verb": "judge", "question": "q1", "value": 3}, 0)
    return counted(lambda: client.post(url, body, content_type="application/json"))[0]


PLACE_IN_SESSION = """() => {
  const { sheet, panel } = document.querySelector("judging-session");
  const { question, item } = panel.place;
  return { text: sheet.summary?.text ?? "", list: sheet.listCode, place: `${question.key}:${item ?? ""}`,
           open: sheet.openPlaces.length, number: sheet.number };
}"""
"""JavaScript that returns where the judge is: the sheet, the question and item to answer, and how many are open."""


def _repeat_answers(page: Any, key: str, answers: Answers) -> float:
    """Enters all these answers. Returns the mean number of keys and clicks for each summary, unit or sentence.

    It does not mark sentences of documents as redundant with another sentence.
    """
    actions = judged_count = 0
    sheet_count = page.locator(".sheet-button").count()
    for number in range(1, sheet_count + 1):
        page.wait_for_function(f"() => document.querySelector('judging-session').sheet.number === {number}")
        here = page.evaluate(PLACE_IN_SESSION)
        # A coverage sheet ends with a question that is not about a unit.
        judged_count += 1 if key == "quality" else here["open"] - (key == "coverage")
        for _ in range(here["open"]):
            judgment = answers[here["text"], here["list"]][page.evaluate(PLACE_IN_SESSION)["place"]]
            for mark in judgment["marks"] if key == "coverage" else ():
                page.locator(".sentence-marks .sentence").nth(mark - 1).click()
                actions += 1
            page.keyboard.press(_key_of(key, judgment["value"]))
        page.keyboard.press("Shift+Enter")
        actions += here["open"] + 1
    return actions / judged_count


def _answers(key: str) -> Answers:
    """Returns the answers of the judge anna to the instrument with this key."""
    from annotator.judgments.models import sheets
    from annotator.judgments.store import judgments_by_sheet

    works = sheets().filter(sheet__instrument__key=key, owner__name="anna").select_related("sheet__items__summary")
    judgments = judgments_by_sheet([work.pk for work in works])
    return {
        (work.summary.text if work.summary else "", work.sheet.items.code if work.sheet.items else ""): {
            judgment["id"]: judgment for judgment in judgments[work.pk]
        }
        for work in works
    }


def _key_of(key: str, value: int) -> str:
    if key == "coverage":
        return str(value // 20)
    return "t" if value == 10 else str(value)
