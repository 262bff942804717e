"""Do people match peers alike: agreement over peer x SCU cells of one or more releases.

A cell is one SCU of a release in one peer that is matched against it; its value for a rater is whether the peer
expresses the SCU (is matched to it at least once). Only peers that at least two raters matched against the same release
count. Cells of several releases are put together: "expressed" and "not expressed" mean the same in each.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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
    """One rater's matching of one peer: the SCUs ``present`` among all ``scus`` of the release, and the score or None.

    ``peer`` stands for the peer and the release together; all judgements of one peer have the same ``scus``.
    """

    peer: tuple[int, int]
    rater: str
    scus: Sequence[int]
    present: frozenset[int]
    score: float | None


@dataclass(frozen=True, slots=True)
class PairOfRaters:
    """Two raters over the ``peers`` that both matched; ``mean_difference`` is a's score less b's, on average."""

    a: str
    b: str
    peers: int
    kappa_cohen: float | None
    jaccard: float | None
    pearson: float | None
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class PeerAgreement:
    """All raters over ``peers`` and their ``cells``.

    ``kappa_cohen``, ``jaccard`` and ``pearson`` are means over the pairs of raters for which they are defined (with two
    raters: theirs); ``mean_difference`` is the mean over pairs of how far the two mean scores are apart, >= 0.
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


def peer_agreement(judgements: Iterable[PeerMatching]) -> PeerAgreement | None:
    """Agreement of the raters, of scores where both have one; None where no peer has two raters."""
    by_peer: dict[tuple[int, int], dict[str, PeerMatching]] = defaultdict(dict)
    for one in judgements:
        by_peer[one.peer][one.rater] = one
    several = [given for given in by_peer.values() if len(given) > 1]
    if not several:
        return None
    raters = sorted({rater for given in several for rater in given})
    ratings = _ratings(several, raters)
    pairs = tuple(_pairs(several, raters, ratings))
    counts = category_counts(ratings)
    differences = [abs(pair.mean_difference) for pair in pairs if pair.mean_difference is not None]
    return PeerAgreement(
        peers=len(several),
        cells=len(ratings),
        raters=tuple(raters),
        kappa_cohen=_mean(pairs, lambda pair: pair.kappa_cohen),
        kappa_fleiss=fleiss_kappa(counts),
        alpha_presence=nominal_alpha(counts),
        jaccard=_mean(pairs, lambda pair: pair.jaccard),
        pearson=_mean(pairs, lambda pair: pair.pearson),
        mean_difference=fsum(differences) / len(differences) if differences else None,
        pairs=pairs,
    )


def _ratings(peers: Sequence[dict[str, PeerMatching]], raters: Sequence[str]) -> Ratings:
    """Cells x raters: 1 present, 0 absent, -1 not matched by this rater."""
    column = {rater: number for number, rater in enumerate(raters)}
    sizes = [len(next(iter(given.values())).scus) for given in peers]
    ratings = np.full((sum(sizes), len(raters)), -1, dtype=np.int8)
    first = 0
    for given, size in zip(peers, sizes, strict=True):
        for rater, one in given.items():
            ratings[first : first + size, column[rater]] = [scu in one.present for scu in one.scus]
        first += size
    return ratings


def _pairs(peers: Sequence[dict[str, PeerMatching]], raters: Sequence[str], ratings: Ratings) -> Iterable[PairOfRaters]:
    tables = pair_tables(ratings)
    common: dict[tuple[str, str], list[tuple[PeerMatching, PeerMatching]]] = defaultdict(list)
    for given in peers:
        names = sorted(given)
        for number, a in enumerate(names):
            for b in names[number + 1 :]:
                common[a, b].append((given[a], given[b]))
    place = {rater: number for number, rater in enumerate(raters)}
    for (a, b), both in sorted(common.items()):
        yield _pair(a, b, both, tables.get((place[a], place[b]), PairTable(0, 0, 0, 0)))


def _pair(a: str, b: str, both: Sequence[tuple[PeerMatching, PeerMatching]], table: PairTable) -> PairOfRaters:
    scored = [(x.score, y.score) for x, y in both if x.score is not None and y.score is not None]
    return PairOfRaters(
        a=a,
        b=b,
        peers=len(both),
        kappa_cohen=cohen_kappa(table),
        jaccard=jaccard_index(table),
        pearson=pearson([x for x, _ in scored], [y for _, y in scored]),
        mean_difference=fsum(x - y for x, y in scored) / len(scored) if scored else None,
    )


def _mean(pairs: Iterable[PairOfRaters], of: Callable[[PairOfRaters], float | None]) -> float | None:
    defined = [value for pair in pairs if (value := of(pair)) is not None]
    return fsum(defined) / len(defined) if defined else None
