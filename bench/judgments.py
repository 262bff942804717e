"""Measures the cost of judging: SQL queries, bytes of the page, and keys and clicks of a new judge in Chromium."""

import json
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, at_most
from bench.load_client import edit_body
from bench.site import client_with, counted, open_page, prepare_django, session_of

MAX_PAGE_QUERIES, MAX_EDIT_QUERIES, MAX_KILOBYTES = 14, 8, 150
MAX_ACTIONS = {"quality": ("summary", 6.0), "coverage": ("unit", 2.5), "utility": ("sentence", 1.1)}  # by instrument
READY = "judging-session.ready"
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
    with open_page(session, path, ready=READY, width=1440) as (page, kilobytes):
        yield at_most("kB of a page with 40 summaries, gzipped", kilobytes, MAX_KILOBYTES, "{:.0f}")
        for instrument, (subject, budget) in MAX_ACTIONS.items():
            page.goto(f"/p/sample/judge/{instrument}/t/mill/")
            page.get_by_role("button", name="Begin").click()
            page.wait_for_selector(READY)
            yield at_most(f"keys and clicks for a {subject}", _judge_all(page, instrument), budget)


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


def _judge_all(page: Any, instrument: str) -> float:
    """Judges all sheets. Returns the mean number of keys and clicks for each summary, unit or sentence.

    Each unit that another text covers gets one mark; sentences are not marked as redundant with others.
    """
    actions = judged_count = 0
    for number in range(1, page.locator(".sheet-button").count() + 1):
        page.wait_for_function(f"() => document.querySelector('judging-session').sheet.number === {number}")
        questions = page.evaluate("() => document.querySelector('judging-session').sheet.openPlaces.length")
        # A coverage sheet ends with a question that is not about a unit.
        judged = 1 if instrument == "quality" else questions - (instrument == "coverage")
        for question in range(questions):
            if instrument == "coverage" and question < judged:
                page.locator(".sentence-marks .sentence").first.click()
                actions += 1
            page.keyboard.press("2")
        page.keyboard.press("Shift+Enter")
        actions, judged_count = actions + questions + 1, judged_count + judged
    return actions / judged_count
