"""A bag of words as a query: its distinct words, weighted."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotator.texts.similarity.spelling import Floats
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

RARITY_POWER = 1.4
"""How much more a query's rare words count than its frequent ones."""
MOST_WORDS = 64
"""The most distinct words of a query that count, by weight. Bounds the time for a whole text as a query."""
CONTEXT_SHARE = 0.6
"""The share of a score from the sentences around: they make clear what a single word ("size") means."""


@dataclass(frozen=True, slots=True)
class Query:
    """The distinct words of a bag, the heaviest first; ``weights`` sum to 1."""

    words: list[str]
    weights: Floats


def weighted(bag: Bag, topic: TopicIndex) -> Query:
    """The query for a bag that is not empty: a word weighs its count times its rarity to `RARITY_POWER`."""
    counts = Counter(bag.words)
    words = list(counts)
    weights = topic.rarities(words) ** RARITY_POWER * np.array(list(counts.values()), dtype=np.float64)
    order = np.argsort(-weights, kind="stable")[:MOST_WORDS]
    return Query([words[at] for at in order], weights[order] / weights[order].sum())


def f_measure(recall: Floats, precision: Floats, beta: float) -> Floats:
    """F of the share of the query in the text (``recall``) and of the text in the query (``precision``), each 0 to 1.

    ``beta`` above 1 counts recall more (van Rijsbergen 1979, chapter 7).
    """
    square = beta * beta
    divisor = square * precision + recall
    return np.divide((1 + square) * recall * precision, divisor, out=np.zeros_like(divisor), where=divisor > 0)


def in_context(score: Floats, context: Floats) -> Floats:
    """Scores of texts combined with the likeness of their sentences, both 0 to 1."""
    return score * (1 - CONTEXT_SHARE + CONTEXT_SHARE * context)
