"""Takes a backup: one snapshot of the database, copied table by table into a file. People can go on working."""

from datetime import datetime
from typing import BinaryIO

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.archive import ArchiveWriter
from config.backup.manifest import Manifest, Table
from config.backup.refused import BackupRefused
from config.backup.schema import Migration, Source, applied, sources
from config.backup.tables import SAME_TEXT, columns_of, names, sequences_of
from config.version import VERSION


def take_backup(out: BinaryIO, *, now: datetime) -> Manifest:
    """Writes everything into a stream, in constant memory.

    Raises:
        OSError: the stream cannot be written.
        BackupRefused: the database is not prepared, or of a newer version.
    """
    migrations = applied()
    if not any(app == "annotator" for app, _ in migrations):
        raise BackupRefused("The database has not been prepared: there is nothing to back up.")
    tables, left_out = sources(migrations)
    with ArchiveWriter(out) as archive, transaction.atomic(durable=True), connection.cursor() as cursor:
        _begin_snapshot(cursor, tables, migrations)
        manifest = Manifest(
            application=VERSION,
            made_at=now.isoformat(timespec="seconds"),
            postgres=_server_version(cursor),
            migrations={app: _names_of(app, migrations) for app in sorted({app for app, _ in migrations})},
            tables=tuple(_write(cursor, archive, source) for source in tables),
            left_out=tuple(left_out),
        )
        archive.finish(manifest)
    return manifest


def _begin_snapshot(cursor: CursorWrapper, tables: list[Source], migrations: set[Migration]) -> None:
    """Starts a snapshot; meanwhile others can do everything except migrate.

    The tables are locked first, because the first SELECT takes the snapshot.
    """
    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    cursor.execute(SAME_TEXT)
    locked = names(source.table for source in tables)
    cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(locked))
    if applied() != migrations:
        raise BackupRefused("The database was migrated just now: try again.")


def _write(cursor: CursorWrapper, archive: ArchiveWriter, source: Source) -> Table:
    columns = columns_of(cursor, source.table)
    query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(source.table), sql.Identifier(source.key)
    )
    sequences = sequences_of(cursor, source.table)
    table = Table(source.table, columns, 0, 0, "", sequences)
    with archive.member(table.member) as member:
        cursor.copy_expert(query, member)
        rows = cursor.rowcount
    return Table(source.table, columns, rows, member.bytes, member.sha256, sequences)


def _server_version(cursor: CursorWrapper) -> str:
    cursor.execute("SHOW server_version")
    return str(cursor.fetchone()[0])


def _names_of(app: str, migrations: set[Migration]) -> tuple[str, ...]:
    return tuple(sorted(name for owner, name in migrations if owner == app))
