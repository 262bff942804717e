"""Requests to edit as a JSON Schema, from the table of a kind's verbs."""

from typing import Any

from annotator.work.edits.request import (
    MAX_ID,
    MAX_LIST,
    MAX_OFFSET,
    id_check,
    offset_check,
    uuid_check,
    uuid_or_null_check,
    uuids_check,
)
from annotator.work.edits.verb import Verb, Verbs, names_of

Schema = dict[str, Any]
UUID: Schema = {"type": "string", "format": "uuid"}
OF_CHECK: dict[Any, Schema] = {
    uuid_check: UUID,
    uuid_or_null_check: {"anyOf": [UUID, {"type": "null"}]},
    uuids_check: {"type": "array", "items": UUID, "minItems": 1, "maxItems": MAX_LIST, "uniqueItems": True},
    id_check: {"type": "integer", "minimum": 1, "maximum": MAX_ID},
    offset_check: {"type": "integer", "minimum": 0, "maximum": MAX_OFFSET},
}


def edits_schema(verbs: Verbs) -> Schema:
    """The body that edits with these verbs are sent in."""
    edits = [_edit(name, verbs[name]) for name in names_of(verbs, ("edit", "turn"))]
    group = _object(group=UUID, edits={"type": "array", "minItems": 1, "items": {"oneOf": edits}})
    group["description"] = "One gesture: all of it applies, or nothing."
    base = {"type": "integer", "minimum": 0, "description": "The revision you know."}
    return _object(base=base, groups={"type": "array", "items": group}) | {"additionalProperties": False}


def _edit(name: str, verb: Verb) -> Schema:
    fields = {key: OF_CHECK.get(field.check, {}) for key, field in verb.fields.items()}
    required = ["id", "verb", *(key for key, field in verb.fields.items() if field.required)]
    edit = _object(**{"id": UUID, "verb": {"const": name}, **fields})
    return {**edit, "title": name, "required": required, "additionalProperties": False}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}
