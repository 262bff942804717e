"""Reads relations of the CoNLL shared tasks of 2015 and 2016 on shallow discourse parsing: an object on each line.

``{"DocID", "Type": "Explicit", "Sense": ["Contingency.Cause.Reason"], "Arg1": {"CharacterSpanList": [[9, 258]],
"RawText": "..."}, "Arg2": {...}}``. Characters are counted from 0; the end of a span is not included.
"""

from collections.abc import Iterator
from typing import Any

from annotator.texts.errors import FormatError
from scoring.observations.text_files.discourse.parses import (
    RELATION_TYPES,
    Argument,
    CharacterParse,
    CharacterRelation,
    Range,
    check_count,
    check_range,
    senses_of_relation,
)
from scoring.observations.text_files.json_lines import read_object

MAX_LINES = 500_000
"""The most relations of a file."""


def read_conll(content: str) -> dict[str, CharacterParse]:
    """Returns the parses of a file by DocID. Raises FormatError with the line."""
    relations: dict[str, list[CharacterRelation]] = {}
    for line_number, _, document, row in _rows(content):
        document_relations = relations.setdefault(document, [])
        try:
            document_relations.append(_relation(row, line_number))
            check_count(len(document_relations))
        except FormatError as error:
            raise FormatError(f"Line {line_number}: {error}") from error
    return {document: CharacterParse(tuple(document_relations)) for document, document_relations in relations.items()}


def documents_of_lines(content: str) -> dict[str, list[str]]:
    """Returns the lines of a file by DocID. Raises FormatError with the line."""
    lines: dict[str, list[str]] = {}
    for _, line, document, _ in _rows(content):
        lines.setdefault(document, []).append(line)
    return lines


def _rows(content: str) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """Yields the number of each line, the line, its DocID and its object. Raises FormatError with the line."""
    for line_number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            if line_number > MAX_LINES:
                raise FormatError(f"the file has more than {MAX_LINES:,} lines.")
            row = read_object(line.encode("utf-8", "surrogatepass"))
            document = _text(row, "DocID")
        except FormatError as error:
            raise FormatError(f"Line {line_number}: {error}") from error
        yield line_number, line, document, row


def _relation(row: dict[str, Any], line_number: int) -> CharacterRelation:
    relation_type, senses = _text(row, "Type"), row.get("Sense", [])
    names = [senses] if isinstance(senses, str) else senses
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError("Sense must be a list of names.")
    return CharacterRelation(
        senses_of_relation(relation_type, names),
        RELATION_TYPES[relation_type.lower()],
        _argument(row, "Arg1"),
        _argument(row, "Arg2"),
        line_number,
    )


def _argument(row: dict[str, Any], key: str) -> Argument:
    value = row.get(key)
    spans = value.get("CharacterSpanList") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(spans, list) or not spans:
        raise FormatError(f"{key} has no CharacterSpanList, the positions of its characters in the text.")
    return Argument(tuple(_range(span, number) for number, span in enumerate(spans, 1)), _text(value, "RawText"))


def _range(span: Any, number: int) -> Range:
    if not isinstance(span, list) or [type(bound) for bound in span] != [int, int]:
        raise FormatError("a CharacterSpanList must have pairs of whole numbers.")
    start, end = span
    check_range(start, end, number)
    return start, end


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise FormatError(f"{key} is missing or is not text.")
    return value
