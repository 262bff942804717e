"""A bag of words as a query: its distinct words, weighted."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotator.texts.similarity.spelling import Floats
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

RARITY_POWER = 1.4
"""How much more the rare words of a query count than the frequent ones."""
MOST_WORDS = 64
"""Distinct words of a query that are looked for: the weightiest. Bounds the time a query of a whole text takes."""
CONTEXT_SHARE = 0.6
"""How much of a score is up to the sentences around: what one says in a word ("size") the sentence makes plain."""


@dataclass(frozen=True, slots=True)
class Query:
    """The distinct words of a bag in order of weight; ``weights`` sum to 1."""

    words: list[str]
    weights: Floats


def weighted(bag: Bag, topic: TopicIndex) -> Query:
    """The query for a bag that has words: a word weighs how often it is there times its rarity's power."""
    counts = Counter(bag.words)
    words = list(counts)
    weights = topic.rarities(words) ** RARITY_POWER * np.array(list(counts.values()), dtype=np.float64)
    order = np.argsort(-weights, kind="stable")[:MOST_WORDS]
    kept = weights[order]
    return Query([words[at] for at in order], kept / kept.sum())


def agreement(found: Floats, told: Floats, beta: float) -> Floats:
    """F of two shares from 0 to 1: how much of the query is ``found``, how much of the text is ``told`` in the query;
    ``beta`` above 1 counts the first more (van Rijsbergen 1979, chapter 7)."""
    square = beta * beta
    below = square * told + found
    return np.divide((1 + square) * found * told, below, out=np.zeros_like(below), where=below > 0)


def in_context(score: Floats, context: Floats) -> Floats:
    """Scores of texts with the likeness of their sentences taken in."""
    return score * (1 - CONTEXT_SHARE + CONTEXT_SHARE * context)
