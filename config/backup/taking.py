"""Takes a backup: one snapshot of the database, copied table by table into a file while people keep working."""

import dataclasses
from datetime import datetime
from typing import BinaryIO

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.archive import ArchiveWriter
from config.backup.manifest import Manifest, Table
from config.backup.refused import BackupRefused
from config.backup.schema import Migration, TableSource, applied_migrations, tables_of
from config.backup.tables import PORTABLE_TEXT_SETTINGS, columns_of, identifiers, sequences_of
from config.version import VERSION


def take_backup(out: BinaryIO, *, now: datetime) -> Manifest:
    """Writes a backup into a stream, in constant memory.

    Raises:
        OSError: the stream cannot be written.
        BackupRefused: the database is not migrated, or was migrated by a newer version.
    """
    migrations = applied_migrations()
    if not any(app == "annotator" for app, _ in migrations):
        raise BackupRefused("The database has not been prepared: there is nothing to back up.")
    tables, left_out = tables_of(migrations)
    with ArchiveWriter(out) as archive, transaction.atomic(durable=True), connection.cursor() as cursor:
        _begin_snapshot(cursor, tables, migrations)
        manifest = Manifest(
            application=VERSION,
            made_at=now.isoformat(timespec="seconds"),
            postgres=_server_version(cursor),
            migrations={app: _migration_names(app, migrations) for app in sorted({app for app, _ in migrations})},
            tables=tuple(_write_table(cursor, archive, source) for source in tables),
            left_out=tuple(left_out),
        )
        archive.finish(manifest)
    return manifest


def _begin_snapshot(cursor: CursorWrapper, tables: list[TableSource], migrations: set[Migration]) -> None:
    """Locks the tables and takes a snapshot. Until the transaction ends, others can do everything except migrate.

    The first SELECT takes the snapshot. The tables are locked before it: a migration could run between it and a later
    lock.
    """
    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    cursor.execute(PORTABLE_TEXT_SETTINGS)
    table_names = identifiers(source.table for source in tables)
    cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(table_names))
    if applied_migrations() != migrations:
        raise BackupRefused("The database was migrated just now: try again.")


def _write_table(cursor: CursorWrapper, archive: ArchiveWriter, source: TableSource) -> Table:
    columns = columns_of(cursor, source.table)
    query = sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.Identifier(source.table),
        sql.Identifier(source.sort_column),
    )
    table = Table(source.table, columns, rows=0, bytes=0, sha256="", sequences=sequences_of(cursor, source.table))
    with archive.member(table.member) as member:
        cursor.copy_expert(query, member)
        row_count = cursor.rowcount
    return dataclasses.replace(table, rows=row_count, bytes=member.bytes, sha256=member.sha256)


def _server_version(cursor: CursorWrapper) -> str:
    cursor.execute("SHOW server_version")
    return str(cursor.fetchone()[0])


def _migration_names(app: str, migrations: set[Migration]) -> tuple[str, ...]:
    return tuple(sorted(name for migration_app, name in migrations if migration_app == app))
