"""Codings: which words of a topic each coder put into which SCU, and the values that this gives the words.

Units are the words of a topic's model summaries, in order. The value of a word is the set of all words of its SCU in
that coder's annotation, so that labels need no alignment (Nenkova & Passonneau 2004, section 3.1). A word in several
SCUs has the union of their word sets.
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


class Uncovered(StrEnum):
    """What a word in no SCU has as its value: the set of itself, or none (missing); or the topic is refused."""

    SINGLETON = "singleton"
    MISSING = "missing"
    REFUSE = "refuse"


class NotAllCovered(ValueError):
    """Words are in no SCU although the policy wants every word in one; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Coding:
    """One coder's SCUs of a topic, each as the indexes of the words it touches (any order, each once).

    ``unseen``: words that are missing from this coder's copy of the text; they have no value under any policy.
    """

    coder: str
    scus: tuple[tuple[int, ...], ...]
    unseen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CodedTopic:
    """The codings of a topic with ``words`` words.

    ``blocks``: for each word the number of the block (sentence) it belongs to, any integers; empty: no blocks known.
    """

    words: int
    codings: tuple[Coding, ...]
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """Words that a coder has ``seen``, and how many are in no SCU (``uncovered``) or in several (``shared``)."""

    seen: int
    uncovered: int
    shared: int


@dataclass(frozen=True, slots=True)
class CommonWords:
    """Two coders: the ``words`` that both gave a value. ``pairs``: for each of them the index of its two values among
    the pairs of values that share words; -1 if they share none.
    """

    words: Ints
    pairs: Ints


@dataclass(frozen=True)
class Values:
    """The values of a topic's words: ``assigned[coder, word]`` is the number of a value, -1 for none.

    ``sizes``: words in the set of each value, >= 1. Pairs of values that share words, both ways and each with itself:
    ``first``, ``second`` (ascending by first, then second) and the ``shared`` number. All other pairs share none.
    ``members``: values x words, 1 for the words in the set of each value.
    """

    assigned: Ints
    sizes: Ints
    first: Ints
    second: Ints
    shared: Ints
    members: sparse.csr_array

    @cached_property
    def coders_per_word(self) -> Ints:
        counts: Ints = (self.assigned >= 0).sum(axis=0)
        return counts

    @cached_property
    def common_words(self) -> dict[tuple[int, int], CommonWords]:
        """By the rows of two coders, the lower one first."""
        keys = self.first * len(self.sizes) + self.second  # ascending
        return {(a, b): self._common_words(a, b, keys) for a, b in combinations(range(len(self.assigned)), 2)}

    def similarity(self, distance: Distance) -> Floats:
        """1 - distance of the pairs that share words; it is 0 for all others, whatever the distance."""
        if distance not in self._similarities:
            pair_distances = distances(distance, self.sizes[self.first], self.sizes[self.second], self.shared)
            self._similarities[distance] = 1.0 - pair_distances
        return self._similarities[distance]

    @cached_property
    def _similarities(self) -> dict[Distance, Floats]:
        return {}

    def _common_words(self, a: int, b: int, keys: Ints) -> CommonWords:
        first, second = self.assigned[a], self.assigned[b]
        words = np.flatnonzero((first >= 0) & (second >= 0))
        if not len(keys):
            return CommonWords(words, np.full_like(words, -1))
        key = first[words] * len(self.sizes) + second[words]
        pairs = np.searchsorted(keys, key)
        pairs[pairs == len(keys)] = 0
        return CommonWords(words, np.where(keys[pairs] == key, pairs, -1))


def coverage(coding: Coding, words: int) -> Coverage:
    memberships = np.bincount([word for scu in coding.scus for word in scu], minlength=words)
    memberships = np.delete(memberships, list(coding.unseen))
    return Coverage(len(memberships), int((memberships == 0).sum()), int((memberships > 1).sum()))


def values_of(topic: CodedTopic, uncovered: Uncovered) -> Values:
    """The values of all words for all coders.

    Raises NotAllCovered with ``Uncovered.REFUSE`` if a word is in no SCU of a coder who saw it.
    """
    assigned = np.full((len(topic.codings), topic.words), -1, dtype=np.int64)
    sets: list[Sequence[int]] = []
    for row, coding in enumerate(topic.codings):
        memberships = _memberships(coding, topic.words)
        if uncovered is Uncovered.REFUSE:
            _check_all_covered(coding, memberships)
        numbers: dict[tuple[int, ...], int] = {}
        for word, scus in enumerate(memberships):
            if word in coding.unseen or not (scus or uncovered is Uncovered.SINGLETON):
                continue
            key = scus or (-1, word)  # words in the same SCUs have one value, an uncovered word its own
            if key not in numbers:
                numbers[key] = len(sets)
                sets.append(_union(coding, scus) if scus else (word,))
            assigned[row, word] = numbers[key]
    return _with_shared(assigned, sets, topic.words)


def _memberships(coding: Coding, words: int) -> list[tuple[int, ...]]:
    """By word the numbers of the SCUs that it is in."""
    memberships: list[tuple[int, ...]] = [()] * words
    for number, scu in enumerate(coding.scus):
        for word in scu:
            memberships[word] += (number,)
    return memberships


def _check_all_covered(coding: Coding, memberships: Sequence[tuple[int, ...]]) -> None:
    bare = sum(1 for word, scus in enumerate(memberships) if not scus and word not in coding.unseen)
    if bare:
        raise NotAllCovered(f"{coding.coder} has {bare} of {len(memberships)} words in no SCU.")


def _union(coding: Coding, scus: tuple[int, ...]) -> Sequence[int]:
    """The words of the SCUs; those of a single SCU without a copy."""
    return coding.scus[scus[0]] if len(scus) == 1 else sorted({word for scu in scus for word in coding.scus[scu]})


def _with_shared(assigned: Ints, sets: Sequence[Sequence[int]], words: int) -> Values:
    """Counts the words that each pair of values shares, by a sparse product because most pairs share none."""
    sizes = np.array([len(members) for members in sets], dtype=np.int64)
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    members = np.array([word for value in sets for word in value], dtype=np.int64)
    value_words = sparse.csr_array((np.ones(len(members), np.int64), members, bounds), shape=(len(sets), words))
    shared = (value_words @ value_words.T).tocsr()
    shared.sort_indices()
    first = np.repeat(np.arange(len(sets), dtype=np.int64), np.diff(shared.indptr))
    return Values(assigned, sizes, first, shared.indices.astype(np.int64), shared.data, value_words)
