"""Reads fields of JSON objects in files with judgments."""

from collections.abc import Iterator, Mapping
from typing import Any

from annotator.tables.csv_records import MAX_BYTES, TableError
from annotator.tables.json_records import MAX_VALUES, json_document, json_records
from annotator.texts.cleaning import TextError, clean_text, decode_text


class BadRecord(ValueError):
    """An object cannot be read. The message completes a sentence that begins with the place, such as "Line 7: "."""


def json_value(data: bytes) -> Any:
    """Returns the value of a JSON file. Raises TableError if it is not JSON, not UTF-8 or too large."""
    return json_document(_decoded(data))


def json_objects(data: bytes) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    """Yields the place of each entry of a JSON list, or line of JSON Lines, and its object or else an error message."""
    text = _decoded(data)
    if text.lstrip().startswith("{"):
        for line, record in json_records(text, max_values=MAX_VALUES):
            yield f"Line {line}", record
        return
    values = json_document(text)
    if not isinstance(values, list):
        raise TableError(["The file is neither a JSON list nor JSON Lines."])
    for number, value in enumerate(values, start=1):
        yield f"Entry {number}", value if isinstance(value, dict) else "it is not a JSON object."


def text_field(record: Mapping[str, Any], name: str, *, optional: bool = False) -> str:
    """Returns the field's text; a whole number as text. A missing optional field is empty. Raises BadRecord."""
    value = record.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None and optional:
        return ""
    if not isinstance(value, str):
        raise BadRecord(f"{name} is missing." if value is None else f"{name} is not text.")
    return _clean(name, value)


def objects(record: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Returns the list of objects in a field. Raises BadRecord."""
    values = record.get(name)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise BadRecord(f"{name} is missing or is not a list of objects.")
    return values


def texts(record: Mapping[str, Any], name: str) -> list[str]:
    """Returns the list of texts in a field. Raises BadRecord."""
    values = record.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadRecord(f"{name} is missing or is not a list of texts.")
    return [_clean(name, value) for value in values]


def mapping(record: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Returns the object in a field; empty if it is missing. Raises BadRecord."""
    value = record.get(name) or {}
    if not isinstance(value, dict):
        raise BadRecord(f"{name} is not an object.")
    return value


def _clean(name: str, text: str) -> str:
    try:
        return clean_text(text).text
    except TextError as error:
        raise BadRecord(f"{name}: {str(error)[:1].lower()}{str(error)[1:]}") from error


def _decoded(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise TableError([f"The file is larger than {MAX_BYTES // 1_000_000} MB."])
    try:
        return decode_text(data).removeprefix("\ufeff")
    except TextError as error:
        raise TableError([str(error)]) from error
