"""Finds the passages of a topic's summaries that are most like a query."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from annotator.texts.similarity.query import f_measure, in_context, weigh_query
from annotator.texts.similarity.spelling import Floats
from annotator.texts.similarity.tokens import Bag
from annotator.texts.similarity.topic import TopicIndex

BETA = 1.8
"""Recall of the query counts more than precision, because a passage may say more than the query."""
LENGTH_SPREAD = 1.0
LENGTH_OFFSET = 2.0
"""The prior of a passage's length, a factor of its score, is log-normal around the query's length. The offset is added
to both lengths first; the spread is the standard deviation of the logarithm.
"""
MAX_WORDS_IN_PASSAGE = 60
CUT_CLAUSE_FACTOR = 0.95
"""Factor for each end of a passage that is within a clause."""
CROSSED_SENTENCE_FACTOR = 0.75
"""Factor for each sentence end in a passage beyond the number of sentence ends in the query."""
DECIMALS = 4
"""Scores are rounded, so that equal passages have equal scores and the first in the text comes first."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A span in code points, from a word's start to a word's end. ``summary``: a summary's key; 0 < ``score`` <= 1."""

    summary: int
    start: int
    end: int
    score: float


def best_passages(query: Bag, topic: TopicIndex, k: int = 10, exclude: Collection[int] = ()) -> list[Passage]:
    """The best passage of each summary, best first; then, until there are ``k``, the next best of any summary.

    Passages do not overlap. ``exclude``: keys of summaries to leave out. Equal scores are in the order of the
    topic's summaries and of the text. A summary has no passage if none of its words is like a word of the query.

    The score of a passage is an F-measure times the prior of its length, factors for cut clauses and crossed sentence
    ends, and a factor for how similar the sentence in which it begins is to the sentences around the query. Recall is
    the share of the query's weight that the passage matches, where each word of the query is matched by the most
    similar word of the passage. Precision is the share of the passage's weight that the query matches. Recall is
    computed for all passages together by dynamic programming over their length: the best match of a word in a passage
    is its best match without the passage's last word, or its match with that word.
    """
    if not query.words or not len(topic.stem_of_word):
        return []
    scores = _scores(query, topic)
    scores[np.isin(topic.summary_of_word, [topic.keys.index(key) for key in exclude if key in topic.texts])] = 0.0
    return _choose(scores, topic, k)


def _scores(bag: Bag, topic: TopicIndex) -> Floats:
    """The scores of passages by their first word (rows) and number of words (columns, from 1); 0 for no passage."""
    query = weigh_query(bag, topic)
    # The likeness of the query's words (rows) to all words of the topic (columns); float32 takes half the memory.
    matches = topic.spelling.likeness(query.words).astype(np.float32)[:, topic.stem_of_word]
    word_count = matches.shape[1]
    query_length = len(bag.words) / bag.texts  # the mean number of words, if several texts were joined into the query
    max_length = min(word_count, MAX_WORDS_IN_PASSAGE, int(2.5 * query_length) + 4)
    rarity = topic.rarity[topic.stem_of_word]
    # Sums up to each word of the topic; the difference of two sums is the sum over the words of a passage.
    matched_sums = np.concatenate([[0.0], np.cumsum(rarity * matches.max(axis=0))])
    rarity_sums = np.concatenate([[0.0], np.cumsum(rarity)])
    boundary_factors = _boundary_factors(topic, max_length, query_crossings=bag.sentences / bag.texts - 1)
    weights = query.weights.astype(np.float32)
    scores = np.zeros((word_count, max_length))
    best = matches.copy()  # the best match of each query word in the passage that begins at each word of the topic
    for length in range(1, max_length + 1):
        start_count = word_count - length + 1
        best = best[:, :start_count]
        np.maximum(best, matches[:, length - 1 :], out=best)
        precision = (matched_sums[length:] - matched_sums[:-length]) / (rarity_sums[length:] - rarity_sums[:-length])
        recall = (weights @ best).astype(np.float64)
        scores[:start_count, length - 1] = f_measure(recall, precision, BETA) * _length_prior(length, query_length)
    context = topic.context_likeness(bag.context)[topic.sentence_of_word]
    return np.round(in_context(scores * boundary_factors, context[:, None]), DECIMALS)


def _length_prior(length: int, query_length: float) -> float:
    ratio = (length + LENGTH_OFFSET) / (query_length + LENGTH_OFFSET)
    return float(np.exp(-0.5 * (np.log(ratio) / LENGTH_SPREAD) ** 2))


def _boundary_factors(topic: TopicIndex, max_length: int, query_crossings: float) -> Floats:
    """Factors for where passages begin and end, arranged as in `_scores`; 0 for passages that cross a summary's end.
    ``query_crossings``: how many sentence ends are inside the query.
    """
    word_count = len(topic.stem_of_word)
    # The index of each passage's last word.
    last = np.arange(word_count)[:, None] + np.arange(max_length)[None, :]
    is_inside = last < word_count
    last = np.minimum(last, word_count - 1)
    begins_clause = np.concatenate([[True], topic.ends_clause[:-1]])
    begin_factors = np.where(begins_clause, 1.0, CUT_CLAUSE_FACTOR)[:, None]
    end_factors = np.where(topic.ends_clause, 1.0, CUT_CLAUSE_FACTOR)[last]
    crossings = np.maximum(0.0, topic.sentence_of_word[last] - topic.sentence_of_word[:, None] - query_crossings)
    is_in_one_summary = is_inside & (topic.summary_of_word[last] == topic.summary_of_word[:, None])
    return np.where(is_in_one_summary, begin_factors * end_factors * CROSSED_SENTENCE_FACTOR**crossings, 0.0)


def _choose(scores: Floats, topic: TopicIndex, k: int) -> list[Passage]:
    """The best passage of each summary, then the next best of any; `_take_best` changes ``scores``."""
    passages = []
    for summary_index in range(len(topic.keys)):
        word_indexes = np.flatnonzero(topic.summary_of_word == summary_index)
        if len(word_indexes):
            passages.append(_take_best(scores, topic, int(word_indexes[0]), int(word_indexes[-1]) + 1))
    chosen = sorted((passage for passage in passages if passage), key=lambda passage: -passage.score)
    while len(chosen) < k and (passage := _take_best(scores, topic, 0, len(scores))):
        chosen.append(passage)
    return chosen


def _take_best(scores: Floats, topic: TopicIndex, low: int, high: int) -> Passage | None:
    """The best passage that starts in words ``[low, high)``; None if all scores are 0. Sets the scores of this passage
    and of all passages that overlap it to 0.
    """
    flat_index = int(scores[low:high].argmax())
    start, length = low + flat_index // scores.shape[1], flat_index % scores.shape[1] + 1
    score = float(scores[start, length - 1])
    if score <= 0:
        return None
    for column in range(scores.shape[1]):
        # A passage of column + 1 words overlaps this one if it starts inside it or at most ``column`` words before it.
        scores[max(0, start - column) : start + length, column] = 0.0
    summary_index = int(topic.summary_of_word[start])
    bounds = topic.texts[topic.keys[summary_index]].bounds
    start_in_summary = start - int(np.searchsorted(topic.summary_of_word, summary_index))
    last_in_summary = start_in_summary + length - 1
    return Passage(topic.keys[summary_index], bounds[start_in_summary][0], bounds[last_in_summary][1], score)
