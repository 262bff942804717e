"""Measures the cost of judging: SQL queries, bytes of the page, and a judge's keys and clicks in Chromium.

In the browser, a new judge repeats the answers of the judge anna of the sample project.
"""

import gzip
import json
import os
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, at_most
from bench.site import client_with, counted, prepare_django, session_of, start_server

MAX_PAGE_QUERIES, MAX_EDIT_QUERIES, MAX_KILOBYTES = 14, 8, 150
MAX_ACTIONS = {"quality": 6.0, "coverage": 2.5, "utility": 1.1}  # for a summary, a unit and a sentence
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
    if "CHROMIUM" not in os.environ:
        yield Figure("in Chromium", "not measured: set CHROMIUM")
        return
    kilobytes, actions = _judge_in_browser(session, path, {key: _answers(key) for key in MAX_ACTIONS})
    yield at_most("kB of a page with 40 summaries, gzipped", kilobytes, MAX_KILOBYTES, "{:.0f}")
    for key, budget in MAX_ACTIONS.items():
        unit = {"quality": "a summary", "coverage": "a unit", "utility": "a sentence"}[key]
        yield at_most(f"keys and clicks for {unit}", actions[key], budget)


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
    edit = {"id": "0" * 8 + "-0000-4000-8000-" + "1" * 12, "verb": "judge", "question": "q1", "value": 3}
    body = {"base": 0, "groups": [{"group": "0" * 8 + "-0000-4000-8000-" + "2" * 12, "edits": [edit]}]}
    url = data["sheets"][0]["urls"]["edits"]
    return counted(lambda: client.post(url, json.dumps(body), content_type="application/json"))[0]


def _judge_in_browser(session: str, large: str, answers: dict[str, Answers]) -> tuple[float, dict[str, float]]:
    """Returns the gzipped kB of the large page, and the mean number of keys and clicks by instrument."""
    from playwright.sync_api import Response, sync_playwright

    url = f"http://127.0.0.1:{start_server()}"
    responses: list[Response] = []
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=arguments)
        context = browser.new_context(viewport={"width": 1440, "height": 1000})
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page = context.new_page()
        page.on("response", lambda response: responses.append(response))
        page.goto(url + large)
        page.wait_for_selector("judging-session.ready")
        kilobytes = sum(len(gzip.compress(response.body())) for response in responses if response.ok) / 1e3
        actions = {}
        for key in MAX_ACTIONS:
            page.goto(f"{url}/p/sample/judge/{key}/t/mill/")
            page.get_by_role("button", name="Begin").click()
            page.wait_for_selector("judging-session.ready")
            actions[key] = _repeat_answers(page, key, answers[key])
        browser.close()
    return kilobytes, actions


PLACE_IN_SESSION = """() => {
  const { sheet, panel } = document.querySelector("judging-session");
  const { question, item } = panel.place;
  return { text: sheet.summary?.text ?? "", list: sheet.listCode, place: `${question.key}:${item ?? ""}`,
           open: sheet.openPlaces.length, number: sheet.number };
}"""
"""JavaScript that returns where the judge is: the sheet, the question and item to answer, and how many are open."""
SENTENCE_NAME = "(position) => document.querySelector('judging-session').panel.rows.names.nameOf(position)"
"""JavaScript that returns the number of a sentence, as a judge of utilities types it."""


def _repeat_answers(page: Any, key: str, answers: Answers) -> float:
    """Enters all these answers. Returns the mean number of keys and clicks for each summary, unit or sentence.

    The number for a sentence leaves out the keys that mark it as redundant with another sentence.
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
            for mark in judgment["marks"]:
                if key == "coverage":
                    page.locator(".sentence-marks .sentence").nth(mark - 1).click()
                    actions += 1
                else:
                    _press(page, "s", *page.evaluate(SENTENCE_NAME, mark), "Enter")
            actions += _press(page, _key_of(key, judgment["value"]))
        actions += _press(page, "Shift+Enter")
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


def _press(page: Any, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return len(keys)
