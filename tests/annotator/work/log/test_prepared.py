"""Statements that are planned once a connection."""

import pytest
from django.db import connection

from annotator.work.log.prepared import run_prepared

pytestmark = pytest.mark.django_db


def test_a_statement_keeps_its_first_plan() -> None:
    """Left alone, Postgres would make a plan for each of the first five calls."""
    sql = "SELECT 4242 + %s::int"
    assert [run_prepared(sql, [n]) for n in range(3)] == [[(4242,)], [(4243,)], [(4244,)]]
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE '%4242%'")
        assert cursor.fetchall() == [(3, 0)]
