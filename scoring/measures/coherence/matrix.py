"""The discourse role matrix (Lin et al. 2011): a row for each sentence, a column for each term.

Terms are the stems of open-class words. A cell holds the roles of the term in the sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
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
    """A term, and the characters ``start`` to ``end`` (not included) of the sentence where it occurs."""

    term: str
    start: int
    end: int


def terms_of_sentence(sentence: str) -> list[TermSpan]:
    """Returns the stems of the open-class words, which are all words that are not on the list of function words."""
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
            for part_start, part_end, roles in parts[number]:
                if part_start < end and start < part_end:
                    column.setdefault(number, set()).update(roles)
    return RoleMatrix(
        len(sentences),
        {term: {number: frozenset(roles) for number, roles in cells.items()} for term, cells in columns.items()},
    )


def _parts_by_sentence(
    sentences: Sequence[str], relations: Sequence[DiscourseRelation]
) -> list[list[tuple[int, int, tuple[str, str]]]]:
    """Returns for each sentence the distinct parts with a role: their start, end and roles."""
    parts: list[dict[tuple[int, int, tuple[str, str]], None]] = [{} for _ in sentences]
    for relation in relations:
        for sentence, start, end, roles in _parts_with_roles(relation):
            parts[sentence][start, end, roles] = None
    return [list(parts_of_sentence) for parts_of_sentence in parts]


def _parts_with_roles(relation: DiscourseRelation) -> Iterator[tuple[int, int, int, tuple[str, str]]]:
    for argument, parts in zip(ARGUMENTS, (relation.arg1, relation.arg2), strict=True):
        roles = roles_of_argument(relation, argument)
        for part in parts:
            yield part.sentence, part.start, part.end, roles
