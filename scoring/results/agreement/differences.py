"""Bland-Altman plots (Bland & Altman 1986): differences of two matchers' scores, against the means of both scores."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scoring.figures.figure import Figure
from scoring.figures.scale import Reference
from scoring.figures.scatter_plot import ScatterPlot, ScatterPoint
from scoring.measures.peer_agreement import PairOfRaters
from scoring.observations.pyramid_scores import ScoredPeer
from scoring.results.agreement.matching import COMPARED_SCORE

MAX_PLOTS, MAX_POINTS = 6, 600
"""The most plots on a page, and the most points in all these plots together: more would make the page too large."""


@dataclass(frozen=True, slots=True)
class ScoredTwice:
    """A peer's scores by the matchers a and b of a pair: the ``mean`` of both, and the ``difference`` (a minus b)."""

    topic: str
    summarizer: str
    mean: float
    difference: float


@dataclass(frozen=True, slots=True)
class PairScores:
    """The peers that the matchers ``a`` and ``b`` both matched to the same release, with their scores."""

    a: str
    b: str
    peers: tuple[ScoredTwice, ...]


def scores_of_pairs(peers: Sequence[ScoredPeer]) -> tuple[PairScores, ...]:
    """The scores by every pair of matchers, in alphabetical order of their names. ``peers``: sorted by release, the
    newest first. The peers of a pair are sorted by mean score, because the order of the import would reveal masked
    peers.
    """
    by_release_and_peer: dict[tuple[str, int], dict[str, ScoredPeer]] = defaultdict(dict)
    for peer in peers:
        if peer.scores.by_kind[COMPARED_SCORE].score is not None:
            by_matcher = by_release_and_peer[peer.origin.basis.comparison_key, peer.origin.subject.summary]
            by_matcher.setdefault(peer.origin.judge, peer)  # keeps the first, which is against the newest release
    pairs: dict[tuple[str, str], list[ScoredTwice]] = defaultdict(list)
    for by_matcher in by_release_and_peer.values():
        for a, b in combinations(sorted(by_matcher), 2):
            pairs[a, b].append(_scored_twice(by_matcher[a], by_matcher[b]))
    for pair_peers in pairs.values():
        pair_peers.sort(key=lambda peer: (peer.mean, peer.difference, peer.topic, peer.summarizer))
    return tuple(PairScores(*names, tuple(pairs[names])) for names in sorted(pairs))


def difference_figures(pairs: Sequence[PairOfRaters], scores: Iterable[PairScores]) -> list[Figure]:
    """A plot for each of the MAX_PLOTS pairs that share the most peers: differences of scores over their means, with
    the mean difference and the limits of agreement. ``scores``: the scores by each of the ``pairs``.
    """
    by_pair = {(pair.a, pair.b): pair.peers for pair in scores}
    drawn = sorted((pair for pair in pairs if pair.limits), key=lambda pair: -pair.peers)[:MAX_PLOTS]
    return [
        _figure(f"differences-{number}", pair, by_pair[pair.a, pair.b], MAX_POINTS // len(drawn))
        for number, pair in enumerate(drawn, start=1)
    ]


def _figure(name: str, pair: PairOfRaters, peers: Sequence[ScoredTwice], most_points: int) -> Figure:
    step = -(-len(peers) // most_points)  # every step-th peer is drawn; rounded up
    points = tuple(
        ScatterPoint(f"{peer.topic} {peer.summarizer}", peer.mean, peer.difference) for peer in peers[::step]
    )
    low, high = pair.limits or (0.0, 0.0)
    references = (
        Reference(low, "Limit of agreement, lower"),
        Reference(pair.mean_difference or 0.0, "Mean difference"),
        Reference(high, "Limit of agreement, upper"),
    )
    plot = ScatterPlot("Mean of the two scores", f"{pair.a} less {pair.b}", "Peer", points, references)
    about = (
        "Each point is a peer. The dashed lines are the mean difference and the limits between which 95 % of the "
        "differences are if these are normally distributed."
    )
    if step > 1:
        about += f" {len(points)} of {len(peers)} peers are drawn; the lines are those of all peers."
    return Figure(name, f"Modified scores by {pair.a} and {pair.b}", about, plot)


def _scored_twice(a: ScoredPeer, b: ScoredPeer) -> ScoredTwice:
    score_a, score_b = _exact_score(a), _exact_score(b)
    subject = a.origin.subject
    return ScoredTwice(subject.topic, subject.summarizer, float((score_a + score_b) / 2), float(score_a - score_b))


def _exact_score(peer: ScoredPeer) -> Fraction:
    score = peer.scores.by_kind[COMPARED_SCORE]
    return Fraction(score.score or 0) if score.exact is None else score.exact
