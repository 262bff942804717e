"""The manifest of a backup: version, migrations, and each table's columns, row count, size and checksum."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Any

from config.backup.refused import BackupRefused

FORMAT = "pyramidion-backup"
VERSION = 1
LARGEST = 8 * 1024 * 1024  # bytes of a manifest; a real one has about 20,000
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}", re.ASCII)
_LONGEST = 200  # characters of a migration's name


@dataclass(frozen=True, slots=True)
class Sequence:
    """The state of a column's sequence; ``called``: whether ``value`` has been used."""

    column: str
    value: int
    called: bool


@dataclass(frozen=True, slots=True)
class Table:
    """One table as it was backed up."""

    name: str
    columns: tuple[str, ...]
    rows: int
    bytes: int
    sha256: str
    sequences: tuple[Sequence, ...] = ()

    @property
    def member(self) -> str:
        """The name of its member in the archive."""
        return f"tables/{self.name}.copy"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of the backup. ``migrations``: all that were applied to its database, by app."""

    application: str
    made_at: str
    postgres: str
    migrations: dict[str, tuple[str, ...]]
    tables: tuple[Table, ...]
    left_out: tuple[str, ...] = field(default=())

    @property
    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(table.rows for table in self.tables)

    @property
    def applied(self) -> set[tuple[str, str]]:
        """The migrations as (app, name) pairs."""
        return {(app, name) for app, names in self.migrations.items() for name in names}

    def as_bytes(self) -> bytes:
        """Returns the content of the manifest's member."""
        members = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(members, ensure_ascii=False, indent=1).encode()


def read_manifest(data: bytes) -> Manifest:
    """Reads a manifest and checks every name and number in it.

    Raises:
        BackupRefused: it is not a manifest, has another version, or contradicts itself.
    """
    try:
        value = json.loads(data)
        if value["format"] != FORMAT:
            raise ValueError("the format")
        if value["version"] != VERSION:
            raise BackupRefused(f"It is a backup of format {value['version']!s:.20}, and this version reads {VERSION}.")
        return _checked(value)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BackupRefused("It is no backup of Pyramidion: its manifest cannot be read.") from error


def _checked(value: Any) -> Manifest:
    texts = {name: _text(value[name], 100) for name in ("application", "made_at", "postgres")}
    migrations = {
        _identifier(app): tuple(_text(name, _LONGEST) for name in names) for app, names in value["migrations"].items()
    }
    tables = tuple(_table(item) for item in value["tables"])
    if len({table.name for table in tables}) != len(tables):
        raise ValueError("a table twice")
    left_out = tuple(_text(name, _LONGEST) for name in value["left_out"])
    return Manifest(**texts, migrations=migrations, tables=tables, left_out=left_out)


def _table(item: Any) -> Table:
    if not re.fullmatch(r"[0-9a-f]{64}", item["sha256"], re.ASCII):
        raise ValueError("a checksum")
    return Table(
        name=_identifier(item["name"]),
        columns=tuple(_identifier(column) for column in item["columns"]),
        rows=_number(item["rows"]),
        bytes=_number(item["bytes"]),
        sha256=item["sha256"],
        sequences=tuple(
            Sequence(_identifier(sequence["column"]), _number(sequence["value"]), sequence["called"] is True)
            for sequence in item["sequences"]
        ),
    )


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise ValueError("a text")
    return value


def _identifier(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError("a name")
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**63:
        raise ValueError("a number")
    return value
