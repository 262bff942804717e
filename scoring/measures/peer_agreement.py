"""Do people match peers alike? Agreement on which SCUs a peer expresses, and agreement of the peers' scores.

The raters are the people who matched the peers. A cell is a pair of a peer and an SCU of the release that the peer is
matched to. Its value for a rater is whether the peer expresses the SCU, which means that the rater matched a unit to
it. A peer counts only if at least two raters matched it to the same release. Cells of several releases are pooled.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from scoring.measures.jackknifed_agreement import (
    STATISTICS,
    Jackknifed,
    PairData,
    absolute,
    intervals_of,
    joint_coefficients,
    joint_icc,
    mean_over_pairs,
    pair_statistics,
    values_of,
)
from scoring.stats.arrays import Floats, Interval, Ints
from scoring.stats.kappa import PairTable, category_counts, pair_tables
from scoring.stats.score_agreement import limits_of_agreement


@dataclass(frozen=True, slots=True)
class PeerMatching:
    """One rater's matching of one peer. ``scus``: all SCUs of the release; ``present``: those that the peer expresses.
    ``peer``: a key of the release (the same for releases with the same SCUs and weights), and the primary key of the
    peer. All matchings of a peer have the same ``scus``, in any order.
    """

    peer: tuple[str, int]
    rater: str
    scus: Sequence[int]
    present: frozenset[int]
    score: Fraction | float | None


@dataclass(frozen=True, slots=True)
class PairOfRaters:
    """The agreement of raters ``a`` and ``b``. ``peers``: the number of peers that both matched. Coefficients of cells
    are computed from the cells of all these peers together, not as means over peers. ``mean_difference``: the mean of
    (score by a - score by b); ``limits``: the limits that contain 95 % of these differences (``limits_of_agreement``).
    ``positive`` and ``negative``: agreement on the SCUs that a peer expresses, and on those that it does not express.
    ``intervals``: the confidence intervals by the name of the coefficient.
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
    """The agreement of all raters. ``peers`` and ``cells``: the numbers of peers and of cells compared.

    ``kappa_fleiss`` and ``alpha_presence`` are computed from all raters together. ``has_joint_icc``: whether every
    rater scored every peer; then ``icc_a1`` and ``icc_c1`` are computed from all raters too. All other coefficients are
    means over the pairs of raters for which they are defined. ``mean_difference``: the mean of the pairs' absolute mean
    differences; its interval can reach below 0, because the interval is computed from differences with signs.
    ``limits``: the limits of agreement of (score by the rater with the higher mean - score by the other); None for more
    than one pair of raters.
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
    """The agreement of all raters and of each pair of raters; None if no peer has two raters. If a rater matched a peer
    several times, only the first matching counts.
    """
    by_peer: dict[tuple[str, int], dict[str, PeerMatching]] = defaultdict(dict)
    for matching in matchings:
        by_peer[matching.peer].setdefault(matching.rater, matching)
    peers = [by_rater for by_rater in by_peer.values() if len(by_rater) > 1]
    if not peers:
        return None
    raters = sorted({rater for by_rater in peers for rater in by_rater})
    data_by_pair, counts = _pairs_and_counts(peers)
    by_pair = {names: pair_statistics(data_by_pair[names]) for names in sorted(data_by_pair)}
    pairs = [_pair_of_raters(names, data_by_pair[names], statistics) for names, statistics in by_pair.items()]
    for statistics in by_pair.values():
        statistics["mean_difference"] = absolute(statistics["mean_difference"])
    overall = {
        name: mean_over_pairs([statistics[name] for statistics in by_pair.values()], len(peers)) for name in STATISTICS
    }
    joint_scores = _joint_scores(peers, raters)
    overall |= joint_coefficients(counts)
    if joint_scores is not None:
        overall |= joint_icc(joint_scores)
    return PeerAgreement(
        peers=len(peers),
        cells=sum(map(len, counts)),
        raters=tuple(raters),
        limits=_limits_of_only_pair(pairs),
        intervals=intervals_of(overall),
        has_joint_icc=joint_scores is not None,
        pairs=tuple(pairs),
        **values_of(overall),
    )


def _pairs_and_counts(
    peers: Sequence[Mapping[str, PeerMatching]],
) -> tuple[dict[tuple[str, str], PairData], list[Ints]]:
    """Returns the data of each pair of raters, and for each peer an array of SCUs x 2: the numbers of raters who say
    that the peer does not and does express the SCU. ``peers``: the matchings of each peer by rater.
    """
    pairs: dict[tuple[str, str], PairData] = defaultdict(PairData)
    counts = []
    for peer_index, by_rater in enumerate(peers):
        raters = sorted(by_rater)
        scus = by_rater[raters[0]].scus
        presence = [[scu in by_rater[rater].present for rater in raters] for scu in scus]
        ratings = np.array(presence, dtype=np.int8).reshape(len(scus), len(raters))
        counts.append(category_counts(ratings))
        tables = pair_tables(ratings)
        for (column_a, a), (column_b, b) in combinations(enumerate(raters), 2):
            pair = pairs[a, b]
            pair.tables[peer_index] = tables.get((column_a, column_b), PairTable(0, 0, 0, 0))
            score_a, score_b = by_rater[a].score, by_rater[b].score
            if score_a is not None and score_b is not None:
                pair.scored.append(peer_index)
                pair.scores.append((Fraction(score_a), Fraction(score_b)))
    return pairs, counts


def _pair_of_raters(raters: tuple[str, str], pair: PairData, statistics: Mapping[str, Jackknifed]) -> PairOfRaters:
    return PairOfRaters(
        a=raters[0],
        b=raters[1],
        peers=len(pair.tables),
        limits=limits_of_agreement(pair.differences),
        intervals=intervals_of(statistics),
        **values_of(statistics),
    )


def _limits_of_only_pair(pairs: Sequence[PairOfRaters]) -> Interval:
    """The limits of agreement of the only pair of raters; None if there are several pairs. If the pair's mean
    difference is negative, the signs of the limits are reversed.
    """
    if len(pairs) > 1 or pairs[0].limits is None or pairs[0].mean_difference is None:
        return None
    low, high = pairs[0].limits
    return (low, high) if pairs[0].mean_difference >= 0 else (-high, -low)


def _joint_scores(peers: Sequence[Mapping[str, PeerMatching]], raters: Sequence[str]) -> Floats | None:
    """The scores of all peers by all raters; None unless every rater scored every peer."""
    rows = [[by_rater[rater].score if rater in by_rater else None for rater in raters] for by_rater in peers]
    return None if any(score is None for row in rows for score in row) else np.array(rows, dtype=np.float64)
