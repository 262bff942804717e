"""Do people match peers alike? Agreement on which SCUs a peer expresses, and agreement of the peers' scores.

The raters are the people who matched the peers. A cell is a pair of a peer and an SCU of the release that the peer is
matched to. Its value for a rater is whether the peer expresses the SCU, which means that the rater matched a unit to
it. Only peers that at least two raters matched to the same release count. Cells of several releases are pooled.

Confidence intervals come from the jackknife over peers: each peer is left out once with all of its cells, because cells
of one peer are not independent. Intervals of correlations are computed on Fisher's z scale. The interval of the mean
difference of one pair of raters equals Student's t interval.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import fsum, inf
from typing import NamedTuple

import numpy as np

from scoring.stats.arrays import Floats, Interval, Ints
from scoring.stats.correlation import pearson
from scoring.stats.intervals import jackknife_correlation_interval, jackknife_interval
from scoring.stats.kappa import (
    PairTable,
    category_counts,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    jaccard_index,
    negative_agreement,
    nominal_alpha,
    pair_tables,
    positive_agreement,
)
from scoring.stats.kappa_jackknife import leave_one_group_out
from scoring.stats.score_agreement import intraclass_correlations, leave_one_summary_out, limits_of_agreement

CELL_STATISTICS: Mapping[str, Callable[[PairTable], float | None]] = {
    "kappa_cohen": cohen_kappa,
    "jaccard": jaccard_index,
    "positive": positive_agreement,
    "negative": negative_agreement,
    "ac1": gwet_ac1,
}
"""The coefficients that are computed from the pooled cells of a pair of raters; all are at most 1."""

CORRELATIONS = ("pearson", "icc_a1", "icc_c1")
STATISTICS = (*CELL_STATISTICS, *CORRELATIONS, "mean_difference")
"""The statistics that are computed for each pair of raters, and averaged over pairs."""

KAPPAS, SHARES = ("kappa_cohen", "kappa_fleiss", "alpha_presence", "ac1"), ("jaccard", "positive", "negative")
RANGES = {**dict.fromkeys(KAPPAS, (-1.0, 1.0)), **dict.fromkeys(SHARES, (0.0, 1.0))}
"""The range of each coefficient; its interval is cut to this range. Differences of scores have no range."""


@dataclass(frozen=True, slots=True)
class PeerMatching:
    """One rater's matching of one peer. ``scus``: all SCUs of the release; ``present``: those that the peer expresses.
    ``peer``: a key of the release (or of releases with the same SCUs and weights), and the peer. All matchings of a
    peer have the same ``scus``, in any order.
    """

    peer: tuple[str, int]
    rater: str
    scus: Sequence[int]
    present: frozenset[int]
    score: Fraction | float | None


@dataclass(frozen=True, slots=True)
class PairOfRaters:
    """The agreement of raters ``a`` and ``b`` over the number of ``peers`` that both matched. Coefficients of cells are
    computed from the cells of all these peers together; they are not means over peers. ``mean_difference``: the mean of
    (score by a - score by b); ``limits``: the limits of agreement of these differences. ``intervals``: by coefficient.
    """

    a: str
    b: str
    peers: int
    kappa_cohen: float | None
    jaccard: float | None
    pearson: float | None
    mean_difference: float | None
    icc_a1: float | None
    icc_c1: float | None
    limits: Interval
    positive: float | None
    negative: float | None
    ac1: float | None
    intervals: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class PeerAgreement:
    """The agreement of all raters over these numbers of ``peers`` and ``cells``.

    ``kappa_fleiss`` and ``alpha_presence`` are computed from all raters together. So are ``icc_a1`` and ``icc_c1`` if
    ``has_joint_icc``, which means that every rater scored every peer. All other coefficients are means over the pairs
    of raters for which they are defined. ``mean_difference``: the mean of the pairs' absolute mean differences; its
    interval can reach below 0, because it is computed from differences with signs. ``limits``: the limits of agreement
    of (score by the rater with the higher mean - score by the other); None for more than one pair of raters.
    """

    peers: int
    cells: int
    raters: tuple[str, ...]
    kappa_cohen: float | None
    kappa_fleiss: float | None
    alpha_presence: float | None
    jaccard: float | None
    pearson: float | None
    mean_difference: float | None
    icc_a1: float | None
    icc_c1: float | None
    limits: Interval
    positive: float | None
    negative: float | None
    ac1: float | None
    intervals: Mapping[str, Interval]
    has_joint_icc: bool
    pairs: tuple[PairOfRaters, ...]


def peer_agreement(matchings: Iterable[PeerMatching]) -> PeerAgreement | None:
    """The agreement of all raters and of each pair of them; None if no peer has two raters. If a rater has several
    matchings of a peer, the first counts.
    """
    by_peer: dict[tuple[str, int], dict[str, PeerMatching]] = defaultdict(dict)
    for matching in matchings:
        by_peer[matching.peer].setdefault(matching.rater, matching)
    peers = [by_rater for by_rater in by_peer.values() if len(by_rater) > 1]
    if not peers:
        return None
    raters = sorted({rater for by_rater in peers for rater in by_rater})
    scored_pairs, counts = _pairs_and_counts(peers)
    by_pair = {names: _statistics(pair) for names, pair in sorted(scored_pairs.items(), key=lambda item: item[0])}
    pairs = [_pair_of_raters(names, scored_pairs[names], statistics) for names, statistics in by_pair.items()]
    for statistics in by_pair.values():
        statistics["mean_difference"] = _absolute(statistics["mean_difference"])
    overall = {
        name: _mean_over_pairs([statistics[name] for statistics in by_pair.values()], len(peers)) for name in STATISTICS
    }
    joint_icc = _joint_icc(peers, raters)
    overall |= _joint_coefficients(counts) | joint_icc
    return PeerAgreement(
        peers=len(peers),
        cells=sum(map(len, counts)),
        raters=tuple(raters),
        limits=_limits_of_only_pair(pairs),
        intervals=_intervals(overall),
        has_joint_icc=bool(joint_icc),
        pairs=tuple(pairs),
        **_values(overall),
    )


@dataclass(slots=True)
class _Pair:
    """The data of two raters. ``tables``: the cells of each common peer, by its number. ``scored``: the numbers of the
    peers that both raters scored; ``scores``: the two scores of each of these.
    """

    tables: dict[int, PairTable] = field(default_factory=dict)
    scored: list[int] = field(default_factory=list)
    scores: list[tuple[Fraction, Fraction]] = field(default_factory=list)

    @property
    def mean_difference(self) -> Fraction | None:
        """Computed with fractions, so that a mean difference of 0 is exactly 0."""
        return sum((a - b for a, b in self.scores), Fraction(0)) / len(self.scores) if self.scores else None

    @property
    def differences(self) -> Floats:
        return np.array([float(a - b) for a, b in self.scores], dtype=np.float64)


class _Jackknifed(NamedTuple):
    """A statistic: its value, and its values ``without`` each of the ``peers`` (numbers); NaN if undefined."""

    value: float | None
    peers: Ints
    without: Floats


def _pairs_and_counts(peers: Sequence[Mapping[str, PeerMatching]]) -> tuple[dict[tuple[str, str], _Pair], list[Ints]]:
    """Returns the data of each pair of raters, and for each peer an array of SCUs x 2: the numbers of raters who say
    that the peer does not and does express the SCU.
    """
    pairs: dict[tuple[str, str], _Pair] = defaultdict(_Pair)
    counts = []
    for number, by_rater in enumerate(peers):
        raters = sorted(by_rater)
        scus = by_rater[raters[0]].scus
        presence = [[scu in by_rater[rater].present for rater in raters] for scu in scus]
        ratings = np.array(presence, dtype=np.int8).reshape(len(scus), len(raters))
        counts.append(category_counts(ratings))
        tables = pair_tables(ratings)
        for (row_a, a), (row_b, b) in combinations(enumerate(raters), 2):
            pair = pairs[a, b]
            pair.tables[number] = tables.get((row_a, row_b), PairTable(0, 0, 0, 0))
            score_a, score_b = by_rater[a].score, by_rater[b].score
            if score_a is not None and score_b is not None:
                pair.scored.append(number)
                pair.scores.append((Fraction(score_a), Fraction(score_b)))
    return pairs, counts


def _statistics(pair: _Pair) -> dict[str, _Jackknifed]:
    """The STATISTICS of a pair of raters. ``mean_difference`` can be negative."""
    pooled = sum(pair.tables.values(), PairTable(0, 0, 0, 0))
    remaining = [pooled - table for table in pair.tables.values()]
    matched, scored = np.array([*pair.tables], dtype=np.int64), np.array(pair.scored, dtype=np.int64)
    result = {
        name: _Jackknifed(statistic(pooled), matched, _floats(map(statistic, remaining)))
        for name, statistic in CELL_STATISTICS.items()
    }
    scores = np.array(pair.scores, dtype=np.float64).reshape(-1, 2)
    left_out, icc = leave_one_summary_out(scores), intraclass_correlations(scores)
    differences, mean = pair.differences, pair.mean_difference
    n = len(differences)
    without = (differences.sum() - differences) / (n - 1) if n > 1 else np.full(n, np.nan)
    return result | {
        "pearson": _Jackknifed(pearson(scores[:, 0], scores[:, 1]), scored, left_out.pearson),
        "icc_a1": _Jackknifed(icc.absolute, scored, left_out.absolute),
        "icc_c1": _Jackknifed(icc.consistency, scored, left_out.consistency),
        "mean_difference": _Jackknifed(None if mean is None else float(mean), scored, without),
    }


def _pair_of_raters(raters: tuple[str, str], pair: _Pair, statistics: Mapping[str, _Jackknifed]) -> PairOfRaters:
    return PairOfRaters(
        a=raters[0],
        b=raters[1],
        peers=len(pair.tables),
        limits=limits_of_agreement(pair.differences),
        intervals=_intervals(statistics),
        **_values(statistics),
    )


def _limits_of_only_pair(pairs: Sequence[PairOfRaters]) -> Interval:
    """The limits of agreement of the only pair, with signs turned so that the mean difference is not negative."""
    if len(pairs) > 1 or pairs[0].limits is None or pairs[0].mean_difference is None:
        return None
    low, high = pairs[0].limits
    return (low, high) if pairs[0].mean_difference >= 0 else (-high, -low)


def _mean_over_pairs(pairs: Sequence[_Jackknifed], peer_count: int) -> _Jackknifed:
    """The mean over the pairs with a defined value. Leaving out a peer changes only the pairs that both matched it."""
    defined = [pair for pair in pairs if pair.value is not None]
    if not defined:
        return _Jackknifed(None, np.empty(0, np.int64), np.empty(0))
    total = fsum(pair.value for pair in defined if pair.value is not None)
    sums, sizes = np.full(peer_count, total), np.full(peer_count, float(len(defined)))
    for pair in defined:
        is_known = ~np.isnan(pair.without)
        sums[pair.peers] += np.where(is_known, pair.without, 0.0) - pair.value
        sizes[pair.peers] -= ~is_known
    peers = np.unique(np.concatenate([pair.peers for pair in defined]))
    means = np.where(sizes > 0, sums, np.nan) / np.maximum(sizes, 1)
    return _Jackknifed(total / len(defined), peers, means[peers])


def _absolute(difference: _Jackknifed) -> _Jackknifed:
    """The absolute mean difference of a pair. The values without a peer change their signs too if the mean is < 0."""
    if difference.value is None or difference.value >= 0:
        return difference
    return _Jackknifed(-difference.value, difference.peers, -difference.without)


def _joint_coefficients(counts: Sequence[Ints]) -> dict[str, _Jackknifed]:
    """The coefficients that are computed from all raters together. ``counts``: see :func:`_pairs_and_counts`."""
    cells, peers, left_out = np.concatenate(counts), np.arange(len(counts)), leave_one_group_out(counts)
    return {
        "kappa_fleiss": _Jackknifed(fleiss_kappa(cells), peers, left_out.kappa),
        "alpha_presence": _Jackknifed(nominal_alpha(cells), peers, left_out.alpha),
    }


def _joint_icc(peers: Sequence[Mapping[str, PeerMatching]], raters: Sequence[str]) -> dict[str, _Jackknifed]:
    """The intraclass correlations of all raters; empty unless every rater scored every peer."""
    rows = [[by_rater[rater].score if rater in by_rater else None for rater in raters] for by_rater in peers]
    if any(score is None for row in rows for score in row):
        return {}
    scores = np.array(rows, dtype=np.float64)
    icc, left_out, numbers = intraclass_correlations(scores), leave_one_summary_out(scores), np.arange(len(peers))
    return {
        "icc_a1": _Jackknifed(icc.absolute, numbers, left_out.absolute),
        "icc_c1": _Jackknifed(icc.consistency, numbers, left_out.consistency),
    }


def _values(statistics: Mapping[str, _Jackknifed]) -> dict[str, float | None]:
    return {name: statistic.value for name, statistic in statistics.items()}


def _intervals(statistics: Mapping[str, _Jackknifed]) -> dict[str, Interval]:
    """The jackknife interval of each statistic, cut to the statistic's range."""
    intervals: dict[str, Interval] = {}
    for name, (value, _, without) in statistics.items():
        if name in CORRELATIONS:
            intervals[name] = jackknife_correlation_interval(value, without)
            continue
        interval = jackknife_interval(value, without)
        low, high = RANGES.get(name, (-inf, inf))
        intervals[name] = interval and (max(interval[0], low), min(interval[1], high))
    return intervals


def _floats(values: Iterable[float | None]) -> Floats:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
