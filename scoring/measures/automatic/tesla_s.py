"""TESLA-S (Lin et al. 2012, section 3): shared words and skip bigrams, in which function words count little.

The weight of an n-gram (a word or a skip bigram) in a text is its number of occurrences, multiplied by ``discount`` for
each of its function words. The paper matches n-grams by a linear programme. Here only identical n-grams match, so the
optimum is the sum, over n-grams, of the smaller of the two weights.
"""

from collections.abc import Sequence

import numpy as np

from annotator.texts.words.lists import function_words, function_words_name
from annotator.texts.words.tokenizers import TOKENIZERS
from scoring.measures.automatic.bags import clipped_overlaps, totals, weighted
from scoring.measures.automatic.grams import Grams, skip_bigrams
from scoring.measures.automatic.measure import MeasureDefinition
from scoring.measures.automatic.parameters import Parameters, choice, number, whole_number
from scoring.measures.automatic.references import (
    Numbers,
    ratio,
    score_against_models,
    score_models_against_others,
    undefined_without_files,
)
from scoring.measures.automatic.tokens import encoded_words, tokenizer
from scoring.measures.automatic.topic_texts import Need, Scored, Text, TopicTexts
from scoring.measures.automatic.words import EncodedTexts, encode
from scoring.stats.arrays import Floats

VALUES = ("f", "f-unigrams", "f-skip")
CLOSED_CLASSES = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"})
"""The closed classes of Universal Dependencies, without numerals, which carry content."""
NO_WORDS = frozenset({"PUNCT"})  # parts of speech that do not count as words
FUNCTION_WORD = "\n"
"""Appended to a word that a parse marks as a function word, so that the auxiliary "have" differs from the verb."""


def _words_of_parse(parameters: Parameters, text: Text) -> list[list[str]]:
    """Returns the words of each parsed sentence, function words with FUNCTION_WORD at the end."""
    tokenize, is_lower = TOKENIZERS[parameters["tok"]], parameters["case"] == "lower"
    return [
        [
            (word.lower() if is_lower else word) + (FUNCTION_WORD if parsed.upos in CLOSED_CLASSES else "")
            for parsed in sentence
            if parsed.upos not in NO_WORDS
            for word in tokenize(parsed.word)
        ]
        for sentence in text.parse or ()
    ]


def _words(parameters: Parameters, topic: TopicTexts) -> tuple[EncodedTexts, list[bool]]:
    """Returns the words of the peers, then of the models; and for each distinct word, whether it is a function word."""
    if parameters["function"] == "upos":
        texts = (*topic.peers, *topic.models)
        encoded = topic.compute_once(
            ("words of the parse", parameters["tok"], parameters["case"]),
            lambda: encode([_words_of_parse(parameters, text) for text in texts]),
        )
        return encoded, [word.endswith(FUNCTION_WORD) for word in encoded.vocabulary]
    encoded = encoded_words(parameters, topic)
    return encoded, [word.lower().replace("’", "'") in function_words() for word in encoded.vocabulary]


def _pair_weights(parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the weights of words and of skip bigrams, each (shared, of the model, of the peer), for each pair of a
    peer and a model: float64[peers, models, 2, 3].
    """
    encoded, is_function_word = _words(parameters, topic)
    class_of_word = np.array(is_function_word, np.int64)  # the class of a gram is its number of function words
    unigrams = Grams(
        encoded.words, encoded.text_of_word, encoded.text_count, class_of_word[encoded.words], class_count=2
    )
    discount, peer_count = parameters.number("discount"), len(topic.peers)
    numbers = []
    for grams in (unigrams, skip_bigrams(encoded, parameters.whole_number("gap"), class_of_word)):
        weights = [discount**function_word_count for function_word_count in range(grams.class_count)]
        in_text = weighted(totals(grams), weights)
        shared = weighted(clipped_overlaps(*grams.split(peer_count)), weights)
        in_model, in_peer = in_text[None, peer_count:], in_text[:peer_count, None]
        numbers.append(np.stack(np.broadcast_arrays(shared, in_model, in_peer), axis=-1))
    return np.stack(numbers, axis=-2)


def _f_values(parameters: Parameters, numbers: Numbers) -> Floats:
    """Computes VALUES from the weights: [..., 2, 3] -> float64[..., 3]. The first, "f", is the mean of the other two.

    F = P R / (alpha P + (1 - alpha) R). A larger alpha favours recall.
    """
    alpha = parameters.number("alpha")
    recall, precision = (ratio(numbers[..., 0], numbers[..., column]) for column in (1, 2))
    f = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
    return np.concatenate([f.mean(axis=-1, keepdims=True), f], axis=-1)


def _with_maximum(parameters: Parameters) -> Parameters:
    """Returns the parameters with ``refs:max``, which takes the maximum of each value over the models."""
    return Parameters((*parameters.items, ("refs", "max")))


def _combined(parameters: Parameters, scored: Scored, texts: Sequence[Text], models: Sequence[Text]) -> Scored:
    """Applies ``combine``: with ``final``, "f" is the maximum over models of the mean of both F (of words and of skip
    bigrams); with ``per-bag``, the mean of the maxima of each F. A bag is either the words or the skip bigrams.
    Removes the values of texts that lack a needed parse.
    """
    if parameters["combine"] == "per-bag":
        values = np.column_stack([scored.values[:, 1:].mean(axis=1), scored.values[:, 1:]])
        scored = Scored(values, scored.reasons)
    if parameters["function"] != "upos":
        return scored
    return undefined_without_files(scored, texts, models, lambda text: text.parse is None)


def _score(parameters: Parameters, topic: TopicTexts) -> Scored:
    scored = score_against_models(_pair_weights, _f_values, len(VALUES), _with_maximum(parameters), topic)
    return _combined(parameters, scored, topic.peers, topic.models)


def _score_models(parameters: Parameters, topic: TopicTexts) -> Scored:
    scored = score_models_against_others(_pair_weights, _f_values, len(VALUES), _with_maximum(parameters), topic)
    return _combined(parameters, scored, topic.models, topic.models)


def _needs(parameters: Parameters) -> frozenset[Need]:
    return frozenset({Need.MODELS, Need.PARSE} if parameters["function"] == "upos" else {Need.MODELS})


TESLA_S = MeasureDefinition(
    name="tesla-s",
    meaning="Shared words and pairs of words, in which function words count little.",
    version=1,
    parameters=(
        tokenizer("unicode1"),
        choice("case", "lower", "keep"),
        whole_number("gap", 4, 0, 100),
        choice("function", function_words_name(), "upos", aliases={"list-en1": function_words_name()}),
        number("discount", 0.1, 0, 1),
        number("alpha", 0.8, 0, 1),
        choice("combine", "per-bag", "final"),
        choice("jack", "no", "yes"),
    ),
    values=VALUES,
    primary="f",
    needs=_needs,
    score=_score,
    score_models=_score_models,
)
