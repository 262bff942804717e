"""Which content peers express, and which summarizers are the best and the worst.

The diagnostic use of pyramids: Nenkova & Passonneau 2004, sections 3 and 5.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True, slots=True)
class MatchedPeer:
    """A peer of a topic. ``expressed``: the uids of the SCUs that it expresses; ``score``: None if undefined."""

    topic: str
    summarizer: str
    expressed: frozenset[int]
    score: float | None


@dataclass(frozen=True, slots=True)
class SummarizerMean:
    """A summarizer with its mean ``score`` over this number of ``topics``. ``tied``: others with this mean."""

    summarizer: str
    score: float
    topics: int
    tied: tuple[str, ...]


def majority_scus(matchings: Sequence[frozenset[int]]) -> frozenset[int]:
    """The uids of the SCUs in at least half of a peer's matchings (one for each matcher).

    >>> sorted(majority_scus([frozenset({1, 2}), frozenset({2, 3}), frozenset({2, 3})]))
    [2, 3]
    """
    counts = Counter(uid for matching in matchings for uid in matching)
    return frozenset(uid for uid, count in counts.items() if 2 * count >= len(matchings))


def best_and_worst(peers: Iterable[MatchedPeer]) -> tuple[SummarizerMean, SummarizerMean] | None:
    """Returns the summarizers with the highest and the lowest mean score, among those with scores on the most topics;
    None if all means are equal. Of tied summarizers the first in ``peers`` is returned.

    >>> peers = [MatchedPeer("D1", name, frozenset(), score) for name, score in (("a", 0.5), ("b", 0.1))]
    >>> best, worst = best_and_worst(peers)
    >>> (best.summarizer, worst.summarizer)
    ('a', 'b')
    """
    scores: dict[str, list[float]] = defaultdict(list)
    for peer in peers:
        if peer.score is not None:
            scores[peer.summarizer].append(peer.score)
    topics = max(map(len, scores.values()), default=0)
    means = {name: fsum(values) / topics for name, values in scores.items() if len(values) == topics}
    if len(set(means.values())) < 2:
        return None
    return _first_with_mean(means, max(means.values()), topics), _first_with_mean(means, min(means.values()), topics)


def _first_with_mean(means: dict[str, float], score: float, topics: int) -> SummarizerMean:
    first, *tied = (name for name, mean in means.items() if mean == score)
    return SummarizerMean(first, score, topics, tuple(tied))
