"""The original, modified and recall scores of a peer summary against a pyramid.

A score is D / Max(X): D is the weight of the SCUs that the peer expresses, Max(X) the largest weight that X SCUs of the
pyramid can have. The three scores differ in X. Sources: Nenkova & Passonneau 2004, section 3 (original); Passonneau et
al. 2005 (modified); DUCView 1.4 and 1.5 (how X is counted).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction

import numpy as np

from scoring.measures.observation import Column, Measure, Missing, Observations, Origin
from scoring.measures.pyramid import Count, Pyramid, Rounding, average_scus_per_model, plain_number

MEASURES = {
    "original": Measure("original", "Original score", (0, 1), details=("x", "max")),
    "modified": Measure("modified", "Modified score", (0, 1), details=("x", "max")),
    "recall": Measure("recall", "Recall score", (0, 1), details=("max",)),  # its X is the number of SCUs in the pyramid
}
"""The three scores of a peer, in the order in which pages and files show them."""
SCORE_KINDS = tuple(MEASURES)


class XCount(StrEnum):
    """How X of the original score is counted. ``ducview``: every unit of the peer counts, also repetitions and units
    that match no SCU. ``distinct``: repetitions do not count.
    """

    DUCVIEW = "ducview"
    DISTINCT = "distinct"


class Undefined(StrEnum):
    """Why a score is undefined; the value is a sentence for people."""

    NO_MODELS = "The pyramid has no model summaries."
    EMPTY_PYRAMID = "The pyramid has no SCU with a weight."
    NOT_FINISHED = "The peer annotation is not finished."
    NO_UNITS = "The peer has no units, so X is 0."
    AVERAGE_ROUNDS_TO_ZERO = "The average number of SCUs in a model summary rounds to 0."
    NON_MATCHING_NOT_MARKED = "Text that matches no SCU was not marked, so X is not known."
    NON_MATCHING_UNKNOWN = "It is not known whether text that matches no SCU was marked."

    @property
    def missing(self) -> Missing:
        return Missing(self.name.lower(), self.value)


MARKING_REASONS = {True: None, False: Undefined.NON_MATCHING_NOT_MARKED, None: Undefined.NON_MATCHING_UNKNOWN}
"""Why there is no original score, by whether text that matches no SCU was marked (None: unknown)."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A matched peer: for each unit the ``uid`` of its SCU, or None. Further units of an SCU are repetitions."""

    units: tuple[int | None, ...]

    @property
    def matched(self) -> frozenset[int]:
        """The uids of the SCUs that the peer expresses."""
        return frozenset(uid for uid in self.units if uid is not None)

    @property
    def non_matching(self) -> int:
        """Number of units matched to no SCU."""
        return self.units.count(None)

    @property
    def repeated(self) -> int:
        """Number of repetitions: units matched to an SCU that an earlier unit is matched to."""
        return len(self.units) - self.non_matching - len(self.matched)


@dataclass(frozen=True, slots=True)
class Score:
    """One score. ``score``: D / Max(X), >= 0; None if undefined, for this ``reason``. ``x`` and ``max``: X and Max(X),
    which can be known although the score is undefined; None if unknown. ``exact``: the score as a fraction, for
    comparisons.
    """

    score: float | None
    x: float | None
    max: float | None
    reason: Undefined | None = None
    exact: Fraction | None = field(default=None, compare=False, repr=False)

    def as_json(self) -> dict[str, float | None]:
        """``{"score", "x", "max"}``; null if undefined."""
        return {"score": self.score, "x": self.x, "max": self.max}


