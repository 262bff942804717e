"""The analysis by pyramid order: ranges of scores, errors, points of divergence and rank stability."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np

from scoring.measures.orders.errors import Divergence, count_errors, divergences
from scoring.measures.orders.ranks import FEWEST_PEERS, MOST_CHOICES, RankCounts, counted_ranks, model_ranks
from scoring.measures.orders.scores import OrderScores, Range, modified_scores, original_scores, ranges, score_models
from scoring.measures.orders.subsets import MOST_EXACT, Contents, SubPyramids, drawn_sub_pyramids, sub_pyramids
from scoring.measures.pyramid import Rounding
from scoring.stats.arrays import Floats, Ints

SEED = 1
"""Seed of the random draws, fixed so that the same pyramids and choices are drawn each time."""
THRESHOLD = Fraction(6, 100)
"""Scores closer than this count as the same (section 3.3)."""
MOST_CACHED = 128
"""Number of analyses of each kind that stay in memory."""


@dataclass(frozen=True, slots=True)
class ModelStability:
    """Each of N model summaries against pyramids of the others. ``orders``: the range of each summary at orders 1 to
    N - 1; ``errors``: at orders 1 to N - 2, see count_errors; ``ranks``: at orders 1 to N - ``peers``, the rankings
    of ``peers`` of the summaries at a time; None if these are fewer than FEWEST_PEERS.
    """

    orders: tuple[tuple[Range, ...], ...]
    errors: tuple[Ints, ...]
    divergences: tuple[Divergence, ...]
    ranks: tuple[RankCounts, ...] | None
    peers: int


@dataclass(frozen=True, slots=True)
class PeerStability:
    """Real peers against pyramids of orders 1 to N: by order, the range of each peer, and the rankings of all peers."""

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


@lru_cache(maxsize=MOST_CACHED)
def model_stability(contents: Contents, threshold: Fraction = THRESHOLD, peers: int | None = None) -> ModelStability:
    """Analyse N >= 2 model summaries. ``peers``: how many of them are ranked, by default N // 2, at most N - 1."""
    models = contents.model_count
    peer_count = models // 2 if peers is None else peers
    rng = np.random.default_rng(SEED)
    scored = score_models(contents, sub_pyramids(contents, range(1, models), rng))
    by_order = tuple(tuple(ranges(order_scores, of_models=True)) for order_scores in scored)
    # Under the largest pyramids each summary has one score; NaN if it is undefined.
    reference = np.array([np.nan if only.mean is None else only.mean for only in by_order[-1]])
    errors, wins = count_errors(scored[:-1], reference, threshold)
    is_ranked = peer_count >= FEWEST_PEERS
    ranks = tuple(model_ranks(contents, scored, reference, peer_count, rng)) if is_ranked else None
    return ModelStability(by_order, tuple(errors), tuple(divergences(by_order, wins, reference)), ranks, peer_count)


@lru_cache(maxsize=MOST_CACHED)
def peer_stability(contents: Contents, peers: MatchedPeers) -> PeerStability:
    """Analyse peers; the reference is the pyramid of all N models."""
    orders: list[tuple[Range, ...]] = []
    ranks: list[RankCounts] = []
    rng = np.random.default_rng(SEED)
    reference: Floats | None = None
    # The largest pyramid comes first, because the others are compared with it.
    for pyramids in sub_pyramids(contents, range(contents.model_count, 0, -1), rng):
        scores = _scores(contents, peers, pyramids)
        reference = scores[:, 0] if reference is None else reference
        orders.append(tuple(ranges(OrderScores(pyramids, scores), of_models=False)))
        ranks.append(counted_ranks(pyramids.order, scores, reference, sampled=not pyramids.complete))
    return PeerStability(tuple(reversed(orders)), tuple(reversed(ranks)))


@lru_cache(maxsize=MOST_CACHED)
def mean_ranks(topics: tuple[tuple[Contents, MatchedPeers], ...]) -> tuple[RankCounts, ...]:
    """Rank summarizers by their mean scores over topics, under one pyramid of order n on each topic. ``topics``: each
    with the peers of the same summarizers, in the same order. Orders go from 1 to the smallest number of models. Every
    combination of pyramids is ranked, or MOST_CHOICES draws if there are more. The reference is the ranking with all
    models of each topic. Means are rounded to twelve decimals before they are compared.
    """
    rng = np.random.default_rng(SEED)
    reference = _means([_peer_scores(*topic, topic[0].model_count, rng)[0][:, :1] for topic in topics])[:, 0]
    ranks = []
    for order in range(1, min(contents.model_count for contents, _ in topics) + 1):
        by_topic = [_peer_scores(*topic, order, rng) for topic in topics]
        combination_count = prod(scores.shape[1] for scores, _ in by_topic)
        is_exact = all(is_complete for _, is_complete in by_topic) and combination_count <= MOST_CHOICES
        means = _means(_all_combinations(by_topic) if is_exact else _drawn_combinations(by_topic, rng))
        ranks.append(counted_ranks(order, means, reference, sampled=not is_exact))
    return tuple(ranks)


def is_sampled(models: int) -> bool:
    return models > MOST_EXACT


def _peer_scores(contents: Contents, peers: MatchedPeers, order: int, rng: np.random.Generator) -> tuple[Floats, bool]:
    """Returns the scores (peers x pyramids) of one order, and whether these are all pyramids or MOST_CHOICES draws."""
    pyramids = drawn_sub_pyramids(contents, order, rng, MOST_CHOICES)
    return _scores(contents, peers, pyramids), pyramids.complete


def _all_combinations(by_topic: Sequence[tuple[Floats, bool]]) -> list[Floats]:
    columns = np.indices([scores.shape[1] for scores, _ in by_topic]).reshape(len(by_topic), -1)
    return [scores[:, topic_columns] for (scores, _), topic_columns in zip(by_topic, columns, strict=True)]


def _drawn_combinations(by_topic: Sequence[tuple[Floats, bool]], rng: np.random.Generator) -> list[Floats]:
    """Columns of each topic, drawn independently; the columns themselves if they are a sample already."""
    return [
        scores[:, rng.integers(scores.shape[1], size=MOST_CHOICES)] if is_complete else scores
        for scores, is_complete in by_topic
    ]


def _means(topics: Sequence[Floats]) -> Floats:
    """Means over topics, rounded so that equal means are equal floats in whatever order they are added up."""
    means: Floats = np.round(sum(topics, np.zeros(1)) / len(topics), 12)
    return means


def _scores(contents: Contents, peers: MatchedPeers, pyramids: SubPyramids) -> Floats:
    """The scores, peers x pyramids."""
    shared = np.array(peers.shared, dtype=np.float64).reshape(len(peers.shared), contents.model_count)
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
