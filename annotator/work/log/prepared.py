"""SQL that Postgres plans once a connection instead of once a call: planning is most of what an edit's reads cost.

Postgres would go on planning some of these statements at each call, because it guesses that a plan for the values at
hand is cheaper; with arrays of ids it guesses wrong. So it is told to keep the first plan.
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
    """Receives Django's signal that a connection was made. Statements that are not prepared are planned as ever."""
    with connection.cursor() as cursor:
        cursor.execute("SET plan_cache_mode = force_generic_plan")


def run_prepared(sql: str, values: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
    """Run a statement that is prepared on this connection, at its first use, and give its rows, if it has any.

    ``sql`` has placeholders as for a cursor (``%s`` or ``%(name)s``), with a cast where the place of one does not say
    its type. Where a pooler gives every transaction another connection, prepared statements do not work.
    """
    name, prepare, order = _statement(sql)
    given = [values[key] for key in order]
    with connection.cursor() as cursor:
        known = _prepared.setdefault(connection.connection, set())
        if name not in known:
            # Around Django's cursor, which would take the statement's text for a format.
            cursor.cursor.execute(prepare)
            known.add(name)
        arguments = f"({', '.join(['%s'] * len(given))})" if given else ""
        cursor.execute(f"EXECUTE {name}{arguments}", [_literal(value) for value in given])
        return cursor.fetchall() if cursor.description else []


@lru_cache(maxsize=256)
def _statement(sql: str) -> tuple[str, str, list[Any]]:
    """The statement's name, the command that prepares it, and the keys of its parameters in their order."""
    order: list[Any] = []

    def number(match: re.Match[str]) -> str:
        key = len(order) if match.group(1) is None else match.group(1)
        if key not in order:
            order.append(key)
        return f"${order.index(key) + 1}"

    numbered = _PLACEHOLDER.sub(number, sql)
    name = f"pyramidion_{blake2b(numbered.encode(), digest_size=8).hexdigest()}"
    return name, f"PREPARE {name} AS {numbered}", order


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
