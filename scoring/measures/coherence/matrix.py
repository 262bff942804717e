"""The discourse role matrix (Lin et al. 2011): a row for each sentence, a column for each term.

Terms are the stems of open-class words. A cell holds the roles of the term in the sentence.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from annotator.texts.segmentation.icu import word_spans
from annotator.texts.words.lists import function_words
from annotator.texts.words.stemmer import stem
from scoring.measures.automatic.topic_texts import DiscourseRelation
from scoring.measures.coherence.roles import ARGUMENTS, roles_of_argument

Cells = Mapping[int, frozenset[str]]
"""The roles of a term by the number of the sentence, from 0. Sentences in which it has no role are left out."""


@dataclass(frozen=True, slots=True)
class RoleMatrix:
    """``columns``: the cells of each term, in the order in which the terms first occur in the text."""

    sentence_count: int
    columns: Mapping[str, Cells]


class TermSpan(NamedTuple):
    """An occurrence of a term: the characters ``start`` to ``end`` (not included) of the sentence."""

    term: str
    start: int
    end: int


def terms_of_sentence(sentence: str) -> list[TermSpan]:
    """Returns the open-class words of a sentence as terms: all words that are not on the list of function words."""
    return [
        TermSpan(term, start, end)
        for start, end in word_spans(sentence, None)
        if (term := _term(sentence[start:end])) is not None
    ]


def _term(word: str) -> str | None:
    """Returns the stem of an open-class word, without a possessive 's; None for a function word."""
    lower = word.casefold().replace("’", "'")
    base = lower.removesuffix("'s").removesuffix("'")
    return None if lower in function_words() or base in function_words() else stem(base)


def role_matrix(sentences: Sequence[str], relations: Sequence[DiscourseRelation]) -> RoleMatrix:
    """Returns the matrix of a text with all roles of its terms, plain roles and those with ``E.`` or ``N.``

    A term has the roles of every part of the text that contains a character of it.
    """
    parts = _parts_by_sentence(sentences, relations)
    columns: dict[str, dict[int, set[str]]] = {}
    for number, sentence in enumerate(sentences):
        for term, start, end in terms_of_sentence(sentence):
            column = columns.setdefault(term, {})
            for roles, ranges in parts[number].items():
                if _overlaps(ranges, start, end):
                    column.setdefault(number, set()).update(roles)
    return RoleMatrix(
        len(sentences),
        {term: {number: frozenset(roles) for number, roles in cells.items()} for term, cells in columns.items()},
    )


Roles = tuple[str, str]  # the plain role, and the role that begins with E. or N.
Ranges = list[tuple[int, int]]


def _parts_by_sentence(sentences: Sequence[str], relations: Sequence[DiscourseRelation]) -> list[dict[Roles, Ranges]]:
    """Returns for each sentence where it has each pair of roles, as ascending ranges of characters with gaps between
    them. So the time to look a term up does not grow with the number of relations.
    """
    parts: list[dict[Roles, Ranges]] = [{} for _ in sentences]
    for relation in relations:
        for argument, argument_parts in zip(ARGUMENTS, (relation.arg1, relation.arg2), strict=True):
            roles = roles_of_argument(relation, argument)
            for part in argument_parts:
                parts[part.sentence].setdefault(roles, []).append((part.start, part.end))
    return [{roles: _merged(ranges) for roles, ranges in ranges_by_roles.items()} for ranges_by_roles in parts]


def _merged(ranges: Ranges) -> Ranges:
    merged: Ranges = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged


def _overlaps(ranges: Ranges, start: int, end: int) -> bool:
    """Returns whether any range overlaps the characters ``start`` to ``end`` (not included)."""
    index = bisect_left(ranges, (end, 0)) - 1  # the last range that starts before the end
    return index >= 0 and ranges[index][1] > start
