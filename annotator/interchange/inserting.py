"""Rows written exactly as they are given: moments that models set themselves, keys of the log and all."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import connection
from django.db.models import Model
from psycopg2.extras import execute_values

AT_ONCE = 1000


def insert_rows(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> list[int]:
    """Insert rows, given by names of fields (of a foreign key: the key itself); gives their keys in order.

    All rows have the same fields; what is left out gets the default of the database.
    """
    every = list(rows)
    if not every:
        return []
    fields: list[Any] = [model._meta.get_field(name) for name in every[0]]
    names = ", ".join(f'"{field.column}"' for field in fields)
    own = model._meta
    sql = f'INSERT INTO "{own.db_table}" ({names}) VALUES %s RETURNING "{own.pk.column}"'
    values = [[field.get_db_prep_save(row[field.name], connection) for field in fields] for row in every]
    with connection.cursor() as cursor:
        return [key for (key,) in execute_values(cursor.cursor, sql, values, page_size=AT_ONCE, fetch=True)]
