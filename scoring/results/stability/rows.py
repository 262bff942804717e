"""Rows of the tables of an order-n analysis, and what of them is JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.measures.orders.errors import ErrorRates
from scoring.measures.orders.ranks import RankStability
from scoring.measures.orders.scores import Range
from scoring.measures.pyramid import Rounding

ORIGINAL, MODIFIED = "original", "modified"


@dataclass(frozen=True, slots=True)
class OrderScore:
    """What one summary scores under all pyramids of an order."""

    topic: str
    summarizer: str
    range: Range

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        one = self.range
        return {
            "summarizer": self.summarizer,
            "min": one.minimum,
            "mean": one.mean,
            "max": one.maximum,
            "topic": self.topic,
            "counted": one.counted,
            "skipped": one.skipped,
            "standard_error": one.standard_error,
        }


@dataclass(frozen=True, slots=True)
class Order:
    """All summaries at one order; ``pyramids``: how many there are for each (in the topic with most models)."""

    n: int
    pyramids: int
    scores: tuple[OrderScore, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"n": self.n, "pyramids": self.pyramids, "scores": [one.as_json() for one in self.scores]}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two summaries of a topic; ``better`` and the orders: see Divergence."""

    topic: str
    a: str
    b: str
    better: str | None
    n: int | None
    n_outside: int | None

    @property
    def worse(self) -> str | None:
        """The other one; None where there is no better one."""
        return None if self.better is None else self.b if self.better == self.a else self.a


@dataclass(frozen=True, slots=True)
class MeanRanks:
    """Ranks of the ``summarizers`` that are peers on all ``topics``, by their means over these; one pyramid of order n
    in each topic.
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
    """The matched peers under the sub-pyramids of their topics; ``ranks`` topic by topic, ``means`` of their means."""

    score: str
    rounding: Rounding
    count: int
    orders: tuple[Order, ...]
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
            "orders": [one.as_json() for one in self.orders],
            "rank_stability": [rank_fields(one) for one in self.ranks],
            "means": self.means and self.means.as_json(),
        }


def rank_fields(one: RankStability) -> dict[str, Any]:
    """Rank stability of an order as plain values."""
    return {
        "n": one.order,
        "spearman": one.spearman,
        "pyramids": one.pyramids,
        "skipped": one.skipped,
        "standard_error": one.standard_error,
    }


def error_fields(one: ErrorRates) -> dict[str, Any]:
    """Errors of an order as plain values."""
    return {
        "n": one.order,
        "p1": one.p1,
        "p2": one.p2,
        "p3": one.p3,
        "p": one.p,
        "p1_one_sided": one.one_sided,
        "same_reference": one.same_reference,
        "data_points": one.data_points,
        "skipped": one.skipped,
        "standard_errors": one.standard_errors,
    }


def _headline(ranks: Sequence[RankStability]) -> tuple[RankStability, ...]:
    """Orders 1, 2, 4 and the one below the reference, which is the last; the highest first."""
    orders = {1, 2, 4, len(ranks) - 1}
    return tuple(one for one in reversed(ranks[:-1]) if one.order in orders)
