"""Who gets which status: each address with each method, for everybody, in each state of the work where it matters."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.access.actors import ACTORS, ADJUDICATOR, MANAGER, NOBODY, OTHER, OUTSIDER, ROOT, SEE_WORK, STATES, VIEWER
from tests.access.asking import METHODS
from tests.access.scene import Scene
from tests.access.table import TABLE, Route
from tests.access.test_routes import answered
from tests.frozen.places import pattern
from tests.frozen.records import recorded, recording, write_record

pytestmark = pytest.mark.django_db

NAME = "role_matrix"
CONCERNED = (*sorted(SEE_WORK), OTHER)
"""Who asks again in the further states, and only to change something: reading does not depend on the state."""
READERS = (NOBODY, OUTSIDER, ROOT, MANAGER, ADJUDICATOR, OTHER, VIEWER)
"""Who reads what is nobody's work; pages take time, and tests/access asks for all of them."""


def cases() -> dict[tuple[str, str], list[tuple[Route, str]]]:
    """The routes by address and body; methods without a rule are asked for by the manager alone."""
    found = defaultdict(list)
    for route in TABLE:
        sent = route.body.get("verb", "") if isinstance(route.body, dict) else ""
        for method in METHODS:
            found[pattern(route) + route.query, f"{method.upper()} {sent}".strip()].append((route, method))
    return found


def asked_by(route: Route, method: str, state: str) -> tuple[str, ...]:
    """Who asks: everybody, where it can make a difference."""
    rule = route.rule(method)
    if rule is None:
        return (MANAGER,)
    if state != STATES[0]:
        return CONCERNED if rule.on_work and method != "get" else ()
    return ACTORS if rule.on_work or method != "get" else READERS


def statuses(route: Route, method: str, scene: Scene) -> Iterator[tuple[str, int]]:
    """The status of each actor, named with the state of the work where that is not the first."""
    for state in STATES if route.rule(method) else STATES[:1]:
        scene.set_state(state)
        for actor in asked_by(route, method, state):
            answer = answered(route, method, scene, actor)
            if answer.streaming:
                answer.getvalue()  # else its file stays open
            yield actor if state == STATES[0] else f"{actor} when {state}", answer.status_code


def grouped(found: Iterator[tuple[str, int]]) -> dict[str, str]:
    """The actors by status. In a state they are named only if the status differs from that of the first state."""
    first: dict[str, int] = {}
    by_status: dict[str, list[str]] = defaultdict(list)
    for name, status in found:
        actor = name.partition(" when ")[0]
        if first.setdefault(actor, status) != status or name == actor:
            by_status[str(status)].append(name)
    return {status: ", ".join(names) for status, names in sorted(by_status.items())}


def test_everybody_gets_the_recorded_status_everywhere(scene: Scene) -> None:
    now: dict[str, dict[str, dict[str, str]]] = defaultdict(dict)
    for (address, method), routes in cases().items():
        ((route, verb),) = routes
        now[address][method] = grouped(statuses(route, verb, scene))
    if recording():
        write_record(NAME, now)
    before = recorded(NAME)
    told = [
        f"{method} {address}:\n  recorded {before.get(address, {}).get(method)}\n  now      {now[address].get(method)}"
        for address in sorted(before | now)
        for method in before.get(address, {}) | now[address]
        if before.get(address, {}).get(method) != now[address].get(method)
    ]
    assert told == [], "\n".join(told)
