"""How scores depend on the order of a pyramid (the number of its model summaries): the ranges of scores, the errors of
comparing two summaries, the orders from which two summaries differ, and the stability of rankings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from annotator.texts.caching import cache_by_bytes
from scoring.measures.orders.errors import Divergence, count_errors, divergences
from scoring.measures.orders.ranks import FEWEST_PEERS, MAX_CHOICES, RankCounts, count_rankings, model_ranks
from scoring.measures.orders.scores import OrderScores, Range, modified_scores, original_scores, ranges, score_models
from scoring.measures.orders.subsets import MAX_EXACT_MODELS, ScuModels, SubPyramids, drawn_sub_pyramids, sub_pyramids
from scoring.measures.pyramid import Rounding
from scoring.stats.arrays import Floats, Ints

SEED = 1
"""Seed of the random draws, fixed so that the same pyramids and choices are drawn each time."""
THRESHOLD = Fraction(6, 100)
"""Scores closer than this count as the same (Nenkova & Passonneau 2004, section 3.3)."""
MAX_CACHED_BYTES = 32 * 1024**2
"""The most memory for the cached results of each function."""


@dataclass(frozen=True, slots=True)
class ModelStability:
    """The analysis of N model summaries, each scored against pyramids of the others. ``ranges_by_order``: the range of
    each summary's scores, at orders 1 to N - 1. ``errors``: the counts of :func:`count_errors` at orders 1 to N - 2.
    ``divergences``: for each pair of summaries, the orders from which their scores are separate. ``ranks``: the
    rankings of ``ranked_models`` summaries at a time, at orders 1 to N - ``ranked_models``; None if ``ranked_models``
    is below FEWEST_PEERS.
    """

    ranges_by_order: tuple[tuple[Range, ...], ...]
    errors: tuple[Ints, ...]
    divergences: tuple[Divergence, ...]
    ranks: tuple[RankCounts, ...] | None
    ranked_models: int


@dataclass(frozen=True, slots=True)
class PeerStability:
    """The analysis of real peers under pyramids of orders 1 to N: the ranges of the peers' scores, and the rankings."""

    ranges_by_order: tuple[tuple[Range, ...], ...]
    ranks: tuple[RankCounts, ...]


@dataclass(frozen=True, slots=True)
class MatchedPeers:
    """The matchings of peers, one by each person who matched the peer. A peer's score is the mean over its matchings
    that have a score.

    ``shared``: for each matching, how many of its SCUs each model expresses. ``x``: the X of each matching, to compute
    the original score; None to compute the modified score with this ``rounding``. ``peer_of``: the index of each
    matching's peer; empty if each peer has a single matching.
    """

    shared: tuple[tuple[int, ...], ...]
    x: tuple[int, ...] | None
    rounding: Rounding = Rounding.HALF_UP
    peer_of: tuple[int, ...] = ()


@cache_by_bytes(MAX_CACHED_BYTES)
def model_stability(
    scu_models: ScuModels, threshold: Fraction = THRESHOLD, ranked_models: int | None = None
) -> ModelStability:
    """Analyse N >= 2 model summaries. ``ranked_models``: how many are ranked at a time, at most N - 1; N // 2 by
    default.
    """
    models = scu_models.model_count
    ranked_models = models // 2 if ranked_models is None else ranked_models
    rng = np.random.default_rng(SEED)
    scored = score_models(scu_models, sub_pyramids(scu_models, range(1, models), rng))
    ranges_by_order = tuple(tuple(ranges(order_scores, of_models=True)) for order_scores in scored)
    # At the highest order each summary has a single score, which is also its mean.
    highest_means = [summary_range.mean for summary_range in ranges_by_order[-1]]
    reference = np.array([np.nan if mean is None else mean for mean in highest_means])
    errors, wins = count_errors(scored[:-1], reference, threshold)
    is_ranked = ranked_models >= FEWEST_PEERS
    ranks = tuple(model_ranks(scu_models, scored, reference, ranked_models, rng)) if is_ranked else None
    pairs = tuple(divergences(ranges_by_order, wins, reference))
    return ModelStability(ranges_by_order, tuple(errors), pairs, ranks, ranked_models)


@cache_by_bytes(MAX_CACHED_BYTES)
def peer_stability(scu_models: ScuModels, peers: MatchedPeers) -> PeerStability:
    """Analyse peers. Each ranking is compared with the reference, the ranking under the pyramid of all N models."""
    ranges_by_order: list[tuple[Range, ...]] = []
    ranks: list[RankCounts] = []
    rng = np.random.default_rng(SEED)
    reference: Floats | None = None
    # The largest pyramid comes first, because the others are compared with it.
    for pyramids in sub_pyramids(scu_models, range(scu_models.model_count, 0, -1), rng):
        scores = _scores(scu_models, peers, pyramids)
        reference = scores[:, 0] if reference is None else reference  # all N models form a single pyramid
        ranges_by_order.append(tuple(ranges(OrderScores(pyramids, scores), of_models=False)))
        ranks.append(count_rankings(pyramids.order, scores, reference, sampled=not pyramids.is_complete))
    return PeerStability(tuple(reversed(ranges_by_order)), tuple(reversed(ranks)))


