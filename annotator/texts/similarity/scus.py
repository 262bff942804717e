"""Ranks SCUs by how similar their texts are to a query."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from annotator.texts.similarity.query import f_measure, in_context, weigh_query
from annotator.texts.similarity.spelling import Floats, Ints
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

BEST_SHARE = 0.4
"""The share of the most similar text in an SCU's score; the rest comes from the mean of all its texts."""
BETA = 1.0  # of the F-measure
DECIMALS = 4  # of a score, so that equal texts get equal scores


@dataclass(frozen=True, slots=True)
class ScuTexts:
    """An SCU's id and the words of its texts: of its label and of each contributor."""

    id: str
    texts: tuple[Bag, ...]


@dataclass(frozen=True, slots=True)
class RankedScu:
    """An SCU's id and its score, above 0 and at most 1."""

    id: str
    score: float


def rank_scus(query: Bag, scus: Sequence[ScuTexts], topic: TopicIndex, k: int = 10) -> list[RankedScu]:
    """The ``k`` SCUs most like the query, best first, without scores of 0; ties are in the order of ``scus``.

    A text's score combines two values: the F-measure of recall (the share of the query's weight that the text matches)
    and precision (vice versa), and the likeness of the sentences around the text to those around the query. An SCU's
    score is the weighted mean of its best text's score and of the mean score of its texts (see `BEST_SHARE`).
    """
    texts = [(scu_index, text) for scu_index, scu in enumerate(scus) for text in scu.texts if text.words]
    if not query.words or not texts:
        return []
    scores = _text_scores(query, [text for _, text in texts], topic)
    scu_of_text = np.array([scu_index for scu_index, _ in texts], dtype=np.intp)
    best, sums = np.zeros(len(scus)), np.zeros(len(scus))
    np.maximum.at(best, scu_of_text, scores)
    np.add.at(sums, scu_of_text, scores)
    counts = np.maximum(1, np.bincount(scu_of_text, minlength=len(scus)))
    combined = np.round(BEST_SHARE * best + (1 - BEST_SHARE) * sums / counts, DECIMALS)
    order = np.argsort(-combined, kind="stable")[:k]
    return [RankedScu(scus[index].id, float(combined[index])) for index in order if combined[index] > 0]


def _text_scores(bag: Bag, texts: Sequence[Bag], topic: TopicIndex) -> Floats:
    """The score of each text. ``bag``: the query's words."""
    query = weigh_query(bag, topic)
    vocabulary = _Vocabulary(topic, query.words, chain.from_iterable(text.words for text in texts))
    words, firsts = vocabulary.numbers_of([text.words for text in texts])
    matches = vocabulary.likeness[:, words]  # of the query's words (rows) to the words of all texts (columns)
    recall = query.weights @ np.maximum.reduceat(matches, firsts, axis=1)
    rarity = vocabulary.rarity[words]
    precision = np.add.reduceat(rarity * matches.max(axis=0), firsts) / np.add.reduceat(rarity, firsts)
    return in_context(f_measure(recall, precision, BETA), _context_likeness(bag, texts, topic))


def _context_likeness(bag: Bag, texts: Sequence[Bag], topic: TopicIndex) -> Floats:
    """The cosine of the sentences around each text and around the query, as vectors of their stems' rarities."""
    contexts = list(dict.fromkeys(text.context for text in texts))
    words = list(dict.fromkeys(chain(bag.context, *contexts)))  # the query's words come first
    numbers = {word: number for number, word in enumerate(words)}
    squares = topic.rarities(words) ** 2
    query_squares = np.where(np.arange(len(words)) < len(bag.context), squares, 0.0)
    likeness = {}
    for context in contexts:
        indexes = [numbers[word] for word in context]
        squared_lengths = float(squares[indexes].sum() * query_squares.sum())  # of both vectors, multiplied
        likeness[context] = float(query_squares[indexes].sum()) / np.sqrt(squared_lengths) if squared_lengths else 0.0
    return np.array([likeness[text.context] for text in texts])


class _Vocabulary:
    """The stems of the topic and of SCUs' texts: their numbers, rarities and likeness to a query."""

    def __init__(self, topic: TopicIndex, query: Sequence[str], words: "chain[str]") -> None:
        self._numbers = dict(topic.stem_ids)
        new_words = [word for word in dict.fromkeys(words) if word not in self._numbers]
        self._numbers |= {word: number for number, word in enumerate(new_words, start=len(topic.stems))}
        self.rarity = np.concatenate([topic.rarity, topic.rarities(new_words)])
        self.likeness = np.concatenate(
            [topic.spelling.likeness(query), topic.spelling.likeness_to_others(query, new_words)], axis=1
        )

    def numbers_of(self, texts: Sequence[Sequence[str]]) -> tuple[Ints, Ints]:
        """The numbers of the words of all texts, one text after the other, and the index where each text begins."""
        words = [self._numbers[word] for text in texts for word in text]
        firsts = np.cumsum([0, *(len(text) for text in texts[:-1])])
        return np.array(words, dtype=np.intp), firsts
