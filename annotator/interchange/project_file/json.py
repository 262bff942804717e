"""A whole project as JSON (docs/project-format.md): written line by line, read with every refusal a sentence. Pure.

The same values always give the same bytes: keys in the order given, one item a line, short lists of numbers and small
objects on one line.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from annotator.texts.errors import FormatError

FORMAT = "pyramidion-project"
VERSION = 1
SCHEMA = Path(__file__).with_name("project.schema.json")
LARGEST = 512 * 1024 * 1024
"""Bytes; read into memory, a file takes several times as much."""
DEEPEST = 24
LONGEST_LINE = 110


class ProjectFileError(FormatError):
    """A file that is no project; ``path`` is where in its JSON, as ``topics[0].key``."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}" if path else why)


def timestamp(at: datetime) -> str:
    """A moment in UTC, exact to the microsecond, always of the same length."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def write(value: Any) -> Iterator[str]:
    """The file in pieces; an iterator among the values is a list whose items are made when they are written."""
    yield from _pieces(value, 0)
    yield "\n"


def _pieces(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, Iterator):
        yield from _joined((_pieces(item, depth + 1) for item in value), "[", "]", depth)
    elif isinstance(value, dict) and any(isinstance(one, Iterator) for one in value.values()):
        yield from _joined((_member(key, one, depth + 1) for key, one in value.items()), "{", "}", depth)
    else:
        yield _text(value, depth)


def _joined(items: Iterator[Iterator[str]], start: str, end: str, depth: int) -> Iterator[str]:
    filled = False
    yield start
    for item in items:
        yield f"{',' if filled else ''}\n{' ' * (depth + 1)}"
        yield from item
        filled = True
    yield f"\n{' ' * depth}{end}" if filled else end


def _member(key: str, value: Any, depth: int) -> Iterator[str]:
    yield f"{encode_basestring(key)}: "
    yield from _pieces(value, depth)


def _text(value: Any, depth: int) -> str:
    if not isinstance(value, dict | list):
        return encode_basestring(value) if isinstance(value, str) else json.dumps(value, allow_nan=False)
    named = isinstance(value, dict)
    inside = [f"{encode_basestring(key)}: " for key in value] if named else [""] * len(value)
    values: list[Any] = list(value.values()) if isinstance(value, dict) else value
    items = [f"{name}{_text(one, depth + 1)}" for name, one in zip(inside, values, strict=True)]
    start, end = ("{", "}") if named else ("[", "]")
    if not any(isinstance(one, dict | list) for one in values):
        line = f"{start}{', '.join(items)}{end}"
        if len(line) <= LONGEST_LINE or not any(isinstance(one, str) for one in values):
            return line
    pad = "\n" + " " * (depth + 1)
    return f"{start}{pad}{f',{pad}'.join(items)}\n{' ' * depth}{end}"


def read(data: bytes) -> dict[str, Any]:
    """The file as plain values that are as the schema says. Raises ProjectFileError."""
    value = _parse(data)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ProjectFileError("", "This is no project of Pyramidion: it does not say so at its beginning.")
    if value.get("version") != VERSION:
        raise ProjectFileError("version", f"Only version {VERSION} of the format can be read here.")
    check_values(value)
    error = next(_validator().iter_errors(value), None)
    if error is not None:
        deepest = _deepest(error)
        raise ProjectFileError(path_of(list(deepest.absolute_path)), _sentence(deepest))
    return value


def _parse(data: bytes) -> Any:
    if len(data) > LARGEST:
        raise ProjectFileError("", f"The file is larger than {LARGEST // 1024**2} MB.")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_unrepeated, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise ProjectFileError("", f"The file is not UTF-8: see its byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise ProjectFileError("", f"The file is not JSON: {error.msg}, line {error.lineno}.") from error
    except RecursionError as error:
        raise ProjectFileError("", "The file is nested too deeply.") from error
    except ProjectFileError:
        raise
    except ValueError as error:
        raise ProjectFileError("", "The file has a number of too many digits.") from error


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ProjectFileError("", f"The file is not sound: an object has the key {_quoted(twice)} twice.")
    return found


def _no_number(said: str) -> Any:
    raise ProjectFileError("", f"The file is not JSON: {said} is no number.")


def check_values(value: Any) -> None:
    """Raise ProjectFileError for what Postgres cannot hold, wherever it is, or nesting that is too deep."""
    waiting: list[tuple[Any, tuple[Any, ...]]] = [(value, ())]
    while waiting:
        one, path = waiting.pop()
        if isinstance(one, str):
            _check_text(one, path)
        elif isinstance(one, float) and not math.isfinite(one):
            raise ProjectFileError(path_of(path), "This number is too large.")
        elif isinstance(one, dict | list):
            if len(path) >= DEEPEST:
                raise ProjectFileError(path_of(path), "The file is nested too deeply.")
            if isinstance(one, dict):
                for key in one:
                    _check_text(key, path)
            named = one.items() if isinstance(one, dict) else enumerate(one)
            waiting += [(item, (*path, key)) for key, item in named if isinstance(item, str | float | dict | list)]


def _check_text(text: str, path: tuple[Any, ...]) -> None:
    if "\0" in text:
        raise ProjectFileError(path_of(path), "This text has the character U+0000, which cannot be stored.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ProjectFileError(path_of(path), "This text has half a surrogate pair, which is no character.") from error


def path_of(steps: list[Any] | tuple[Any, ...]) -> str:
    """Where something is, as ``topics[0].pyramids[1].owner``."""
    told = "".join(f"[{step}]" if isinstance(step, int) else f".{_short(str(step))}" for step in steps)
    return told.removeprefix(".")


def _short(text: str) -> str:
    line = "".join(char if char.isprintable() else " " for char in text)
    return line if len(line) <= 60 else f"{line[:60]}…"


def _quoted(value: Any) -> str:
    return f"“{_short(str(value))}”"


@cache
def _validator() -> Any:
    """2020-12, but 1.0 is no whole number here: it would be another one in Python and in what is written again."""
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    own = {"anyOf": _any_of}
    strict: Any = extend(Draft202012Validator, own, type_checker=whole)
    schema = json.loads(SCHEMA.read_text("utf-8"))
    return strict(_inlined(schema, schema["$defs"]))


def _any_of(validator: Any, branches: list[Any], value: Any, _schema: Any) -> Iterator[ValidationError]:
    """As in jsonschema, but with the first error of each branch only: a list of a million faults has a million."""
    told = []
    for number, branch in enumerate(branches):
        error = next(validator.descend(value, branch, schema_path=number), None)
        if error is None:
            return
        told.append(error)
    yield ValidationError("It is none of what it may be.", context=told)


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """The schema with definitions of plain values in place of references to them, which take two fifths of the time."""
    if isinstance(schema, list):
        return [_inlined(one, definitions) for one in schema]
    if not isinstance(schema, dict):
        return schema
    meant = definitions.get(str(schema.get("$ref")).removeprefix("#/$defs/"), {})
    if meant.get("type", "object") not in ("object", "array"):
        return meant
    return {key: _inlined(one, definitions) for key, one in schema.items()}


def _deepest(error: ValidationError) -> ValidationError:
    """Of an error of one of several possibilities the one that came furthest; that it is not null says least."""
    while error.context:
        error = max(error.context, key=lambda one: (len(one.absolute_path), one.validator_value != "null"))
    return error


_TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}
_SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "type": lambda wanted, _: f"This must be {' or '.join(_TYPES[one] for one in _listed(wanted))}.",
    "enum": lambda wanted, _: f"This must be one of: {', '.join(map(str, wanted))}.",
    "const": lambda wanted, _: f"This must be {wanted}.",
    "pattern": lambda _, value: f"{_quoted(value)} is not written as it must be.",
    "minimum": lambda wanted, _: f"This must be {wanted} or more.",
    "maximum": lambda wanted, _: f"This must be {wanted} or less.",
    "minLength": lambda _, __: "This must not be empty.",
    "maxLength": lambda wanted, _: f"This is longer than {wanted:,} characters.",
    "minItems": lambda wanted, _: f"This must have {wanted} or more items.",
    "maxItems": lambda wanted, _: f"This must have at most {wanted:,} items.",
    "uniqueItems": lambda _, __: "This repeats an item.",
}


def _sentence(error: ValidationError) -> str:
    if error.validator == "required":
        needed: Any = error.validator_value
        held: Any = error.instance
        missing = next(key for key in needed if key not in held)
        return f"{_quoted(missing)} is missing."
    if error.validator == "additionalProperties":
        return "There is a key here that the format does not know."
    tell = _SENTENCES.get(str(error.validator))
    return tell(error.validator_value, error.instance) if tell else "This is not as the format has it."


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
