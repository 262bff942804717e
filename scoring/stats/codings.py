"""What coders did with the words of a topic, and the values that these words have for the agreement of the coders.

Units are the words of a topic's model summaries, in order. The value of a word is the set of all words of its SCU in
that coder's annotation, so that labels need no alignment (Nenkova & Passonneau 2004, section 3.1). A word in several
SCUs has the union of their word sets.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations

import numpy as np
from scipy import sparse

from scoring.stats.arrays import Floats, Ints
from scoring.stats.distances import Distance, distances


class Uncovered(StrEnum):
    """The value of a word that is in no SCU: the set of this word alone; none (missing); or the input is refused."""

    SINGLETON = "singleton"
    MISSING = "missing"
    REFUSE = "refuse"


class NotAllCovered(ValueError):
    """Words are in no SCU, and the policy asks for every word to be in one; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Coding:
    """One coder's SCUs of a topic, each as the indexes of the words it touches (any order, each once).

    ``unseen``: words that are not in this coder's copy of the text; they have no value, whatever the policy.
    """

    coder: str
    scus: tuple[tuple[int, ...], ...]
    unseen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class CodedTopic:
    """The codings of a topic with ``words`` words.

    ``blocks``: for each word the number of the block (sentence) it belongs to, any integers; empty: no blocks known.
    Raises ValueError where an index is no word, or ``blocks`` has another length.
    """

    words: int
    codings: tuple[Coding, ...]
    blocks: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.blocks and len(self.blocks) != self.words:
            raise ValueError(f"There are {len(self.blocks)} block numbers for {self.words} words.")
        for coding in self.codings:
            indexes = [word for scu in coding.scus for word in scu]
            if indexes and not 0 <= min(indexes) <= max(indexes) < self.words:
                raise ValueError(f"{coding.coder} has an SCU with a word that is not in the topic.")


@dataclass(frozen=True, slots=True)
class Coverage:
    """Words of a coder: ``seen`` in all, of them ``uncovered`` in no SCU and ``shared`` in more than one."""

    seen: int
    uncovered: int
    shared: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two coders: the ``words`` that both gave a value, and for each where their two values stand among the pairs that
    share words; -1 where they share none.
    """

    words: Ints
    places: Ints


@dataclass(frozen=True)
class Values:
    """The values of a topic's words: ``assigned[coder, word]`` is the number of a value, -1 for none.

    ``sizes``: words in the set of each value, >= 1. Pairs of values that share words, both ways and each with itself:
    ``first``, ``second`` (ascending by first, then second) and the ``shared`` number; all other pairs share none.
    """

    assigned: Ints
    sizes: Ints
    first: Ints
    second: Ints
    shared: Ints

    @cached_property
    def given(self) -> Ints:
        """How many coders gave each word a value."""
        times: Ints = (self.assigned >= 0).sum(axis=0)
        return times

    @cached_property
    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """Every two coders, by their rows, the lower one first."""
        keys = self.first * len(self.sizes) + self.second
        return {(b, c): self._meeting(b, c, keys) for b, c in combinations(range(len(self.assigned)), 2)}

    def likeness(self, distance: Distance) -> Floats:
        """1 - distance of the pairs that share words; it is 0 for all others, whatever the distance."""
        if distance not in self._likeness:
            found = 1.0 - distances(distance, self.sizes[self.first], self.sizes[self.second], self.shared)
            self._likeness[distance] = found
        return self._likeness[distance]

    @cached_property
    def _likeness(self) -> dict[Distance, Floats]:
        return {}

    def _meeting(self, b: int, c: int, keys: Ints) -> Meeting:
        first, second = self.assigned[b], self.assigned[c]
        words = np.flatnonzero((first >= 0) & (second >= 0))
        wanted = first[words] * len(self.sizes) + second[words]
        found = np.searchsorted(keys, wanted)
        found[found == len(keys)] = 0
        return Meeting(words, np.where(keys[found] == wanted, found, -1) if len(keys) else np.full_like(wanted, -1))


def coverage(coding: Coding, words: int) -> Coverage:
    """How many of the words that the coder saw are in no SCU, and how many in several."""
    times = np.zeros(words, dtype=np.int64)
    for scu in coding.scus:
        times[list(scu)] += 1
    seen = np.ones(words, dtype=bool)
    seen[list(coding.unseen)] = False
    return Coverage(int(seen.sum()), int((times[seen] == 0).sum()), int((times[seen] > 1).sum()))


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
            if scus and scus in numbers:
                assigned[row, word] = numbers[scus]
                continue
            assigned[row, word] = len(sets)
            if scus:
                numbers[scus] = len(sets)
            sets.append(_union(coding, scus) if scus else (word,))
    return _with_shared(assigned, sets, topic.words)


def _memberships(coding: Coding, words: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()] * words
    for number, scu in enumerate(coding.scus):
        for word in scu:
            found[word] += (number,)
    return found


def _check_all_covered(coding: Coding, memberships: Sequence[tuple[int, ...]]) -> None:
    bare = sum(1 for word, scus in enumerate(memberships) if not scus and word not in coding.unseen)
    if bare:
        raise NotAllCovered(f"{coding.coder} has {bare} of {len(memberships)} words in no SCU.")


def _union(coding: Coding, scus: Iterable[int]) -> Sequence[int]:
    several = [coding.scus[number] for number in scus]
    return several[0] if len(several) == 1 else sorted(set().union(*several))


def _with_shared(assigned: Ints, sets: Sequence[Sequence[int]], words: int) -> Values:
    """Shared words of all pairs of values: a sparse product, as most pairs share none."""
    sizes = np.array([len(one) for one in sets], dtype=np.int64)
    bounds = np.concatenate([[0], np.cumsum(sizes)])
    members = np.concatenate([np.asarray(one, dtype=np.int64) for one in sets]) if sets else np.zeros(0, np.int64)
    holds = sparse.csr_array((np.ones(len(members), np.int64), members, bounds), shape=(len(sets), words))
    shared = (holds @ holds.T).tocsr()
    shared.sort_indices()
    first = np.repeat(np.arange(len(sets), dtype=np.int64), np.diff(shared.indptr))
    return Values(assigned, sizes, first, shared.indices.astype(np.int64), shared.data)
