"""Restores a backup into an empty installation: completely, or the installation stays empty."""

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.archive import Archive
from config.backup.manifest import Manifest, Table
from config.backup.refused import BackupRefused
from config.backup.schema import MACHINE_MADE, applied, check_known, migrate_to, sources
from config.backup.tables import SAME_TEXT, columns_of, names, set_sequence, with_rows
from config.first_start import database_lock

NOT_EMPTY = "This installation is not empty (there are rows in {}): restore into a new, empty database."


def restore(archive: Archive) -> Manifest:
    """Migrates an empty database to the backup's version, loads all rows, and migrates to this version.

    Raises:
        BackupRefused: the file is damaged, of a newer version or no backup, or the installation is not empty.
    """
    archive.check()
    manifest = archive.manifest
    check_known(manifest.applied)
    tables, left_out = _expected(manifest)
    with database_lock():
        _check_empty()
        migrate_to(manifest.applied)
        _load(archive, tables, left_out)
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except DatabaseError as error:
            raise BackupRefused(
                f"Everything is restored, but the step to this version failed ({_first_line(error)}): "
                "run manage.py migrate."
            ) from error
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("ANALYZE {}").format(names(table.name for table in tables)))
    return manifest


def _expected(manifest: Manifest) -> tuple[list[Table], list[str]]:
    """Returns the backup's tables, which must be exactly those that its migrations make."""
    expected, left_out = sources(manifest.applied)
    if [source.table for source in expected] != sorted(table.name for table in manifest.tables):
        raise BackupRefused("It is no backup of Pyramidion: its tables are not those of its migrations.")
    return list(manifest.tables), left_out


def _check_empty() -> None:
    """Refuses a database with rows, except in tables that Django fills itself or that no backup contains."""
    tables, _ = sources(applied())
    with connection.cursor() as cursor:
        filled = with_rows(cursor, (source.table for source in tables if source.table not in MACHINE_MADE))
    if filled:
        raise BackupRefused(NOT_EMPTY.format(filled[0]))


@transaction.atomic(durable=True)
def _load(archive: Archive, tables: list[Table], left_out: list[str]) -> None:
    """Loads all rows in one transaction; foreign keys are checked when all are there."""
    with connection.cursor() as cursor:
        cursor.execute(SAME_TEXT)
        everything = [*(table.name for table in tables), *left_out]
        cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(names(everything)))
        _check_empty()
        for name in (*left_out, *MACHINE_MADE):
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
        for table in tables:
            _load_table(cursor, archive, table)
        try:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except DatabaseError as error:
            raise BackupRefused(f"Its rows do not fit together ({_first_line(error)}).") from error


def _load_table(cursor: CursorWrapper, archive: Archive, table: Table) -> None:
    if sorted(columns_of(cursor, table.name)) != sorted(table.columns):
        raise BackupRefused(f"It is no backup of Pyramidion: the columns of {table.name} are others.")
    columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
    with archive.table(table) as rows:
        try:
            with connection.wrap_database_errors:  # Django does so for its own methods alone
                cursor.copy_expert(query, rows)
        except DatabaseError as error:
            raise BackupRefused(f"The rows of {table.name} do not fit ({_first_line(error)}).") from error
    if cursor.rowcount != table.rows:
        raise BackupRefused(f"The rows of {table.name} are {cursor.rowcount}, and its manifest says {table.rows}.")
    for sequence in table.sequences:
        set_sequence(cursor, table.name, sequence)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
