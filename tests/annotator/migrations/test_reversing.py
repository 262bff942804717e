"""All migrations can be reversed, and applied again with the same result."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.other_databases import Settings, in_database, made_database

COLUMNS = """
    SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
    WHERE table_schema = 'public'
"""
CONSTRAINTS = """
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
TRIGGERS = "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"
FUNCTIONS = "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"

Schema = dict[str, set[tuple[str, ...]]]


def schema() -> Schema:
    """What the database has besides rows, by the query that lists it."""
    found: Schema = {}
    with connection.cursor() as cursor:
        for query in (COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS, FUNCTIONS):
            cursor.execute(query)
            found[query] = set(cursor.fetchall())
    return found


def of_annotator(found: Schema) -> set[tuple[str, ...]]:
    """What belongs to the app: its tables, and the functions of its triggers."""
    return {row for rows in found.values() for row in rows if row[0].startswith(("annotator_", "pyramidion_"))}


@pytest.fixture
def database(migrated: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A migrated database of this test alone."""
    with (
        django_db_blocker.unblock(),
        made_database("reversed", template=migrated["NAME"]) as settings,
        in_database(settings),
    ):
        yield


def test_reversing_all_leaves_nothing_and_applying_again_makes_the_same(database: None) -> None:
    before = schema()
    assert all(before.values())
    call_command("migrate", "annotator", "zero", verbosity=0)
    assert of_annotator(schema()) == set()
    call_command("migrate", verbosity=0)
    assert schema() == before
