"""Reads the JSON of a project (docs/project-format.md); every refusal is a sentence with a path in the file."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from annotator.interchange.project_file.json import FORMAT, VERSION, ProjectFileError
from annotator.interchange.project_file.schema import FILE_NAME, NOT_XML, SCHEMA, XML_TEXT

LARGEST = 512 * 1024 * 1024
"""Bytes; read into memory, a file takes several times as much."""
DEEPEST = 24


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


_CALENDAR = FormatChecker(formats=())
_CALENDAR.checks("date-time", raises=ValueError)(lambda value: bool(datetime.fromisoformat(value)))
_CALENDAR.checks("date", raises=ValueError)(lambda value: bool(date.fromisoformat(value)))


@cache
def _validator() -> Any:
    """2020-12, but 1.0 is no whole number here: it would be another one in Python and in what is written again."""
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    strict: Any = extend(Draft202012Validator, {"anyOf": _any_of}, type_checker=whole)
    return strict(SCHEMA, format_checker=_CALENDAR)


def _any_of(validator: Any, branches: list[Any], value: Any, _schema: Any) -> Iterator[ValidationError]:
    """As in jsonschema, but with the first error of each branch only: a list of a million faults has a million."""
    told = []
    for number, branch in enumerate(branches):
        error = next(validator.descend(value, branch, schema_path=number), None)
        if error is None:
            return
        told.append(error)
    yield ValidationError("It is none of what it may be.", context=told)


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
    "format": lambda _, __: "There is no such time.",
    "pattern": lambda wanted, value: _mismatch(wanted, value),
    "minimum": lambda wanted, _: f"This must be {wanted} or more.",
    "maximum": lambda wanted, _: f"This must be {wanted} or less.",
    "minLength": lambda _, __: "This must not be empty.",
    "maxLength": lambda wanted, _: f"This is longer than {wanted:,} characters.",
    "minItems": lambda wanted, _: f"This must have {wanted} or more items.",
    "maxItems": lambda wanted, _: f"This must have at most {wanted:,} items.",
    "uniqueItems": lambda _, __: "This repeats an item.",
}


def _mismatch(pattern: str, text: str) -> str:
    if pattern == FILE_NAME["pattern"]:
        return "This is not the name of a file."
    if pattern == XML_TEXT["pattern"] and (found := re.search(f"[{NOT_XML}]", text)):
        return f"This text has the character U+{ord(found[0]):04X}, which XML cannot carry."
    return f"{_quoted(text)} is not written as it must be."


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
