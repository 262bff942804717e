"""Inserts the rows of an imported project, and maps the names in the file to the primary keys of these rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Model
from psycopg2.extras import execute_values

from annotator.interchange.project_file.refusals import Json

WorkIdentity = tuple[str | None, str, str | None, int | None]
"""(peer, owner, owner of the release's pyramid, number of the release): unique in a topic among works of a kind.

For a pyramid all except the owner are None."""

ROWS_PER_QUERY = 1000


def insert_rows(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Insert rows, including times and primary keys that Django would set itself; returns their primary keys in order.

    All rows have the same fields; a foreign key is given as the primary key of its target. Other columns get the
    database's defaults.
    """
    all_rows = list(rows)
    if not all_rows:
        return []
    meta = model._meta
    fields: list[Any] = [meta.get_field(name) for name in all_rows[0]]
    names = ", ".join(f'"{field.column}"' for field in fields)
    sql = f'INSERT INTO "{meta.db_table}" ({names}) VALUES %s RETURNING "{meta.pk.column}"'
    values = [[field.get_db_prep_save(row[field.name], connection) for field in fields] for row in all_rows]
    with connection.cursor() as cursor, connection.wrap_database_errors:
        keys = execute_values(cursor.cursor, sql, values, page_size=ROWS_PER_QUERY, fetch=True)
    return [key for (key,) in keys]


@dataclass(slots=True)
class People:
    """Primary keys: of existing accounts, by user name; and of the new memberships, by the member's name."""

    accounts: Mapping[str, int]
    members: dict[str, int] = field(default_factory=dict)

    def account_columns(self, username: str | None, *, account: str, fallback: str) -> dict[str, Any]:
        """Two columns for a user: the account in ``account`` or, if there is none here, the name in ``fallback``."""
        key = self.accounts.get(username) if username else None
        return {account: key, fallback: "" if key is not None else username or ""}


@dataclass(slots=True)
class TopicKeys:
    """The primary keys of an imported topic and its rows.

    ``models`` and ``peers`` are by summarizer, ``releases`` by pyramid owner and number, ``scus`` by release and id,
    ``items`` by list and position.
    """

    topic: int
    models: Mapping[str, int]
    peers: Mapping[str, int]
    works: dict[WorkIdentity, int] = field(default_factory=dict)
    releases: dict[tuple[str, int], int] = field(default_factory=dict)
    scus: dict[tuple[int, str], int] = field(default_factory=dict)
    lists: dict["ListIdentity", int] = field(default_factory=dict)
    items: dict[tuple[int, int], int] = field(default_factory=dict)

    def summary(self, summary: Json | None) -> int | None:
        if summary is None:
            return None
        return self.models[summary["name"]] if summary["kind"] == "model" else self.peers[summary["name"]]

    def item_list(self, item_list: Json | None) -> int | None:
        return self.lists[list_identity(item_list)] if item_list else None

    def release(self, release: Json | None) -> int | None:
        return self.releases[release["pyramid"], release["number"]] if release else None

    def scu(self, release: Json, uuid: str) -> int:
        return self.scus[self.releases[release["pyramid"], release["number"]], uuid]


ListIdentity = tuple[str, str | None, str | None, int]
"""(source, kind of the summary, summarizer, number): unique among the item lists of a topic."""


def list_identity(item_list: Json) -> ListIdentity:
    """The identity of an item list, or of the list that a reference names."""
    summary = item_list["summary"] or {"kind": None, "name": None}
    return item_list["source"], summary["kind"], summary["name"], item_list["number"]


def work_identity(work: Json, *, owner: str = "") -> WorkIdentity:
    """The identity of a work in the file. With ``owner``: of the work by this owner on the same peer and release."""
    release = work.get("release") or {}
    return work.get("peer"), owner or work["owner"], release.get("pyramid"), release.get("number")


def referenced_identity(reference: Json) -> WorkIdentity:
    """The identity of the peer annotation that a reference in the file names."""
    return reference["peer"], reference["owner"], reference["pyramid"], reference["number"]
