"""Codings: which words of a topic each coder (annotator) put into which SCU. A coding gives each word a value.

The words are those of a topic's model summaries; they have indexes, in text order. A coder's value of a word is the
set of all words of the SCU that the coder put it into, so SCUs of different coders need not be matched by their labels
(Nenkova & Passonneau 2004, section 3.1). The value of a word in several SCUs is the union of their words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse

from scoring.stats.arrays import Floats, Ints
from scoring.stats.distances import Distance, distances


class UncoveredPolicy(StrEnum):
    """How to treat a word in no SCU: its value is the set of this word alone (SINGLETON), it has no value (MISSING), or
    NotAllCovered is raised (REFUSE).
    """

    SINGLETON = "singleton"
    MISSING = "missing"
    REFUSE = "refuse"


class NotAllCovered(ValueError):
    """A word is in no SCU although the policy is REFUSE; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Coding:
    """One coder's SCUs of a topic, each as the indexes of its words (in any order, each once). ``unseen``: words that
    are missing from this coder's copy of the text; these words have no value under any UncoveredPolicy.
    """

    coder: str
    scus: tuple[tuple[int, ...], ...]
    unseen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CodedTopic:
    """The codings of a topic with ``word_count`` words. ``sentence_of_word``: the index of each word's sentence;
    empty if not known.
    """

    word_count: int
    codings: tuple[Coding, ...]
    sentence_of_word: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many words a coder's copy of the text has (``seen``), and how many of these are in no SCU or in several."""

    seen: int
    in_no_scu: int
    in_several_scus: int


@dataclass(frozen=True, slots=True)
class CommonWords:
    """The ``words`` to which both of two coders gave a value. ``value_pairs``: for each of these words, the position of
    its two values in the lists of pairs of WordValues (``pair_a``, ``pair_b`` and the result of ``similarity()``); -1
    if the two values share no word.
    """

    words: Ints
    value_pairs: Ints


@dataclass(frozen=True)
class WordValues:
    """The values of a topic's words. A value is a set of words and has an index. ``assigned[coder, word]``: the index
    of the value that the coder gave to the word, -1 if none. ``sizes``: how many words each value has, >= 1.
    ``members``: values x words, 1 if the value contains the word.

    ``pair_a``, ``pair_b`` and ``shared_words`` list the pairs of values that share words, in ascending order, with
    (a, b), (b, a) and (a, a) as separate pairs: the indexes of the two values, and how many words they share.
    """

    assigned: Ints
    sizes: Ints
    pair_a: Ints
    pair_b: Ints
    shared_words: Ints
    members: sparse.csr_array

    @cached_property
    def coders_per_word(self) -> Ints:
        """For each word, how many coders gave it a value."""
        counts: Ints = (self.assigned >= 0).sum(axis=0)
        return counts

    @cached_property
    def common_words(self) -> dict[tuple[int, int], CommonWords]:
        """For any two coders, the words to which both gave a value; by the coders' rows, the lower row first."""
        pair_keys = self.pair_a * len(self.sizes) + self.pair_b  # ascending
        return {(a, b): self._common_words(a, b, pair_keys) for a, b in combinations(range(len(self.assigned)), 2)}

    def similarity(self, distance: Distance) -> Floats:
        """1 - distance for each pair of values that share words. It is 0 for all other pairs, whatever the distance."""
        if distance not in self._similarities:
            sizes_a, sizes_b = self.sizes[self.pair_a], self.sizes[self.pair_b]
            self._similarities[distance] = 1.0 - distances(distance, sizes_a, sizes_b, self.shared_words)
        return self._similarities[distance]

    @cached_property
    def _similarities(self) -> dict[Distance, Floats]:
        return {}

    def _common_words(self, a: int, b: int, pair_keys: Ints) -> CommonWords:
        """``a``, ``b``: the rows of two coders. ``pair_keys``: a number for each pair of values that share words."""
        values_a, values_b = self.assigned[a], self.assigned[b]
        words = np.flatnonzero((values_a >= 0) & (values_b >= 0))
        if not len(pair_keys):
            return CommonWords(words, np.full_like(words, -1))
        word_keys = values_a[words] * len(self.sizes) + values_b[words]
        pairs = np.searchsorted(pair_keys, word_keys)
        pairs[pairs == len(pair_keys)] = 0  # any valid index: the comparison below makes it -1
        return CommonWords(words, np.where(pair_keys[pairs] == word_keys, pairs, -1))


