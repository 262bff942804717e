"""Measures a session of judging the utility of 500 sentences: bytes of the page, script time per key in Chromium."""

import gzip
import os
from collections.abc import Iterator
from typing import Any

from bench.figures import Figure, at_most
from bench.site import analyze, prepare_django, session_of, start_server

SENTENCES = 500
WORDS = 20  # in each sentence
KEYS = 60  # pressed to measure the mean
MAX_KILOBYTES, MAX_SCRIPT_MS = 150, 8.0
SCRIPT_TIME = {"timeDomain": "threadTicks"}
"""Makes the browser measure processor time instead of elapsed time, so that other programs do not change it."""


def measure() -> Iterator[Figure]:
    """Measures a session whose sheet has 500 sentences."""
    if "CHROMIUM" not in os.environ:
        yield Figure("in Chromium", "not measured: set CHROMIUM")
        return
    kilobytes, script = _measure_in_browser(*_make_judge())
    yield at_most(f"kB of a page with {SENTENCES} sentences, gzipped", kilobytes, MAX_KILOBYTES, "{:.0f}")
    yield at_most("ms of script to judge a sentence", script, MAX_SCRIPT_MS)


def _make_judge() -> tuple[str, str]:
    """Makes the topic and a judge of it. Returns the key of the judge's session, and the path of the page."""
    prepare_django()
    from django.contrib.auth.models import User

    from annotator.judgments.presets.registry import PRESETS
    from annotator.judgments.services.instruments import create_instrument, set_instrument_state
    from annotator.judgments.services.item_lists import create_document_sentence_list
    from annotator.judgments.services.sessions import begin_session
    from annotator.projects.documents.models import Document
    from annotator.projects.models import Membership, Topic
    from annotator.projects.services import add_member, create_project

    project = create_project(name="Bench judgments", by=None)
    user = User.objects.create_user("bench-judge")
    judge = add_member(project=project, user=user, role=Membership.Role.MANAGER, by=None)
    topic = Topic.objects.create(project=project, key="D1")
    sentences = [" ".join([f"word{number}", *["word"] * (WORDS - 1)]) + "." for number in range(SENTENCES)]
    ends, position = [], 0
    for sentence in sentences:
        ends += [position, position + len(sentence)]
        position += len(sentence) + 1
    text = " ".join(sentences)
    Document.objects.create(
        topic=topic, key="41", position=0, text=text, length=len(text), segmenter="none", sentences=ends
    )
    create_document_sentence_list(topic=topic, by=judge)
    preset = PRESETS["mead-utility"]
    instrument = create_instrument(project=project, key="utility", name="", kind="", preset=preset, by=judge)
    instrument = set_instrument_state(instrument=instrument, state="open", by=judge)
    begin_session(instrument=instrument, topic=topic, judge=judge)
    analyze()
    return session_of(user), f"/p/{project.slug}/judge/utility/t/D1/"


def _measure_in_browser(session: str, path: str) -> tuple[float, float]:
    """Returns the gzipped kilobytes of all responses, and the mean ms of script for a key."""
    from playwright.sync_api import Response, sync_playwright

    url = f"http://127.0.0.1:{start_server()}"
    responses: list[Response] = []
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=arguments)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page = context.new_page()
        page.on("response", lambda response: responses.append(response))
        page.goto(url + path)
        page.wait_for_selector("judging-session.ready")
        kilobytes = sum(len(gzip.compress(response.body())) for response in responses if response.ok) / 1e3
        metrics = context.new_cdp_session(page)
        metrics.send("Performance.enable", SCRIPT_TIME)
        script_before = _script_ms(metrics)
        for number in range(KEYS):
            page.keyboard.press(str(number % 10))
        page.wait_for_selector("save-state[data-kind=saved]")
        script = (_script_ms(metrics) - script_before) / KEYS
        browser.close()
    return kilobytes, script


def _script_ms(metrics: Any) -> float:
    """Returns the processor time, in ms, that scripts have taken so far."""
    values = {metric["name"]: metric["value"] for metric in metrics.send("Performance.getMetrics")["metrics"]}
    return float(values["ScriptDuration"]) * 1000
