"""Makes scores of humans and systems comparable: each model summary is scored as a peer, against the other models.

Source: the leave-one-out of sacrerouge (Deutsch & Roth 2020, ``PyramidJackknifer``). N model summaries give N pyramids
of N - 1 models. A model summary is scored against the pyramid that is built without this summary. A peer is scored
against all N pyramids and gets the mean. So all scores come from pyramids of N - 1 models and are comparable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.measures.observation import mean_if_all_known, mean_number
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import COUNTS, SCORE_KINDS, Peer, PyramidScores, Score, score_peer


@dataclass(frozen=True, slots=True)
class ContributedPyramid:
    """The SCUs of one topic with their contributors. ``contributors``: by SCU ``uid``, for each contributor the set
    of model summaries with its parts. The set has one summary if the SCU's weight is its number of distinct
    summaries. If the weight comes from a file, two contributors can be in the same summary, and a contributor can be in
    two summaries or, without parts, in none. ``models``: all N model summaries, including those without a contributor.
    """

    contributors: Mapping[int, tuple[frozenset[int], ...]]
    models: tuple[int, ...]

    def without(self, model: int) -> Pyramid:
        """The pyramid of the other models, without contributors and SCUs that are only in ``model``."""
        weights = {}
        for uid, contributors in self.contributors.items():
            if any(summaries - {model} for summaries in contributors):
                # A contributor without parts is in no summary, so it is not only in ``model`` and still counts.
                weights[uid] = sum(not summaries or bool(summaries - {model}) for summaries in contributors)
        return Pyramid(weights, len(self.models) - 1)

    def leave_one_out(self) -> tuple[Pyramid, ...]:
        """The N pyramids of N - 1 models, each without one of ``models``, in the order of ``models``."""
        return tuple(self.without(model) for model in self.models)

    def as_peer(self, model: int) -> Peer:
        """A model summary as a peer with one unit for every SCU that it contributes to."""
        expressed = (uid for uid, contributors in self.contributors.items() if model in set().union(*contributors))
        return Peer(tuple(expressed))


def score_model(pyramid: ContributedPyramid, model: int, *, rounding: Rounding = Rounding.HALF_UP) -> PyramidScores:
    """Score one of ``pyramid.models`` against the pyramid of the other models. X of the original score counts all SCUs
    of the model; SCUs that no other model expresses count as non-matching. Scores are undefined if the other models
    have no SCU.
    """
    others = pyramid.without(model)
    return score_peer(others, matched_in(others, pyramid.as_peer(model)), rounding=rounding)


def score_by_jackknife(pyramids: Sequence[Pyramid], peer: Peer, **options: Any) -> PyramidScores:
    """Score a peer against each of the leave-one-out pyramids and take the means of counts, scores, X and Max.

    A score is a sum of weights divided by Max, the largest sum that X SCUs can have. ``options``: keyword arguments of
    :func:`score_peer`.

    A unit matched to an SCU that a pyramid does not have counts as non-matching there, so X of the original score is
    the same for all pyramids. Max, and X of the other two scores, differ from pyramid to pyramid; the mean score is
    therefore not the mean sum of weights divided by the mean Max. If a score is undefined for one pyramid, the mean is
    undefined, with the same reason. An empty ``pyramids`` is treated as one pyramid without models.
    """
    pyramids = pyramids or (Pyramid({}, 0),)
    return _mean_scores([score_peer(pyramid, matched_in(pyramid, peer), **options) for pyramid in pyramids])


def matched_in(pyramid: Pyramid, peer: Peer) -> Peer:
    """The peer, with units matched to SCUs that the pyramid does not have turned into non-matching units."""
    return Peer(tuple(uid if uid in pyramid.weights else None for uid in peer.units))


def _mean_scores(scores: Sequence[PyramidScores]) -> PyramidScores:
    """The means over pyramids. ``scores``: the scores of the same peer against each pyramid."""
    means: dict[str, Any] = {name: mean_number(by_pyramid.counts[name] for by_pyramid in scores) for name in COUNTS}
    means |= {kind: _mean_score([by_pyramid.by_kind[kind] for by_pyramid in scores]) for kind in SCORE_KINDS}
    return PyramidScores(**means)


def _mean_score(scores: Sequence[Score]) -> Score:
    """The mean score, X and Max. If any score is undefined, so is the mean, with the first reason."""
    x, max_sum = mean_if_all_known([score.x for score in scores]), mean_if_all_known([score.max for score in scores])
    reason = next((score.reason for score in scores if score.reason), None)
    fractions = [score.exact for score in scores if score.exact is not None]
    if reason or len(fractions) < len(scores):
        return Score(None, x, max_sum, reason)
    mean = sum(fractions, Fraction(0)) / len(fractions)
    return Score(float(mean), x, max_sum, exact=mean)
