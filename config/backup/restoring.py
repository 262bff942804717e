"""Restores a backup into an empty installation. If the restore fails, the installation stays empty."""

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.archive import Archive
from config.backup.manifest import Manifest, Table
from config.backup.refused import BackupRefused
from config.backup.schema import FILLED_BY_DJANGO, applied_migrations, check_migrations_known, migrate_to, tables_of
from config.backup.tables import PORTABLE_TEXT_SETTINGS, columns_of, identifiers, nonempty_tables, set_sequence
from config.first_start import database_lock

NOT_EMPTY = "This installation is not empty (there are rows in {}): restore into a new, empty database."


def restore(archive: Archive) -> Manifest:
    """Migrates an empty database to the backup's version, loads all rows, and migrates to this version.

    Raises:
        BackupRefused: the file is damaged, of a newer version or not a backup; or the installation is not empty.
    """
    archive.check()
    manifest = archive.manifest
    check_migrations_known(manifest.applied)
    tables, left_out = _check_tables(manifest)
    with database_lock():
        _check_empty()
        migrate_to(manifest.applied)
        _load(archive, tables, left_out)
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except DatabaseError as error:
            raise BackupRefused(
                f"Everything is restored, but migrating it to this version failed ({_first_line(error)}): "
                "run manage.py migrate."
            ) from error
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("ANALYZE {}").format(identifiers(table.name for table in tables)))
    return manifest


def _check_tables(manifest: Manifest) -> tuple[list[Table], list[str]]:
    """Checks that the backup's migrations create its tables. Returns these tables, and the names of the tables that are
    not in backups.
    """
    expected, left_out = tables_of(manifest.applied)
    if [source.table for source in expected] != sorted(table.name for table in manifest.tables):
        raise BackupRefused("It is not a backup of Pyramidion: its tables do not match its migrations.")
    return list(manifest.tables), left_out


def _check_empty() -> None:
    """Refuses a database with rows, except in tables that Django fills itself or that no backup contains."""
    tables, _ = tables_of(applied_migrations())
    with connection.cursor() as cursor:
        nonempty = nonempty_tables(cursor, (source.table for source in tables if source.table not in FILLED_BY_DJANGO))
    if nonempty:
        raise BackupRefused(NOT_EMPTY.format(nonempty[0]))


@transaction.atomic(durable=True)
def _load(archive: Archive, tables: list[Table], left_out: list[str]) -> None:
    """Loads all rows in one transaction, and checks foreign keys after the last row."""
    with connection.cursor() as cursor:
        cursor.execute(PORTABLE_TEXT_SETTINGS)
        all_names = [*(table.name for table in tables), *left_out]
        cursor.execute(sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(identifiers(all_names)))
        _check_empty()  # again: rows may have been added before the lock
        for name in (*left_out, *FILLED_BY_DJANGO):
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
        # Triggers refuse new rows of lists and instruments in use. Here the rows that use them may be loaded first.
        cursor.execute("SET LOCAL pyramidion.restoring_backup = 'on'")
        for table in tables:
            _load_table(cursor, archive, table)
        try:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except DatabaseError as error:
            raise BackupRefused(f"Its rows contradict each other ({_first_line(error)}).") from error


def _load_table(cursor: CursorWrapper, archive: Archive, table: Table) -> None:
    if sorted(columns_of(cursor, table.name)) != sorted(table.columns):
        raise BackupRefused(f"It is not a backup of Pyramidion: {table.name} has different columns.")
    columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
    with archive.table(table) as rows:
        try:
            with connection.wrap_database_errors:  # copy_expert is psycopg2's: Django does not wrap its errors
                cursor.copy_expert(query, rows)
        except DatabaseError as error:
            raise BackupRefused(f"The rows of {table.name} cannot be loaded ({_first_line(error)}).") from error
    if cursor.rowcount != table.rows:
        raise BackupRefused(f"{table.name} has {cursor.rowcount} rows, but the manifest says {table.rows}.")
    for sequence in table.sequences:
        set_sequence(cursor, table.name, sequence)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
