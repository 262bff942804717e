"""Parses the JSON of a request into groups of edits, or lists everything that is malformed and where.

Each ``..._check`` returns a sentence if the value is malformed, otherwise None.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from annotator.texts.errors import FieldError, Malformed
from annotator.work.edits.verb import REQUESTABLE, Check, Field, Payload, Verbs, verb_names

MAX_GROUPS = 200
MAX_EDITS_PER_GROUP = 500
# All edits of a request are applied under one lock, and each takes longer the more edits precede it.
MAX_EDITS = 2_000
MAX_LABEL = 2_000
MAX_COMMENT = 10_000
# Lists in a payload contain ids of SCUs: thousands are possible, millions would be an attack.
MAX_LIST = 5_000
MAX_UNKNOWN = 100  # a response names at most this many unknown fields of an edit
MAX_OFFSET = 2**31 - 1
MAX_ID = 2**63 - 1
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# The characters that XML 1.0 forbids would make every later export fail. Lone surrogates cannot be stored at all.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class EditRequest:
    """One edit: its client-made id, its verb and the verb's own fields."""

    id: str
    verb: str
    payload: Payload


@dataclass(frozen=True, slots=True)
class Group:
    """One gesture: edits that apply together or not at all."""

    id: str
    edits: tuple[EditRequest, ...]


class MalformedEdits(Malformed):
    """The request cannot be read. Nothing was applied."""


def uuid_check(value: Any) -> str | None:
    if isinstance(value, str) and _UUID.fullmatch(value):
        return None
    return "This must be a UUID in lower case."


def uuid_or_null_check(value: Any) -> str | None:
    return None if value is None else uuid_check(value)


