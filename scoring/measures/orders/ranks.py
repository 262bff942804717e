"""Is the ranking of several summaries the same under fewer model summaries?

Source: Nenkova & Passonneau 2004, section 3.3 and Table 4: some model summaries are taken as peers and ranked under all
pyramids of the others. Each ranking is compared (Spearman's rho) with the one under the largest pyramids, each summary
against all the others. The paper takes one random choice of five of ten; here every choice is taken, or a sample. Real
peers, which build no pyramid, are ranked in the same way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

import numpy as np

from scoring.measures.orders.scores import Scored, score_models
from scoring.measures.orders.subsets import MOST_EXACT, Contents, SubPyramids, counted_at_least
from scoring.stats.arrays import Floats, Ints

FEWEST_PEERS = 4
"""With fewer summaries there are too few possible rankings."""
MOST_CHOICES = 1_000
"""At most so many choices of peers; with more a sample of so many, or of fewer if each choice takes many rankings."""
FEWEST_CHOICES = 100
MOST_RANKINGS = 1 << 22
BLOCK = 1 << 20
WIDE = 1 << 12


@dataclass(frozen=True, slots=True)
class RankCounts:
    """Rankings of one order: the ``total`` of the ``defined`` correlations, and the number of all ``rankings``. For a
    sample also the ``variance`` of the independent ``draws``; 0 draws mean that it is no sample.
    """

    order: int
    total: float
    defined: int
    rankings: int
    variance: float
    draws: int


@dataclass(frozen=True, slots=True)
class RankStability:
    """Table 4's row of order ``n``. ``spearman``: mean over the rankings that are not ``skipped``, None if all are (all
    summaries tied, or a score undefined); ``standard_error``: only if choices of peers or pyramids were drawn.
    """

    n: int
    spearman: float | None
    pyramids: int
    skipped: int
    standard_error: float | None


def model_ranks(
    contents: Contents, scored: Sequence[Scored], reference: Floats, peers: int, rng: np.random.Generator
) -> list[RankCounts]:
    """Models as judges of one another: ``peers`` of them ranked by pyramids of the others, orders 1 to N - peers.
    ``scored``: orders 1 to N - 1, all pyramids of each up to MOST_EXACT models. With more models ``scored`` is not
    used; MOST_CHOICES times, peers and one pyramid of each order are drawn. 2 <= peers < N.
    """
    models = contents.models
    if models > MOST_EXACT:
        return [_drawn(contents, order, reference, peers, rng) for order in range(1, models - peers + 1)]
    sampled = samples_choices(models, peers)
    choices = _draw_choices(models, peers, rng) if sampled else np.array(list(combinations(range(models), peers)))
    return [_by_choice(of_order, choices, reference, sampled=sampled) for of_order in scored[: models - peers]]


def counted_ranks(order: int, scores: Floats, reference: Floats, *, sampled: bool) -> RankCounts:
    """Counts each column of ``scores`` (summaries x columns) as a ranking; ``sampled``: the columns were drawn."""
    step = max(1, BLOCK // max(1, len(reference)))
    starts = range(0, scores.shape[1], step)
    values = np.concatenate([correlations(scores[:, at : at + step], reference[:, None]) for at in starts])
    return _counts(order, values, values if sampled else None)


def rank_stability(order: int, topics: Sequence[RankCounts]) -> RankStability:
    """One order over several topics: the mean of all their rankings."""
    total, defined = sum(topic.total for topic in topics), sum(topic.defined for topic in topics)
    rankings = sum(topic.rankings for topic in topics)
    mean = total / defined if defined else None
    drawn = [topic for topic in topics if topic.draws > 1]
    error = None
    if mean is not None and drawn:
        # The variance of each topic's mean, weighted with the topic's share of all rankings.
        error = sqrt(sum(topic.variance / topic.draws * (topic.defined / defined) ** 2 for topic in drawn))
    return RankStability(order, mean, rankings, rankings - defined, error)


def correlations(scores: Floats, reference: Floats) -> Floats:
    """Spearman's rho of each column of ``scores`` (summaries x columns) with that of ``reference`` (which may have one
    column); NaN if a score is undefined or all are tied.
    """
    ours, theirs = _centred_ranks(scores), _centred_ranks(reference)
    spread = np.sqrt((ours * ours).sum(axis=0) * (theirs * theirs).sum(axis=0), dtype=np.float64)
    spread[spread == 0] = np.nan
    rho: Floats = (ours * theirs).sum(axis=0) / spread
    rho[np.isnan(scores).any(axis=0) | np.isnan(reference).any(axis=0)] = np.nan
    return rho


def _centred_ranks(scores: Floats) -> Ints:
    """Twice (midrank - mean midrank): how many scores of the column are lower, less how many are higher."""
    ranks = np.zeros(scores.shape, dtype=np.int64)
    if scores.shape[1] < WIDE:  # fewer steps, twice the work
        for row, own in enumerate(scores):
            ranks[row] = (own > scores).sum(axis=0) - (own < scores).sum(axis=0)
        return ranks
    for first, second in combinations(range(len(scores)), 2):
        sign = (scores[first] > scores[second]).astype(np.int8) - (scores[first] < scores[second]).astype(np.int8)
        ranks[first] += sign
        ranks[second] -= sign
    return ranks


def _by_choice(scored: Scored, choices: Ints, reference: Floats, *, sampled: bool) -> RankCounts:
    """One order: each choice of peers (a row) ranked by all pyramids of the other models."""
    means, values = [], []
    for some, columns in _judging(scored.pyramids, choices):
        scores = scored.scores[some.T[:, :, None], columns[None]]
        ranked = correlations(scores.reshape(len(scores), -1), np.repeat(reference[some.T], columns.shape[1], axis=1))
        values.append(ranked)
        means.append(_row_means(ranked.reshape(columns.shape)))
    return _counts(scored.order, np.concatenate(values), np.concatenate(means) if sampled else None)


def _judging(pyramids: SubPyramids, choices: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Blocks of choices of peers, with the pyramids that none of the peers builds: choices x pyramids."""
    models, peers = len(pyramids.members), choices.shape[1]
    judges = _other_models(choices, models)
    width = comb(models - peers, pyramids.order)
    bits = 1 << np.arange(models, dtype=np.int64)
    subsets = bits @ pyramids.members
    column = np.zeros(1 << models, dtype=np.int32)
    column[subsets] = np.arange(len(subsets))
    inner = np.array(list(combinations(range(models - peers), pyramids.order)), dtype=np.int64)
    step = max(1, BLOCK // (width * peers))
    for start in range(0, len(choices), step):
        block = slice(start, start + step)
        yield choices[block], column[bits[judges[block]][:, inner].sum(axis=2)]


def _other_models(choices: Ints, models: int) -> Ints:
    """For each choice of peers the models that are not among them."""
    free = np.ones((len(choices), models), dtype=np.bool_)
    np.put_along_axis(free, choices, False, axis=1)
    return np.nonzero(free)[1].reshape(len(choices), -1)


def _drawn(contents: Contents, order: int, reference: Floats, peers: int, rng: np.random.Generator) -> RankCounts:
    """Draws peers together with one pyramid of the other models, MOST_CHOICES times."""
    places = rng.random((contents.models, MOST_CHOICES)).argsort(axis=0)
    members = np.zeros(places.shape, dtype=np.bool_)
    np.put_along_axis(members, places[peers : peers + order], True, axis=0)
    pyramids = SubPyramids(order, members, counted_at_least(contents, members, order), complete=False)
    scores = np.take_along_axis(score_models(contents, [pyramids])[0].scores, places[:peers], axis=0)
    values = correlations(scores, reference[places[:peers]])
    return _counts(order, values, values)


def samples_choices(models: int, peers: int) -> bool:
    return models > MOST_EXACT or comb(models, peers) > MOST_CHOICES


def _draw_choices(models: int, peers: int, rng: np.random.Generator) -> Ints:
    draws = min(MOST_CHOICES, max(FEWEST_CHOICES, MOST_RANKINGS >> models - peers))
    drawn = rng.random((draws, models)).argsort(axis=1)[:, :peers]
    return np.sort(drawn, axis=1).astype(np.int64)


def _counts(order: int, values: Floats, draws: Floats | None) -> RankCounts:
    """``values``: the correlation of each ranking; ``draws``: the independent draws among them or their means, None
    if all rankings were counted. NaN in both is skipped.
    """
    defined = values[~np.isnan(values)]
    drawn = np.zeros(0) if draws is None else draws[~np.isnan(draws)]
    variance = float(drawn.var(ddof=1)) if len(drawn) > 1 else 0.0
    return RankCounts(order, float(defined.sum()), len(defined), len(values), variance, len(drawn))


def _row_means(values: Floats) -> Floats:
    """The mean of what is defined in each row; NaN where nothing is."""
    defined = ~np.isnan(values)
    count = defined.sum(axis=1)
    return np.where(count > 0, np.where(defined, values, 0).sum(axis=1) / np.maximum(count, 1), np.nan)
