"""One topic's scores by pyramid order: ranges, errors, points of divergence and rank stability."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np

from scoring.measures.orders.errors import Divergence, ErrorCounts, count_errors, divergences
from scoring.measures.orders.ranks import FEWEST_PEERS, MOST_CHOICES, RankCounts, counted_ranks, model_ranks, peer_ranks
from scoring.measures.orders.scores import Range, Scored, modified_scores, original_scores, ranges, score_models
from scoring.measures.orders.subsets import MOST_EXACT, Contents, SubPyramids, drawn_sub_pyramids, sub_pyramids
from scoring.measures.pyramid import Rounding
from scoring.stats.arrays import Floats

SEED = 1
"""Drawn pyramids and choices are the same each time."""
THRESHOLD = Fraction(6, 100)
"""Scores closer than this are called the same (section 3.3)."""
REMEMBERED = 128


@dataclass(frozen=True, slots=True)
class ModelStability:
    """The model summaries as judges of one another. ``orders``: for orders 1 to N - 1 the range of each summary;
    ``errors``: for orders 1 to N - 2; ``ranks``: for orders 1 to N - K, None where K is below FEWEST_PEERS.
    """

    orders: tuple[tuple[Range, ...], ...]
    errors: tuple[ErrorCounts, ...]
    divergences: tuple[Divergence, ...]
    ranks: tuple[RankCounts, ...] | None
    peers: int


@dataclass(frozen=True, slots=True)
class PeerStability:
    """Real peers under the sub-pyramids: for orders 1 to N the range of each peer, and how peers are ranked."""

    orders: tuple[tuple[Range, ...], ...]
    ranks: tuple[RankCounts, ...]


@dataclass(frozen=True, slots=True)
class MatchedPeers:
    """Peers as the analysis needs them. ``shared``: for each peer how many of its SCUs each model expresses; ``x``: the
    SCUs of each peer for the original score, or None for the modified one with this ``rounding``.
    """

    shared: tuple[tuple[int, ...], ...]
    x: tuple[int, ...] | None
    rounding: Rounding = Rounding.HALF_UP


@lru_cache(maxsize=REMEMBERED)
def model_stability(contents: Contents, threshold: Fraction = THRESHOLD, peers: int | None = None) -> ModelStability:
    """The analysis of N >= 2 model summaries. ``peers``: K, by default N // 2, at most N - 1.

    Raises ValueError for one model summary, a threshold that cannot be, or more peers than N - 1.
    """
    models = contents.models
    if models < 2:
        raise ValueError("One model summary alone cannot be scored against others.")
    chosen = models // 2 if peers is None else peers
    rng = np.random.default_rng(SEED)
    scored = score_models(contents, sub_pyramids(contents, range(1, models), rng))
    found = [tuple(ranges(one, summary_builds=True)) for one in scored]
    reference = _only(found[-1])
    errors, apart = count_errors(scored[:-1], reference, threshold)
    ranks = None
    if chosen >= FEWEST_PEERS:
        ranks = tuple(model_ranks(contents, scored, reference, chosen, rng))
    return ModelStability(tuple(found), tuple(errors), tuple(divergences(found, apart, reference)), ranks, chosen)


@lru_cache(maxsize=REMEMBERED)
def peer_stability(contents: Contents, peers: MatchedPeers) -> PeerStability:
    """The analysis of peers; the reference is the pyramid of all N models."""
    orders: list[tuple[Range, ...]] = []
    kept: list[list[RankCounts]] = []
    rng = np.random.default_rng(SEED)
    reference: Floats | None = None
    # From the largest pyramid down: it is what the others are compared with.
    for one in sub_pyramids(contents, range(contents.models, 0, -1), rng):
        scores = _scores(contents, peers, one)
        scored = Scored(one, scores)
        reference = scores[:, 0] if reference is None else reference
        orders.append(tuple(ranges(scored, summary_builds=False)))
        kept.append(peer_ranks([scored], reference))
    return PeerStability(tuple(reversed(orders)), tuple(counts for one in reversed(kept) for counts in one))


@lru_cache(maxsize=REMEMBERED)
def mean_ranks(topics: tuple[tuple[Contents, MatchedPeers], ...]) -> tuple[RankCounts, ...]:
    """The same summarizers on several topics, ranked by their mean scores: in each topic one pyramid of order n.

    ``topics``: with the peers of the same summarizers in the same order. Orders 1 to the fewest models of a topic.
    Every way to choose the pyramids up to MOST_CHOICES, else so many draws. The reference: all models in each topic.
    Means are compared to twelve decimals.
    """
    rng = np.random.default_rng(SEED)
    reference = _means([_peer_scores(*topic, topic[0].models, rng)[0][:, :1] for topic in topics])[:, 0]
    found = []
    for order in range(1, min(contents.models for contents, _ in topics) + 1):
        scores = [_peer_scores(*topic, order, rng) for topic in topics]
        exact = all(complete for _, complete in scores) and prod(one.shape[1] for one, _ in scores) <= MOST_CHOICES
        means = _means(_every_way(scores) if exact else _drawn_ways(scores, rng))
        found.append(counted_ranks(order, means, reference, 0 if exact else MOST_CHOICES))
    return tuple(found)


def is_sampled(models: int) -> bool:
    """Whether pyramids of so many models are drawn instead of all looked at."""
    return models > MOST_EXACT


def _peer_scores(contents: Contents, peers: MatchedPeers, order: int, rng: np.random.Generator) -> tuple[Floats, bool]:
    """Peers x pyramids of one order, at most MOST_CHOICES of them, and whether these are all."""
    one = drawn_sub_pyramids(contents, order, rng, MOST_CHOICES)
    return _scores(contents, peers, one), one.complete


def _every_way(scores: Sequence[tuple[Floats, bool]]) -> list[Floats]:
    """Every combination of a column of each topic."""
    places = np.indices([one.shape[1] for one, _ in scores]).reshape(len(scores), -1)
    return [one[:, columns] for (one, _), columns in zip(scores, places, strict=True)]


def _drawn_ways(scores: Sequence[tuple[Floats, bool]], rng: np.random.Generator) -> list[Floats]:
    """Columns of each topic drawn independently; where these are a sample already, as they come."""
    return [one[:, rng.integers(one.shape[1], size=MOST_CHOICES)] if complete else one for one, complete in scores]


def _means(topics: Sequence[Floats]) -> Floats:
    """Means over topics, rounded so that equal ones are equal whatever the order of additions."""
    found: Floats = np.round(sum(topics, np.zeros(1)) / len(topics), 12)
    return found


def _scores(contents: Contents, peers: MatchedPeers, pyramids: SubPyramids) -> Floats:
    shared = np.array(peers.shared, dtype=np.float64).reshape(len(peers.shared), contents.models)
    if peers.x is None:
        return modified_scores(pyramids, shared, contents.shared.diagonal(), peers.rounding)
    return original_scores(pyramids, shared, peers.x)


def _only(largest: Sequence[Range]) -> Floats:
    """The scores under the largest pyramids, NaN where undefined."""
    return np.array([np.nan if one.mean is None else one.mean for one in largest])
