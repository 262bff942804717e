"""Reads files of the Penn Discourse Treebank 2.0: a relation on each line, 48 columns separated by ``|``.

The columns are described in the treebank's annotation manual (Prasad et al. 2007). The second version of
linziheng/pdtb-parser writes the same files.
"""

import re

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

COLUMNS = 48
TYPE = 0
SENSES = slice(11, 15)  # two senses of the connective, and two of a second implicit connective
ARG1_SPANS, ARG1_TEXT = 22, 24
ARG2_SPANS, ARG2_TEXT = 32, 34

_SPAN = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})")


def read_pipes(content: str) -> CharacterParse:
    """Returns the parse of a text. Raises FormatError with the line."""
    relations: list[CharacterRelation] = []
    for line_number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            relations.append(_relation(line.rstrip("\r").split("|"), line_number))
            check_count(len(relations))
        except FormatError as error:
            raise FormatError(f"Line {line_number}: {error}") from error
    return CharacterParse(tuple(relations))


def _relation(fields: list[str], line_number: int) -> CharacterRelation:
    if len(fields) != COLUMNS:
        raise FormatError(f"it has {len(fields)} columns separated by “|” instead of {COLUMNS}.")
    relation_type = fields[TYPE].strip()
    return CharacterRelation(
        senses_of_relation(relation_type, [name for name in fields[SENSES] if name.strip()]),
        RELATION_TYPES[relation_type.lower()],
        Argument(_ranges(fields[ARG1_SPANS]), fields[ARG1_TEXT]),
        Argument(_ranges(fields[ARG2_SPANS]), fields[ARG2_TEXT]),
        line_number,
    )


def _ranges(spans: str) -> tuple[Range, ...]:
    """Returns the ranges of characters of a list such as ``9..258;300..354``."""
    ranges: list[Range] = []
    for span in spans.split(";"):
        if not (bounds := _SPAN.fullmatch(span.strip())):
            raise FormatError(f"“{span[:50]}” must be a range of characters such as 9..258.")
        start, end = int(bounds[1]), int(bounds[2])
        check_range(start, end, len(ranges) + 1)
        ranges.append((start, end))
    return tuple(ranges)
