"""One topic's scores by pyramid order: ranges, errors, points of divergence and rank stability."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np

from scoring.measures.orders.errors import Divergence, count_errors, divergences
from scoring.measures.orders.ranks import FEWEST_PEERS, MOST_CHOICES, RankCounts, counted_ranks, model_ranks
from scoring.measures.orders.scores import Range, Scored, modified_scores, original_scores, ranges, score_models
from scoring.measures.orders.subsets import MOST_EXACT, Contents, SubPyramids, drawn_sub_pyramids, sub_pyramids
from scoring.measures.pyramid import Rounding
from scoring.stats.arrays import Floats, Ints

SEED = 1
"""Drawn pyramids and choices are the same each time."""
THRESHOLD = Fraction(6, 100)
"""Scores closer than this are called the same (section 3.3)."""
CACHED = 128
"""Number of analyses of each kind that stay in memory."""


@dataclass(frozen=True, slots=True)
class ModelStability:
    """The model summaries as judges of one another. ``orders``: for orders 1 to N - 1 the range of each summary;
    ``errors``: for orders 1 to N - 2; ``ranks``: for orders 1 to N - ``peers``, None if these are below FEWEST_PEERS.
    """

    orders: tuple[tuple[Range, ...], ...]
    errors: tuple[Ints, ...]
    divergences: tuple[Divergence, ...]
    ranks: tuple[RankCounts, ...] | None
    peers: int


@dataclass(frozen=True, slots=True)
class PeerStability:
    """Real peers under the sub-pyramids of orders 1 to N: the range of each peer, and how the peers are ranked."""

    orders: tuple[tuple[Range, ...], ...]
    ranks: tuple[RankCounts, ...]


@dataclass(frozen=True, slots=True)
class MatchedPeers:
    """``shared``: for each matching of a peer, how many of its SCUs each model expresses. ``x``: the number of SCUs of
    each matching, for the original score; None for the modified score with this ``rounding``. ``peer_of``: the index of
    the peer of each matching, from 0 on; empty if each peer has one. The score of a peer is the mean over its matchings
    that have a score.
    """

    shared: tuple[tuple[int, ...], ...]
    x: tuple[int, ...] | None
    rounding: Rounding = Rounding.HALF_UP
    peer_of: tuple[int, ...] = ()


@lru_cache(maxsize=CACHED)
def model_stability(contents: Contents, threshold: Fraction = THRESHOLD, peers: int | None = None) -> ModelStability:
    """Analyse N >= 2 model summaries. ``peers``: how many of them are ranked, by default N // 2, at most N - 1."""
    models = contents.models
    chosen = models // 2 if peers is None else peers
    rng = np.random.default_rng(SEED)
    scored = score_models(contents, sub_pyramids(contents, range(1, models), rng))
    by_order = tuple(tuple(ranges(of_order, summary_builds=True)) for of_order in scored)
    # Under the largest pyramids each summary has one score; NaN if it is undefined.
    reference = np.array([np.nan if largest.mean is None else largest.mean for largest in by_order[-1]])
    errors, wins = count_errors(scored[:-1], reference, threshold)
    ranks = None
    if chosen >= FEWEST_PEERS:
        ranks = tuple(model_ranks(contents, scored, reference, chosen, rng))
    return ModelStability(by_order, tuple(errors), tuple(divergences(by_order, wins, reference)), ranks, chosen)


@lru_cache(maxsize=CACHED)
def peer_stability(contents: Contents, peers: MatchedPeers) -> PeerStability:
    """Analyse peers; the reference is the pyramid of all N models."""
    orders: list[tuple[Range, ...]] = []
    ranks: list[RankCounts] = []
    rng = np.random.default_rng(SEED)
    reference: Floats | None = None
    # From the largest pyramid down, as the others are compared with it.
    for pyramids in sub_pyramids(contents, range(contents.models, 0, -1), rng):
        scores = _scores(contents, peers, pyramids)
        reference = scores[:, 0] if reference is None else reference
        orders.append(tuple(ranges(Scored(pyramids, scores), summary_builds=False)))
        ranks.append(counted_ranks(pyramids.order, scores, reference, sampled=not pyramids.complete))
    return PeerStability(tuple(reversed(orders)), tuple(reversed(ranks)))


