"""Pieces of JSON Schema, for what the API says of its answers."""

from collections.abc import Iterable
from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
UUID: Schema = {"type": "string", "format": "uuid"}
TIME: Schema = {"type": "string", "format": "date-time"}
ANYTHING: Schema = {"type": "object", "additionalProperties": True}


def many(of: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": of}


def maybe(of: Schema) -> Schema:
    """This or null."""
    return {"anyOf": [of, {"type": "null"}]}


def one_of(values: Iterable[str]) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(values)}


def shape(said: str, /, *, optional: dict[str, Schema] | None = None, **members: Schema) -> Schema:
    """An object with these members, and maybe others."""
    properties = {**members, **(optional or {})}
    return {"type": "object", "description": said, "required": list(members), "properties": properties}


def ref(name: str) -> Schema:
    """A component."""
    return {"$ref": f"#/components/schemas/{name}"}
