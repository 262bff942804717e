"""The manifest of a backup: version, migrations, and each table's columns, row count, size and checksum."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from config.backup.refused import BackupRefused

FORMAT = "pyramidion-backup"
VERSION = 1
LARGEST_MANIFEST = 8 * 1024 * 1024  # bytes; real manifests have about 20,000
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sequence:
    """The state of a column's Postgres sequence; ``called``: whether ``value`` has already been used as a key."""

    column: str
    value: int
    called: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a backup. ``rows``: how many it has. ``bytes``, ``sha256``: of its file in the zip archive."""

    name: str
    columns: tuple[str, ...]
    rows: int
    bytes: int
    sha256: str
    sequences: tuple[Sequence, ...] = ()

    @property
    def member(self) -> str:
        """The name of the table's member (file) in the zip archive."""
        return f"tables/{self.name}.copy"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a backup. ``migrations``: the applied migrations by app; ``left_out``: tables not backed up."""

    application: str
    made_at: str
    postgres: str
    migrations: dict[str, tuple[str, ...]]
    tables: tuple[Table, ...]
    left_out: tuple[str, ...] = field(default=())

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def applied(self) -> set[tuple[str, str]]:
        """The migrations as (app, name) pairs."""
        return {(app, name) for app, names in self.migrations.items() for name in names}

    def as_bytes(self) -> bytes:
        """Returns the manifest as JSON."""
        values = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(values, ensure_ascii=False, indent=1).encode()


def read_manifest(data: bytes) -> Manifest:
    """Reads a manifest and checks every name and number in it.

    Raises:
        BackupRefused: ``data`` is not a manifest, has another version, or contradicts itself.
    """
    try:
        values = json.loads(data)
        if values["format"] != FORMAT:
            raise ValueError("another format")
        if (version := values["version"]) != VERSION:
            raise BackupRefused(f"It is a backup of format {version!s:.20}, and this version reads {VERSION}.")
        return _parse_manifest(values)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BackupRefused("It is not a backup of Pyramidion: its manifest cannot be read.") from error


def _parse_manifest(values: Any) -> Manifest:
    texts = {name: _text(values[name], max_length=100) for name in ("application", "made_at", "postgres")}
    migrations = {_identifier(app): _texts(names) for app, names in values["migrations"].items()}
    tables = tuple(_parse_table(table) for table in values["tables"])
    if len({table.name for table in tables}) != len(tables):
        raise ValueError("a table occurs twice")
    return Manifest(**texts, migrations=migrations, tables=tables, left_out=_texts(values["left_out"]))


def _parse_table(values: Any) -> Table:
    if not re.fullmatch(r"[0-9a-f]{64}", values["sha256"], re.ASCII):
        raise ValueError("not a checksum")
    return Table(
        name=_identifier(values["name"]),
        columns=tuple(_identifier(column) for column in values["columns"]),
        rows=_number(values["rows"]),
        bytes=_number(values["bytes"]),
        sha256=values["sha256"],
        sequences=tuple(
            Sequence(_identifier(sequence["column"]), _number(sequence["value"]), sequence["called"] is True)
            for sequence in values["sequences"]
        ),
    )


def _text(value: Any, *, max_length: int) -> str:
    if not isinstance(value, str) or len(value) > max_length or not value.isprintable():
        raise ValueError("not a short printable text")
    return value


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(_text(value, max_length=200) for value in values)


def _identifier(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError("not a name in the database")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**63:  # isinstance would accept True
        raise ValueError("not a bigint >= 0")
    return value
