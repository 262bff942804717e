"""Hostile text in every field of every model: pages, admin, API, files and error pages show it and run nothing."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from tests.access.actors import MANAGER, MEMBER, NOBODY, OTHER, OUTSIDER, ROOT
from tests.access.asking import address, ask
from tests.access.table import TABLE
from tests.security.judging import crawl, faults, kept
from tests.security.pages import Page
from tests.security.poison import MARK, TAIL, unmarked
from tests.security.poisoned_site import PoisonedScene

pytestmark = pytest.mark.django_db

ESCAPED = "&lt;img src=x onerror="
SHOWN = {  # routes whose pages must show the mark to a manager, or this suite looks at the wrong thing
    *("account", "projects", "project", "guidelines", "project-settings", "member-add", "member", "team", "progress"),
    *("assignments", "assignment", "topic-assignments", "topic", "tour", "pyramid", "pyramid-finish"),
    *("pyramid-release", "pyramid-editors", "peer-start", "peer", "peer-editors", "project-scores"),
    *("project-agreement", "project-stability", "project-diagnosis", "topic-scores", "peer-score", "summaries-add"),
    *("documents", "document", "item-lists", "item-list", "model-units"),
}
ASKED = {
    *("a", "b", "release", "pyramid", "pin", "as", "score", "topic", "sort", "order", "page", "kind", "role", "from"),
    *("next", "seen", "panel", "highlight", "matcher", "owner", "show", "rounding", "q", "name", "title", "weight"),
    *("document", "extract"),
}


def wrong(answers: dict[str, Any]) -> dict[str, list[str]]:
    """The addresses whose answers are not safe, or are faults of the server."""
    found = {place: faults(answer) for place, answer in answers.items()}
    failed = {place: [str(answer)] for place, answer in answers.items() if answer.status_code >= 500}
    return {place: told for place, told in found.items() if told} | failed


def reading(scene: PoisonedScene, actor: str) -> list[str]:
    """All addresses that can be read, as this actor would be given them."""
    return [address(route, scene, actor) for route in TABLE if route.get]


def test_every_field_that_people_write_holds_the_mark(poisoned: PoisonedScene) -> None:
    assert unmarked() == []


def test_no_page_runs_what_somebody_wrote(poisoned: PoisonedScene) -> None:
    compared = [f"{address(row, poisoned, MANAGER)}?a=" for row in TABLE if row.name.endswith("differences")]
    answers = crawl(poisoned.clients[MANAGER], [*reading(poisoned, MANAGER), *compared])
    assert wrong(answers) == {}
    assert len([place for place in answers if "as=svg" in place]) >= 8
    shown = {address(row, poisoned, MANAGER) for row in TABLE if row.name in SHOWN}
    assert {place for place in shown if ESCAPED not in answers[place].content.decode()} == set()


@pytest.mark.parametrize("actor", [OTHER, OUTSIDER, NOBODY])
def test_nor_do_pages_of_who_may_see_less(poisoned: PoisonedScene, actor: str) -> None:
    rows = [row for row in TABLE if row.get and (actor == OTHER or row.get is not MEMBER or row.name == "project")]
    answers = {address(row, poisoned, actor): kept(ask(row, "get", poisoned, actor)) for row in rows}
    assert wrong(answers) == {}


def test_the_admin_runs_nothing_either(poisoned: PoisonedScene) -> None:
    answers = crawl(poisoned.clients[ROOT], ["/admin/", f"/admin/auth/user/?q={quote(MARK)}"], within="/admin/")
    assert wrong(answers) == {}
    shown = sum(ESCAPED in answer.content.decode() for answer in answers.values())
    assert shown > 30


def test_what_is_asked_for_comes_back_as_text(poisoned: PoisonedScene) -> None:
    asked = "&".join(f"{name}={quote(MARK)}" for name in sorted(ASKED))
    browser = poisoned.clients[MANAGER]
    places = [f"{place.partition('?')[0]}?{asked}" for place in reading(poisoned, MANAGER)]
    assert wrong({place: kept(browser.get(place)) for place in places}) == {}


def test_forms_that_are_refused_come_back_with_what_was_written_as_text(poisoned: PoisonedScene) -> None:
    browser, answers, sent = poisoned.clients[MANAGER], {}, 0
    for place in (address(row, poisoned, MANAGER) for row in TABLE if row.get and row.post and not row.api):
        for form in Page(browser.get(place).content.decode()).forms:
            if form.method == "post" and form.action in ("", place) and form.fields:
                sent += 1
                answers[f"{place} {sent}"] = browser.post(place, dict.fromkeys(form.fields, MARK))
    assert sent > 20
    assert wrong(answers) == {}


def test_what_the_next_page_says_is_text(poisoned: PoisonedScene) -> None:
    browser, topic, names = poisoned.clients[MANAGER], poisoned.names["D1"], poisoned.names
    place = f"/p/p/members/{names['member']}/"
    assert browser.post(place, {"role": "annotator"}).status_code == 302
    said = browser.get("/p/p/members/")
    assert faults(said) == []
    assert f"{ESCAPED}alert(1)&gt;" in said.content.decode().partition("site-messages")[2][:300]
    new = {"how": "paste", "kind": "peer", "summarizer": f"x{TAIL}", "title": MARK, "text": MARK}
    answer = browser.post(f"/p/p/t/{quote(topic)}/summaries/", new, follow=True)
    assert f"Added: x&quot;&#x27;&gt;{ESCAPED}" in answer.content.decode()
    assert faults(answer) == []


@pytest.mark.parametrize(
    "path", ["/{}/", "/p/{}/", "/p/p/t/{}/", "/api/{}/", "/api/projects/p/topics/{}/", "/admin/{}"]
)
def test_error_pages_do_not_run_the_address(poisoned: PoisonedScene, path: str) -> None:
    place = path.format(quote(MARK, safe=""))
    for browser in (poisoned.clients[ROOT], poisoned.clients[MANAGER], Client()):
        for method in ("get", "post", "put", "delete"):
            answer = getattr(browser, method)(place, headers={"Accept": MARK, "User-Agent": MARK, "Referer": MARK})
            assert answer.status_code < 500
            assert faults(answer) == []
