"""Discourse relations as JSON, to be stored: ``[sense, is explicit, [[sentence, start, end], ...], [[...], ...]]``."""

from collections.abc import Iterable, Sequence
from typing import Any

from annotator.texts.errors import FormatError
from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart
from scoring.observations.text_files.discourse.parses import MAX_RELATIONS, MAX_SENTENCE_PARTS

StoredRelation = list[Any]
WRONG_FORM = "The discourse relations do not have the form in which they are stored."


def to_json(relations: Iterable[DiscourseRelation]) -> list[StoredRelation]:
    """Returns the relations as lists, strings and numbers. See the module."""
    return [
        [relation.sense.value, relation.is_explicit, list(map(list, relation.arg1)), list(map(list, relation.arg2))]
        for relation in relations
    ]


def from_json(value: Any, sentences: Sequence[str]) -> tuple[DiscourseRelation, ...]:
    """Returns the relations that `to_json` has written. Raises FormatError if the value has another form, or if an
    argument is not within the ``sentences`` of the text.
    """
    if not isinstance(value, list) or len(value) > MAX_RELATIONS:
        raise FormatError(WRONG_FORM)
    relations = tuple(_relation(item, sentences) for item in value)
    if sum(len(relation.arg1) + len(relation.arg2) for relation in relations) > MAX_SENTENCE_PARTS:
        raise FormatError(WRONG_FORM)
    return relations


def _relation(item: Any, sentences: Sequence[str]) -> DiscourseRelation:
    if not isinstance(item, list) or len(item) != 4 or not isinstance(item[1], bool):
        raise FormatError(WRONG_FORM)
    sense, is_explicit, arg1, arg2 = item
    if not isinstance(sense, str) or sense not in set(Sense):
        raise FormatError(WRONG_FORM)
    return DiscourseRelation(Sense(sense), is_explicit, _argument(arg1, sentences), _argument(arg2, sentences))


def _argument(value: Any, sentences: Sequence[str]) -> tuple[SentencePart, ...]:
    if not isinstance(value, list) or not value:
        raise FormatError(WRONG_FORM)
    return tuple(_part(item, sentences) for item in value)


def _part(item: Any, sentences: Sequence[str]) -> SentencePart:
    if not isinstance(item, list) or [type(number) for number in item] != [int, int, int]:
        raise FormatError(WRONG_FORM)
    sentence, start, end = item
    if not (0 <= sentence < len(sentences) and 0 <= start < end <= len(sentences[sentence])):
        raise FormatError("A discourse relation is not within the sentences of its text.")
    return SentencePart(sentence, start, end)
