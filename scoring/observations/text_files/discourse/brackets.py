"""Reads text with brackets, the output of the discourse parser of Lin, Ng and Kan (linziheng/pdtb-parser).

``{Exp_2_conn_Cause because Exp_2_conn} {Exp_2_Arg2 the dam broke Exp_2_Arg2}``: the number tells the relations of a
kind apart. The sense follows the connective of an explicit relation (Exp), and Arg2 of the others (NonExp, among them
EntRel and NoRel). Brackets may be nested and may cross. Attributions (Attr) are ignored.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import Sense
from scoring.observations.text_files.contents import MAX_WORDS
from scoring.observations.text_files.discourse.parses import (
    MAX_PARTS,
    Range,
    Word,
    WordParse,
    WordRelation,
    check_count,
    sense_named,
)

MAX_OPEN = 64
"""The most brackets that may be open at the same place."""

_NAME = r"(?:(?:Exp|NonExp)_[0-9]{1,6}_(?:Arg1|Arg2|conn)|Attr_[0-9]{1,6})"
_OPENING = re.compile(rf"\{{({_NAME})(?:_(\S+))?")
_CLOSING = re.compile(rf"({_NAME})\}}")
_LIKE_BRACKET = re.compile(r"\{(?:NonExp|Exp|Attr)_.*|(?:NonExp|Exp|Attr)_\S*\}")


class _Open(NamedTuple):
    """An open bracket: the index of its first word, and the line where it is."""

    first_word: int
    line: int


@dataclass
class _Relation:
    """What has been read of a relation. ``line``: the line of its first bracket."""

    line: int
    sense: Sense | None = None
    ranges: dict[str, list[Range]] = field(default_factory=dict)


class _Reader:
    def __init__(self) -> None:
        self.words: list[Word] = []
        self.relations: dict[str, _Relation] = {}
        self._open: dict[str, _Open] = {}

    def read_token(self, token: str, line: int) -> None:
        if opening := _OPENING.fullmatch(token):
            self._open_bracket(opening[1], opening[2], line)
        elif closing := _CLOSING.fullmatch(token):
            self._close_bracket(closing[1])
        elif _LIKE_BRACKET.fullmatch(token):
            raise FormatError(f"“{token[:50]}” is not a bracket of the discourse parser.")
        else:
            self.words.append(Word(token, line))
            if len(self.words) > MAX_WORDS:
                raise FormatError(f"the text has more than {MAX_WORDS:,} words.")

    def _open_bracket(self, name: str, sense: str | None, line: int) -> None:
        if name in self._open:
            raise FormatError(f"{{{name} is open already, since line {self._open[name].line}.")
        self._open[name] = _Open(len(self.words), line)
        if len(self._open) > MAX_OPEN:
            raise FormatError(f"more than {MAX_OPEN} brackets are open.")
        if name.startswith("Attr_"):
            return
        relation_name, _, role = name.rpartition("_")
        relation = self.relations.setdefault(relation_name, _Relation(line))
        check_count(len(self.relations))
        if (role == "conn") if name.startswith("Exp") else (role == "Arg2"):
            new_sense = sense_named(sense or "")
            if relation.sense not in (None, new_sense):
                raise FormatError(f"{relation_name} has another sense in line {relation.line}.")
            relation.sense = new_sense
        elif sense is not None:
            raise FormatError(f"{{{name} has the sense “{sense[:50]}”, which does not belong there.")

    def _close_bracket(self, name: str) -> None:
        if name not in self._open:
            raise FormatError(f"{name}}} closes no open bracket.")
        first_word = self._open.pop(name).first_word
        if name.startswith("Attr_"):
            return
        if first_word == len(self.words):
            raise FormatError(f"{name} has no words.")
        relation_name, _, role = name.rpartition("_")
        ranges = self.relations[relation_name].ranges.setdefault(role, [])
        ranges.append((first_word, len(self.words)))
        if len(ranges) > MAX_PARTS:
            raise FormatError(f"{name} has more than {MAX_PARTS} parts.")

    def parse(self) -> WordParse:
        for name, bracket in self._open.items():
            raise FormatError(f"Line {bracket.line}: {{{name} is not closed.")
        return WordParse(tuple(self.words), tuple(_relation(*item) for item in self.relations.items()))


def read_brackets(content: str) -> WordParse:
    """Returns the parse of a text. Raises FormatError with the line."""
    reader = _Reader()
    for line_number, line in enumerate(content.split("\n"), 1):
        for token in line.split():
            try:
                reader.read_token(token, line_number)
            except FormatError as error:
                raise FormatError(f"Line {line_number}: {error}") from error
    return reader.parse()


def _relation(name: str, relation: _Relation) -> WordRelation:
    arg1, arg2 = (tuple(relation.ranges.get(role, ())) for role in ("Arg1", "Arg2"))
    if relation.sense is None or not arg1 or not arg2:
        missing = "sense" if relation.sense is None else "Arg2" if arg1 else "Arg1"
        raise FormatError(f"Line {relation.line}: {name} has no {missing}.")
    return WordRelation(relation.sense, name.startswith("Exp"), arg1, arg2)
