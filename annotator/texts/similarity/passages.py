"""The passages of a topic's summaries that are most like a query."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from annotator.texts.similarity.query import f_measure, in_context, weighted
from annotator.texts.similarity.spelling import Floats
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

BETA = 1.8
"""Covering the query counts more than saying nothing else, because passages elaborate."""
LENGTH_SPREAD = 1.0
LENGTH_OFFSET = 2.0
"""The prior of a passage's length: log-normal around the query's, both with this many words added."""
LONGEST = 60
INSIDE_CLAUSE = 0.95
"""Factor for a passage that begins, and for one that ends, within a clause."""
CROSSING = 0.75
"""Factor for each sentence end within the passage beyond those within the query."""
DECIMALS = 4
"""Scores are rounded, so that equal passages tie and the first in the text wins."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A span of a summary in code points, from the start of a word to the end of one; 0 < ``score`` <= 1."""

    summary: int
    start: int
    end: int
    score: float


def best_passages(query: Bag, topic: TopicIndex, k: int = 10, exclude: Collection[int] = ()) -> list[Passage]:
    """The best passage of each summary, best first; then, until there are ``k``, the next best of any.

    No two overlap. ``exclude``: keys of summaries to leave out. Ties go in text order, summaries in the topic's order.
    A summary without any word like one of the query's has no passage.

    The score of a passage is the F of two shares, times the prior of its length, factors for cut clauses and sentences,
    and the likeness of the sentence around it. The shares are how much of the query's weight its words match (each word
    of the query by the most similar word of the passage), and how much of its own weight the query matches. The first
    is computed for all passages together by dynamic programming over their length: the best match of a word in a
    passage is its best match without the passage's last word, or that last word.
    """
    if not query.words or not len(topic.type):
        return []
    scores = _scores(query, topic)
    scores[np.isin(topic.summary, [topic.keys.index(key) for key in exclude if key in topic.texts])] = 0.0
    return _chosen(scores, topic, k)


def _scores(bag: Bag, topic: TopicIndex) -> Floats:
    """Score of the passage that starts at each word (rows) and has 1, 2, ... words (columns); 0 if there is none."""
    query = weighted(bag, topic)
    matches = topic.spelling.likeness(query.words).astype(np.float32)[:, topic.type]  # half the memory
    words = matches.shape[1]
    usual = len(bag.words) / bag.texts
    longest = min(words, LONGEST, int(2.5 * usual) + 4)
    rarity = topic.rarity[topic.type]
    matched_sums = np.concatenate([[0.0], np.cumsum(rarity * matches.max(axis=0))])
    sums = np.concatenate([[0.0], np.cumsum(rarity)])
    shape = _shape(topic, longest, bag.sentences / bag.texts - 1)
    weights = query.weights.astype(np.float32)
    scores = np.zeros((words, longest))
    best = matches.copy()
    for length in range(1, longest + 1):
        starts = words - length + 1
        best = best[:, :starts]
        np.maximum(best, matches[:, length - 1 :], out=best)
        precision = (matched_sums[length:] - matched_sums[:-length]) / (sums[length:] - sums[:-length])
        recall = (weights @ best).astype(np.float64)
        scores[:starts, length - 1] = f_measure(recall, precision, BETA) * _length_prior(length, usual)
    context = topic.context_likeness(bag.context)[topic.sentence]
    return np.round(in_context(scores * shape, context[:, None]), DECIMALS)


def _length_prior(length: int, usual: float) -> float:
    ratio = (length + LENGTH_OFFSET) / (usual + LENGTH_OFFSET)
    return float(np.exp(-0.5 * (np.log(ratio) / LENGTH_SPREAD) ** 2))


def _shape(topic: TopicIndex, longest: int, crossed: float) -> Floats:
    """Factor of each passage for where it is cut; 0 if it would cross a summary's end."""
    words = len(topic.type)
    last = np.arange(words)[:, None] + np.arange(longest)[None, :]
    inside = last < words
    last = np.minimum(last, words - 1)
    begins = np.concatenate([[True], topic.ends_clause[:-1]])
    factor = np.where(begins, 1.0, INSIDE_CLAUSE)[:, None] * np.where(topic.ends_clause, 1.0, INSIDE_CLAUSE)[last]
    crossings = np.maximum(0.0, topic.sentence[last] - topic.sentence[:, None] - crossed)
    same = inside & (topic.summary[last] == topic.summary[:, None])
    return np.where(same, factor * CROSSING**crossings, 0.0)


def _chosen(scores: Floats, topic: TopicIndex, k: int) -> list[Passage]:
    """The best passage of each summary, then the next best of any; ``scores`` is changed."""
    passages = []
    for number in range(len(topic.keys)):
        rows = np.flatnonzero(topic.summary == number)
        if len(rows):
            passages.append(_take(scores, topic, int(rows[0]), int(rows[-1]) + 1))
    chosen = sorted((passage for passage in passages if passage), key=lambda passage: -passage.score)
    while len(chosen) < k and (passage := _take(scores, topic, 0, len(scores))):
        chosen.append(passage)
    return chosen


def _take(scores: Floats, topic: TopicIndex, low: int, high: int) -> Passage | None:
    """The best passage that starts in words ``[low, high)``; passages that overlap it lose their scores."""
    place = int(scores[low:high].argmax())
    start, length = low + place // scores.shape[1], place % scores.shape[1] + 1
    score = float(scores[start, length - 1])
    if score <= 0:
        return None
    for column in range(scores.shape[1]):
        scores[max(0, start - column) : start + length, column] = 0.0
    number = int(topic.summary[start])
    bounds = topic.texts[topic.keys[number]].bounds
    first = start - int(np.searchsorted(topic.summary, number))
    return Passage(topic.keys[number], bounds[first][0], bounds[first + length - 1][1], score)
