"""The pyramid workspace at its full size: statements and bytes."""

import gzip
import os
from collections.abc import Iterator
from typing import Any

from bench.browser import workspace_of
from bench.material import BUDGETED
from bench.registry import Measured, at_most, line
from bench.site import Person, prepare_django

STATEMENTS_BUDGET = 12
KILOBYTES_BUDGET = 150


@line("workspace")
def workspace() -> Iterator[Measured]:
    """A page with ten models of 400 words, 100 SCUs and 500 contributors."""
    yield Measured("size", str(BUDGETED))
    person = prepare_django()[0]
    yield at_most("SQL statements of the page, sign-in included", _statements(person), STATEMENTS_BUDGET, "{:.0f}")
    if "CHROMIUM" not in os.environ:
        yield Measured("in Chromium", "not measured: name one in CHROMIUM")
        return
    yield at_most("kB of page, scripts and styles, each gzipped", _kilobytes(person), KILOBYTES_BUDGET, "{:.0f}")


def _statements(person: Person) -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies["sessionid"] = person.session
    with CaptureQueriesContext(connection) as statements:
        answer = client.get(person.address)
    if answer.status_code != 200:
        raise AssertionError(f"{person.address} answered {answer.status_code}.")
    return len(statements)


def _kilobytes(person: Person) -> float:
    """Of all answers, gzipped one by one."""
    heard: list[Any] = []
    with workspace_of(person, heard=heard):
        return sum(len(gzip.compress(answer.body())) for answer in heard if answer.ok) / 1e3
