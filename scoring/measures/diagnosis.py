"""Which content peers miss, and what sets the best one apart from the worst.

The diagnostic use of pyramids: Nenkova & Passonneau 2004, sections 3 and 5.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True, slots=True)
class JudgedPeer:
    """A peer of a topic: the SCUs that it expresses (by ``uid``), and its score, >= 0 or None where undefined."""

    topic: str
    summarizer: str
    expressed: frozenset[int]
    score: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """The best or the worst: its mean ``score`` over ``topics`` topics, and who else has the same."""

    summarizer: str
    score: float
    topics: int
    tied: tuple[str, ...]


def by_majority(matchings: Sequence[frozenset[int]]) -> frozenset[int]:
    """The SCUs that at least half of the people who matched a peer found in it.

    >>> sorted(by_majority([frozenset({1, 2}), frozenset({2, 3}), frozenset({2, 3})]))
    [2, 3]
    """
    found = Counter(uid for matching in matchings for uid in matching)
    return frozenset(uid for uid, times in found.items() if 2 * times >= len(matchings))


def times_missed(uid: int, peers: Iterable[JudgedPeer]) -> int:
    """By how many of ``peers``, all of the SCU's topic, it is not expressed."""
    return sum(uid not in peer.expressed for peer in peers)


def best_and_worst(peers: Iterable[JudgedPeer]) -> tuple[Standing, Standing] | None:
    """Whose mean over topics is highest and whose is lowest, among the summarizers that have scores on most topics.

    Of those that are tied the first in ``peers`` is taken. None where not two different means are left.

    >>> best, worst = best_and_worst([JudgedPeer("D1", name, frozenset(), at) for name, at in (("a", 0.5), ("b", 0.1))])
    >>> (best.summarizer, worst.summarizer)
    ('a', 'b')
    """
    scores: dict[str, list[float]] = defaultdict(list)
    for peer in peers:
        if peer.score is not None:
            scores[peer.summarizer].append(peer.score)
    most = max(map(len, scores.values()), default=0)
    means = {name: fsum(values) / most for name, values in scores.items() if len(values) == most}
    if len(set(means.values())) < 2:
        return None
    return _standing(means, max(means.values()), most), _standing(means, min(means.values()), most)


def _standing(means: dict[str, float], score: float, topics: int) -> Standing:
    first, *others = (name for name, mean in means.items() if mean == score)
    return Standing(first, score, topics, tuple(others))
