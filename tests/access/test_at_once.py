"""Two requests at once: the answers and rows are those of one after the other, or one of them is a conflict (409)."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver
from psycopg2.extras import execute_values
from pytest_django import DjangoDbBlocker

from annotator.interchange.project_file import rows
from tests.access.copies import Copy, restored
from tests.access.table import TABLE
from tests.access.writing import WRITINGS, Request, Writing, prepared
from tests.other_databases import Settings, in_database

PATIENCE = 60  # seconds
WRITES_OR_LOCKS = re.compile(r"\s*(INSERT|UPDATE|DELETE|EXECUTE|WITH)\b|.*\bFOR (NO KEY )?UPDATE\b", re.DOTALL)
UNTRACED = {"annotator_accountsession", "django_admin_log"}
DELETION = next(writing for writing in WRITINGS if writing.route == "project-delete")
CONFLICT = 409
REFUSED = 400  # by a form, with a sentence


def row_counts() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = sorted(set(connection.introspection.table_names(cursor)) - UNTRACED)
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}', count(*) FROM \"{table}\"" for table in tables))
        return dict(cursor.fetchall())


def visible_execute_values(cursor: Any, sql: str, *rest: Any, **more: Any) -> Any:
    """As ``execute_values``, which by itself passes by the connection's wrappers."""

    def execute(sql: str, *_: Any) -> Any:
        return execute_values(cursor, sql, *rest, **more)

    wrappers: list[Callable[..., Any]] = list(connection.execute_wrappers)
    return wrappers[-1](execute, sql) if wrappers else execute(sql)


def both(database: Settings, *requests: Request, one_first: bool) -> list[int]:
    """The statuses of two requests that meet before the first write or lock of each.

    From there they go on together or, with ``one_first``, the second one when the first has been answered.
    """
    meeting, first_answered = Barrier(len(requests)), Event()

    def ask(place: int) -> int:
        waited = False

        def meet(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            nonlocal waited
            if not waited and WRITES_OR_LOCKS.match(str(sql)):
                waited = True
                with suppress(BrokenBarrierError):  # the other request wrote nothing, and has been answered
                    meeting.wait(PATIENCE)
                if one_first and place > 0:
                    first_answered.wait(PATIENCE)
            return execute(sql, *rest)

        with in_database(database):
            browser = requests[place].browser()
            with connection.execute_wrapper(meet):
                try:
                    return int(requests[place].send(browser).status_code)
                finally:
                    if place == 0:
                        first_answered.set()
                    meeting.abort() if not waited else None

    with patch.object(rows, "execute_values", visible_execute_values), ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(ask, range(len(requests)), timeout=PATIENCE))


@pytest.mark.parametrize("writing", WRITINGS, ids=str)
def test_a_request_and_itself(writing: Writing, copy: Copy, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        with restored(copy) as (_, scene):
            request = prepared(writing, scene)
            once, rows_of_one = request.send(request.browser()).status_code, row_counts()
            twice, rows_of_two = request.send(request.browser()).status_code, row_counts()
        assert once in (200, 201, 302)
        assert twice < 500
        with restored(copy) as (database, scene):
            request = prepared(writing, scene)
            answers = both(database, request, request, one_first=False)
            assert once in answers
            assert set(answers) <= {once, twice, CONFLICT, REFUSED}, answers
            expected = {table: {rows_of_one[table], rows_of_two[table]} for table in rows_of_one}
            assert {table: count for table, count in row_counts().items() if count not in expected[table]} == {}


@pytest.mark.parametrize("writing", WRITINGS, ids=str)
def test_a_request_and_the_deletion_of_the_project(
    writing: Writing, copy: Copy, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock():
        for one_first in (False, True):
            with restored(copy) as (database, scene):
                request, deletion = prepared(writing, scene), prepared(DELETION, scene)
                deleted, written = both(database, deletion, request, one_first=one_first)
                if writing is DELETION and not one_first:  # either of the two deletes it
                    deleted, written = sorted([deleted, written])
                assert deleted == 302
                assert written in (200, 201, 302, 404, CONFLICT, REFUSED)
                assert not type(scene.project).objects.filter(pk=scene.project.pk).exists()


def _routes(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or ""
        elif pattern.namespace != "admin":
            yield from _routes(pattern.url_patterns)


def test_every_address_that_writes_is_tried() -> None:
    writes = {route.name for route in TABLE if route.post or route.put}
    untried = {"login", "logout", "peer-adjudicate", "peer-adjudicate-finish", "peer-adjudicate-take-in"}
    assert writes - untried == {writing.route for writing in WRITINGS}
    assert writes <= set(_routes(get_resolver().url_patterns))