@dataclass(frozen=True, slots=True)
class PyramidScores:
    """The three scores of one peer, and the counts that they are computed from. ``weight_sum`` is the paper's D. The
    original and recall scores are 0 to 1; the modified score is at least 0 and can exceed 1. Counts are whole numbers,
    except for means over several pyramids (:mod:`scoring.measures.jackknife`).
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

    @property
    def by_kind(self) -> dict[str, Score]:
        return {kind: getattr(self, kind) for kind in SCORE_KINDS}

    @property
    def counts(self) -> dict[str, float]:
        return {name: getattr(self, name) for name in COUNTS}

    @property
    def undefined_sentences(self) -> list[str]:
        """A sentence for each reason why scores are undefined."""
        reasons: dict[str, list[str]] = {}
        for kind, score in self.by_kind.items():
            if score.reason is not None:
                reasons.setdefault(score.reason.value, []).append(kind)
        return [f"No {' or '.join(kinds)} score: {reason}" for reason, kinds in reasons.items()]


COUNTS = tuple(count.name for count in fields(PyramidScores) if count.name not in SCORE_KINDS)
"""The names of the counts of PyramidScores: all its fields except the scores."""


def observations(scored: Sequence[tuple[Origin, PyramidScores]]) -> Observations:
    """The scores as a table with a row for each peer and a column for each of the three scores."""
    columns = []
    for measure in MEASURES.values():
        scores = [peer_scores.by_kind[measure.name] for _, peer_scores in scored]
        missing = {row: score.reason.missing for row, score in enumerate(scores) if score.reason}
        exact = {row: score.exact for row, score in enumerate(scores) if score.exact is not None}
        values = np.array([np.nan if score.score is None else score.score for score in scores], dtype=np.float64)
        details = {"x": [score.x for score in scores], "max": [score.max for score in scores]}
        columns.append(Column(measure, values, missing, exact, details))
    return Observations(tuple(origin for origin, _ in scored), tuple(columns))


def score_peer(
    pyramid: Pyramid,
    peer: Peer,
    *,
    finished: bool = True,
    non_matching_marked: bool | None = True,
    rounding: Rounding = Rounding.HALF_UP,
    x_count: XCount = XCount.DUCVIEW,
) -> PyramidScores:
    """Score a peer: D / Max(X) with three different X.

    X of the original score is the peer's number of units, X of the modified score the average number of SCUs in a model
    summary, and X of the recall score the number of SCUs in the pyramid. A finished peer without a match scores 0 (as
    in NIST's tables); :class:`Undefined` lists the cases without a score. ``non_matching_marked``: whether annotators
    had to mark text that matches no SCU. If not (DUC 2006 and later), or if that is unknown (None), the original score
    is undefined.

    Raises ValueError for a unit matched to an SCU that the pyramid does not have.
    """
    unknown = peer.matched - pyramid.weights.keys()
    if unknown:
        raise ValueError(f"The pyramid has no SCU {min(unknown)}.")
    weight_sum = sum(pyramid.weights[uid] for uid in peer.matched)
    reason = _undefined(pyramid, finished=finished)
    original_reason = reason or MARKING_REASONS[non_matching_marked]
    return PyramidScores(
        models=pyramid.model_count,
        pyramid_scus=len(pyramid.weights),
        matched_scus=len(peer.matched),
        repeated=peer.repeated,
        non_matching=peer.non_matching,
        weight_sum=weight_sum,
        original=_original(pyramid, peer, weight_sum, x_count, original_reason),
        modified=_modified(pyramid, weight_sum, rounding, reason),
        recall=_ratio(pyramid, weight_sum, len(pyramid.weights), reason),
    )


def _undefined(pyramid: Pyramid, *, finished: bool) -> Undefined | None:
    """Returns why all three scores are undefined, whatever the peer's units are; None if there is no such reason."""
    if pyramid.model_count == 0:
        return Undefined.NO_MODELS
    if pyramid.contributors == 0:
        return Undefined.EMPTY_PYRAMID
    return None if finished else Undefined.NOT_FINISHED


def _original(pyramid: Pyramid, peer: Peer, weight_sum: int, x_count: XCount, reason: Undefined | None) -> Score:
    if reason:
        return Score(None, None, None, reason)
    x = len(peer.units) if x_count is XCount.DUCVIEW else len(peer.units) - peer.repeated
    return _ratio(pyramid, weight_sum, x, None if x else Undefined.NO_UNITS)


def _modified(pyramid: Pyramid, weight_sum: int, rounding: Rounding, reason: Undefined | None) -> Score:
    if pyramid.model_count == 0:
        return Score(None, None, None, reason)
    x = average_scus_per_model(pyramid, rounding)
    return _ratio(pyramid, weight_sum, x, reason or (None if x else Undefined.AVERAGE_ROUNDS_TO_ZERO))


def _ratio(pyramid: Pyramid, weight_sum: int, x: Count, reason: Undefined | None) -> Score:
    """The score ``weight_sum`` / Max(``x``); undefined if there is a ``reason``."""
    max_weight = pyramid.max_weight(x)
    if reason:
        return Score(None, plain_number(x), plain_number(max_weight), reason)
    exact = Fraction(weight_sum, max_weight)
    return Score(float(exact), plain_number(x), plain_number(max_weight), exact=exact)
