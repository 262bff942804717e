"""Queries that are planned once a connection."""

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
        assert cursor.fetchall() == [(4, 0)]  # EXPLAIN, and three calls


def test_a_plan_made_while_a_table_is_small_does_not_scan_the_whole_table() -> None:
    run_prepared("SELECT 4343 FROM annotator_edit WHERE work_id = %s AND revision = %s", [1, 2])
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements WHERE statement LIKE '%4343%'")
        ((name,),) = cursor.fetchall()
        cursor.execute(f"EXPLAIN EXECUTE {name}(1, 2)")
        plan = " ".join(row[0] for row in cursor.fetchall())
    assert "Index" in plan
    assert "Seq Scan" not in plan
