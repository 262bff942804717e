"""Scores of summaries under pyramids of every order (number of model summaries), and the ranges of these scores.

Source: Nenkova & Passonneau 2004, sections 3.2 and 3.3: a summary is scored against all pyramids of order n that can be
built without it. Its score is D / Max(X): D is the weight of the SCUs that it expresses, Max(X) the largest weight that
X different SCUs can have together (X: see :mod:`scoring.measures.pyramid_scores`). Equal scores are equal floats,
because a quotient of whole numbers is rounded only once. Different scores are different floats, because they differ by
at least 1 / (Max * Max).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from scoring.measures.orders.subsets import MAX_CONTRIBUTORS, Counts, ScuModels, SubPyramids, sums_over_members
from scoring.measures.pyramid import Rounding, rounded_quotient
from scoring.stats.arrays import Floats, Ints

CHUNK = 1 << 14
"""Number of pyramids scored at a time, so that they fit the processor's cache."""


@dataclass(frozen=True, slots=True)
class OrderScores:
    """Scores under pyramids of one order, summaries x pyramids. NaN if undefined, or for a summary in the pyramid."""

    pyramids: SubPyramids
    scores: Floats

    @property
    def order(self) -> int:
        """Number of model summaries of each pyramid."""
        return self.pyramids.order


@dataclass(frozen=True, slots=True)
class Range:
    """The range of one summary's scores at one order; its ends and the mean are None if no score is defined.

    ``counted`` and ``skipped``: the numbers of pyramids with a defined and with an undefined score. ``sampled``:
    whether the pyramids are a random sample. ``standard_error``: of the mean, if the pyramids are a sample.
    """

    minimum: float | None
    mean: float | None
    maximum: float | None
    counted: int
    skipped: int
    standard_error: float | None
    sampled: bool = False


def score_models(scu_models: ScuModels, pyramids_by_order: Iterable[SubPyramids]) -> list[OrderScores]:
    """The original scores of each model summary against the pyramids without this summary. X is its number of SCUs."""
    shared = scu_models.shared
    x = shared.diagonal().astype(np.int64)
    scored = []
    for pyramids in pyramids_by_order:
        scores = original_scores(pyramids, shared, x)
        scores[pyramids.members] = np.nan
        scored.append(OrderScores(pyramids, scores))
    return scored


def original_scores(pyramids: SubPyramids, shared: Floats, x: Sequence[int] | Ints) -> Floats:
    """D / Max(X), summaries x pyramids. ``x``: X of each summary. ``shared``: summaries x models, how many SCUs the
    summary and the model both express; the sum over the models of a pyramid is D.
    """
    # Max(X) is computed once for each distinct X. A larger X than MAX_CONTRIBUTORS has the same Max.
    distinct_x, row_of_x = np.unique(np.minimum(x, MAX_CONTRIBUTORS), return_inverse=True)
    scores = np.empty((len(shared), pyramids.members.shape[1]))
    for chunk in _chunks(scores.shape[1]):
        max_weights = _max_weights(pyramids.at_least[:, chunk], distinct_x)
        _divide(sums_over_members(shared, pyramids.members[:, chunk]), max_weights[row_of_x], out=scores[:, chunk])
    return scores


def modified_scores(pyramids: SubPyramids, shared: Floats, sizes: Floats, rounding: Rounding) -> Floats:
    """D / Max(Xa), summaries x pyramids; Xa: the average number of SCUs of the pyramid's models. ``sizes``: the number
    of SCUs of each model; ``shared`` as in :func:`original_scores`.
    """
    scores = np.empty((len(shared), pyramids.members.shape[1]))
    for chunk in _chunks(scores.shape[1]):
        members = pyramids.members[:, chunk]
        x = rounded_quotient(sums_over_members(sizes[None], members)[0], pyramids.order, rounding)
        max_weights = np.minimum(pyramids.at_least[:, chunk], x).sum(axis=0)  # as in _max_weights
        _divide(sums_over_members(shared, members), max_weights, out=scores[:, chunk])
    return scores


def ranges(scored: OrderScores, *, of_models: bool) -> list[Range]:
    """The range of each summary's scores. ``of_models``: whether the summaries are the models of the pyramids."""
    result = []
    for summary, row in enumerate(scored.scores):
        pyramid_count = row.size - int(np.count_nonzero(scored.pyramids.members[summary])) if of_models else row.size
        defined = row[~np.isnan(row)]
        count, sampled = len(defined), not scored.pyramids.is_complete
        if count:
            statistics = float(defined.min()), float(defined.mean()), float(defined.max())
            error = float(defined.std(ddof=1)) / sqrt(count) if sampled and count > 1 else None
            result.append(Range(*statistics, count, pyramid_count - count, error, sampled))
        else:
            result.append(Range(None, None, None, 0, pyramid_count, None, sampled))
    return result


def _chunks(columns: int) -> Iterator[slice]:
    return (slice(start, start + CHUNK) for start in range(0, columns, CHUNK))


def _max_weights(at_least: Counts, distinct_x: Ints) -> Counts:
    """Max(X) for each X (rows) and each pyramid (columns): the sum over weights w of min(X, number of SCUs with weight
    >= w). ``at_least`` is that of SubPyramids.
    """
    # One buffer for all rows: allocating memory costs more than the sums.
    dtype, columns = at_least.dtype, at_least.shape[1]
    at_least = np.ascontiguousarray(at_least)
    capped, max_weights = np.empty_like(at_least), np.empty((len(distinct_x), columns), dtype=dtype)
    for row, x in enumerate(np.minimum(distinct_x, np.iinfo(dtype).max).astype(dtype)):
        np.minimum(at_least, x, out=capped)
        np.add.reduce(capped, axis=0, dtype=dtype, out=max_weights[row])
    return max_weights


def _divide(weights: Floats, max_weights: Floats | Counts, *, out: Floats) -> None:
    """D / Max; NaN where Max is 0."""
    np.divide(weights, np.where(max_weights > 0, max_weights, np.nan), out=out)
