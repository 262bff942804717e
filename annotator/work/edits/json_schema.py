"""The JSON Schema of edit requests, made from the verb table of a kind of work."""

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
from annotator.work.edits.verb import REQUESTABLE, Verb, Verbs, verb_names

Schema = dict[str, Any]
UUID: Schema = {"type": "string", "format": "uuid"}
SCHEMA_BY_CHECK: dict[Any, Schema] = {
    uuid_check: UUID,
    uuid_or_null_check: {"anyOf": [UUID, {"type": "null"}]},
    uuids_check: {"type": "array", "items": UUID, "minItems": 1, "maxItems": MAX_LIST, "uniqueItems": True},
    id_check: {"type": "integer", "minimum": 1, "maximum": MAX_ID},
    offset_check: {"type": "integer", "minimum": 0, "maximum": MAX_OFFSET},
}


def edits_schema(verbs: Verbs) -> Schema:
    """Returns the schema of the body of a request with these verbs."""
    edits = [_edit_schema(name, verbs[name]) for name in verb_names(verbs, REQUESTABLE)]
    group = _object_schema(group=UUID, edits={"type": "array", "minItems": 1, "items": {"oneOf": edits}})
    group["description"] = "One gesture. Its edits apply together or not at all."
    base = {"type": "integer", "minimum": 0, "description": "The latest revision that the client knows."}
    return _object_schema(base=base, groups={"type": "array", "items": group}) | {"additionalProperties": False}


def _edit_schema(name: str, verb: Verb) -> Schema:
    fields = {key: SCHEMA_BY_CHECK.get(field.check, {}) for key, field in verb.fields.items()}
    required = ["id", "verb", *(key for key, field in verb.fields.items() if field.required)]
    edit = _object_schema(**{"id": UUID, "verb": {"const": name}, **fields})
    return {**edit, "title": name, "required": required, "additionalProperties": False}


def _object_schema(**properties: Schema) -> Schema:
    return {"type": "object", "required": list(properties), "properties": properties}
