"""The results of an order-n analysis over one topic or several pooled: scores, errors, pairs and ranks by order."""

from collections.abc import Sequence
from dataclasses import dataclass
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
        """Number of model summaries."""
        return len(self.topic.models)

    @property
    def reference_order(self) -> int:
        """The order of the pyramids that smaller ones are compared with."""
        return self.count - 1


@dataclass(frozen=True, slots=True)
class MeanRanks:
    """Ranks of the ``summarizers`` that are peers on all ``topics``, by their means over these topics.

    Each ranking takes one pyramid of order n on each topic.
    """

    topics: int
    summarizers: tuple[str, ...]
    ranks: tuple[RankStability, ...]

    @property
    def headline_ranks(self) -> tuple[RankStability, ...]:
        """The ranks in the summary at the top of the page."""
        return _headline(self.ranks)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "topics": self.topics,
            "summarizers": list(self.summarizers),
            "rank_stability": [rank_fields(one) for one in self.ranks],
        }


@dataclass(frozen=True)
class Peers:
    """The matched peers under the sub-pyramids of their topics. ``ranks`` are within topics."""

    score: str
    rounding: Rounding
    count: int
    orders: tuple[dict[str, Any], ...]
    ranks: tuple[RankStability, ...]
    means: MeanRanks | None

    @property
    def headline_ranks(self) -> tuple[RankStability, ...]:
        """The ranks in the summary at the top of the page."""
        return _headline(self.ranks)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "score": self.score,
            "rounding": self.rounding.value if self.score == MODIFIED else None,
            "peers": self.count,
            "reference_order": len(self.orders),
            "orders": list(self.orders),
            "rank_stability": [rank_fields(one) for one in self.ranks],
            "means": self.means and self.means.as_json(),
        }


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
        return Peers(self.choice.score, self.choice.rounding, count, orders, ranks, self.means)

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
        return next((one for one in self.ranks or () if enough and one.order == enough.order), None)

    def as_json(self) -> dict[str, Any]:
        """The keys of DESIGN §5, and what the numbers are based on."""
        names = dict.fromkeys(name for one in self.topics for name in one.topic.models)
        answer = {
            "models": self.models,
            "topics": len(self.topics),
            "threshold": self.threshold,
            "summarizers": list(names),
            "orders": list(self.orders),
            "errors": [error_fields(one) for one in self.errors],
            "divergence": list(self.pairs),
            "rank_stability": None if self.ranks is None else [rank_fields(one) for one in self.ranks],
            "reference_order": self.reference_order,
            "enough": self.enough and self.enough.order,
            "inputs": [_input_fields(one) for one in self.topics],
            "warnings": list(self.warnings),
        }
        return {**answer, "peers": self.peers and self.peers.as_json()} if self.choice.score_peers else answer


def rank_fields(ranks: RankStability) -> dict[str, Any]:
    """Rank stability of an order as JSON."""
    return {
        "n": ranks.order,
        "spearman": ranks.spearman,
        "pyramids": ranks.pyramids,
        "skipped": ranks.skipped,
        "standard_error": ranks.standard_error,
    }


def error_fields(errors: ErrorRates) -> dict[str, Any]:
    """Errors of an order as JSON."""
    return {
        "n": errors.order,
        "p1": errors.p1,
        "p2": errors.p2,
        "p3": errors.p3,
        "p": errors.p,
        "p1_one_sided": errors.one_sided,
        "same_reference": errors.same_reference,
        "data_points": errors.data_points,
        "skipped": errors.skipped,
        "standard_errors": errors.standard_errors,
    }


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
                _score_fields(key, name, score)
                for key, names, ranges in topics
                if n <= len(ranges)
                for name, score in zip(names, ranges[n - 1], strict=True)
            ],
        }
        for n in range(1, highest + 1)
    )


def _score_fields(topic: str, summarizer: str, score: Range) -> dict[str, Any]:
    return {
        "summarizer": summarizer,
        "min": score.minimum,
        "mean": score.mean,
        "max": score.maximum,
        "topic": topic,
        "counted": score.counted,
        "skipped": score.skipped,
        "standard_error": score.standard_error,
    }


def _pooled_ranks(topics: Sequence[Sequence[RankCounts]]) -> tuple[RankStability, ...]:
    """Rank stability at orders 1, 2, ... over the topics that have that order."""
    highest = max(map(len, topics), default=0)
    return tuple(
        rank_stability(n, [counts[n - 1] for counts in topics if n <= len(counts)]) for n in range(1, highest + 1)
    )


def _input_fields(result: TopicStability) -> dict[str, Any]:
    return {
        "topic": result.topic.key,
        "source": result.topic.source,
        "models": result.count,
        "scus": len(result.topic.masks),
        "reference_order": result.reference_order,
        "ranked_at_a_time": result.models.peers if result.models.ranks is not None else None,
        "sampled": is_sampled(result.count),
    }


def _headline(ranks: Sequence[RankStability]) -> tuple[RankStability, ...]:
    """Orders 1, 2, 4 and the one below the reference, which is the last; the highest first."""
    orders = {1, 2, 4, len(ranks) - 1}
    return tuple(one for one in reversed(ranks[:-1]) if one.order in orders)
