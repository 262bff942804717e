"""The measures of Basic Elements. They differ in which elements count, and in which fields of two elements must be
equal.

"155" in names and values stands for ROUGE-1.5.5, the script whose values these measures reproduce.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from annotator.texts.words.lists import irregular_forms_name
from annotator.texts.words.stemmer import SHORTEST_STEMMED_WORD, stem_any_length
from scoring.measures.automatic.bags import clipped_overlaps, totals
from scoring.measures.automatic.elements.be_files import NIL
from scoring.measures.automatic.elements.ud1 import elements_of_parse
from scoring.measures.automatic.grams import n_grams
from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.parameters import Parameters, choice, number, resource
from scoring.measures.automatic.references import (
    COUNT_REFERENCES,
    Numbers,
    score_against_models,
    score_models_against_others,
    undefined_without_files,
)
from scoring.measures.automatic.rouge.values import PRIMARY, VALUES, recall_precision_f
from scoring.measures.automatic.topic_texts import Element, Need, Scored, Text, TopicTexts
from scoring.measures.automatic.words import encode

Key = Callable[[Element], str | None]
"""Returns the part of an element that must be equal for two elements to match; None if the element does not count."""


def _head_without_modifier(element: Element) -> str | None:
    return element.head if element.modifier == NIL else None


def _head_and_modifier(element: Element) -> str:
    return f"{element.head}\n{element.modifier}"


def _triple(element: Element) -> str:
    return "\n".join(element)


def _head_with_modifier(element: Element) -> str | None:
    return None if element.modifier == NIL else _head_and_modifier(element)


def _triple_with_modifier(element: Element) -> str | None:
    return None if element.modifier == NIL else _triple(element)


def _triple_with_relation(element: Element) -> str | None:
    return None if element.relation == NIL else _triple(element)


def _elements(parameters: Parameters, text: Text) -> tuple[Element, ...] | None:
    """Returns the elements of a text in the form to compare; None if it has no file of elements or no parse."""
    if parameters["be"] == "file":
        elements = text.elements
    else:
        elements = None if text.parse is None else elements_of_parse(text.parse)
    if elements is None:
        return None
    normal_form = _stemmed if parameters["stem"] == "155" else str.lower
    return tuple(
        Element(normal_form(element.head), normal_form(element.modifier), element.relation.lower())
        for element in elements
    )


def _stemmed(field: str) -> str:
    """Stems a field as the script does: a short field is only put in lower case; in a longer field every word is
    stemmed, even a short word.
    """
    lower = field.lower()
    if len(lower) < SHORTEST_STEMMED_WORD:
        return lower
    return " ".join(map(stem_any_length, lower.split()))


def _topic_elements(parameters: Parameters, topic: TopicTexts) -> list[tuple[Element, ...] | None]:
    """Returns the elements of the peers, then those of the models."""
    return topic.compute_once(
        ("Basic Elements", parameters["be"], parameters["stem"]),
        lambda: [_elements(parameters, text) for text in (*topic.peers, *topic.models)],
    )


def _pair_counts(key: Key, parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the numbers of elements for each pair of a peer and a model (shared, in the model, in the peer):
    int64[peers, models, 3].
    """
    keys_by_text = [[key(element) for element in elements or ()] for elements in _topic_elements(parameters, topic)]
    counted_keys = [[element_key for element_key in keys if element_key is not None] for keys in keys_by_text]
    grams = n_grams(encode([[keys] for keys in counted_keys]), 1)  # each text as a sentence whose words are the keys
    peer_count, counts = len(topic.peers), totals(grams)[:, 0]
    overlaps = clipped_overlaps(*grams.split(peer_count))[..., 0]
    return np.stack(np.broadcast_arrays(overlaps, counts[None, peer_count:], counts[:peer_count, None]), axis=-1)


def _score(key: Key, parameters: Parameters, topic: TopicTexts) -> Scored:
    scored = score_against_models(partial(_pair_counts, key), recall_precision_f, len(VALUES), parameters, topic)
    return undefined_without_files(scored, topic.peers, topic.models, partial(_lacks_elements, parameters))


def _score_models(key: Key, parameters: Parameters, topic: TopicTexts) -> Scored:
    scored = score_models_against_others(partial(_pair_counts, key), recall_precision_f, len(VALUES), parameters, topic)
    return undefined_without_files(scored, topic.models, topic.models, partial(_lacks_elements, parameters))


def _lacks_elements(parameters: Parameters, text: Text) -> bool:
    return (text.elements if parameters["be"] == "file" else text.parse) is None


def _needs(parameters: Parameters) -> frozenset[Need]:
    return frozenset({Need.MODELS, Need.ELEMENTS if parameters["be"] == "file" else Need.PARSE})


OPTIONS = (  # be: elements from a file, or made from a parse; exc: the list of irregular word forms; alpha: for F
    choice("be", "file", "ud1"),
    choice("stem", "155", "no"),
    resource("exc", lambda chosen: "no" if chosen["stem"] == "no" else irregular_forms_name()),
    *COUNT_REFERENCES,
    number("alpha", 0.5, 0, 1),
)


def _definition(name: str, meaning: str, key: Key) -> MeasureDefinition:
    return MeasureDefinition(
        name=name,
        meaning=f"Shared Basic Elements: {meaning}.",
        version=1,
        parameters=OPTIONS,
        values=VALUES,
        primary=PRIMARY,
        needs=_needs,
        score=partial(_score, key),
        score_models=partial(_score_models, key),
    )


BASIC_ELEMENTS: tuple[MeasureDefinition, ...] = (
    _definition("be-h", "heads without modifier", _head_without_modifier),
    _definition("be-hm", "heads with their modifiers", _head_with_modifier),
    _definition("be-hmr", "heads, modifiers and relations, if there is a relation", _triple_with_relation),
    _definition("be-hm1", "heads with their modifiers, or without", _head_and_modifier),
    _definition("be-hmr1", "heads, modifiers and relations, if there is a modifier", _triple_with_modifier),
    _definition("be-hmr2", "heads, modifiers and relations, of all elements", _triple),
)
