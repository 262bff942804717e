"""Statistics of the agreement of raters, and their confidence intervals by the jackknife over peers.

A cell is a pair of a peer and an SCU. For each cell, each rater says yes or no: whether the peer expresses the SCU. For
the jackknife every statistic is computed again, leaving out each peer in turn with all its cells, because the cells of
a peer are not independent. Intervals of correlations are computed on Fisher's z scale. The interval of the mean
difference of one pair of raters equals Student's t interval.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, inf
from typing import NamedTuple

import numpy as np

from scoring.stats.arrays import Floats, Interval, Ints
from scoring.stats.correlation import pearson
from scoring.stats.intervals import jackknife_correlation_interval, jackknife_interval
from scoring.stats.kappa import (
    PairTable,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    jaccard_index,
    negative_agreement,
    nominal_alpha,
    positive_agreement,
)
from scoring.stats.kappa_jackknife import leave_one_group_out
from scoring.stats.score_agreement import intraclass_correlations, leave_one_summary_out

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

KAPPAS, PROPORTIONS = ("kappa_cohen", "kappa_fleiss", "alpha_presence", "ac1"), ("jaccard", "positive", "negative")
RANGES = {**dict.fromkeys(KAPPAS, (-1.0, 1.0)), **dict.fromkeys(PROPORTIONS, (0.0, 1.0))}
"""The range of each coefficient of cells; its interval is cut to this range. Differences of scores have no range."""


@dataclass(slots=True)
class PairData:
    """The data of two raters. ``tables``: for each peer that both matched, by the peer's number, how many cells got yes
    from both, one or neither. ``scored``: the numbers of the peers that both raters scored; ``scores``: the two scores
    of each peer in ``scored``.
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


class Jackknifed(NamedTuple):
    """A statistic. ``peers``: the numbers of the peers that were left out, one at a time; ``without``: the value of the
    statistic without each of these peers, NaN if undefined.
    """

    value: float | None
    peers: Ints
    without: Floats


def pair_statistics(pair: PairData) -> dict[str, Jackknifed]:
    """The STATISTICS of a pair of raters. ``mean_difference`` can be negative."""
    pooled = sum(pair.tables.values(), PairTable(0, 0, 0, 0))
    remaining = [pooled - table for table in pair.tables.values()]
    matched, scored = np.array([*pair.tables], dtype=np.int64), np.array(pair.scored, dtype=np.int64)
    result = {
        name: Jackknifed(statistic(pooled), matched, _floats(map(statistic, remaining)))
        for name, statistic in CELL_STATISTICS.items()
    }
    scores = np.array(pair.scores, dtype=np.float64).reshape(-1, 2)
    left_out, icc = leave_one_summary_out(scores), intraclass_correlations(scores)
    differences, mean = pair.differences, pair.mean_difference
    n = len(differences)
    without = (differences.sum() - differences) / (n - 1) if n > 1 else np.full(n, np.nan)
    return result | {
        "pearson": Jackknifed(pearson(scores[:, 0], scores[:, 1]), scored, left_out.pearson),
        "icc_a1": Jackknifed(icc.absolute, scored, left_out.absolute),
        "icc_c1": Jackknifed(icc.consistency, scored, left_out.consistency),
        "mean_difference": Jackknifed(None if mean is None else float(mean), scored, without),
    }


def mean_over_pairs(pairs: Sequence[Jackknifed], peer_count: int) -> Jackknifed:
    """The mean over the pairs with a defined value. Leaving out a peer changes only the values of the pairs of raters
    who both matched the peer: in the sum of values, each new value replaces the old one, or the pair is left out if its
    new value is undefined. ``peer_count``: the number of all peers.
    """
    defined = [pair for pair in pairs if pair.value is not None]
    if not defined:
        return Jackknifed(None, np.empty(0, np.int64), np.empty(0))
    total = fsum(pair.value for pair in defined if pair.value is not None)
    sums, sizes = np.full(peer_count, total), np.full(peer_count, float(len(defined)))
    for pair in defined:
        is_known = ~np.isnan(pair.without)
        sums[pair.peers] += np.where(is_known, pair.without, 0.0) - pair.value
        sizes[pair.peers] -= ~is_known
    peers = np.unique(np.concatenate([pair.peers for pair in defined]))
    means = np.where(sizes > 0, sums, np.nan) / np.maximum(sizes, 1)
    return Jackknifed(total / len(defined), peers, means[peers])


def absolute(difference: Jackknifed) -> Jackknifed:
    """The absolute mean difference of a pair. If the mean is below 0, the values in ``without`` change sign too."""
    if difference.value is None or difference.value >= 0:
        return difference
    return Jackknifed(-difference.value, difference.peers, -difference.without)


def joint_coefficients(counts: Sequence[Ints]) -> dict[str, Jackknifed]:
    """The coefficients that are computed from all raters together. ``counts``: for each peer an array of SCUs x 2: the
    numbers of raters who say that the peer does not and does express the SCU.
    """
    all_counts, peers, left_out = np.concatenate(counts), np.arange(len(counts)), leave_one_group_out(counts)
    return {
        "kappa_fleiss": Jackknifed(fleiss_kappa(all_counts), peers, left_out.kappa),
        "alpha_presence": Jackknifed(nominal_alpha(all_counts), peers, left_out.alpha),
    }


def joint_icc(scores: Floats) -> dict[str, Jackknifed]:
    """The intraclass correlations of all raters. ``scores``: peers x raters."""
    icc, left_out, peers = intraclass_correlations(scores), leave_one_summary_out(scores), np.arange(len(scores))
    return {
        "icc_a1": Jackknifed(icc.absolute, peers, left_out.absolute),
        "icc_c1": Jackknifed(icc.consistency, peers, left_out.consistency),
    }


def values_of(statistics: Mapping[str, Jackknifed]) -> dict[str, float | None]:
    """The value of each statistic, without the jackknife's arrays."""
    return {name: statistic.value for name, statistic in statistics.items()}


def intervals_of(statistics: Mapping[str, Jackknifed]) -> dict[str, Interval]:
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
