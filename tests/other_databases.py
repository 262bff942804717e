"""Databases besides the tests' own, empty when a test gets them: on the same server, on another one, of any state."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.utils.module_loading import import_string
from pytest_django import DjangoDbBlocker

from config.embedded_postgres.server import EmbeddedServer, stop_and_remove

Settings = dict[str, Any]


@contextmanager
def made_database(suffix: str, *, template: str = "template0", server: Settings | None = None) -> Iterator[Settings]:
    """The settings of a new database, dropped afterwards; ``server``: settings of a database of another server."""
    settings: Settings = {**connections.settings["default"], **(server or connection.settings_dict)}
    settings = {**settings, "NAME": f"{connection.settings_dict['NAME']}_{suffix}"}
    name = settings["NAME"]
    with in_database({**settings, "NAME": "postgres"}):
        _run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield settings
    finally:
        with in_database({**settings, "NAME": "postgres"}):
            _run(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def in_database(settings: Settings) -> Iterator[None]:
    """Everything in this thread works on that database."""
    before = connections["default"]
    other = import_string(f"{settings['ENGINE']}.base.DatabaseWrapper")(settings, "default")
    connections["default"] = other
    ContentType.objects.clear_cache()  # Django remembers the keys of another database's rows
    try:
        yield
    finally:
        other.close()
        connections["default"] = before
        ContentType.objects.clear_cache()


@contextmanager
def made_server() -> Iterator[Settings]:
    """Another embedded server, on a data folder of its own: what to give to ``made_database``."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp")).resolve()
    try:
        yield {
            **connections.settings["default"],
            "ENGINE": "config.embedded_postgres",
            "EMBEDDED": {"folder": folder, "fsync": False},
        }
    finally:
        stop_and_remove(folder)
        EmbeddedServer._servers.pop(folder, None)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def kept(made: AbstractContextManager[Settings], blocker: DjangoDbBlocker) -> Iterator[Settings]:
    """For fixtures that outlive a test: databases are allowed while this is made and removed, and not between."""
    with blocker.unblock():
        value = made.__enter__()
    try:
        yield value
    finally:
        with blocker.unblock():
            made.__exit__(None, None, None)


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
