"""A database made by the first migration, with data, comes to the last: nothing is lost, and work goes on."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from pytest_django import DjangoDbBlocker

from annotator.matching.models import matchings
from annotator.pyramids.models import pyramids
from annotator.work.log.check import check_logs
from config.backup.archive import opened
from config.backup.restoring import restore
from config.backup.schema import applied
from tests.annotator.migrations.first_state import FIRST, SCORES, SLUGS, fill, migrate_to_first
from tests.annotator.work.log.requests import edit, group, send, signed_in
from tests.config.backup.conftest import taken
from tests.factories import PASSWORD, client_id
from tests.other_databases import Settings, in_database, kept, made_database

# Columns that a migration took away on purpose, and why nothing is lost.
DROPPED = {("annotator_release", "contributor_count")}  # counted in the released SCUs
PAGES = (
    "", "settings/", "members/", "team/", "progress/", "assignments/", "scores/", "agreement/", "stability/",
    "diagnosis/", "t/D1/", "t/D1/pyramid/ann/", "t/D1/pyramid/ann/release/", "t/D1/peers/p1/ann/", "t/D1/scores/",
    "t/D1/peers/p1/ann/score/", "t/D1/peers/draft/ann/",
)  # fmt: skip
Rows = dict[str, list[dict[str, Any]]]


def rows() -> Rows:
    """All rows of the apps' and the accounts' tables, in order."""
    with connection.cursor() as cursor:
        names = [name for name in connection.introspection.table_names(cursor) if name.split("_")[0] == "annotator"]
        found: Rows = {}
        for name in [*names, "auth_user"]:
            cursor.execute(f"SELECT to_jsonb(t)::text FROM \"{name}\" t ORDER BY (to_jsonb(t) ->> 'id')::bigint")
            found[name] = [json.loads(row) for (row,) in cursor.fetchall()]
    return found


@pytest.fixture(autouse=True)
def databases(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """These tests use databases of their own, and never the tests' one."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module")
def bare(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """A database of the first migration without data."""
    with kept(made_database("bare"), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings):
            migrate_to_first()
        yield settings


@pytest.fixture(scope="module")
def first(bare: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """A database of the first migration with data."""
    with kept(made_database("first", template=bare["NAME"]), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings):
            fill(migrate_to_first())
        yield settings


@pytest.fixture(scope="module")
def before(first: Settings, django_db_blocker: DjangoDbBlocker) -> Rows:
    """What was in it."""
    with django_db_blocker.unblock(), in_database(first):
        return rows()


@pytest.fixture(scope="module")
def by_migrating(first: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """It, migrated to the last."""
    with kept(made_database("by_migrating", template=first["NAME"]), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings):
            call_command("migrate", verbosity=0)
        yield settings


@pytest.fixture(scope="module")
def by_restoring(
    first: Settings, bare: Settings, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Settings]:
    """A backup of it, restored by this version."""
    file = tmp_path_factory.mktemp("upgrade") / "first.bak"
    with django_db_blocker.unblock(), in_database(first):
        file.write_bytes(taken())
    with kept(made_database("by_restoring", template=bare["NAME"]), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings), opened(file) as archive:
            restore(archive)
        yield settings


@pytest.fixture(params=["by_migrating", "by_restoring"])
def upgraded(request: pytest.FixtureRequest, databases: None) -> Iterator[None]:
    """The test works on one of them, and leaves no trace."""
    with in_database(request.getfixturevalue(request.param)), transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_table_of_then_has_rows(before: Rows) -> None:
    assert {name for name, several in before.items() if not several} == set()
    assert len(before) > 15


def test_the_database_is_of_the_last_migrations(upgraded: None) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert FIRST in applied()


def test_every_row_and_value_is_there(before: Rows, upgraded: None) -> None:
    now = rows()
    dropped = set()
    for table, several in before.items():
        dropped |= {(table, name) for name in several[0].keys() - now[table][0].keys()}
        then = [{name: value for name, value in row.items() if (table, name) not in DROPPED} for row in several]
        assert [{name: row[name] for name in then[0]} for row in now[table]] == then
    assert dropped == DROPPED


def test_constraints_hold_and_the_log_rebuilds_what_stands(upgraded: None) -> None:
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE NOT convalidated")
        assert cursor.fetchall() == []
    checked = list(check_logs())
    assert len(checked) == len(SLUGS) * 5
    assert [(str(one.work), one.faults) for one in checked if one.faults] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_pages_open_and_scores_are_as_computed_by_hand(upgraded: None, slug: str) -> None:
    client = signed_in(User.objects.get(username=f"ann-{slug}"))
    answers = {page: client.get(f"/p/{slug}/{page}").status_code for page in PAGES}
    assert answers == dict.fromkeys(PAGES, 200)
    found = client.get(f"/api/projects/{slug}/scores/").json()["rows"]
    assert {
        row["summarizer"]: tuple(row[kind] for kind in ("original", "modified", "recall")) for row in found
    } == SCORES


def test_work_goes_on(upgraded: None) -> None:
    user = User.objects.get(username="ann-old-1")
    assert user.check_password(PASSWORD)
    client = signed_in(user)
    pyramid = pyramids().get(owner__user=user)
    draft = matchings().get(owner__user=user, state="in_progress")
    assert client.post("/p/old-1/t/D1/pyramid/ann/state/reopen/").status_code == 302
    answer = send(client, pyramid, group(edit("create_scu", scu=client_id(1, 77), label="New")))
    assert (answer.status_code, answer.data["refused"]) == (200, None)
    part = {"unit": client_id(5, 78), "part": client_id(3, 78), "start": 0, "end": 3}
    answer = send(client, draft, group(edit("match_part", **part, scu=client_id(1, 2))))
    assert (answer.status_code, answer.data["refused"]) == (200, None)
    used = client_id(1, 4)  # deleted long ago: never to be used again
    answer = send(client, pyramid, group(edit("create_scu", scu=used, label="Again")))
    assert answer.data["refused"]["code"] == "duplicate"
    assert [one.faults for one in check_logs() if one.faults] == []


def test_every_migration_can_be_undone() -> None:
    loader = MigrationLoader(None)
    own = {node: one for node, one in loader.disk_migrations.items() if node[0] in ("annotator", "scoring")}
    assert len(own) > 6
    assert [node for node, one in own.items() if not all(step.reversible for step in one.operations)] == []
