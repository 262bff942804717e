"""The settings and the results of the analysis by pyramid order (its number of model summaries), over one topic or
several together.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from scoring.measures.orders.errors import ErrorRates, error_rates
from scoring.measures.orders.ranks import RankCounts, RankStability, rank_stability
from scoring.measures.orders.scores import Range
from scoring.measures.orders.stability import SEED, THRESHOLD, ModelStability, PeerStability, is_sampled
from scoring.measures.pyramid import Rounding
from scoring.observations.topic_pyramids import TopicPyramid

ORIGINAL, MODIFIED = "original", "modified"
MAX_CONTRADICTING_SHARE = 0.05
"""A number of models is enough if less than this share of the comparisons is wrong."""


@dataclass(frozen=True, slots=True)
class StabilitySettings:
    """``threshold``: scores closer than this count as equal. ``ranked_models``: how many model summaries are ranked at
    a time, as if they were peers, under pyramids of the others; None for half of them. ``score_peers``: whether to
    analyse peer summaries too. ``score_kind``: the score of peer summaries, ORIGINAL or MODIFIED. ``rounding``: how
    modified scores of peer summaries round the average number of SCUs.
    """

    threshold: Fraction = THRESHOLD
    ranked_models: int | None = None
    score_peers: bool = False
    score_kind: str = ORIGINAL
    rounding: Rounding = Rounding.HALF_UP


@dataclass(frozen=True, slots=True)
class TopicStability:
    """The analysis of one topic: of its model summaries (``models``) and of its peer summaries (``peers``: None if
    peers are not analysed or the topic has none).
    """

    topic: TopicPyramid
    models: ModelStability
    peers: PeerStability | None

    @property
    def model_count(self) -> int:
        return len(self.topic.models)

    @property
    def reference_order(self) -> int:
        """The order of the largest pyramids without a given model. Smaller orders are compared with this order."""
        return self.model_count - 1

    def input_as_json(self) -> dict[str, Any]:
        return {
            "topic": self.topic.key,
            "source": self.topic.source,
            "models": self.model_count,
            "scus": self.topic.scu_count,
            "reference_order": self.reference_order,
            "ranked_at_a_time": self.models.ranked_models if self.models.ranks is not None else None,
            "sampled": is_sampled(self.model_count),
        }


@dataclass(frozen=True, slots=True)
class MeanRanks:
    """The stability of the ranking of the ``summarizers`` that have a peer on every topic. They are ranked by their
    mean scores over topics, with one pyramid of order n on each topic. ``topics``: the number of topics.
    ``rank_stability``: the stability at orders n = 1, 2, ...
    """

    topics: int
    summarizers: tuple[str, ...]
    rank_stability: tuple[RankStability, ...]


@dataclass(frozen=True, slots=True)
class PeerResults:
    """The results for the peer summaries. ``score``: ORIGINAL or MODIFIED; ``rounding``: None for ORIGINAL.
    ``reference_model_count``: the number of models of the topic with most models. ``orders``: the scores by order, as
    JSON. ``rank_stability``: that of the rankings within each topic; ``means``: that of rankings by means over topics.
    """

    score: str
    rounding: Rounding | None
    peer_count: int
    reference_model_count: int
    orders: tuple[dict[str, Any], ...]
    rank_stability: tuple[RankStability, ...]
    means: MeanRanks | None

    def as_json(self) -> dict[str, Any]:
        renamed = {"peer_count": "peers", "reference_model_count": "reference_order"}
        return {renamed.get(name, name): value for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Stability:
    """The analysis of at least one topic; ``warnings`` are sentences. ``means``: None if means are not ranked."""

    settings: StabilitySettings
    topics: tuple[TopicStability, ...]
    warnings: tuple[str, ...]
    means: MeanRanks | None = None

    @property
    def threshold(self) -> float:
        """The smallest difference between scores that count as different."""
        return float(self.settings.threshold)

    @property
    def model_count(self) -> int:
        """The largest number N of model summaries of a topic."""
        return max(result.model_count for result in self.topics)

    @property
    def reference_order(self) -> int:
        """The order that smaller orders are compared with, on the topic with most models."""
        return self.model_count - 1

    @cached_property
    def orders(self) -> tuple[dict[str, Any], ...]:
        """The scores of every model summary at orders 1 to N - 1, as JSON."""
        return _orders_as_json(
            [(result.topic.key, result.topic.models, result.models.ranges_by_order) for result in self.topics]
        )

    @cached_property
    def errors(self) -> tuple[ErrorRates, ...]:
        """Error rates at orders 1 to N - 2, from the pooled counts of the topics that have this order."""
        return tuple(
            error_rates(n, [result.models.errors[n - 1] for result in self.topics if n < result.reference_order])
            for n in range(1, self.reference_order)
        )

    @cached_property
    def divergences(self) -> tuple[dict[str, Any], ...]:
        """The point of divergence of each pair of model summaries, as JSON: the smallest order ``n`` from which on the
        better one always scores higher (``n_outside``: under the pyramids that include neither). ``sampled``: whether
        only a sample of the pyramids was tried, so that other pyramids could still reverse the pair.
        """
        return tuple(
            {
                "topic": result.topic.key,
                "a": result.topic.models[pair.first],
                "b": result.topic.models[pair.second],
                "better": None if pair.better is None else result.topic.models[pair.better],
                "n": pair.from_order,
                "n_outside": pair.from_order_outside,
                "sampled": is_sampled(result.model_count),
            }
            for result in self.topics
            for pair in result.models.divergences
        )

    @cached_property
    def ranks(self) -> tuple[RankStability, ...] | None:
        """Rank stability of the models, over the topics that have enough models; None if there is no such topic."""
        return _pooled_ranks([result.models.ranks for result in self.topics if result.models.ranks is not None]) or None

    @cached_property
    def peers(self) -> PeerResults | None:
        """The results for the peer summaries; None if peers are not analysed."""
        analysed = [(result.topic, result.peers) for result in self.topics if result.peers is not None]
        if not analysed:
            return None
        orders = _orders_as_json(
            [(topic.key, [peer.name for peer in topic.peers], peers.ranges_by_order) for topic, peers in analysed]
        )
        return PeerResults(
            score=self.settings.score_kind,
            rounding=self.settings.rounding if self.settings.score_kind == MODIFIED else None,
            peer_count=sum(len(topic.peers) for topic, _ in analysed),
            reference_model_count=len(orders),
            orders=orders,
            rank_stability=_pooled_ranks([peers.ranks for _, peers in analysed]),
            means=self.means,
        )

    @property
    def sampling(self) -> dict[str, Any]:
        """Whether pyramids, or choices of the summaries to rank, are drawn at random, and the seed of the draws."""
        ranks = [*(self.ranks or ()), *(self.peers.rank_stability if self.peers else ())]
        ranks += self.means.rank_stability if self.means else ()
        sampled = any(is_sampled(topic.model_count) for topic in self.topics) or any(
            rank.standard_error is not None for rank in ranks
        )
        return {"sampled": sampled, "seed": SEED if sampled else None}

    @property
    def errors_at_sufficient_order(self) -> ErrorRates | None:
        """The errors at the lowest order from which the share of wrong comparisons stays below
        MAX_CONTRADICTING_SHARE; None if the share is not below it at the highest order.
        """
        lowest = None
        for errors in reversed(self.errors):
            if errors.p is None or errors.p >= MAX_CONTRADICTING_SHARE:
                break
            lowest = errors
        return lowest

    @property
    def rank_at_sufficient_order(self) -> RankStability | None:
        errors = self.errors_at_sufficient_order
        return next((rank for rank in self.ranks or () if errors and rank.n == errors.n), None)

    def as_json(self) -> dict[str, Any]:
        names = dict.fromkeys(name for result in self.topics for name in result.topic.models)
        fields = {
            "models": self.model_count,
            "topics": len(self.topics),
            "threshold": self.threshold,
            "summarizers": list(names),
            "orders": list(self.orders),
            "errors": [asdict(errors) for errors in self.errors],
            "divergence": list(self.divergences),
            "rank_stability": None if self.ranks is None else [asdict(rank) for rank in self.ranks],
            "reference_order": self.reference_order,
            "enough": self.errors_at_sufficient_order and self.errors_at_sufficient_order.n,
            "inputs": [result.input_as_json() for result in self.topics],
            "warnings": list(self.warnings),
        }
        return {**fields, "peers": self.peers and self.peers.as_json()} if self.settings.score_peers else fields


def _orders_as_json(
    topics: Sequence[tuple[str, Sequence[str], Sequence[Sequence[Range]]]],
) -> tuple[dict[str, Any], ...]:
    """The scores of all summaries by order, as JSON. ``topics``: for each topic its key, the names of its summaries,
    and their scores at orders 1, 2, ... The key ``pyramids`` is the number of pyramids of this order on the topic with
    most models.
    """
    highest = max(len(orders) for _, _, orders in topics)
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
                    "sampled": score.sampled,
                }
                for key, names, orders in topics
                if n <= len(orders)
                for name, score in zip(names, orders[n - 1], strict=True)
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
