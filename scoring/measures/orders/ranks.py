"""Is the ranking of several summaries the same under fewer model summaries?

Source: Nenkova & Passonneau 2004, section 3.3 and Table 4: some model summaries are taken as peers and ranked under all
pyramids of the others; each ranking is compared (Spearman's rho) with the one under the largest pyramids, each summary
against all the others. The paper takes one random choice of five of ten; here every choice is taken, or a sample. The
same is asked of real peers, which build no pyramid.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

import numpy as np

from scoring.measures.orders.scores import Scored, score_models
from scoring.measures.orders.subsets import MOST_EXACT, Contents, SubPyramids, counted_at_least
from scoring.stats.arrays import Floats, Ints

FEWEST_PEERS = 4
"""Of fewer summaries there are too few rankings to speak of."""
MOST_CHOICES = 1_000
"""So many choices of peers at most; beyond that a sample of so many, or of fewer where each takes many rankings."""
FEWEST_CHOICES = 100
MOST_RANKINGS = 1 << 22
BLOCK = 1 << 20
WIDE = 1 << 12


@dataclass(frozen=True, slots=True)
class RankCounts:
    """Of one order: the sum of the ``defined`` correlations, how many rankings were ``looked_at``, and for a sample the
    sum of squares about the mean and the number of independent draws (0: no sample).
    """

    order: int
    total: float
    defined: int
    looked_at: int
    spread: float = 0.0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class RankStability:
    """Table 4's row of an order. ``spearman``: mean over the rankings that are not ``skipped``, None if all are (all
    summaries tied, or a score undefined); ``standard_error`` where choices or pyramids were drawn.
    """

    order: int
    spearman: float | None
    pyramids: int
    skipped: int
    standard_error: float | None


def model_ranks(
    contents: Contents, scored: Sequence[Scored], reference: Floats, peers: int, rng: np.random.Generator
) -> list[RankCounts]:
    """Models as judges of one another: ``peers`` of them ranked by pyramids of the others, orders 1 to N - peers.

    ``scored``: orders 1 to N - 1, all pyramids of each up to MOST_EXACT models; beyond that ``scored`` is not used, and
    MOST_CHOICES times peers and one pyramid of each order are drawn. Raises ValueError unless 2 <= peers < N.
    """
    models = contents.models
    if not 2 <= peers < models:
        raise ValueError(f"Of {models} model summaries 2 to {models - 1} can be peers, not {peers}.")
    if models > MOST_EXACT:
        return [_drawn(contents, order, reference, peers, rng) for order in range(1, models - peers + 1)]
    sampled = samples_choices(models, peers)
    choices = _some_choices(models, peers, rng) if sampled else np.array(list(combinations(range(models), peers)))
    return [_by_choice(one, choices, reference, sampled=sampled) for one in scored[: models - peers]]


def peer_ranks(scored: Iterable[Scored], reference: Floats) -> list[RankCounts]:
    """Real peers, ranked by each pyramid; ``reference``: their scores by the pyramid of all models."""
    return [
        counted_ranks(one.order, one.scores, reference, 0 if one.pyramids.complete else one.scores.shape[1])
        for one in scored
    ]


def counted_ranks(order: int, scores: Floats, reference: Floats, draws: int) -> RankCounts:
    """Each column of ``scores`` (summaries x columns) a ranking; ``draws``: how many were drawn independently, or 0."""
    step = max(1, BLOCK // max(1, len(reference)))
    starts = range(0, scores.shape[1], step)
    values = np.concatenate([correlations(scores[:, at : at + step], reference[:, None]) for at in starts])
    return _counts(order, values, draws)


def rank_stability(order: int, topics: Sequence[RankCounts]) -> RankStability:
    """One order over several topics: the mean of all their rankings."""
    total, defined = sum(one.total for one in topics), sum(one.defined for one in topics)
    looked_at = sum(one.looked_at for one in topics)
    mean = total / defined if defined else None
    error = None
    if mean is not None and any(one.draws > 1 for one in topics):
        # A topic's mean varies by its own spread; it has its share of all rankings.
        error = sqrt(sum(one.spread / one.draws * (one.defined / defined) ** 2 for one in topics if one.draws > 1))
    return RankStability(order, mean, looked_at, looked_at - defined, error)


def correlations(scores: Floats, reference: Floats) -> Floats:
    """Spearman's rho of each column of ``scores`` (summaries x columns) with that of ``reference`` (which may have one
    column); NaN where a score is undefined or all are tied.
    """
    ours, theirs = _centred_ranks(scores), _centred_ranks(reference)
    spread = np.sqrt((ours * ours).sum(axis=0) * (theirs * theirs).sum(axis=0), dtype=np.float64)
    spread[spread == 0] = np.nan
    found: Floats = (ours * theirs).sum(axis=0) / spread
    found[np.isnan(scores).any(axis=0) | np.isnan(reference).any(axis=0)] = np.nan
    return found


def _centred_ranks(scores: Floats) -> Ints:
    """Twice the midrank less its mean: how many are lower less how many are higher."""
    found = np.zeros(scores.shape, dtype=np.int64)
    if scores.shape[1] < WIDE:  # fewer steps, twice the work
        for row, one in enumerate(scores):
            found[row] = (one > scores).sum(axis=0) - (one < scores).sum(axis=0)
        return found
    for first, second in combinations(range(len(scores)), 2):
        sign = (scores[first] > scores[second]).astype(np.int8) - (scores[first] < scores[second]).astype(np.int8)
        found[first] += sign
        found[second] -= sign
    return found


def _by_choice(scored: Scored, choices: Ints, reference: Floats, *, sampled: bool) -> RankCounts:
    """One order: each choice of peers (a row) ranked by all pyramids of the other models."""
    means, values = [], []
    for some, columns in _judging(scored.pyramids, choices):
        scores = scored.scores[some.T[:, :, None], columns[None]]
        ranked = correlations(scores.reshape(len(scores), -1), np.repeat(reference[some.T], columns.shape[1], axis=1))
        values.append(ranked)
        means.append(_row_means(ranked.reshape(columns.shape)))
    found = _counts(scored.order, np.concatenate(values), 0)
    return _of_clusters(found, np.concatenate(means)) if sampled else found


def _judging(pyramids: SubPyramids, choices: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Choices of peers, some at a time, with the pyramids that none of the peers builds: choices x pyramids."""
    models, peers = len(pyramids.members), choices.shape[1]
    others = _rest(choices, models)
    width = comb(models - peers, pyramids.order)
    numbers = 1 << np.arange(models, dtype=np.int64)
    subsets = numbers @ pyramids.members
    place = np.zeros(1 << models, dtype=np.int32)
    place[subsets] = np.arange(len(subsets))
    inner = np.array(list(combinations(range(models - peers), pyramids.order)), dtype=np.int64)
    step = max(1, BLOCK // (width * peers))
    for start in range(0, len(choices), step):
        some = choices[start : start + step]
        yield some, place[numbers[others[start : start + step]][:, inner].sum(axis=2)]


def _rest(choices: Ints, models: int) -> Ints:
    """For each choice of peers the other models."""
    free = np.ones((len(choices), models), dtype=np.bool_)
    np.put_along_axis(free, choices, False, axis=1)
    return np.nonzero(free)[1].reshape(len(choices), -1)


def _drawn(contents: Contents, order: int, reference: Floats, peers: int, rng: np.random.Generator) -> RankCounts:
    """Peers and one pyramid of the others, drawn together again and again."""
    places = rng.random((contents.models, MOST_CHOICES)).argsort(axis=0)
    members = np.zeros(places.shape, dtype=np.bool_)
    np.put_along_axis(members, places[peers : peers + order], True, axis=0)
    one = SubPyramids(order, members, counted_at_least(contents, members, order), complete=False)
    scores = np.take_along_axis(score_models(contents, [one])[0].scores, places[:peers], axis=0)
    return _counts(order, correlations(scores, reference[places[:peers]]), MOST_CHOICES)


def samples_choices(models: int, peers: int) -> bool:
    """Whether the choices of peers are a sample."""
    return models > MOST_EXACT or comb(models, peers) > MOST_CHOICES


def _some_choices(models: int, peers: int, rng: np.random.Generator) -> Ints:
    draws = min(MOST_CHOICES, max(FEWEST_CHOICES, MOST_RANKINGS >> models - peers))
    drawn = rng.random((draws, models)).argsort(axis=1)[:, :peers]
    return np.sort(drawn, axis=1).astype(np.int64)


def _counts(order: int, values: Floats, draws: int) -> RankCounts:
    defined = values[~np.isnan(values)]
    spread = float(defined.var(ddof=1)) if draws and len(defined) > 1 else 0.0
    return RankCounts(order, float(defined.sum()), len(defined), len(values), spread, min(draws, len(defined)))


def _of_clusters(found: RankCounts, means: Floats) -> RankCounts:
    """The counts with the spread of the choices' means, as it is the choices that were drawn."""
    defined = means[~np.isnan(means)]
    spread = float(defined.var(ddof=1)) if len(defined) > 1 else 0.0
    return RankCounts(found.order, found.total, found.defined, found.looked_at, spread, len(defined))


def _row_means(values: Floats) -> Floats:
    """The mean of what is defined in each row; NaN where nothing is."""
    defined = ~np.isnan(values)
    count = defined.sum(axis=1)
    return np.where(count > 0, np.where(defined, values, 0).sum(axis=1) / np.maximum(count, 1), np.nan)
