"""The database connection ends in the middle of a request: the answer is 503, whatever it was doing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from tests.access.actors import MANAGER
from tests.access.asking import address
from tests.access.copies import Copy, restored
from tests.access.table import TABLE, Route
from tests.access.writing import WRITINGS, Writing, prepared
from tests.scenes import signed_in

UNAVAILABLE = 503
WRITING_PLACES = 2
READING = [route for route in TABLE if route.get and route.name not in ("healthz", "readyz", "favicon")]


@pytest.fixture(scope="module")
def other_connection(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[BaseDatabaseWrapper]:
    """A connection by which Postgres is told to end another one."""
    other = connection.copy()
    with django_db_blocker.unblock():
        yield other
        other.close()


@contextmanager
def ending_after(count: int | None, other_connection: BaseDatabaseWrapper) -> Iterator[list[str]]:
    """Ends the connection after this many queries, None: never. Yields the list of the queries that are sent."""
    queries: list[str] = []

    def end() -> None:
        with other_connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [connection.connection.get_backend_pid()])

    def run(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not queries and count == 0:
            end()
        queries.append(sql)
        result = execute(sql, *rest)
        if len(queries) == count:
            end()
        return result

    connection.close()  # a new connection has prepared nothing
    with connection.execute_wrapper(run):
        yield queries
    connection.close()


def places(query_count: int, most: int) -> list[int]:
    """The numbers of queries after which a request is interrupted: ``most`` at equal distances from 0, and the last."""
    step = max(1, -(-query_count // most))
    return sorted({*range(0, query_count, step), *range(query_count)[-1:]})


@pytest.mark.parametrize("writing", WRITINGS, ids=str)
def test_of_a_request_that_writes(
    writing: Writing, copy: Copy, other_connection: BaseDatabaseWrapper, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        with restored(copy) as (_, scene):
            request = prepared(writing, scene)
            browser = request.browser()
            with ending_after(None, other_connection) as queries:
                assert request.send(browser).status_code in (200, 201, 302)
        with restored(copy) as (_, scene):
            request, answers = prepared(writing, scene), {}
            for place in places(len(queries), WRITING_PLACES):
                browser = request.browser()
                with ending_after(place, other_connection) as queries:
                    answers[place] = request.send(browser).status_code
                if len(queries) <= place and answers[place] < 500:
                    del answers[place]  # an interrupted request was saved, and this one needed nothing after this place
    assert set(answers.values()) == {UNAVAILABLE}, answers


@pytest.mark.parametrize("route", READING, ids=lambda route: f"{route.name}-{'-'.join(map(str, route.args[2:]))}")
def test_of_a_request_that_reads(
    route: Route, copy: Copy, other_connection: BaseDatabaseWrapper, django_db_blocker: DjangoDbBlocker
) -> None:
    """It is interrupted in the middle; requests that write are interrupted at the beginning and at the end, too."""
    with django_db_blocker.unblock(), restored(copy) as (_, scene):
        browser, url = signed_in(scene.members[MANAGER]), address(route, scene, MANAGER)
        browser.raise_request_exception = False
        with ending_after(None, other_connection) as queries:
            answer = browser.get(url)
            assert answer.status_code < 400
            answer.close()
        middle = len(queries) // 2
        with ending_after(middle, other_connection) as queries:
            status = browser.get(url).status_code
    # The first request may have stored values, so that this one sent no query after that place.
    assert status == UNAVAILABLE or (len(queries) <= middle and status < 400), status
