"""An installation with a row of every kind, its backup, and an empty installation."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from config.backup.taking import take_backup
from tests.annotator.commands.command_line import CommandLine
from tests.annotator.interchange.judged_project import make_judged_project
from tests.annotator.interchange.whole_project import make_whole_project
from tests.other_databases import Settings, in_database, kept, made_database

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def databases(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """These tests use databases of their own, and never the tests' one."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="session")
def worked_on(migrated: Settings, django_db_blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """The database of an installation where people have worked."""
    with kept(made_database("worked_on", template=migrated["NAME"]), django_db_blocker) as settings:
        with django_db_blocker.unblock(), in_database(settings):
            make_whole_project()
            make_judged_project("judged")
        yield settings


@pytest.fixture(scope="session")
def backup(worked_on: Settings, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its backup."""
    file = tmp_path_factory.mktemp("backup") / "all.bak"
    with django_db_blocker.unblock(), in_database(worked_on):
        file.write_bytes(taken())
    return file


@pytest.fixture
def empty(migrated: Settings, databases: None) -> Iterator[Settings]:
    """A prepared database where nobody has worked."""
    with made_database("empty", template=migrated["NAME"]) as settings:
        yield settings


@pytest.fixture
def manage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """Runs `backup` and `restore` on the current database."""
    monkeypatch.setattr(connections, "close_all", lambda: None)
    return CommandLine(capsys)


def taken() -> bytes:
    """A backup of the current database."""
    out = io.BytesIO()
    take_backup(out, now=NOW)
    return out.getvalue()
