"""SQL that Postgres plans once a connection instead of once a call: planning is most of what an edit's reads cost.

Postgres would go on planning some of these queries at each call, because it guesses that a plan for the given values
is cheaper. With arrays of ids it guesses wrong, so we tell it to keep the first plan.
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
_prepared: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def keep_plans(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receives Django's signal that a connection was made. It changes nothing for queries that are not prepared."""
    with connection.cursor() as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")


def run_prepared(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
    """Run a query that is prepared at its first use on this connection. Returns its rows; [] if it has none.

    ``sql`` has placeholders as for a cursor (``%s`` or ``%(name)s``), with a cast if the context of a placeholder does
    not determine its type. Prepared statements do not work behind a pooler that changes connections between
    transactions.
    """
    name, prepare, order = _statement(sql)
    parameters = [values[key] for key in order]
    with connection.cursor() as cursor:
        known = _prepared.setdefault(connection.connection, set())
        if name not in known:
            # Around Django's cursor, which would take the query's text for a format.
            cursor.cursor.execute(prepare)
            known.add(name)
        arguments = f"({', '.join(['%s'] * len(parameters))})" if parameters else ""
        cursor.execute(f"EXECUTE {name}{arguments}", [_literal(value) for value in parameters])
        return cursor.fetchall() if cursor.description else []


@lru_cache(maxsize=256)
def _statement(sql: str) -> tuple[str, str, list[Any]]:
    """The prepared statement's name, the commands that prepare and plan it, and its parameters' keys in their order.

    EXPLAIN makes the plan. Sequential scans are off meanwhile: a plan is kept, and one made while the log is still
    small would go on reading all of it when it has thousands of edits.
    """
    order: list[Any] = []

    def number(match: re.Match[str]) -> str:
        key = len(order) if match.group(1) is None else match.group(1)
        if key not in order:
            order.append(key)
        return f"${order.index(key) + 1}"

    numbered = _PLACEHOLDER.sub(number, sql)
    name = f"pyramidion_{blake2b(numbered.encode(), digest_size=8).hexdigest()}"
    explain = f"EXPLAIN EXECUTE {name}" + (f"({', '.join(['NULL'] * len(order))})" if order else "")
    prepare = f"PREPARE {name} AS {numbered}; SET enable_seqscan = off; {explain}; RESET enable_seqscan"
    return name, prepare, order


def _literal(value: Any) -> Any:
    """A list as the text of an array: unlike ``ARRAY[...]`` it takes its type from the parameter."""
    return f"{{{','.join(map(_item, value))}}}" if isinstance(value, list | tuple) else value


def _item(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)
