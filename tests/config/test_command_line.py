"""`manage.py` on a database that is not ready: a sentence and status 1."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.db.utils import ProgrammingError
from pytest_django import DjangoDbBlocker

from config import command_line

ROOT = Path(__file__).parents[2]
COMMANDS = [
    ("import_duc", "--project", "p", "manage.py"),
    ("export_scores", "--project", "p", "--out", "-"),
    ("createsuperuser", "--noinput", "--username", "u", "--email", "u@example.org"),
]


@pytest.fixture(scope="module")
def empty(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """The environment of commands on a database without tables, on the tests' own server."""
    name = f"{connection.settings_dict['NAME']}_empty"
    _run(django_db_blocker, f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"')
    yield {**os.environ, "PYRAMIDION_TEST_DATABASE": name, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    _run(django_db_blocker, f'DROP DATABASE "{name}" WITH (FORCE)')


def _run(blocker: DjangoDbBlocker, *statements: str) -> None:
    """Through a connection of its own, which ends here: one that stays open would keep the tests' database."""
    with blocker.unblock(), connection._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_without_tables_is_said_in_one_sentence(command: tuple[str, ...], empty: dict[str, str]) -> None:
    arguments = [sys.executable, "manage.py", *command]
    ran = subprocess.run(arguments, cwd=ROOT, env=empty, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.splitlines()[-1]) == (1, f"CommandError: {command_line.NOT_MIGRATED}")
    assert "Traceback" not in ran.stderr


def test_another_mistake_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(argv: list[str]) -> None:
        raise ProgrammingError("syntax error")

    monkeypatch.setattr(command_line, "execute_from_command_line", fail)
    with pytest.raises(ProgrammingError):
        command_line.main(["manage.py", "migrate"])
