"""Queries about the tables of the database: columns, sequences, and whether they have rows."""

from collections.abc import Iterable

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.manifest import Sequence

# Makes the text of every value independent of the server's settings.
PORTABLE_TEXT_SETTINGS = (
    "SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';"
    "SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL timezone = 'UTC';"
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
)


def columns_of(cursor: CursorWrapper, table: str) -> tuple[str, ...]:
    """Returns the names of the columns in order, without generated columns."""
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped"
        " AND attgenerated = '' ORDER BY attnum",
        [connection.ops.quote_name(table)],
    )
    return tuple(name for (name,) in cursor.fetchall())


def sequences_of(cursor: CursorWrapper, table: str) -> tuple[Sequence, ...]:
    """Returns the state of the sequence of each column that has one."""
    sequences = []
    for sequence in connection.introspection.get_sequences(cursor, table):
        cursor.execute(sql.SQL("SELECT last_value, is_called FROM {}").format(sql.Identifier(sequence["name"])))
        value, called = cursor.fetchone()
        sequences.append(Sequence(sequence["column"], value, called))
    return tuple(sequences)


def set_sequence(cursor: CursorWrapper, table: str, sequence: Sequence) -> None:
    """Sets a sequence to its value in the backup, or to the largest key in use if that is larger."""
    names_by_column = {row["column"]: row["name"] for row in connection.introspection.get_sequences(cursor, table)}
    if sequence.column not in names_by_column:
        return
    sequence_name = connection.ops.quote_name(names_by_column[sequence.column])
    cursor.execute(
        sql.SQL(
            "SELECT CASE WHEN largest > %s THEN setval(%s::regclass, largest) ELSE setval(%s::regclass, %s, %s) END"
            " FROM (SELECT coalesce(max({}), 0) AS largest FROM {}) AS used"
        ).format(sql.Identifier(sequence.column), sql.Identifier(table)),
        [sequence.value, sequence_name, sequence_name, sequence.value, sequence.called],
    )


def nonempty_tables(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """Returns the tables that exist and have rows."""
    existing = set(connection.introspection.table_names(cursor))
    nonempty = []
    for table in tables:
        if table in existing:
            cursor.execute(sql.SQL("SELECT EXISTS (SELECT FROM {})").format(sql.Identifier(table)))
            if cursor.fetchone()[0]:
                nonempty.append(table)
    return nonempty


def identifiers(tables: Iterable[str]) -> sql.Composable:
    """Returns the quoted, comma-separated names of tables for a query."""
    return sql.SQL(", ").join(sql.Identifier(table) for table in tables)