def id_check(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_ID:
        return None
    return "This must be a positive whole number."


def offset_check(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_OFFSET:
        return None
    return "This must be a whole number of code points, 0 or more."


def text_check(longest: int) -> Check:
    """Returns a check of texts with at most ``longest`` characters."""

    def check(value: Any) -> str | None:
        if not isinstance(value, str):
            return "This must be text."
        if len(value) > longest:
            return f"This is longer than {longest:,} characters."
        if _FORBIDDEN.search(value):
            return "This contains a character that cannot be stored (a control character or half a surrogate pair)."
        return None

    return check


def uuids_check(value: Any) -> str | None:
    if not isinstance(value, list) or not 0 < len(value) <= MAX_LIST:
        return f"This must be a list of 1 to {MAX_LIST:,} UUIDs."
    if any(uuid_check(item) for item in value):
        return "Each item must be a UUID in lower case."
    if len(set(value)) != len(value):
        return "The list repeats an item."
    return None


def must_differ(field: str, other_field: str, message: str) -> Callable[[Payload], tuple[str, str] | None]:
    """Returns a `Verb.cross_check`: the value of ``field`` must not equal, or be listed in, that of ``other_field``."""

    def cross_check(payload: Payload) -> tuple[str, str] | None:
        other = payload[other_field]
        is_same = payload[field] in other if isinstance(other, list) else payload[field] == other
        return (other_field, message) if is_same else None

    return cross_check


def one_of(*values: str) -> Field:
    def check(value: Any) -> str | None:
        return None if value in values else f"This must be one of: {', '.join(values)}."

    return Field(check)


UUID = Field(uuid_check, holds_ids=True)
UUID_OR_NULL = Field(uuid_or_null_check, holds_ids=True)
UUIDS = Field(uuids_check, holds_ids=True)
ID = Field(id_check)
OFFSET = Field(offset_check)
LABEL = Field(text_check(MAX_LABEL))
COMMENT = Field(text_check(MAX_COMMENT))


def optional(field: Field) -> Field:
    return replace(field, required=False)


SPAN = {"start": OFFSET, "end": OFFSET}
# ``was``: the text that the user replaced. The edit is refused if the text has changed since.
NEW_LABEL = {"label": LABEL, "was": LABEL}
NEW_COMMENT = {"comment": COMMENT, "was": COMMENT}
# Marks an edit that accepts a suggestion made because of similar words. The field is logged but has no other effect.
SUGGESTION = {"from": optional(one_of("similar"))}


def parse_request(body: Any, verbs: Verbs) -> tuple[int, tuple[Group, ...]]:
    """Returns the base (the latest revision that the client knows) and the groups of a body ``{"base", "groups"}``.

    Raises MalformedEdits with all errors.
    """
    errors: list[FieldError] = []
    if not isinstance(body, dict):
        raise MalformedEdits([FieldError("", "The body must be a JSON object.")])
    base, groups = body.get("base"), body.get("groups")
    if offset_check(base):
        errors.append(FieldError("base", "This must be a whole number, 0 or more."))
    if not isinstance(groups, list) or len(groups) > MAX_GROUPS:
        errors.append(FieldError("groups", f"This must be a list of at most {MAX_GROUPS} groups."))
        groups = []
    if sum(_edit_count(group) for group in groups) > MAX_EDITS:
        errors.append(FieldError("groups", f"These are more than {MAX_EDITS:,} edits in all; send fewer at a time."))
        groups = []
    parsed = [_parse_group(group, f"groups[{i}]", verbs, errors) for i, group in enumerate(groups)]
    _check_unique(parsed, errors)
    if errors or not isinstance(base, int):
        raise MalformedEdits(errors)
    return base, tuple(parsed)


def _edit_count(group: Any) -> int:
    """Returns the number of edits; 0 for a malformed group, which `_parse_group` reports."""
    edits = group.get("edits") if isinstance(group, dict) else None
    return len(edits) if isinstance(edits, list) and len(edits) <= MAX_EDITS_PER_GROUP else 0


def _parse_group(group: Any, path: str, verbs: Verbs, errors: list[FieldError]) -> Group:
    if not isinstance(group, dict):
        errors.append(FieldError(path, "A group must be a JSON object."))
        return Group("", ())
    if message := uuid_check(group.get("group")):
        errors.append(FieldError(f"{path}.group", message))
    edits = group.get("edits")
    if not isinstance(edits, list) or not 0 < len(edits) <= MAX_EDITS_PER_GROUP:
        errors.append(FieldError(f"{path}.edits", f"This must be a list of 1 to {MAX_EDITS_PER_GROUP} edits."))
        edits = []
    parsed = tuple(_parse_edit(edit, f"{path}.edits[{i}]", verbs, errors) for i, edit in enumerate(edits))
    if len({verbs[edit.verb].is_turn for edit in parsed if edit.verb in verbs}) > 1:
        errors.append(FieldError(f"{path}.edits", "Undo and redo cannot be combined with other edits in a group."))
    return Group(str(group.get("group")), parsed)


def _parse_edit(edit: Any, path: str, verbs: Verbs, errors: list[FieldError]) -> EditRequest:
    if not isinstance(edit, dict):
        errors.append(FieldError(path, "An edit must be a JSON object."))
        return EditRequest("", "", {})
    if message := uuid_check(edit.get("id")):
        errors.append(FieldError(f"{path}.id", message))
    name = edit.get("verb")
    verb = verbs.get(name) if isinstance(name, str) else None
    if verb is None or verb.category == "event":
        known = ", ".join(verb_names(verbs, REQUESTABLE))
        errors.append(FieldError(f"{path}.verb", f"This must be one of: {known}."))
        return EditRequest(str(edit.get("id")), "", {})
    payload = {key: value for key, value in edit.items() if key not in ("id", "verb")}
    problems = list(field_problems(payload, verb.fields))
    if not problems and (problem := verb.cross_check(payload) or _span_problem(payload)):
        problems = [problem]
    errors.extend(FieldError(f"{path}.{field}", message) for field, message in problems)
    return EditRequest(str(edit.get("id")), str(name), payload)


def field_problems(payload: Payload, fields: Mapping[str, Field]) -> Iterator[tuple[str, str]]:
    """Yields a (field name, sentence) pair for each malformed, missing or unknown field of a payload."""
    for name, field in fields.items():
        if name not in payload:
            if field.required:
                yield name, "This field is missing."
        elif message := field.check(payload[name]):
            yield name, message
    for name in islice(payload.keys() - fields.keys(), MAX_UNKNOWN):
        yield name, "There is no such field."


def _span_problem(payload: Payload) -> tuple[str, str] | None:
    ends_too_early = "start" in payload and payload["start"] >= payload["end"]
    return ("end", "The end must lie after the start.") if ends_too_early else None


def _check_unique(groups: list[Group], errors: list[FieldError]) -> None:
    seen_groups: set[str] = set()
    seen_edits: set[str] = set()
    for i, group in enumerate(groups):
        if group.id in seen_groups:
            errors.append(FieldError(f"groups[{i}].group", "This group is in the request twice."))
        seen_groups.add(group.id)
        for j, edit in enumerate(group.edits):
            if edit.id in seen_edits:
                errors.append(FieldError(f"groups[{i}].edits[{j}].id", "This edit id is in the request twice."))
            seen_edits.add(edit.id)
