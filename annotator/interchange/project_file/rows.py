"""Inserts the rows of an imported project, and remembers their keys by the names that the file uses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Model
from psycopg2.extras import execute_values

from annotator.interchange.project_file.refusals import Json

Identity = tuple[str | None, str, str | None, int | None]
"""Identifies a work in its topic: peer, owner, owner of the release's pyramid, number of the release. Of these a
pyramid has only the owner."""

ROWS_PER_QUERY = 1000


def insert_rows(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Insert rows exactly as given, with times and keys that models would set themselves; returns their keys in order.

    All rows have the same fields, a foreign key as its value; the database's defaults apply to the others.
    """
    every = list(rows)
    if not every:
        return []
    meta = model._meta
    fields: list[Any] = [meta.get_field(name) for name in every[0]]
    names = ", ".join(f'"{field.column}"' for field in fields)
    sql = f'INSERT INTO "{meta.db_table}" ({names}) VALUES %s RETURNING "{meta.pk.column}"'
    values = [[field.get_db_prep_save(row[field.name], connection) for field in fields] for row in every]
    with connection.cursor() as cursor:
        keys = execute_values(cursor.cursor, sql, values, page_size=ROWS_PER_QUERY, fetch=True)
    return [key for (key,) in keys]


@dataclass(slots=True)
class People:
    """The accounts here that user names of the file refer to, and the project's members by name."""

    accounts: Mapping[str, int]
    members: dict[str, int] = field(default_factory=dict)

    def columns(self, username: str | None, account: str, name: str) -> dict[str, Any]:
        """Two columns for a user name: ``account`` for an account here, or ``name`` for the name without one."""
        key = self.accounts.get(username) if username else None
        return {account: key, name: "" if key is not None else username or ""}


@dataclass(slots=True)
class TopicRows:
    """The keys of an imported topic's rows: summaries by name, works, releases, and SCUs of releases by id."""

    topic: int
    models: Mapping[str, int]
    peers: Mapping[str, int]
    works: dict[Identity, int] = field(default_factory=dict)
    releases: dict[tuple[str, int], int] = field(default_factory=dict)
    scus: dict[tuple[int, str], int] = field(default_factory=dict)

    def release(self, release: Json | None) -> int | None:
        """The key of a release; None for None."""
        return self.releases[release["pyramid"], release["number"]] if release else None

    def scu(self, release: Json, uuid: str) -> int:
        """The key of an SCU of a release."""
        return self.scus[self.releases[release["pyramid"], release["number"]], uuid]


def identity(work: Json, *, owner: str = "") -> Identity:
    """The identity of a work of the file, or of the same work of another owner."""
    release = work.get("release") or {}
    return work.get("peer"), owner or work["owner"], release.get("pyramid"), release.get("number")


def reference(annotation: Json) -> Identity:
    """The identity of the peer annotation that a reference names."""
    return annotation["peer"], annotation["owner"], annotation["pyramid"], annotation["number"]
