"""No address takes more SQL queries than were recorded; fewer are welcome."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.access.actors import MANAGER, OWNER
from tests.access.asking import ask
from tests.access.scene import Scene
from tests.access.table import TABLE, Route
from tests.frozen.places import pattern
from tests.frozen.records import recorded, recording, write_record

pytestmark = pytest.mark.django_db

NAME = "query_counts"
EDITS = [route for route in TABLE if route.post and route.body and "groups" in route.body]


def queries(route: Route, method: str, scene: Scene, actor: str) -> int:
    """The SQL queries of a request that was made once before; what it does is undone."""
    for _ in ("cold", "warm"):
        with transaction.atomic():
            with CaptureQueriesContext(connection) as captured:
                ask(route, method, scene, actor).getvalue()
            transaction.set_rollback(True)
    return len(captured)


def test_no_address_takes_more_queries_than_recorded(scene: Scene) -> None:
    now = {f"GET {pattern(route)}": queries(route, "get", scene, MANAGER) for route in TABLE if route.get}
    now |= {f"POST {pattern(route)}": queries(route, "post", scene, OWNER) for route in EDITS}
    if recording():
        write_record(NAME, now)
    before = recorded(NAME)
    changed = {key: (before.get(key), now.get(key)) for key in before | now if before.get(key) != now.get(key)}
    told = "\n".join(f"{key}: {was} recorded, {count} now" for key, (was, count) in sorted(changed.items()))
    print(told)  # shown by pytest -s, and with a failure
    worse = {key: pair for key, pair in changed.items() if None in pair or pair[1] > pair[0]}
    assert worse == {}, f"(recorded, now) of what takes more, is new or is gone\n{told}"
