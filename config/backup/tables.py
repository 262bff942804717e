"""What the database itself says of its tables: columns, sequences, whether there are rows."""

from collections.abc import Iterable

from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg2 import sql

from config.backup.manifest import Sequence

# The same text of every value wherever the rows come from and go to.
SAME_TEXT = (
    "SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'postgres';"
    "SET LOCAL extra_float_digits = 3; SET LOCAL bytea_output = 'hex'; SET LOCAL timezone = 'UTC';"
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
)


def columns_of(cursor: CursorWrapper, table: str) -> tuple[str, ...]:
    """Its columns in order, without those that Postgres computes."""
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped"
        " AND attgenerated = '' ORDER BY attnum",
        [connection.ops.quote_name(table)],
    )
    return tuple(name for (name,) in cursor.fetchall())


def sequences_of(cursor: CursorWrapper, table: str) -> tuple[Sequence, ...]:
    """Where the numbers of its columns stand."""
    found = []
    for one in connection.introspection.get_sequences(cursor, table):
        cursor.execute(sql.SQL("SELECT last_value, is_called FROM {}").format(sql.Identifier(one["name"])))
        value, called = cursor.fetchone()
        found.append(Sequence(one["column"], value, called))
    return tuple(found)


def set_sequence(cursor: CursorWrapper, table: str, sequence: Sequence) -> None:
    """Numbers go on where they stood, and never below one that is in use."""
    known = {one["column"]: one["name"] for one in connection.introspection.get_sequences(cursor, table)}
    if sequence.column not in known:
        return
    cursor.execute(
        sql.SQL(
            "SELECT CASE WHEN top > %s THEN setval(%s::regclass, top) ELSE setval(%s::regclass, %s, %s) END"
            " FROM (SELECT coalesce(max({}), 0) AS top FROM {}) AS used"
        ).format(sql.Identifier(sequence.column), sql.Identifier(table)),
        [sequence.value, *[connection.ops.quote_name(known[sequence.column])] * 2, sequence.value, sequence.called],
    )


def with_rows(cursor: CursorWrapper, tables: Iterable[str]) -> list[str]:
    """Those of the tables that are there and not empty."""
    there = set(connection.introspection.table_names(cursor))
    found = []
    for table in tables:
        if table in there:
            cursor.execute(sql.SQL("SELECT EXISTS (SELECT FROM {})").format(sql.Identifier(table)))
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def names(tables: Iterable[str]) -> sql.Composable:
    """A list of tables for a statement."""
    return sql.SQL(", ").join(sql.Identifier(table) for table in tables)
