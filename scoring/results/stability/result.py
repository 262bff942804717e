"""The results of an order-n analysis over one topic or several pooled: scores, errors, pairs and ranks by order."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from scoring.measures.orders.errors import ErrorRates, error_rates
from scoring.measures.orders.ranks import RankCounts, RankStability, rank_stability
from scoring.measures.orders.scores import Range
from scoring.measures.orders.stability import THRESHOLD, ModelStability, PeerStability, is_sampled
from scoring.measures.pyramid import Rounding
from scoring.observations.topic_contents import TopicContents

ORIGINAL, MODIFIED = "original", "modified"
ENOUGH = 0.05
"""The share of wrong comparisons below which the page calls models enough."""


@dataclass(frozen=True, slots=True)
class StabilityChoice:
    """``threshold``: scores closer than this count as equal. ``peers``: K model summaries ranked at a time, None for
    half of them. ``score_peers``: whether matched peers are analysed too, by which ``score`` and ``rounding``.
    """

    threshold: Fraction = THRESHOLD
    peers: int | None = None
    score_peers: bool = False
    score: str = ORIGINAL
    rounding: Rounding = Rounding.HALF_UP


@dataclass(frozen=True, slots=True)
class TopicStability:
    """The analysis of one topic; ``peers`` is None if they are not analysed or there are none."""

    topic: TopicContents
    models: ModelStability
    peers: PeerStability | None

    @property
    def count(self) -> int:
        return len(self.topic.models)

    @property
    def reference_order(self) -> int:
        """The order of the pyramids that smaller ones are compared with."""
        return self.count - 1

    def input_as_json(self) -> dict[str, Any]:
        """What the numbers of the topic are based on."""
        return {
            "topic": self.topic.key,
            "source": self.topic.source,
            "models": self.count,
            "scus": len(self.topic.masks),
            "reference_order": self.reference_order,
            "ranked_at_a_time": self.models.peers if self.models.ranks is not None else None,
            "sampled": is_sampled(self.count),
        }


@dataclass(frozen=True, slots=True)
class MeanRanks:
    """Ranks of the ``summarizers`` that are peers on all ``topics``, by their means over these topics.

    Each ranking takes one pyramid of order n on each topic.
    """

    topics: int
    summarizers: tuple[str, ...]
    rank_stability: tuple[RankStability, ...]


@dataclass(frozen=True, slots=True)
class Peers:
    """The matched peers, ``peers`` in number, under the sub-pyramids of their topics; fields as in the JSON.

    ``rounding``: of the modified score, None for the original. ``rank_stability`` is within topics.
    """

    score: str
    rounding: Rounding | None
    peers: int
    reference_order: int
    orders: tuple[dict[str, Any], ...]
    rank_stability: tuple[RankStability, ...]
    means: MeanRanks | None


@dataclass(frozen=True)
class Stability:
    """The analysis of at least one topic; ``warnings`` are sentences."""

    choice: StabilityChoice
    topics: tuple[TopicStability, ...]
    warnings: tuple[str, ...]
    means: MeanRanks | None = None

    @property
    def threshold(self) -> float:
        """The smallest difference at which scores count as different."""
        return float(self.choice.threshold)

    @property
    def models(self) -> int:
        """The largest number of model summaries of a topic."""
        return max(one.count for one in self.topics)

    @property
    def reference_order(self) -> int:
        """The order that lower ones are compared with, on the topic with most models."""
        return self.models - 1

    @cached_property
    def orders(self) -> tuple[dict[str, Any], ...]:
        """The scores of every model summary at orders 1 to N - 1, as JSON."""
        return _orders([(one.topic.key, one.topic.models, one.models.orders) for one in self.topics])

    @cached_property
    def errors(self) -> tuple[ErrorRates, ...]:
        """Errors at orders 1 to N - 2, counts pooled."""
        return tuple(
            error_rates(n, [one.models.errors[n - 1] for one in self.topics if n < one.count - 1])
            for n in range(1, self.models - 1)
        )

    @cached_property
    def pairs(self) -> tuple[dict[str, Any], ...]:
        """Points of divergence, as JSON."""
        return tuple(
            {
                "topic": one.topic.key,
                "a": one.topic.models[pair.first],
                "b": one.topic.models[pair.second],
                "better": None if pair.better is None else one.topic.models[pair.better],
                "n": pair.from_order,
                "n_outside": pair.from_order_outside,
            }
            for one in self.topics
            for pair in one.models.divergences
        )

    @cached_property
    def ranks(self) -> tuple[RankStability, ...] | None:
        """Rank stability of the models, over the topics that have enough of them; None if none has."""
        return _pooled_ranks([one.models.ranks for one in self.topics if one.models.ranks is not None]) or None

    @cached_property
    def peers(self) -> Peers | None:
        """The matched peers; None if they are not analysed."""
        analysed = [(one.topic, one.peers) for one in self.topics if one.peers is not None]
        if not analysed:
            return None
        orders = _orders([(topic.key, [peer.name for peer in topic.peers], peers.orders) for topic, peers in analysed])
        ranks = _pooled_ranks([peers.ranks for _, peers in analysed])
        count = sum(len(topic.peers) for topic, _ in analysed)
        rounding = self.choice.rounding if self.choice.score == MODIFIED else None
        return Peers(self.choice.score, rounding, count, len(orders), orders, ranks, self.means)

    @property
    def enough(self) -> ErrorRates | None:
        """The lowest order from which the share of wrong comparisons stays below ENOUGH; None if there is none."""
        lowest = None
        for errors in reversed(self.errors):
            if errors.p is None or errors.p >= ENOUGH:
                break
            lowest = errors
        return lowest

    @property
    def enough_rank(self) -> RankStability | None:
        """Rank stability of the models at that order."""
        enough = self.enough
        return next((ranks for ranks in self.ranks or () if enough and ranks.n == enough.n), None)

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN §5, and what the numbers are based on."""
        names = dict.fromkeys(name for one in self.topics for name in one.topic.models)
        answer = {
            "models": self.models,
            "topics": len(self.topics),
            "threshold": self.threshold,
            "summarizers": list(names),
            "orders": list(self.orders),
            "errors": [asdict(errors) for errors in self.errors],
            "divergence": list(self.pairs),
            "rank_stability": None if self.ranks is None else [asdict(ranks) for ranks in self.ranks],
            "reference_order": self.reference_order,
            "enough": self.enough and self.enough.n,
            "inputs": [topic.input_as_json() for topic in self.topics],
            "warnings": list(self.warnings),
        }
        return {**answer, "peers": self.peers and asdict(self.peers)} if self.choice.score_peers else answer


def _orders(topics: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Range]]]]) -> tuple[dict[str, Any], ...]:
    """All summaries by order. ``topics``: key, names of the summaries, and their ranges at orders 1, 2, ...

    ``pyramids``: the number of pyramids of that order on the topic with most models.
    """
    highest = max(len(ranges) for _, _, ranges in topics)
    return tuple(
        {
            "n": n,
            "pyramids": comb(highest, n),
            "scores": [
                {
                    "summarizer": name,
                    "min": score.minimum,
                    "mean": score.mean,
                    "max": score.maximum,
                    "topic": key,
                    "counted": score.counted,
                    "skipped": score.skipped,
                    "standard_error": score.standard_error,
                }
                for key, names, ranges in topics
                if n <= len(ranges)
                for name, score in zip(names, ranges[n - 1], strict=True)
            ],
        }
        for n in range(1, highest + 1)
    )


def _pooled_ranks(topics: Sequence[Sequence[RankCounts]]) -> tuple[RankStability, ...]:
    """Rank stability at orders 1, 2, ... over the topics that have that order."""
    highest = max(map(len, topics), default=0)
    return tuple(
        rank_stability(n, [counts[n - 1] for counts in topics if n <= len(counts)]) for n in range(1, highest + 1)
    )
