"""What an order-n analysis found, over one topic or several pooled: orders, errors, pairs, ranks, and all as JSON."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from scoring.measures.orders.errors import ErrorRates, error_rates
from scoring.measures.orders.ranks import RankStability, rank_stability
from scoring.measures.orders.stability import (
    THRESHOLD,
    ModelStability,
    PeerStability,
    is_sampled,
)
from scoring.measures.pyramid import Rounding
from scoring.observations.topic_contents import TopicContents
from scoring.results.stability.rows import (
    ORIGINAL,
    MeanRanks,
    Order,
    OrderScore,
    Pair,
    Peers,
    error_fields,
    rank_fields,
)

ENOUGH = 0.05
"""The share of wrong comparisons below which the page calls models enough."""


@dataclass(frozen=True, slots=True)
class StabilityChoice:
    """``threshold``: scores closer than this are the same; ``peers``: K model summaries taken as peers, None for half
    of them; ``score_peers``: whether matched peers are looked at too, by which ``score`` and ``rounding``.
    """

    threshold: Fraction = THRESHOLD
    peers: int | None = None
    score_peers: bool = False
    score: str = ORIGINAL
    rounding: Rounding = Rounding.HALF_UP


@dataclass(frozen=True, slots=True)
class TopicStability:
    """The analysis of one topic; ``peers`` where they were asked for and there are some."""

    topic: TopicContents
    models: ModelStability
    peers: PeerStability | None

    @property
    def count(self) -> int:
        """Number of model summaries."""
        return len(self.topic.models)

    @property
    def reference_order(self) -> int:
        """The order of the pyramids that smaller ones are compared with."""
        return self.count - 1


@dataclass(frozen=True)
class Stability:
    """The analysis of at least one topic; ``warnings`` are sentences."""

    choice: StabilityChoice
    topics: tuple[TopicStability, ...]
    warnings: tuple[str, ...]
    means: MeanRanks | None = None

    @property
    def threshold(self) -> float:
        """From which difference on scores are different."""
        return float(self.choice.threshold)

    @property
    def models(self) -> int:
        """Model summaries of the topic with most."""
        return max(one.count for one in self.topics)

    @property
    def reference_order(self) -> int:
        """The order that lower ones are compared with, in the topic with most models."""
        return self.models - 1

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """Every model summary at orders 1 to N - 1."""
        found = []
        for n in range(1, self.models):
            several = [one for one in self.topics if n < one.count]
            scores = [
                OrderScore(one.topic.key, name, range_)
                for one in several
                for name, range_ in zip(one.topic.models, one.models.orders[n - 1], strict=True)
            ]
            found.append(Order(n, comb(self.models - 1, n), tuple(scores)))
        return tuple(found)

    @cached_property
    def errors(self) -> tuple[ErrorRates, ...]:
        """Errors at orders 1 to N - 2, counts pooled."""
        return tuple(
            error_rates(n, [one.models.errors[n - 1] for one in self.topics if n < one.count - 1])
            for n in range(1, self.models - 1)
        )

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Points of divergence."""
        return tuple(
            Pair(
                one.topic.key,
                one.topic.models[pair.first],
                one.topic.models[pair.second],
                None if pair.better is None else one.topic.models[pair.better],
                pair.from_order,
                pair.from_order_outside,
            )
            for one in self.topics
            for pair in one.models.divergences
        )

    @cached_property
    def ranks(self) -> tuple[RankStability, ...] | None:
        """Rank stability of the models, over the topics that have enough of them; None where none has."""
        several = [one.models.ranks for one in self.topics if one.models.ranks is not None]
        if not several:
            return None
        longest = max(map(len, several))
        return tuple(rank_stability(n, [one[n - 1] for one in several if n <= len(one)]) for n in range(1, longest + 1))

    @cached_property
    def peers(self) -> Peers | None:
        """The matched peers, if they were asked for."""
        several = [(one, one.peers) for one in self.topics if one.peers is not None]
        if not several:
            return None
        most = max(one.count for one, _ in several)
        orders, ranks = [], []
        for n in range(1, most + 1):
            there = [(one.topic, peers) for one, peers in several if n <= one.count]
            scores = [
                OrderScore(topic.key, peer.name, range_)
                for topic, peers in there
                for peer, range_ in zip(topic.peers, peers.orders[n - 1], strict=True)
            ]
            orders.append(Order(n, comb(most, n), tuple(scores)))
            ranks.append(rank_stability(n, [peers.ranks[n - 1] for _, peers in there]))
        count = sum(len(one.topic.peers) for one, _ in several)
        return Peers(self.choice.score, self.choice.rounding, count, tuple(orders), tuple(ranks), self.means)

    @property
    def enough(self) -> ErrorRates | None:
        """The lowest order from which the share of wrong comparisons stays below ENOUGH; None if there is none."""
        found = None
        for one in reversed(self.errors):
            if one.p is None or one.p >= ENOUGH:
                break
            found = one
        return found

    @property
    def enough_rank(self) -> RankStability | None:
        """Rank stability of the models at that order."""
        enough = self.enough
        return next((one for one in self.ranks or () if enough and one.order == enough.order), None)

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN §5, and beside them what they rest on."""
        names = dict.fromkeys(name for one in self.topics for name in one.topic.models)
        answer = {
            "models": self.models,
            "topics": len(self.topics),
            "threshold": self.threshold,
            "summarizers": list(names),
            "orders": [one.as_json() for one in self.orders],
            "errors": [error_fields(one) for one in self.errors],
            "divergence": [{name: getattr(one, name) for name in one.__slots__} for one in self.pairs],
            "rank_stability": None if self.ranks is None else [rank_fields(one) for one in self.ranks],
            "reference_order": self.reference_order,
            "enough": self.enough and self.enough.order,
            "inputs": [_input_fields(one) for one in self.topics],
            "warnings": list(self.warnings),
        }
        return {**answer, "peers": self.peers and self.peers.as_json()} if self.choice.score_peers else answer


def _input_fields(one: TopicStability) -> dict[str, Any]:
    return {
        "topic": one.topic.key,
        "source": one.topic.source,
        "models": one.count,
        "scus": len(one.topic.masks),
        "reference_order": one.reference_order,
        "ranked_at_a_time": one.models.peers if one.models.ranks is not None else None,
        "sampled": is_sampled(one.count),
    }