@lru_cache(maxsize=CACHED)
def mean_ranks(topics: tuple[tuple[Contents, MatchedPeers], ...]) -> tuple[RankCounts, ...]:
    """The same summarizers on several topics, ranked by their mean scores under one pyramid of order n in each topic.
    ``topics``: with the peers of the same summarizers in the same order. Orders 1 to the smallest number of models.
    Every combination of pyramids counts, or MOST_CHOICES draws if there are more. The reference: all models in each
    topic. Means are rounded to twelve decimals before they are compared.
    """
    rng = np.random.default_rng(SEED)
    reference = _means([_peer_scores(*topic, topic[0].models, rng)[0][:, :1] for topic in topics])[:, 0]
    ranks = []
    for order in range(1, min(contents.models for contents, _ in topics) + 1):
        scores = [_peer_scores(*topic, order, rng) for topic in topics]
        exact = all(complete for _, complete in scores) and prod(own.shape[1] for own, _ in scores) <= MOST_CHOICES
        means = _means(_all_combinations(scores) if exact else _drawn_combinations(scores, rng))
        ranks.append(counted_ranks(order, means, reference, sampled=not exact))
    return tuple(ranks)


def is_sampled(models: int) -> bool:
    return models > MOST_EXACT


def _peer_scores(contents: Contents, peers: MatchedPeers, order: int, rng: np.random.Generator) -> tuple[Floats, bool]:
    """Peers x pyramids of one order, at most MOST_CHOICES of them, and whether these are all."""
    pyramids = drawn_sub_pyramids(contents, order, rng, MOST_CHOICES)
    return _scores(contents, peers, pyramids), pyramids.complete


def _all_combinations(scores: Sequence[tuple[Floats, bool]]) -> list[Floats]:
    columns = np.indices([own.shape[1] for own, _ in scores]).reshape(len(scores), -1)
    return [own[:, chosen] for (own, _), chosen in zip(scores, columns, strict=True)]


def _drawn_combinations(scores: Sequence[tuple[Floats, bool]], rng: np.random.Generator) -> list[Floats]:
    """Columns of each topic, drawn independently; the columns themselves if they are a sample already."""
    return [own[:, rng.integers(own.shape[1], size=MOST_CHOICES)] if complete else own for own, complete in scores]


def _means(topics: Sequence[Floats]) -> Floats:
    """Means over topics, rounded so that equal means are equal in any order of additions."""
    means: Floats = np.round(sum(topics, np.zeros(1)) / len(topics), 12)
    return means


def _scores(contents: Contents, peers: MatchedPeers, pyramids: SubPyramids) -> Floats:
    """Peers x pyramids."""
    shared = np.array(peers.shared, dtype=np.float64).reshape(len(peers.shared), contents.models)
    if peers.x is None:
        scores = modified_scores(pyramids, shared, contents.shared.diagonal(), peers.rounding)
    else:
        scores = original_scores(pyramids, shared, peers.x)
    return _means_over_matchings(scores, peers.peer_of) if peers.peer_of else scores


def _means_over_matchings(scores: Floats, peer_of: Sequence[int]) -> Floats:
    """Peers x pyramids, from matchings x pyramids; rounded so that equal means are equal in any order of additions."""
    totals = np.zeros((max(peer_of) + 1, scores.shape[1]))
    counts = np.zeros_like(totals)
    defined = ~np.isnan(scores)
    np.add.at(totals, list(peer_of), np.where(defined, scores, 0.0))
    np.add.at(counts, list(peer_of), defined)
    means = np.full_like(totals, np.nan)
    np.divide(totals, counts, out=means, where=counts > 0)
    rounded: Floats = np.round(means, 12)
    return rounded
