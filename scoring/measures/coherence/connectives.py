"""Discourse relations by a list of connectives: a simple substitute for a discourse parser, named ``connectives-en1``.

Each connective has one sense, the class that is usual for it in the Penn Discourse Treebank 2.0 (Prasad et al. 2007,
2008); the corpus was not counted for this list. There are four kinds of connectives:

``subordinating``  Arg2 is the clause from the connective to the next mark, Arg1 the rest of the sentence
``fronted``  the same, but only at the beginning of a sentence ("as" is rarely a connective elsewhere)
``coordinating``  counts at the beginning of a sentence or after a mark; Arg2 is the rest of the sentence
``adverbial``  counts everywhere; Arg2 is the sentence, or its part from the semicolon before

Arg1 of the last two is what precedes Arg2 in the sentence, or else the sentence before. Neighbouring sentences that no
connective relates have the sense EntRel if they share a term, else NoRel.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart
from scoring.measures.coherence.matrix import terms_of_sentence

MARK = re.compile(r"[,;:](?=\s|$)|[—–()]|--")  # no comma or colon inside a number
MARKS = (",", ";", ":", "—", "–", "(", ")", "--")
WORD = re.compile(r"\w+")
MIN_WORDS = 2
"""An argument has at least this many words; a connective without two such arguments does not count."""
NO_CONNECTIVE = "no connective"
"""The kind of phrases that contain the word of a connective but are not connectives, such as "because of"."""

Ranges = list[tuple[int, int]]
"""Ranges of characters of a sentence: the start, and the end, which is not included."""


class _Connective(NamedTuple):
    sense: Sense
    kind: str


class _Occurrence(NamedTuple):
    """``is_first``: whether only other connectives precede it in its sentence. ``follows_mark``: whether a mark
    directly precedes it.
    """

    connective: _Connective
    start: int
    end: int
    is_first: bool
    follows_mark: bool


class _Marks:
    """Where a sentence has words and marks. Each look-up is fast, even in a sentence of thousands of words."""

    def __init__(self, sentence: str) -> None:
        self.length = len(sentence)
        self._words = [match.start() for match in WORD.finditer(sentence)]
        self._marks = [match.span() for match in MARK.finditer(sentence)]
        self._semicolons = [match.end() for match in re.finditer(";", sentence)]

    def word_count(self, start: int, end: int) -> int:
        return bisect_left(self._words, end) - bisect_left(self._words, start)

    def next_mark(self, start: int) -> tuple[int, int] | None:
        """Returns the start and end of the first mark from ``start`` on; None if there is none."""
        index = bisect_left(self._marks, (start, 0))
        return self._marks[index] if index < len(self._marks) else None

    def clause_start(self, end: int) -> int:
        """Returns the end of the last semicolon before ``end``; 0 if there is none."""
        index = bisect_left(self._semicolons, end)
        return self._semicolons[index - 1] if index else 0


@cache
def connectives_name() -> str:
    """The name of this source of relations in signatures. It changes with the list."""
    return f"connectives-en1-{sha256(_list_content()).hexdigest()[:4]}"


def _list_content() -> bytes:
    return (files(__package__) / "connectives_en1.txt").read_bytes()


@cache
def _connectives() -> dict[str, _Connective | None]:
    """Returns the connectives by their words in lower case; None for phrases that are not connectives."""
    connectives: dict[str, _Connective | None] = {}
    for line in _list_content().decode().splitlines():
        sense_and_kind, _, phrases = line.partition(": ")
        sense, _, kind = sense_and_kind.partition(" ")
        connective = None if kind == NO_CONNECTIVE else _Connective(Sense(sense), kind)
        connectives.update(dict.fromkeys(phrases.split(" / "), connective))
    return connectives


@cache
def _pattern() -> re.Pattern[str]:
    """Returns the pattern that finds the phrases of the list, the longest first."""
    phrases = sorted(_connectives(), key=len, reverse=True)
    alternatives = "|".join(phrase.replace(" ", r"\s+") for phrase in phrases)
    return re.compile(rf"(?<![\w'’-])(?:{alternatives})(?![\w'’-])", re.IGNORECASE)


def connective_relations(sentences: Sequence[str]) -> tuple[DiscourseRelation, ...]:
    """Returns the relations of a text, sentence by sentence: the relation with the sentence before, if no connective
    relates the two; then the relations of its connectives.
    """
    terms_by_sentence = [{span.term for span in terms_of_sentence(sentence)} for sentence in sentences]
    relations: list[DiscourseRelation] = []
    for number in range(len(sentences)):
        explicit = list(_explicit_relations(sentences, number))
        if number and not any(relation.arg1[0].sentence < number for relation in explicit):
            shares_term = not terms_by_sentence[number - 1].isdisjoint(terms_by_sentence[number])
            sense = Sense.ENTITY if shares_term else Sense.NONE
            relations.append(DiscourseRelation(sense, False, _whole(sentences, number - 1), _whole(sentences, number)))
        relations += explicit
    return tuple(relations)


def _whole(sentences: Sequence[str], number: int) -> tuple[SentencePart, ...]:
    return (SentencePart(number, 0, len(sentences[number])),)


def _explicit_relations(sentences: Sequence[str], number: int) -> Iterator[DiscourseRelation]:
    """Yields the relations whose connectives stand in a sentence."""
    marks = _Marks(sentences[number])
    for occurrence in _occurrences(sentences[number], marks):
        ranges_before, ranges = _arguments(occurrence, marks)
        arg2 = _parts(number, ranges, marks)
        if ranges_before:
            arg1 = _parts(number, ranges_before, marks)
        else:
            arg1 = _whole(sentences, number - 1) if number else ()
        if arg1 and arg2:
            yield DiscourseRelation(occurrence.connective.sense, True, arg1, arg2)


def _occurrences(sentence: str, marks: _Marks) -> Iterator[_Occurrence]:
    """Yields the connectives that count at their places in the sentence."""
    is_first, end_before = True, 0  # the end of the phrase before
    for match in _pattern().finditer(sentence):
        start, end = match.span()
        is_first = is_first and marks.word_count(end_before, start) == 0
        follows_mark = sentence[max(start - 4, 0) : start].rstrip().endswith(MARKS)
        connective = _connectives()[" ".join(match[0].lower().split())]
        needs = {"fronted": is_first, "coordinating": is_first or follows_mark}
        if connective and needs.get(connective.kind, True):
            yield _Occurrence(connective, start, end, is_first, follows_mark)
        else:
            is_first = False
        end_before = end


def _arguments(occurrence: _Occurrence, marks: _Marks) -> tuple[Ranges, Ranges]:
    """Returns the ranges of Arg1, empty if it is the sentence before, and of Arg2."""
    kind, start, end = occurrence.connective.kind, occurrence.start, occurrence.end
    if kind in ("subordinating", "fronted"):
        mark = marks.next_mark(end)
        clause_end, rest_start = mark or (marks.length, marks.length)
        if occurrence.is_first:
            return [(rest_start, marks.length)] if mark else [], [(end, clause_end)]
        return [(0, start), (clause_end, marks.length)], [(end, clause_end)]
    if kind == "coordinating":
        return [] if occurrence.is_first else [(0, start)], [(end, marks.length)]
    clause_start = marks.clause_start(start)
    return [(0, clause_start)] if clause_start else [], [(clause_start, start), (end, marks.length)]


def _parts(number: int, ranges: Ranges, marks: _Marks) -> tuple[SentencePart, ...]:
    """Returns the ranges that have words as parts of the sentence; () if they have fewer than MIN_WORDS together."""
    counts = [marks.word_count(start, end) for start, end in ranges]
    if sum(counts) < MIN_WORDS:
        return ()
    return tuple(SentencePart(number, start, end) for (start, end), count in zip(ranges, counts, strict=True) if count)
