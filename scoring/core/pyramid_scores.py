"""Original, modified and recall score of a peer summary against a pyramid.

Sources: Nenkova & Passonneau 2004, section 3 (original); Passonneau et al. 2005 (modified); how X is counted: DUCView
1.4 and 1.5.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from scoring.core.pyramid import Count, Pyramid, Rounding, average_scus_per_model


class XCount(StrEnum):
    """What counts as an SCU of the peer in the original score.

    ``ducview``: every unit, so that a repetition and unmatched content raise X. ``distinct``: repetitions are left out.
    """

    DUCVIEW = "ducview"
    DISTINCT = "distinct"


class Undefined(StrEnum):
    """Why a score is null; the value is the sentence for people."""

    NO_MODELS = "The pyramid has no model summaries."
    EMPTY_PYRAMID = "The pyramid has no SCU with a weight."
    NOT_FINISHED = "The peer annotation is not finished."
    NO_UNITS = "The peer has no units, so X is 0."
    AVERAGE_ROUNDS_TO_ZERO = "The average number of SCUs in a model summary rounds to 0."
    NON_MATCHING_NOT_MARKED = "Text that matches no SCU was not marked, so X is not known."


@dataclass(frozen=True, slots=True)
class Peer:
    """What a peer summary says: for each of its units the SCU it is matched to (its ``uid``), or None for none.

    An SCU named more than once is a repetition.
    """

    units: tuple[int | None, ...]

    @property
    def matched(self) -> frozenset[int]:
        """The SCUs that the peer expresses, each once."""
        return frozenset(uid for uid in self.units if uid is not None)

    @property
    def non_matching(self) -> int:
        """Number of units matched to no SCU."""
        return self.units.count(None)

    @property
    def repeated(self) -> int:
        """Number of further mentions of SCUs already matched."""
        return len(self.units) - self.non_matching - len(self.matched)


@dataclass(frozen=True, slots=True)
class Score:
    """A score with what it was divided by.

    ``score``: >= 0, or None with a ``reason``. ``x``: the number of SCUs that ``max`` is the largest weight of; both
    None only where they are not known either. ``exact``: the score before it became a float, so that equal ones are
    found equal.
    """

    score: float | None
    x: float | None
    max: float | None
    reason: Undefined | None = None
    exact: Fraction | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PyramidScores:
    """The three scores of one peer, with the counts they come from.

    ``weight_sum`` is the paper's D. Ranges: original and recall 0 to 1; modified from 0, and it can exceed 1. Counts
    are whole, but for those that are means over several pyramids (:mod:`scoring.core.jackknife`).
    """

    models: int
    pyramid_scus: float
    matched_scus: float
    repeated: float
    non_matching: float
    weight_sum: float
    original: Score
    modified: Score
    recall: Score


@dataclass(frozen=True, slots=True)
class Mean:
    """Arithmetic mean of ``n`` defined scores; None where n is 0."""

    value: float | None
    n: int


def score_peer(
    pyramid: Pyramid,
    peer: Peer,
    *,
    finished: bool = True,
    non_matching_marked: bool = True,
    rounding: Rounding = Rounding.HALF_UP,
    x_count: XCount = XCount.DUCVIEW,
) -> PyramidScores:
    """Score a peer: D / Max(X) for three choices of X.

    original: X = the peer's units. modified: X = average number of SCUs in a model summary. recall: X = all SCUs of the
    pyramid. A finished peer without a match scores 0 (as in NIST's tables); the cases without a score are those of
    :class:`Undefined`. ``non_matching_marked`` says whether annotators were to mark text that matches nothing; where
    not (DUC 2006 on), the original score is undefined.

    Raises ValueError for a unit matched to an SCU that the pyramid does not have.
    """
    strangers = peer.matched - pyramid.weights.keys()
    if strangers:
        raise ValueError(f"The pyramid has no SCU {min(strangers)}.")
    weight_sum = sum(pyramid.weights[uid] for uid in peer.matched)
    bar = _bar(pyramid, finished=finished)
    return PyramidScores(
        models=pyramid.models,
        pyramid_scus=len(pyramid.weights),
        matched_scus=len(peer.matched),
        repeated=peer.repeated,
        non_matching=peer.non_matching,
        weight_sum=weight_sum,
        original=_original(pyramid, peer, weight_sum, x_count, None if non_matching_marked else _NOT_MARKED, bar),
        modified=_modified(pyramid, weight_sum, rounding, bar),
        recall=_ratio(pyramid, weight_sum, len(pyramid.weights), bar),
    )


def mean_over_topics(scores: Iterable[Score]) -> Mean:
    """Mean of one summarizer's scores over the topics where they are defined, with the number of those topics.

    Exact until it becomes a float: summarizers with equal means have equal numbers.

    >>> mean_over_topics([Score(0.5, 4, 8), Score(0.25, 4, 8), Score(None, None, None, Undefined.NO_MODELS)])
    Mean(value=0.375, n=2)
    """
    defined = [
        Fraction(score.score) if score.exact is None else score.exact for score in scores if score.score is not None
    ]
    return Mean(float(sum(defined, Fraction(0)) / len(defined)) if defined else None, len(defined))


def mean_score(scores: Sequence[Score]) -> Score:
    """The mean of several scores, with the means of their X and Max; undefined if one of them is, for its reason.

    Raises ZeroDivisionError without any.
    """
    x, best = _mean_known([one.x for one in scores]), _mean_known([one.max for one in scores])
    reason = next((one.reason for one in scores if one.reason), None)
    exact = [one.exact for one in scores if one.exact is not None]
    if reason or len(exact) < len(scores):
        return Score(None, x, best, reason)
    mean = sum(exact, Fraction(0)) / len(exact)
    return Score(float(mean), x, best, exact=mean)


def mean_number(values: Iterable[float]) -> float:
    """The mean, exact until it becomes a float; whole ones as an int. Raises ZeroDivisionError without any."""
    several = list(values)
    if all(isinstance(value, int) for value in several):
        whole, rest = divmod(sum(several), len(several))
        return sum(several) / len(several) if rest else whole
    return plain_number(sum(map(Fraction, several), Fraction(0)) / len(several))


_NOT_MARKED = Undefined.NON_MATCHING_NOT_MARKED


def _bar(pyramid: Pyramid, *, finished: bool) -> Undefined | None:
    """What bars every score of a peer, whatever its units."""
    if pyramid.models == 0:
        return Undefined.NO_MODELS
    if pyramid.contributors == 0:
        return Undefined.EMPTY_PYRAMID
    return None if finished else Undefined.NOT_FINISHED


def _original(
    pyramid: Pyramid, peer: Peer, weight_sum: int, x_count: XCount, unmarked: Undefined | None, bar: Undefined | None
) -> Score:
    if bar or unmarked:
        return Score(None, None, None, bar or unmarked)
    x = len(peer.units) if x_count is XCount.DUCVIEW else len(peer.units) - peer.repeated
    return _ratio(pyramid, weight_sum, x, None if x else Undefined.NO_UNITS)


def _modified(pyramid: Pyramid, weight_sum: int, rounding: Rounding, bar: Undefined | None) -> Score:
    if pyramid.models == 0:
        return Score(None, None, None, bar)
    x = average_scus_per_model(pyramid, rounding)
    return _ratio(pyramid, weight_sum, x, bar or (None if x else Undefined.AVERAGE_ROUNDS_TO_ZERO))


def _ratio(pyramid: Pyramid, weight_sum: int, x: Count, reason: Undefined | None) -> Score:
    best = pyramid.best(x)
    if reason:
        return Score(None, plain_number(x), plain_number(best), reason)
    exact = Fraction(weight_sum, best)
    return Score(float(exact), plain_number(x), plain_number(best), exact=exact)


def _mean_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return mean_number(known) if len(known) == len(values) else None


def plain_number(count: Count) -> float:
    """A whole number as an int, so that it is written without a point."""
    return int(count) if count == int(count) else float(count)
