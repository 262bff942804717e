"""Scores by the longest common subsequence (LCS) of words: of whole texts, or of sentences, normalised.

A sentence is compared with all sentences of a model at once. A row of the LCS table is a whole number with a bit for
each word of the model; a bit is 0 where the length of the LCS grows (Hyyrö 2004). A zero bit between sentences stops
the carries of the addition.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scoring.measures.automatic.parameters import Parameters
from scoring.measures.automatic.references import Numbers
from scoring.measures.automatic.tokens import encoded_words
from scoring.measures.automatic.topic_texts import TopicTexts

Words = Sequence[int]


@dataclass(frozen=True, slots=True)
class _SentenceBits:
    """The places of words in a text, as bits: of each word (``places``), of each sentence (``sentences``), and of all
    sentences (``all``).
    """

    places: dict[int, int]
    sentences: tuple[int, ...]
    all: int


def _bits(sentences: Sequence[Words]) -> _SentenceBits:
    """Returns the bits of a text. Between two sentences is a bit that belongs to no word."""
    places: dict[int, list[int]] = {}
    spans, place = [], 0
    for words in sentences:
        spans.append(((1 << len(words)) - 1) << place)
        for offset, word in enumerate(words):
            places.setdefault(word, []).append(place + offset)
        place += len(words) + 1
    bits = {word: sum(1 << place for place in places_of_word) for word, places_of_word in places.items()}
    return _SentenceBits(bits, tuple(spans), sum(spans))


def _lengths(words: Words, other: _SentenceBits) -> list[int]:
    """Returns the length of the LCS of a sentence (``words``) with each sentence of the other text."""
    row = other.all
    for word in words:
        if equal_words := row & other.places.get(word, 0):
            row = ((row + equal_words) | (row - equal_words)) & other.all
    matched = row ^ other.all
    return [(matched & span).bit_count() for span in other.sentences]


def lcs_scores(parameters: Parameters, topic: TopicTexts) -> Numbers:
    """Returns the score of each pair of a peer and a model: float64[peers, models, 1].

    With ``form:length``, the length of the LCS of the two texts. With ``form:normalised``, every sentence of either
    text gives the length of its longest LCS with a sentence of the other text. The score is the sum of these lengths
    divided by the number of words of both texts; 0 without words.
    """
    texts = _sentences(parameters, topic)
    peers, models = texts[: len(topic.peers)], texts[len(topic.peers) :]
    scores = np.zeros((len(peers), len(models), 1))
    for model_index, model in enumerate(models):
        bits = _bits(model)
        for peer_index, peer in enumerate(peers):
            lengths = [_lengths(words, bits) for words in peer]
            scores[peer_index, model_index, 0] = (
                _normalised(lengths, peer, model) if parameters["form"] == "normalised" else lengths[0][0]
            )  # with ``form:length`` each text is one sentence
    return scores


def _normalised(lengths: list[list[int]], peer: Sequence[Words], model: Sequence[Words]) -> float:
    """Returns the normalised score. ``lengths[i][j]``: that of the LCS of peer sentence i and model sentence j."""
    word_count = sum(map(len, peer)) + sum(map(len, model))
    peer_total = sum(max(row, default=0) for row in lengths)
    model_total = sum(map(max, zip(*lengths, strict=True)))
    return (peer_total + model_total) / word_count if word_count else 0.0


def _sentences(parameters: Parameters, topic: TopicTexts) -> list[list[Words]]:
    """Returns the words of each sentence of each text, peers first; for ``form:length`` a text is one sentence."""
    encoded = encoded_words(parameters, topic)
    words = encoded.words.tolist()
    if parameters["form"] == "length":
        return [[words[start:end]] for start, end in pairwise(encoded.text_starts.tolist())]
    sentences = [words[start:end] for start, end in pairwise(encoded.sentence_starts.tolist())]
    return [sentences[start:end] for start, end in pairwise(encoded.text_sentences.tolist())]
