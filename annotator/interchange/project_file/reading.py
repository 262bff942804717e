"""Reads and validates a project file (docs/project-format.md). Every error has the path of the faulty value."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from annotator.interchange.project_file.additions import file_schema
from annotator.interchange.project_file.refusals import ProjectFileError
from annotator.interchange.project_file.schema import FORMAT, VERSION
from annotator.interchange.project_file.schema_types import FILE_NAME, NOT_XML, XML_TEXT
from annotator.texts.json_values import separator_count

MAX_BYTES = 512 * 1024 * 1024
"""Larger files are refused, because their JSON takes several times as much memory."""
MAX_DEPTH = 24
BYTES_PER_VALUE = 8
"""A large file must have at least this many bytes for each value, on average; exported files have twice as many."""
MAX_SMALL_VALUES = 1_000_000
"""A file with at most this many values is read even if it has fewer bytes for each value."""


def read(data: bytes) -> dict[str, Any]:
    """Return the file's JSON, validated against the schema. Raises ProjectFileError."""
    value = _parse(data)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ProjectFileError("", "This is not a Pyramidion project: its “format” is missing or different.")
    if value.get("version") != VERSION:
        raise ProjectFileError("version", f"Only version {VERSION} of the format can be read here.")
    check_values(value)
    error = next(_validator().iter_errors(value), None)
    if error is not None:
        specific_error = _most_specific(error)
        raise ProjectFileError(path_text(specific_error.absolute_path), _sentence(specific_error))
    return value


def _parse(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise ProjectFileError("", f"The file is larger than {MAX_BYTES // 1024**2} MB.")
    max_values = max(MAX_SMALL_VALUES, len(data) // BYTES_PER_VALUE)
    if separator_count(data, 0, len(data)) > max_values:  # about one separator per value
        raise ProjectFileError("", f"The file has more than {max_values:,} values, which is too many for its size.")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_with_unique_keys, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ProjectFileError("", f"The file is not UTF-8: see byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise ProjectFileError("", f"The file is not JSON: {error.msg}, line {error.lineno}.") from error
    except RecursionError as error:
        raise ProjectFileError("", "The file is nested too deeply.") from error
    except ProjectFileError:
        raise
    except ValueError as error:
        raise ProjectFileError("", "The file has a number with too many digits.") from error


def _with_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ProjectFileError("", f"An object of the file has the key {_quoted(key)} twice.")
    return value


def _refuse_constant(name: str) -> Any:
    raise ProjectFileError("", f"The file is not JSON: {name} is not a number.")


def check_values(value: Any) -> None:
    """Raise ProjectFileError if any value at any depth cannot be stored by Postgres, or if nesting is too deep."""
    stack: list[tuple[Any, tuple[Any, ...]]] = [(value, ())]
    while stack:
        item, path = stack.pop()
        if isinstance(item, str):
            _check_text(item, path)
        elif isinstance(item, float) and not math.isfinite(item):
            raise ProjectFileError(path_text(path), "This number is too large.")
        elif isinstance(item, dict | list):
            if len(path) >= MAX_DEPTH:
                raise ProjectFileError(path_text(path), "The file is nested too deeply.")
            if isinstance(item, dict):
                for key in item:
                    _check_text(key, path)
            children = item.items() if isinstance(item, dict) else enumerate(item)
            stack += [(child, (*path, key)) for key, child in children if isinstance(child, str | float | dict | list)]


def _check_text(text: str, path: tuple[Any, ...]) -> None:
    if "\0" in text:
        raise ProjectFileError(path_text(path), "This text has the character U+0000, which cannot be stored.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ProjectFileError(
            path_text(path), "This text has half a surrogate pair, which is not a character."
        ) from error


def path_text(steps: Iterable[Any]) -> str:
    """A path as text, such as ``topics[0].pyramids[1].owner``."""
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{_short(str(step))}" for step in steps)
    return path.removeprefix(".")


def _short(text: str) -> str:
    line = "".join(char if char.isprintable() else " " for char in text)
    return line if len(line) <= 60 else f"{line[:60]}…"


def _quoted(value: Any) -> str:
    return f"“{_short(str(value))}”"


_FORMAT_CHECKER = FormatChecker(formats=())
_FORMAT_CHECKER.checks("date-time", raises=ValueError)(lambda value: bool(datetime.fromisoformat(value)))
_FORMAT_CHECKER.checks("date", raises=ValueError)(lambda value: bool(date.fromisoformat(value)))


@cache
def _validator() -> Any:
    """A validator for the schema that refuses 1.0 as an integer, because a later export would write it as 1."""
    type_checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    validator_class: Any = extend(Draft202012Validator, {"anyOf": _any_of}, type_checker=type_checker)
    return validator_class(file_schema(), format_checker=_FORMAT_CHECKER)


def _any_of(validator: Any, branches: list[Any], value: Any, _schema: Any) -> Iterator[ValidationError]:
    """The keyword ``anyOf``, but with only the first error of each branch: a long list may have a million errors."""
    errors = []
    for index, branch in enumerate(branches):
        error = next(validator.descend(value, branch, schema_path=index), None)
        if error is None:
            return
        errors.append(error)
    yield ValidationError("No branch matches.", context=errors)


def _most_specific(error: ValidationError) -> ValidationError:
    """The error deepest in the file. Of equally deep errors, any except "must be null", which explains least."""
    while error.context:
        error = max(error.context, key=lambda inner: (len(inner.absolute_path), inner.validator_value != "null"))
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
# By keyword of the schema: a function of the keyword's value and the value in the file, which returns a sentence.
_SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "type": lambda types, _: f"This must be {' or '.join(_TYPES[name] for name in _as_list(types))}.",
    "enum": lambda values, _: f"This must be one of: {', '.join(map(str, values))}.",
    "const": lambda value, _: f"This must be {value}.",
    "format": lambda _, __: "This date or time does not exist.",
    "pattern": lambda pattern, value: _pattern_sentence(pattern, value),
    "minimum": lambda limit, _: f"This must be {limit} or more.",
    "maximum": lambda limit, _: f"This must be {limit} or less.",
    "minLength": lambda _, __: "This must not be empty.",
    "maxLength": lambda limit, _: f"This is longer than {limit:,} characters.",
    "minItems": lambda limit, _: f"This must have {limit} or more items.",
    "maxItems": lambda limit, _: f"This must have at most {limit:,} items.",
    "uniqueItems": lambda _, __: "This repeats an item.",
}


def _pattern_sentence(pattern: str, text: str) -> str:
    if pattern == FILE_NAME["pattern"]:
        return "This is not the name of a file."
    if pattern == XML_TEXT["pattern"] and (forbidden := re.search(f"[{NOT_XML}]", text)):
        return f"This text has the character U+{ord(forbidden[0]):04X}, which XML forbids."
    return f"{_quoted(text)} does not have the required form."


def _sentence(error: ValidationError) -> str:
    if error.validator == "required":
        required: Any = error.validator_value
        item: Any = error.instance
        missing = next(key for key in required if key not in item)
        return f"{_quoted(missing)} is missing."
    if error.validator == "additionalProperties":
        return "There is an unknown key here."
    return _SENTENCES[str(error.validator)](error.validator_value, error.instance)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
