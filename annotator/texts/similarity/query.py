"""Weighs the words of a query, and combines scores."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from annotator.texts.similarity.spelling import Floats
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

RARITY_POWER = 1.4
"""The rarity of a query's word is raised to this power: more than 1 favours rare words."""
MAX_WORDS = 64
"""Only this many distinct words of a query count, the heaviest ones. This limits the time for very long queries."""
CONTEXT_SHARE = 0.6
"""The share of a score that comes from the surrounding sentences: they show what a single word ("size") means."""


@dataclass(frozen=True, slots=True)
class Query:
    """The distinct words of a `Bag` (the stems of a selection or an SCU), the heaviest first; ``weights`` sum to 1."""

    words: list[str]
    weights: Floats


def weigh_query(bag: Bag, topic: TopicIndex) -> Query:
    """The query for a bag that is not empty. A word's weight is its count times its rarity to the `RARITY_POWER`."""
    counts = Counter(bag.words)
    words = list(counts)
    weights = topic.rarities(words) ** RARITY_POWER * np.array(list(counts.values()), dtype=np.float64)
    order = np.argsort(-weights, kind="stable")[:MAX_WORDS]
    return Query([words[index] for index in order], weights[order] / weights[order].sum())


def f_measure(recall: Floats, precision: Floats, beta: float) -> Floats:
    """F-measure of the share of the query that a text matches (``recall``) and vice versa (``precision``), 0 to 1.

    ``beta`` above 1 weighs recall more (van Rijsbergen 1979, chapter 7).
    """
    beta_squared = beta * beta
    divisor = beta_squared * precision + recall
    return np.divide((1 + beta_squared) * recall * precision, divisor, out=np.zeros_like(divisor), where=divisor > 0)


def in_context(score: Floats, context: Floats) -> Floats:
    """Scores of texts combined with how similar the sentences around them are (``context``), both 0 to 1."""
    return score * (1 - CONTEXT_SHARE + CONTEXT_SHARE * context)
