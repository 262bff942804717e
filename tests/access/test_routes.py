"""Every address, everybody, every state: who gets to it and who does not."""

import re
from collections.abc import Iterator
from copy import copy
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

import annotator.urls
import scoring.urls
from tests.access.actors import ACTORS, MANAGER, NOBODY, OTHER, SEE_WORK, STATES
from tests.access.asking import METHODS, address, ask
from tests.access.marks import traces
from tests.access.scene import Scene
from tests.access.table import TABLE, Route
from tests.frozen.records import recorded
from tests.frozen.role_matrix import NAME, check_statuses, request_key

pytestmark = pytest.mark.django_db

RULED = [(route, method) for route in TABLE for method in METHODS if route.rule(method)]
REFUSED = [(route, method) for route in TABLE for method in METHODS if not route.rule(method)]
ENDS_WITH_NUMBER = re.compile(r"<int:\w+>/$")
BY_KEY = {
    pattern.name
    for pattern in [*annotator.urls.urlpatterns, *scoring.urls.urlpatterns]
    if isinstance(pattern, URLPattern)
    and "<str:" in str(pattern.pattern)
    and not ENDS_WITH_NUMBER.search(str(pattern.pattern))
}
ODD = [(route, method) for route, method in RULED if route.name in BY_KEY and len(route.args) > 1]


def ids(pairs: list[tuple[Route, str]]) -> list[str]:
    """Names for the cases."""
    return ["-".join([route.name, *map(str, route.args[4:]), method]) for route, method in pairs]


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The names of all addresses but those of Django's admin, which has its own tests."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or str(pattern.pattern)
        elif pattern.namespace != "admin":
            yield from routes(pattern.url_patterns)


def answered(route: Route, method: str, scene: Scene, actor: str) -> Any:
    """The answer to a request whose effects are undone."""
    browser = scene.clients[actor]
    cookies = copy(browser.cookies)
    with transaction.atomic():
        answer = ask(route, method, scene, actor)
        transaction.set_rollback(True)
    browser.cookies = cookies  # signing in and out is undone too
    return answer


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    named = list(routes(get_resolver().url_patterns))
    assert len(named) == len(set(named))
    assert set(named) == {route.name for route in TABLE}


@pytest.mark.parametrize(("route", "method"), RULED, ids=ids(RULED))
def test_each_actor_in_each_state(route: Route, method: str, scene: Scene) -> None:
    rule = route.rule(method)
    assert rule
    wrong: dict[tuple[str, str], Any] = {}
    statuses: dict[tuple[str, str], int] = {}
    for state in STATES if rule.on_work else STATES[:1]:
        scene.set_state(state)
        for actor in ACTORS if state == STATES[0] else sorted({*SEE_WORK, OTHER}):
            answer, expected = answered(route, method, scene, actor), rule.expected(actor, state, api=route.api)
            statuses[actor, state] = answer.status_code
            if answer.status_code not in expected:
                wrong[actor, state] = (answer.status_code, expected)
            elif told := traces(route, scene, actor, answer):
                wrong[actor, state] = told
    assert wrong == {}
    check_statuses(route, method, statuses)


def test_no_other_address_is_recorded() -> None:
    assert recorded(NAME).keys() == {request_key(route, method) for route, method in RULED}


@pytest.mark.parametrize(("route", "method"), RULED, ids=ids(RULED))
def test_who_is_signed_out_is_sent_to_sign_in_and_back(route: Route, method: str, scene: Scene) -> None:
    rule = route.rule(method)
    answer = ask(route, method, scene, NOBODY)
    sent_to, _, query = answer.headers.get("Location", "").partition("?")
    if rule and NOBODY in rule.seen_by:
        assert "next=" not in query
    elif not route.api:
        assert sent_to == reverse("login")
        assert "next=" in query


@pytest.mark.parametrize(("route", "method"), REFUSED, ids=ids(REFUSED))
def test_other_methods_are_refused(route: Route, method: str, scene: Scene) -> None:
    actor = NOBODY if any(NOBODY in rule.seen_by for one in METHODS if (rule := route.rule(one))) else MANAGER
    assert answered(route, method, scene, actor).status_code == 405


@pytest.mark.parametrize(("route", "method"), ODD, ids=ids(ODD))
def test_an_address_with_a_character_no_name_has_is_not_found(route: Route, method: str, scene: Scene) -> None:
    args = [scene.named(arg, MANAGER) for arg in route.args]
    odd = reverse(route.name, args=[*args[:-1], "a\x00b"])
    assert ask(route, method, scene, MANAGER, where=odd).status_code == 404


def test_a_browser_without_cookies_is_signed_out(scene: Scene) -> None:
    project = next(route for route in TABLE if route.name == "project")
    assert Client().get(address(project, scene, NOBODY)).status_code == 302
