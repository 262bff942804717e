"""Do people match peers alike? Agreement over peer x SCU cells of one or more releases, and of the peers' scores.

A cell is one SCU of a release in one peer that is matched against it. Its value for a rater is whether the peer
expresses the SCU (is matched to it at least once). Only peers that at least two raters matched against the same release
count. Cells of several releases are pooled: "expressed" and "not expressed" mean the same in each.

Intervals are jackknifed over peers, which are left out one at a time with all of their cells: cells of one peer are not
independent. Correlations are on Fisher's z scale. For the mean difference of one pair this is Student's t interval.
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
"""What is computed from the pooled cells of a pair of raters; all are at most 1."""

CORRELATIONS = ("pearson", "icc_a1", "icc_c1")
STATISTICS = (*CELL_STATISTICS, *CORRELATIONS, "mean_difference")
"""What is computed for each pair, and averaged over pairs."""

KAPPAS, SHARES = ("kappa_cohen", "kappa_fleiss", "alpha_presence", "ac1"), ("jaccard", "positive", "negative")
RANGES = {**dict.fromkeys(KAPPAS, (-1.0, 1.0)), **dict.fromkeys(SHARES, (0.0, 1.0))}
"""Intervals end where these do. Differences of scores have no such ends."""


@dataclass(frozen=True, slots=True)
class PeerMatching:
    """One rater's matching of one peer: the SCUs ``present`` among all ``scus`` of the release, and the score or None.
    ``peer`` identifies the release (or releases with the same SCUs and weights) and the peer; all matchings of a peer
    have the same ``scus``, in any order.
    """

    peer: tuple[str, int]
    rater: str
    scus: Sequence[int]
    present: frozenset[int]
    score: Fraction | float | None


@dataclass(frozen=True, slots=True)
class PairOfRaters:
    """Two raters over the ``peers`` that both matched. Cells are pooled: ``jaccard`` is not a mean over peers.
    ``mean_difference``: the mean of a's score less b's; ``limits`` of agreement: of these differences.
    ``intervals``: by name of the coefficient.
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
    """All raters over ``peers`` and their ``cells``.

    ``kappa_fleiss`` and ``alpha_presence`` are of all raters together, and so are ``icc_a1`` and ``icc_c1`` if
    ``has_joint_icc``: every rater scored every peer. Otherwise the two, and all other coefficients, are means over the
    pairs of raters for which they are defined (with two raters: the values of this pair). ``mean_difference`` is the
    mean of the pairs' absolute mean differences; its interval keeps the pairs' signs, so that it can reach below 0.
    ``limits``: of the higher rater's scores less the lower one's; None for more than one pair.
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
    """Agreement of the raters, and of scores if both raters have one; None if no peer has two raters. Of several
    matchings of a peer by the same rater the first counts.
    """
    by_peer: dict[tuple[str, int], dict[str, PeerMatching]] = defaultdict(dict)
    for matching in matchings:
        by_peer[matching.peer].setdefault(matching.rater, matching)
    peers = [by_rater for by_rater in by_peer.values() if len(by_rater) > 1]
    if not peers:
        return None
    raters = sorted({rater for by_rater in peers for rater in by_rater})
    scored_pairs, counts = _pairs_and_counts(peers)
    by_pair = {raters: _statistics(pair) for raters, pair in sorted(scored_pairs.items(), key=lambda item: item[0])}
    pairs = [_pair_of_raters(key, scored_pairs[key], statistics) for key, statistics in by_pair.items()]
    for statistics in by_pair.values():
        statistics["mean_difference"] = _absolute(statistics["mean_difference"])
    together = {
        name: _mean_over_pairs([statistics[name] for statistics in by_pair.values()], len(peers)) for name in STATISTICS
    }
    joint_icc = _joint_icc(peers, raters)
    together |= _of_all_raters(counts) | joint_icc
    return PeerAgreement(
        peers=len(peers),
        cells=sum(map(len, counts)),
        raters=tuple(raters),
        limits=_limits_of_only_pair(pairs),
        intervals=_intervals(together),
        has_joint_icc=bool(joint_icc),
        pairs=tuple(pairs),
        **_values(together),
    )


@dataclass(slots=True)
class _Pair:
    """Two raters: the cells of each common peer, and the common peers (their numbers in ``scored``) with two scores."""

    tables: dict[int, PairTable] = field(default_factory=dict)
    scored: list[int] = field(default_factory=list)
    scores: list[tuple[Fraction, Fraction]] = field(default_factory=list)

    @property
    def mean_difference(self) -> Fraction | None:
        """Exact, so that a difference of 0 is 0."""
        return sum((a - b for a, b in self.scores), Fraction(0)) / len(self.scores) if self.scores else None

    @property
    def differences(self) -> Floats:
        return np.array([float(a - b) for a, b in self.scores], dtype=np.float64)


class _Jackknifed(NamedTuple):
    """A statistic: its value, and its values ``without`` each of the ``peers`` (their numbers); NaN if undefined."""

    value: float | None
    peers: Ints
    without: Floats


def _pairs_and_counts(peers: Sequence[Mapping[str, PeerMatching]]) -> tuple[dict[tuple[str, str], _Pair], list[Ints]]:
    """Returns the pairs of raters, and for each peer its SCUs x 2: how many raters said no and how many said yes."""
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
    """The STATISTICS of a pair; ``mean_difference`` keeps its sign."""
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
    if len(pairs) > 1 or pairs[0].limits is None or pairs[0].mean_difference is None:
        return None
    low, high = pairs[0].limits
    return (low, high) if pairs[0].mean_difference >= 0 else (-high, -low)


def _mean_over_pairs(pairs: Sequence[_Jackknifed], peer_count: int) -> _Jackknifed:
    """The mean of the pairs' values that are defined."""
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
    """The mean difference of the pair's higher rater less the lower one."""
    if difference.value is None or difference.value >= 0:
        return difference
    return _Jackknifed(-difference.value, difference.peers, -difference.without)


def _of_all_raters(counts: Sequence[Ints]) -> dict[str, _Jackknifed]:
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
    """Jackknife intervals, cut at the ends of each statistic's range."""
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
