"""Human summaries beside systems: every model summary is scored against the pyramid of the others.

Source: the leave-one-out of sacrerouge (Deutsch & Roth 2020, ``PyramidJackknifer``). A pyramid of N model summaries
gives N pyramids of order N - 1. A model summary is a peer of the one pyramid that it has no part in; any other peer is
scored against all N and has the mean, so that all scores are of order N - 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.measures.observation import mean_known, mean_number
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import COUNTS, KINDS, Peer, PyramidScores, Score, XCount, score_peer


@dataclass(frozen=True, slots=True)
class ContributedPyramid:
    """The SCUs of one topic with who says them.

    ``contributors``: by ``uid``, for each contributor the model summaries that it lies in. One contributor lies in one
    summary where weights are numbers of distinct summaries; where weights are those of a file, a summary can have two
    contributors of an SCU, a contributor lie in two summaries or, without a part, in none. ``models``: all N model
    summaries, those that say nothing too.

    Raises ValueError for a contributor in a summary that is not among ``models``.
    """

    contributors: Mapping[int, tuple[frozenset[int], ...]]
    models: tuple[int, ...]

    def __post_init__(self) -> None:
        known = set(self.models)
        for uid, several in self.contributors.items():
            if not known.issuperset(model for one in several for model in one):
                raise ValueError(f"SCU {uid} has a contributor in a summary that is no model.")

    def whole(self) -> Pyramid:
        """The pyramid of all N."""
        return Pyramid({uid: len(several) for uid, several in self.contributors.items()}, len(self.models))

    def without(self, model: int) -> Pyramid:
        """The pyramid of the N - 1 others: contributors that lie in ``model`` alone are gone, and so are SCUs that no
        other summary says.
        """
        weights = {}
        for uid, several in self.contributors.items():
            if any(one - {model} for one in several):
                weights[uid] = sum(not one or bool(one - {model}) for one in several)
        return Pyramid(weights, len(self.models) - 1)

    def leave_one_out(self) -> tuple[Pyramid, ...]:
        """The N pyramids of order N - 1, in the order of ``models``."""
        return tuple(self.without(model) for model in self.models)

    def said_by(self, model: int) -> Peer:
        """A model summary as a peer: every SCU that it contributes to, once."""
        return Peer(tuple(uid for uid, several in self.contributors.items() if any(model in one for one in several)))


def score_model(
    pyramid: ContributedPyramid,
    model: int,
    *,
    rounding: Rounding = Rounding.HALF_UP,
    x_count: XCount = XCount.DUCVIEW,
) -> PyramidScores:
    """One of ``pyramid.models`` as a peer of the others.

    X of the original score is the number of all its SCUs, those that nobody else says too: they match nothing. Scores
    are undefined where the others say nothing; :class:`Undefined` has the reasons.
    """
    others = pyramid.without(model)
    return score_peer(others, matched_in(others, pyramid.said_by(model)), rounding=rounding, x_count=x_count)


def score_by_jackknife(
    pyramids: Sequence[Pyramid],
    peer: Peer,
    *,
    finished: bool = True,
    non_matching_marked: bool = True,
    rounding: Rounding = Rounding.HALF_UP,
    x_count: XCount = XCount.DUCVIEW,
) -> PyramidScores:
    """A peer scored against each of the leave-one-out pyramids; the means of all that comes out.

    A match to an SCU that a pyramid does not have is ignored: there the unit matches nothing, so that X of the original
    score is the same in all of them. Max, and X of the other two scores, differ from pyramid to pyramid: what is given
    are their means, and the mean of the scores is not the sum of weights divided by the mean of Max. A score that is
    undefined in one pyramid is undefined, for the reason there. Without pyramids: as against one without models.
    """
    marked = {"finished": finished, "non_matching_marked": non_matching_marked}
    return mean_scores(
        [
            score_peer(one, matched_in(one, peer), rounding=rounding, x_count=x_count, **marked)
            for one in pyramids or (Pyramid({}, 0),)
        ]
    )


def matched_in(pyramid: Pyramid, peer: Peer) -> Peer:
    """The peer with its matches to SCUs that the pyramid does not have ignored."""
    return Peer(tuple(uid if uid in pyramid.weights else None for uid in peer.units))


def mean_scores(several: Sequence[PyramidScores]) -> PyramidScores:
    """The arithmetic means of counts, scores, X and Max. Raises ValueError without any."""
    if not several:
        raise ValueError("There is no mean of nothing.")

    means: dict[str, Any] = {name: mean_number(one.counts[name] for one in several) for name in COUNTS}
    means |= {kind: _mean_score([one.by_kind[kind] for one in several]) for kind in KINDS}
    return PyramidScores(**means)


def _mean_score(scores: Sequence[Score]) -> Score:
    """The mean of several scores, with the means of their X and Max; undefined if one of them is, for its reason."""
    x, best = mean_known([one.x for one in scores]), mean_known([one.max for one in scores])
    reason = next((one.reason for one in scores if one.reason), None)
    exact = [one.exact for one in scores if one.exact is not None]
    if reason or len(exact) < len(scores):
        return Score(None, x, best, reason)
    mean = sum(exact, Fraction(0)) / len(exact)
    return Score(float(mean), x, best, exact=mean)