def coverage(coding: Coding, word_count: int) -> Coverage:
    """How many of the topic's ``word_count`` words the coder saw and put into SCUs."""
    scus_per_word = np.bincount([word for scu in coding.scus for word in scu], minlength=word_count)
    scus_per_word = np.delete(scus_per_word, list(coding.unseen))
    return Coverage(len(scus_per_word), int((scus_per_word == 0).sum()), int((scus_per_word > 1).sum()))


def values_of(topic: CodedTopic, uncovered: UncoveredPolicy) -> WordValues:
    """Returns the values that all coders gave to all words. Raises NotAllCovered if ``uncovered`` is REFUSE and a word
    is in no SCU of a coder who saw it.
    """
    assigned = np.full((len(topic.codings), topic.word_count), -1, dtype=np.int64)
    value_sets: list[Sequence[int]] = []
    for row, coding in enumerate(topic.codings):
        scus_by_word = _scus_by_word(coding, topic.word_count)
        if uncovered is UncoveredPolicy.REFUSE:
            _check_all_covered(coding, scus_by_word)
        value_indexes: dict[tuple[int, ...], int] = {}
        for word, scus in enumerate(scus_by_word):
            if word in coding.unseen or not (scus or uncovered is UncoveredPolicy.SINGLETON):
                continue
            key = scus or (-1, word)  # words in the same SCUs share a value; a word in no SCU gets a value of its own
            if key not in value_indexes:
                value_indexes[key] = len(value_sets)
                value_sets.append(_union(coding, scus) if scus else (word,))
            assigned[row, word] = value_indexes[key]
    return _word_values(assigned, value_sets, topic.word_count)


def _scus_by_word(coding: Coding, word_count: int) -> list[tuple[int, ...]]:
    """The indexes of the SCUs that each word is in."""
    scus_by_word: list[tuple[int, ...]] = [()] * word_count
    for index, scu in enumerate(coding.scus):
        for word in scu:
            scus_by_word[word] += (index,)
    return scus_by_word


def _check_all_covered(coding: Coding, scus_by_word: Sequence[tuple[int, ...]]) -> None:
    uncovered_count = sum(1 for word, scus in enumerate(scus_by_word) if not scus and word not in coding.unseen)
    if uncovered_count:
        raise NotAllCovered(f"{coding.coder} has {uncovered_count} of {len(scus_by_word)} words in no SCU.")


def _union(coding: Coding, scus: tuple[int, ...]) -> Sequence[int]:
    """The words of the SCUs with these indexes. A single SCU, the usual case, is not copied, to save time."""
    return coding.scus[scus[0]] if len(scus) == 1 else sorted({word for scu in scus for word in coding.scus[scu]})


def _word_values(assigned: Ints, value_sets: Sequence[Sequence[int]], word_count: int) -> WordValues:
    """Counts the words that pairs of values share, by a product of sparse matrices, because most pairs share none.
    ``value_sets``: the words of each value.
    """
    sizes = np.array([len(words) for words in value_sets], dtype=np.int64)
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    words = np.array([word for value in value_sets for word in value], dtype=np.int64)
    shape = (len(value_sets), word_count)
    value_words = sparse.csr_array((np.ones(len(words), np.int64), words, bounds), shape=shape)
    shared = (value_words @ value_words.T).tocsr()
    shared.sort_indices()
    pair_a = np.repeat(np.arange(len(value_sets), dtype=np.int64), np.diff(shared.indptr))
    return WordValues(assigned, sizes, pair_a, shared.indices.astype(np.int64), shared.data, value_words)
