"""SQL that Postgres plans once per connection instead of once per call: planning is most of the cost of these queries.

By default Postgres may still plan a prepared query at each call, because it estimates that a plan for the present
values is cheaper. For arrays of ids the estimate is wrong, so we make it keep the first plan.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from weakref import WeakKeyDictionary

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

_PLACEHOLDER = re.compile(r"%s|%\((\w+)\)s")
# The names of the prepared statements, by database connection.
_prepared: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def keep_plans(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Make Postgres keep the first plan of each prepared query. Handles Django's signal ``connection_created``."""
    with connection.cursor() as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")


def run_prepared(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
    """Run a query, preparing it at its first use on this connection. Returns its rows; [] for queries without rows.

    ``sql`` has placeholders as for a cursor (``%s`` or ``%(name)s``), with a cast if the context of a placeholder does
    not determine its type. Prepared statements do not work behind a connection pooler that pools per transaction.
    """
    name, prepare, plan, keys = _statement(sql)
    parameters = [values[key] for key in keys]
    with connection.cursor() as cursor:
        prepared_names = _prepared.setdefault(connection.connection, set())
        if name not in prepared_names:
            # This bypasses Django's cursor, which counts queries: the count must not depend on what is prepared.
            with connection.wrap_database_errors:
                cursor.cursor.execute(prepare)
                prepared_names.add(name)
                cursor.cursor.execute(plan)
        arguments = f"({', '.join(['%s'] * len(parameters))})" if parameters else ""
        cursor.execute(f"EXECUTE {name}{arguments}", [_literal(value) for value in parameters])
        return cursor.fetchall() if cursor.description else []


@lru_cache(maxsize=256)
def _statement(sql: str) -> tuple[str, str, str, list[Any]]:
    """Returns a statement's name, the SQL to prepare and to plan it, and the keys of its parameters in the ``values``
    of `run_prepared`.

    EXPLAIN makes Postgres plan the query. Sequential scans are disabled meanwhile, because the plan is kept: if it were
    made while the log is small, it would still read the whole log once the log has thousands of edits.
    """
    keys: list[Any] = []

    def numbered_placeholder(match: re.Match[str]) -> str:
        key = len(keys) if match.group(1) is None else match.group(1)
        if key not in keys:
            keys.append(key)
        return f"${keys.index(key) + 1}"

    numbered = _PLACEHOLDER.sub(numbered_placeholder, sql)
    name = f"pyramidion_{blake2b(numbered.encode(), digest_size=8).hexdigest()}"
    explain = f"EXPLAIN EXECUTE {name}" + (f"({', '.join(['NULL'] * len(keys))})" if keys else "")
    plan = f"SET enable_seqscan = off; {explain}; RESET enable_seqscan"
    return name, f"PREPARE {name} AS {numbered}", plan, keys


def _literal(value: Any) -> Any:
    """Returns a list as text like "{1,2}", which EXECUTE reads as the parameter's type; other values unchanged.

    psycopg2 would pass a list as ``ARRAY[...]``, which has a type already.
    """
    return f"{{{','.join(map(_array_element, value))}}}" if isinstance(value, list | tuple) else value


def _array_element(value: Any) -> str:
    """Returns an element of a list as Postgres writes it in the text of an array."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
