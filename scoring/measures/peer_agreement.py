"""How far raters agree on the SCUs of peers: agreement over the peer x SCU cells of one or more releases.

A cell is one SCU of a release in one peer that is matched against it. Its value for a rater is whether the peer
expresses the SCU (is matched to it at least once). Only peers that at least two raters matched against the same release
count. Cells of several releases are pooled: "expressed" and "not expressed" mean the same in each.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

import numpy as np

from scoring.stats.correlation import pearson
from scoring.stats.kappa import (
    PairTable,
    Ratings,
    category_counts,
    cohen_kappa,
    fleiss_kappa,
    jaccard_index,
    nominal_alpha,
    pair_tables,
)


@dataclass(frozen=True, slots=True)
class PeerMatching:
    """One rater's matching of one peer: the SCUs that it expresses (``present``) among all ``scus`` of the release.
    ``score``: None if undefined. ``peer`` identifies the peer and the release together; all matchings of one peer have
    the same ``scus``.
    """

    peer: tuple[int, int]
    rater: str
    scus: Sequence[int]
    present: frozenset[int]
    score: float | None


@dataclass(frozen=True, slots=True)
class PairOfRaters:
    """Two raters over the ``peers`` that both matched; ``mean_difference`` is the mean of a's score minus b's."""

    a: str
    b: str
    peers: int
    kappa_cohen: float | None
    jaccard: float | None
    pearson: float | None
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class PeerAgreement:
    """All raters over ``peers`` and their ``cells``. ``kappa_cohen``, ``jaccard`` and ``pearson`` are means over the
    pairs of raters for which they are defined (with two raters: the values of the only pair); ``mean_difference`` is
    the mean of the pairs' absolute mean differences.
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
    pairs: tuple[PairOfRaters, ...]


def peer_agreement(matchings: Iterable[PeerMatching]) -> PeerAgreement | None:
    """How far the raters agree, on SCUs and on scores that are defined; None if no peer has two raters."""
    by_peer: dict[tuple[int, int], dict[str, PeerMatching]] = defaultdict(dict)
    for matching in matchings:
        by_peer[matching.peer][matching.rater] = matching
    peers = [by_rater for by_rater in by_peer.values() if len(by_rater) > 1]
    if not peers:
        return None
    raters = sorted({rater for by_rater in peers for rater in by_rater})
    ratings = _ratings(peers, raters)
    pairs = tuple(_pairs(peers, raters, ratings))
    counts = category_counts(ratings)
    return PeerAgreement(
        peers=len(peers),
        cells=len(ratings),
        raters=tuple(raters),
        kappa_cohen=_mean(pair.kappa_cohen for pair in pairs),
        kappa_fleiss=fleiss_kappa(counts),
        alpha_presence=nominal_alpha(counts),
        jaccard=_mean(pair.jaccard for pair in pairs),
        pearson=_mean(pair.pearson for pair in pairs),
        mean_difference=_mean(abs(pair.mean_difference) for pair in pairs if pair.mean_difference is not None),
        pairs=pairs,
    )


def _ratings(peers: Sequence[dict[str, PeerMatching]], raters: Sequence[str]) -> Ratings:
    """Cells x raters: 1 present, 0 absent, -1 not matched by this rater."""
    sizes = [len(next(iter(by_rater.values())).scus) for by_rater in peers]
    ratings = np.full((sum(sizes), len(raters)), -1, dtype=np.int8)
    start = 0
    for by_rater, size in zip(peers, sizes, strict=True):
        for rater, matching in by_rater.items():
            is_present = [scu in matching.present for scu in matching.scus]
            ratings[start : start + size, raters.index(rater)] = is_present
        start += size
    return ratings


def _pairs(peers: Sequence[dict[str, PeerMatching]], raters: Sequence[str], ratings: Ratings) -> Iterable[PairOfRaters]:
    tables = pair_tables(ratings)
    columns = {rater: column for column, rater in enumerate(raters)}
    scores_by_pair: dict[tuple[str, str], list[tuple[float | None, float | None]]] = defaultdict(list)
    for by_rater in peers:
        for a, b in combinations(sorted(by_rater), 2):
            scores_by_pair[a, b].append((by_rater[a].score, by_rater[b].score))
    for (a, b), scores in sorted(scores_by_pair.items(), key=lambda item: item[0]):
        table = tables.get((columns[a], columns[b]), PairTable(0, 0, 0, 0))
        defined = [(x, y) for x, y in scores if x is not None and y is not None]
        yield PairOfRaters(
            a=a,
            b=b,
            peers=len(scores),
            kappa_cohen=cohen_kappa(table),
            jaccard=jaccard_index(table),
            pearson=pearson([x for x, _ in defined], [y for _, y in defined]),
            mean_difference=_mean(x - y for x, y in defined),
        )


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are defined; None if none is."""
    defined = [value for value in values if value is not None]
    return fsum(defined) / len(defined) if defined else None
