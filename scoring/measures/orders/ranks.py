"""Whether the ranking of several summaries is the same under pyramids of fewer model summaries.

Source: Nenkova & Passonneau 2004, section 3.3 and Table 4. Some model summaries are treated as peers and ranked by
their scores under each pyramid that can be built from the other models. Each ranking is compared (Spearman's rho) with
the reference: the ranking by scores under the largest pyramids, where each summary is scored against all the others.
The paper uses one random choice of five peers among ten models. Here every choice is used, or a sample of the choices.
Real peers, which are not part of any pyramid, are ranked in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

import numpy as np

from scoring.measures.orders.scores import OrderScores, score_models
from scoring.measures.orders.subsets import MAX_EXACT_MODELS, ScuModels, SubPyramids, counted_at_least
from scoring.stats.arrays import Floats, Ints

FEWEST_PEERS = 4
"""With fewer summaries there are too few possible rankings."""
MAX_CHOICES = 1_000
"""If there are more choices of peers than this, a sample is drawn: MAX_CHOICES choices or, if these have more than
MAX_RANKINGS rankings, fewer, but at least FEWEST_CHOICES.
"""
FEWEST_CHOICES = 100
MAX_RANKINGS = 1 << 22
BLOCK = 1 << 20
"""Number of scores in memory at a time."""
WIDE = 1 << 12
"""With at least this many columns, ranks are computed from pairs of summaries, which takes fewer comparisons."""


@dataclass(frozen=True, slots=True)
class RankCounts:
    """The rankings at one order (number of model summaries). ``rankings``: their number; ``defined``: how many of them
    have a defined correlation with the reference; ``total``: the sum of these correlations. For a sample, ``draws`` is
    the number of independent draws, each with one correlation or the mean of several, and ``variance`` is the variance
    of these numbers. Both are 0 if all rankings were computed.
    """

    order: int
    total: float
    defined: int
    rankings: int
    variance: float
    draws: int


@dataclass(frozen=True, slots=True)
class RankStability:
    """A row like those of Table 4, for order ``n``. ``pyramids``: number of rankings (a pyramid counts once for each
    choice of peers ranked under it); ``skipped``: how many rankings have no correlation with the reference, because
    all scores are tied or one is undefined. ``spearman``: the mean correlation of the other rankings; None if there are
    none. ``standard_error``: None unless peers or pyramids were drawn at random.
    """

    n: int
    spearman: float | None
    pyramids: int
    skipped: int
    standard_error: float | None


def model_ranks(
    scu_models: ScuModels, scored: Sequence[OrderScores], reference: Floats, peer_count: int, rng: np.random.Generator
) -> list[RankCounts]:
    """Ranks ``peer_count`` of the N models at a time (2 <= peer_count < N), under pyramids of the other models, at
    orders 1 to N - peer_count.

    ``scored``: the scores under all pyramids, at orders 1 to N - 1. For more than MAX_EXACT_MODELS models these scores
    are not used: for each order, a choice of peers and one pyramid are drawn, MAX_CHOICES times. ``reference``: the
    score of each model summary under the pyramid of all other models.
    """
    models = scu_models.model_count
    orders = range(1, models - peer_count + 1)
    if models > MAX_EXACT_MODELS:
        return [_drawn_rankings(scu_models, order, reference, peer_count, rng) for order in orders]
    sampled = are_choices_sampled(models, peer_count)
    all_choices = combinations(range(models), peer_count)
    choices = _draw_choices(models, peer_count, rng) if sampled else np.array(list(all_choices))
    return [_rankings(order_scores, choices, reference, sampled=sampled) for order_scores in scored[: len(orders)]]


def count_rankings(order: int, scores: Floats, reference: Floats, *, sampled: bool) -> RankCounts:
    """Ranks summaries by each column of ``scores`` (summaries x rankings). ``sampled``: whether columns were drawn."""
    step = max(1, BLOCK // max(1, len(reference)))
    starts = range(0, scores.shape[1], step)
    rhos = np.concatenate([correlations(scores[:, start : start + step], reference[:, None]) for start in starts])
    return _rank_counts(order, rhos, rhos if sampled else None)


def rank_stability(order: int, topics: Sequence[RankCounts]) -> RankStability:
    """Returns the mean correlation over all rankings of one order, on one topic or several."""
    total, defined = sum(topic.total for topic in topics), sum(topic.defined for topic in topics)
    rankings = sum(topic.rankings for topic in topics)
    mean = total / defined if defined else None
    sampled_topics = [topic for topic in topics if topic.draws > 1]
    error = None
    if mean is not None and sampled_topics:
        # The variance of each topic's mean, weighted with the topic's share of all rankings.
        error = sqrt(sum(topic.variance / topic.draws * (topic.defined / defined) ** 2 for topic in sampled_topics))
    return RankStability(order, mean, rankings, rankings - defined, error)


def correlations(scores: Floats, reference: Floats) -> Floats:
    """Spearman's rho of each column of ``scores`` (summaries x columns) with the same column of ``reference``, or with
    its only column; NaN if a score is undefined or all are tied.
    """
    a, b = _centred_ranks(scores), _centred_ranks(reference)
    scale = np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0), dtype=np.float64)
    scale[scale == 0] = np.nan
    rho: Floats = (a * b).sum(axis=0) / scale
    rho[np.isnan(scores).any(axis=0) | np.isnan(reference).any(axis=0)] = np.nan
    return rho


def _centred_ranks(scores: Floats) -> Ints:
    """Returns, for each score, (the number of lower scores in its column) - (the number of higher scores). This equals
    2 (midrank - mean midrank).
    """
    ranks = np.zeros(scores.shape, dtype=np.int64)
    if scores.shape[1] < WIDE:  # fewer numpy calls, but twice the comparisons
        for row, summary_scores in enumerate(scores):
            ranks[row] = (summary_scores > scores).sum(axis=0) - (summary_scores < scores).sum(axis=0)
        return ranks
    for first, second in combinations(range(len(scores)), 2):
        sign = (scores[first] > scores[second]).astype(np.int8) - (scores[first] < scores[second]).astype(np.int8)
        ranks[first] += sign
        ranks[second] -= sign
    return ranks


def _rankings(order_scores: OrderScores, choices: Ints, reference: Floats, *, sampled: bool) -> RankCounts:
    """Ranks each choice of peers (a row of ``choices``) under all pyramids of one order that the other models form."""
    rhos_by_block, means_by_block = [], []  # one mean for each choice of peers
    for block, columns in _pyramids_of_others(order_scores.pyramids, choices):
        scores = order_scores.scores[block.T[:, :, None], columns[None]]  # peers x choices x pyramids
        rhos = correlations(scores.reshape(len(scores), -1), np.repeat(reference[block.T], columns.shape[1], axis=1))
        rhos_by_block.append(rhos)
        means_by_block.append(_row_means(rhos.reshape(columns.shape)))
    means = np.concatenate(means_by_block) if sampled else None
    return _rank_counts(order_scores.order, np.concatenate(rhos_by_block), means)


def _pyramids_of_others(pyramids: SubPyramids, choices: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yields blocks of the choices of peers. With each block comes an array of choices x pyramids: the columns (in
    ``pyramids``) of the pyramids that have none of the chosen peers.
    """
    models, peer_count = len(pyramids.members), choices.shape[1]
    others = _other_models(choices, models)
    pyramids_per_choice = comb(models - peer_count, pyramids.order)
    bits = 1 << np.arange(models, dtype=np.int64)
    subsets = bits @ pyramids.members  # the models of each pyramid as a bit mask
    column_of_subset = np.zeros(1 << models, dtype=np.int32)
    column_of_subset[subsets] = np.arange(len(subsets))
    subsets_of_others = np.array(list(combinations(range(models - peer_count), pyramids.order)), dtype=np.int64)
    step = max(1, BLOCK // (pyramids_per_choice * peer_count))
    for start in range(0, len(choices), step):
        block = slice(start, start + step)
        subsets_by_choice = bits[others[block]][:, subsets_of_others].sum(axis=2)  # bit masks, choices x pyramids
        yield choices[block], column_of_subset[subsets_by_choice]


def _other_models(choices: Ints, models: int) -> Ints:
    """The models that are not among the peers, for each choice of peers (a row)."""
    is_other = np.ones((len(choices), models), dtype=np.bool_)
    np.put_along_axis(is_other, choices, False, axis=1)
    return np.nonzero(is_other)[1].reshape(len(choices), -1)


def _drawn_rankings(
    scu_models: ScuModels, order: int, reference: Floats, peer_count: int, rng: np.random.Generator
) -> RankCounts:
    """Draws peers together with one pyramid of the other models, MAX_CHOICES times: the first models of a random
    permutation are the peers, and the next ones form the pyramid.
    """
    permutations = rng.random((scu_models.model_count, MAX_CHOICES)).argsort(axis=0)
    drawn_peers = permutations[:peer_count]
    members = np.zeros(permutations.shape, dtype=np.bool_)
    np.put_along_axis(members, permutations[peer_count : peer_count + order], True, axis=0)
    pyramids = SubPyramids(order, members, counted_at_least(scu_models, members, order), is_complete=False)
    scores = np.take_along_axis(score_models(scu_models, [pyramids])[0].scores, drawn_peers, axis=0)
    rhos = correlations(scores, reference[drawn_peers])
    return _rank_counts(order, rhos, rhos)


def are_choices_sampled(models: int, peer_count: int) -> bool:
    """Whether only a random sample of all choices of ``peer_count`` peers among the models is ranked."""
    return models > MAX_EXACT_MODELS or comb(models, peer_count) > MAX_CHOICES


def _draw_choices(models: int, peer_count: int, rng: np.random.Generator) -> Ints:
    """Random choices of peers, one in each row, as indexes of models."""
    rankings_per_choice = 1 << (models - peer_count)  # about: a ranking for each subset of the other models
    draws = min(MAX_CHOICES, max(FEWEST_CHOICES, MAX_RANKINGS // rankings_per_choice))
    drawn = rng.random((draws, models)).argsort(axis=1)[:, :peer_count]
    return np.sort(drawn, axis=1).astype(np.int64)


def _rank_counts(order: int, rhos: Floats, independent: Floats | None) -> RankCounts:
    """Summarizes correlations. ``rhos``: the correlation of each ranking, NaN if undefined. ``independent``: for a
    sample, the correlation of each independent draw, or the mean of its correlations; None if all were computed.
    """
    defined = rhos[~np.isnan(rhos)]
    drawn = np.zeros(0) if independent is None else independent[~np.isnan(independent)]
    variance = float(drawn.var(ddof=1)) if len(drawn) > 1 else 0.0
    return RankCounts(order, float(defined.sum()), len(defined), len(rhos), variance, len(drawn))


def _row_means(values: Floats) -> Floats:
    """The mean of the defined values of each row; NaN for a row without any."""
    defined = ~np.isnan(values)
    count = defined.sum(axis=1)
    return np.where(count > 0, np.where(defined, values, 0).sum(axis=1) / np.maximum(count, 1), np.nan)