@cache_by_bytes(MAX_CACHED_BYTES)
def mean_ranks(topics: tuple[tuple[ScuModels, MatchedPeers], ...]) -> tuple[RankCounts, ...]:
    """Rank summarizers by their mean scores over topics, at orders 1 to the smallest number of models of a topic.

    ``topics``: for each topic its SCUs, and the peers of the same summarizers in the same order. A ranking uses one
    pyramid of order n on each topic. All combinations of pyramids are ranked, or MAX_CHOICES random ones if there are
    more. The reference is the ranking with all models of each topic. Means are rounded to twelve decimals before they
    are compared.
    """
    rng = np.random.default_rng(SEED)
    with_all_models = [_peer_scores(scu_models, peers, scu_models.model_count, rng)[0] for scu_models, peers in topics]
    reference = _means(with_all_models)[:, 0]
    ranks = []
    for order in range(1, min(scu_models.model_count for scu_models, _ in topics) + 1):
        by_topic = [_peer_scores(scu_models, peers, order, rng) for scu_models, peers in topics]
        combination_count = prod(scores.shape[1] for scores, _ in by_topic)
        is_exact = all(is_complete for _, is_complete in by_topic) and combination_count <= MAX_CHOICES
        means = _means(_all_combinations(by_topic) if is_exact else _drawn_combinations(by_topic, rng))
        ranks.append(count_rankings(order, means, reference, sampled=not is_exact))
    return tuple(ranks)


def is_sampled(models: int) -> bool:
    """Whether only a random sample of the pyramids is scored in a topic with this number of model summaries."""
    return models > MAX_EXACT_MODELS


def _peer_scores(
    scu_models: ScuModels, peers: MatchedPeers, order: int, rng: np.random.Generator
) -> tuple[Floats, bool]:
    """Returns the scores (peers x pyramids) at one order, and whether these are under all pyramids, or only under
    MAX_CHOICES random ones.
    """
    pyramids = drawn_sub_pyramids(scu_models, order, rng, MAX_CHOICES)
    return _scores(scu_models, peers, pyramids), pyramids.is_complete


def _all_combinations(by_topic: Sequence[tuple[Floats, bool]]) -> list[Floats]:
    """For each topic, the scores in every combination of one pyramid from each topic (peers x combinations).
    ``by_topic``: the results of ``_peer_scores``.
    """
    columns = np.indices([scores.shape[1] for scores, _ in by_topic]).reshape(len(by_topic), -1)
    return [scores[:, topic_columns] for (scores, _), topic_columns in zip(by_topic, columns, strict=True)]


def _drawn_combinations(by_topic: Sequence[tuple[Floats, bool]], rng: np.random.Generator) -> list[Floats]:
    """For each topic, the scores under MAX_CHOICES of its pyramids: drawn at random, or all if they are already a
    random sample.
    """
    return [
        scores[:, rng.integers(scores.shape[1], size=MAX_CHOICES)] if is_complete else scores
        for scores, is_complete in by_topic
    ]


def _means(topics: Sequence[Floats]) -> Floats:
    """Means over topics, rounded so that equal means are equal floats whatever the order of the additions."""
    means: Floats = np.round(sum(topics, np.zeros(1)) / len(topics), 12)
    return means


def _scores(scu_models: ScuModels, peers: MatchedPeers, pyramids: SubPyramids) -> Floats:
    """The scores, peers x pyramids."""
    shared = np.array(peers.shared, dtype=np.float64).reshape(len(peers.shared), scu_models.model_count)
    if peers.x is None:
        scu_counts = scu_models.shared.diagonal()  # the SCUs that a model shares with itself are all its SCUs
        scores = modified_scores(pyramids, shared, scu_counts, peers.rounding)
    else:
        scores = original_scores(pyramids, shared, peers.x)
    return _means_over_matchings(scores, peers.peer_of) if peers.peer_of else scores


def _means_over_matchings(scores: Floats, peer_of: Sequence[int]) -> Floats:
    """The mean scores of the peers (peers x pyramids) from ``scores`` (matchings x pyramids), rounded so that equal
    means are equal floats whatever the order of the additions.
    """
    totals = np.zeros((max(peer_of) + 1, scores.shape[1]))
    counts = np.zeros_like(totals)
    defined = ~np.isnan(scores)
    np.add.at(totals, list(peer_of), np.where(defined, scores, 0.0))
    np.add.at(counts, list(peer_of), defined)
    means = np.full_like(totals, np.nan)
    np.divide(totals, counts, out=means, where=counts > 0)
    rounded: Floats = np.round(means, 12)
    return rounded
