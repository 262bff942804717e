"""Discourse relations as files have them, before they are aligned to a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart
from scoring.measures.coherence.senses import class_of_sense
from scoring.observations.text_files.discourse.alignment import Letters

MAX_RELATIONS = 20_000
"""The most relations of a text."""
MAX_PARTS = 100
"""The most parts of an argument."""
MAX_SENTENCE_PARTS = 200_000
"""The most parts of sentences in all arguments of a text."""

Range = tuple[int, int]
"""The first word or character, and the end, which is not included."""

RELATION_TYPES = {"explicit": True, "implicit": False, "altlex": False, "entrel": False, "norel": False}
"""Whether relations of a type have a connective. "AltLex" is another expression of the relation."""
TYPES_WITHOUT_SENSE = {"entrel": Sense.ENTITY, "norel": Sense.NONE}


class DiscourseParse(Protocol):
    """The relations of a text, read from a file."""

    def align(self, content: str, sentences: Sequence[str]) -> tuple[DiscourseRelation, ...]:
        """Returns the relations of a stored text with these sentences. Raises FormatError with the place where the
        file departs from the text.
        """


class WordRelation(NamedTuple):
    """A relation whose arguments are ranges of words of the file."""

    sense: Sense
    is_explicit: bool
    arg1: tuple[Range, ...]
    arg2: tuple[Range, ...]


class Word(NamedTuple):
    """A word of a file, and the number of its line, from 1."""

    form: str
    line: int


@dataclass(frozen=True, slots=True)
class WordParse:
    """A file that repeats the whole text."""

    words: tuple[Word, ...]
    relations: tuple[WordRelation, ...]

    def align(self, content: str, sentences: Sequence[str]) -> tuple[DiscourseRelation, ...]:
        """See `DiscourseParse.align`."""
        letters = Letters(content, sentences)
        return _checked(self._relations(letters, self._starts(letters)))

    def _relations(self, letters: Letters, starts: list[int]) -> Iterator[DiscourseRelation]:
        """Yields the relations. ``starts``: see `_starts`."""

        def parts(ranges: tuple[Range, ...]) -> tuple[SentencePart, ...]:
            return tuple(part for first, end in ranges for part in letters.parts(starts[first], starts[end]))

        for relation in self.relations:
            yield DiscourseRelation(relation.sense, relation.is_explicit, parts(relation.arg1), parts(relation.arg2))

    def _starts(self, letters: Letters) -> list[int]:
        """Returns the index of the first letter of each word, and of the end of the text. Raises FormatError."""
        starts, form_before = [0], ""
        for form, line in self.words:
            length = letters.match_word(form, starts[-1], form_before)
            if length is None:
                raise FormatError(f"Line {line} has “{form[:30]}” {letters.place(starts[-1])}.")
            starts.append(starts[-1] + length)
            form_before = form
        if starts[-1] < letters.count:
            raise FormatError(
                f"The file ends before “{letters.excerpt(starts[-1])}” (line {letters.line(starts[-1])})."
            )
        return starts


class Argument(NamedTuple):
    """Ranges of characters of a text, and the characters themselves: those of all ranges together."""

    ranges: tuple[Range, ...]
    raw_text: str


class CharacterRelation(NamedTuple):
    """A relation whose arguments are ranges of characters. ``line``: the number of its line in the file, from 1."""

    senses: tuple[Sense, ...]
    is_explicit: bool
    arg1: Argument
    arg2: Argument
    line: int


@dataclass(frozen=True, slots=True)
class CharacterParse:
    """A file with the positions of arguments in the text. A relation with two senses becomes two relations."""

    relations: tuple[CharacterRelation, ...]

    def align(self, content: str, sentences: Sequence[str]) -> tuple[DiscourseRelation, ...]:
        """See `DiscourseParse.align`."""
        return _checked(self._relations(Letters(content, sentences)))

    def _relations(self, letters: Letters) -> Iterator[DiscourseRelation]:
        for relation in self.relations:
            arg1 = _parts(relation.arg1, f"Line {relation.line}, Arg1", letters)
            arg2 = _parts(relation.arg2, f"Line {relation.line}, Arg2", letters)
            for sense in relation.senses:
                yield DiscourseRelation(sense, relation.is_explicit, arg1, arg2)


def _checked(relations: Iterator[DiscourseRelation]) -> tuple[DiscourseRelation, ...]:
    """Returns the relations. Raises FormatError if an argument has no letter of a sentence, or there are too many."""
    checked: list[DiscourseRelation] = []
    part_count = 0
    for relation in relations:
        if not relation.arg1 or not relation.arg2:
            raise FormatError(f"Relation {len(checked) + 1} has an argument without a letter of a sentence.")
        part_count += len(relation.arg1) + len(relation.arg2)
        if part_count > MAX_SENTENCE_PARTS:
            raise FormatError(f"The relations have more than {MAX_SENTENCE_PARTS:,} parts of sentences.")
        checked.append(relation)
    return tuple(checked)


def _parts(argument: Argument, place: str, letters: Letters) -> tuple[SentencePart, ...]:
    """Returns the parts of sentences of an argument. Raises FormatError; the message begins with ``place``."""
    raw_text = "".join(argument.raw_text.split())
    parts: list[SentencePart] = []
    for start, end in argument.ranges:
        if end > len(letters.content):
            raise FormatError(f"{place} ends at character {end}, but the text has {len(letters.content)} characters.")
        first, last = letters.range_of_characters(start, end)
        piece, raw_text = raw_text[: last - first], raw_text[last - first :]
        if (index := letters.first_difference(piece, first, last)) is not None:
            rest = piece[index - first :] or "nothing more"
            raise FormatError(f"{place} has “{rest[:20]}” {letters.place(index)}.")
        parts += letters.parts(first, last)
    if raw_text:
        raise FormatError(f"{place} has “{raw_text[:20]}” after the characters that it names.")
    return tuple(parts)


def check_count(relation_count: int) -> None:
    """Raises FormatError if a text has too many relations."""
    if relation_count > MAX_RELATIONS:
        raise FormatError(f"a text has more than {MAX_RELATIONS:,} relations.")


def check_range(start: int, end: int, part_count: int) -> None:
    """Raises FormatError if a range of characters is empty, or if the argument has too many ranges. ``part_count``: the
    number of its ranges so far, this one included.
    """
    if not 0 <= start < end:
        raise FormatError(f"the characters {start} to {end} are not a range.")
    if part_count > MAX_PARTS:
        raise FormatError(f"an argument has more than {MAX_PARTS} parts.")


def senses_of_relation(relation_type: str, names: Sequence[str]) -> tuple[Sense, ...]:
    """Returns the distinct senses of a relation. ``names``: the senses in the file. Raises FormatError."""
    kind = relation_type.lower()
    if kind not in RELATION_TYPES:
        raise FormatError(f"“{relation_type[:50]}” is not a type of relation; known are {', '.join(RELATION_TYPES)}.")
    if kind in TYPES_WITHOUT_SENSE:
        return (TYPES_WITHOUT_SENSE[kind],)
    if not names:
        raise FormatError(f"the {kind} relation has no sense.")
    return tuple(dict.fromkeys(map(sense_named, names)))


def sense_named(name: str) -> Sense:
    """Returns the class of a sense. Raises FormatError if it is unknown."""
    try:
        return class_of_sense(name)
    except ValueError as error:
        raise FormatError(f"{error}.") from error
