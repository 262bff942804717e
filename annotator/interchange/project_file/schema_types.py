"""The parts of the JSON Schema of a project file: objects, lists, and the kinds of values in them."""

from collections.abc import Collection
from typing import Any

Schema = dict[str, Any]
MAX_INTEGER = 2**31 - 1
UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_DATE_PATTERN = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def object_of(description: str = "", /, *, optional: Collection[str] = (), **properties: Schema) -> Schema:
    """The schema of an object with these properties and no others; those named in ``optional`` may be missing."""
    required = [name for name in properties if name not in optional]
    schema: Schema = {"type": "object", "required": required, "additionalProperties": False, "properties": properties}
    return {"description": description, **schema} if description else schema


def keyed_object(description: str, patterns: dict[str, Schema]) -> Schema:
    """The schema of an object with arbitrary keys; the pattern that a key matches selects the schema of its value."""
    return {
        "description": description,
        "type": "object",
        "additionalProperties": False,
        "patternProperties": {f"^{pattern}": schema for pattern, schema in patterns.items()},
    }


def list_of(item: Schema, **keywords: Any) -> Schema:
    return {"type": "array", "items": item, **keywords}


def set_of(item: Schema, **keywords: Any) -> Schema:
    return list_of(item, uniqueItems=True, **keywords)


def or_null(value: Schema) -> Schema:
    return {"anyOf": [{"type": "null"}, value]}


def text(min_length: int = 0, max_length: int | None = None, pattern: str = "") -> Schema:
    """The schema of a text with this minimum and maximum length; all of it must match ``pattern``."""
    limits = {"minLength": min_length, "maxLength": max_length, "pattern": pattern and f"^{pattern}$"}
    return {"type": "string", **{name: limit for name, limit in limits.items() if limit}}


TEXT = text()
# Characters that XML 1.0 forbids. A text with such a character could not be exported to a DUCView file.
NOT_XML = "\x01-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff"
XML_TEXT = text(pattern=f"[^{NOT_XML}]*")
BOOLEAN = {"type": "boolean"}
UUID = text(36, 36, UUID_PATTERN)
DATE = {**text(10, 10, _DATE_PATTERN), "format": "date"}
TIME = {
    **text(27, 27, f"{_DATE_PATTERN}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}[.][0-9]{{6}}Z"),
    "format": "date-time",
    "description": "A time in UTC, exact to the microsecond.",
}
FILE_NAME = text(max_length=255, pattern=r"[^/\\]*")
NAME = {
    **text(1, 100, "[^/]+"),
    "description": "A name that can be a segment of a URL: of a member, a topic (its key) or a summarizer.",
}
ACCOUNT = {
    "description": "A user name on the site that exported the project; null if no user is recorded.",
    "type": ["string", "null"],
    "minLength": 1,
    "maxLength": 150,
}
NATURAL = {
    "description": "A whole number, 0 or more: a count, an index in a list, or an offset in code points.",
    "type": "integer",
    "minimum": 0,
    "maximum": MAX_INTEGER,
}
INTEGER = {"type": "integer", "minimum": -MAX_INTEGER, "maximum": MAX_INTEGER}
POSITION = {
    "description": "SCUs are sorted by this number, which need not be whole.",
    "type": "number",
    "minimum": -1_000_000_000_000_000.0,
    "maximum": 1_000_000_000_000_000.0,
}
PAIR = list_of(NATURAL, minItems=2, maxItems=2)
TOKENS = list_of(NATURAL, description="Bounds of tokens in one list: [start, end, start, end, ...], in code points.")
NAMES, UUIDS = set_of(NAME), list_of(UUID)
