"""The recorded statuses of each address: who gets which, in each state of the work where it matters."""

from collections import defaultdict
from collections.abc import Mapping

from tests.access.actors import STATES
from tests.access.table import Route
from tests.frozen.places import pattern
from tests.frozen.records import recorded, recording, write_record

NAME = "role_matrix"
Statuses = Mapping[tuple[str, str], int]
"""By actor and state of the work."""


def request_key(route: Route, method: str) -> str:
    """Such as "POST /api/pyramids/<pyramid>/edits/ set_label"."""
    verb = route.body.get("verb", "") if isinstance(route.body, dict) else ""
    return f"{method.upper()} {pattern(route)}{route.query} {verb}".strip()


def check_statuses(route: Route, method: str, statuses: Statuses) -> None:
    """Compare the statuses of a request with the record, or record them. Raises AssertionError."""
    key, now = request_key(route, method), _actors_by_status(statuses)
    if recording():
        write_record(NAME, recorded(NAME) | {key: now})
    assert now == recorded(NAME).get(key), key


def _actors_by_status(statuses: Statuses) -> dict[str, str]:
    """In a further state an actor is named only if the status differs from that in the first state."""
    actors = defaultdict(list)
    for (actor, state), status in statuses.items():
        if state == STATES[0]:
            actors[str(status)].append(actor)
        elif status != statuses[actor, STATES[0]]:
            actors[str(status)].append(f"{actor} when {state}")
    return {status: ", ".join(names) for status, names in sorted(actors.items())}
