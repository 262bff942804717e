"""Scores of summaries under pyramids of every order, and what they range over.

Source: Nenkova & Passonneau 2004, sections 3.2 and 3.3: a summary is scored against all pyramids of order n that can be
built without it. Scores are quotients of whole numbers rounded once, so equal scores are equal numbers and different
ones, whose difference is at least 1 / (Max * Max), are not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np

from scoring.measures.orders.subsets import MOST_CONTRIBUTORS, Contents, Counts, SubPyramids, sums_over_members
from scoring.measures.pyramid import Rounding, rounded_quotient
from scoring.stats.arrays import Floats, Ints

STRETCH = 1 << 14
"""Pyramids scored at a time."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Summaries x pyramids: ``scores`` of one order, NaN where undefined or where the summary builds the pyramid."""

    pyramids: SubPyramids
    scores: Floats

    @property
    def order(self) -> int:
        """Model summaries of each pyramid."""
        return self.pyramids.order


@dataclass(frozen=True, slots=True)
class Range:
    """One summary's scores at one order; None where no score is defined.

    ``pyramids``: all there are that it can be scored against; ``counted``: those with a score among the ones looked at;
    ``skipped``: those without. ``standard_error`` of the mean, where pyramids were drawn.
    """

    minimum: float | None
    mean: float | None
    maximum: float | None
    pyramids: int
    counted: int
    skipped: int
    standard_error: float | None


def score_models(contents: Contents, orders: Iterable[SubPyramids]) -> list[Scored]:
    """Each model summary against the pyramids without it; X = all its SCUs (original score)."""
    shared = contents.shared
    x = shared.diagonal().astype(np.int64)
    found = []
    for one in orders:
        scores = original_scores(one, shared, x)
        scores[one.members] = np.nan
        found.append(Scored(one, scores))
    return found


def original_scores(pyramids: SubPyramids, shared: Floats, x: Sequence[int] | Ints) -> Floats:
    """D / Max(X), summaries x pyramids. ``shared``: summaries x models, SCUs that both express; ``x``: by summary."""
    counts, which = np.unique(np.minimum(x, MOST_CONTRIBUTORS), return_inverse=True)
    found = np.empty((len(shared), pyramids.members.shape[1]))
    for some in _stretches(found.shape[1]):
        best = _most(pyramids.at_least[:, some], counts)
        _divide(sums_over_members(shared, pyramids.members[:, some]), best[which], found[:, some])
    return found


def modified_scores(pyramids: SubPyramids, shared: Floats, sizes: Floats, rounding: Rounding) -> Floats:
    """D / Max(Xa), summaries x pyramids, Xa the average number of SCUs of the models in the pyramid.

    ``sizes``: SCUs of each model; otherwise as :func:`original_scores`.
    """
    found = np.empty((len(shared), pyramids.members.shape[1]))
    for some in _stretches(found.shape[1]):
        members = pyramids.members[:, some]
        x = rounded_quotient(sums_over_members(sizes[None], members)[0], pyramids.order, rounding)
        _divide(
            sums_over_members(shared, members), np.minimum(pyramids.at_least[:, some], x).sum(axis=0), found[:, some]
        )
    return found


def ranges(scored: Scored, summary_builds: bool) -> list[Range]:
    """Minimum, mean and maximum of each summary. ``summary_builds``: whether it is itself one of the models."""
    models, order = len(scored.pyramids.members), scored.order
    pyramids = comb(models - summary_builds, order)
    found = []
    for number, row in enumerate(scored.scores):
        seen = row.size - int(np.count_nonzero(scored.pyramids.members[number])) if summary_builds else row.size
        defined = row[~np.isnan(row)]
        found.append(_range(defined, pyramids, seen, scored.pyramids.complete))
    return found


def _range(defined: Floats, pyramids: int, seen: int, complete: bool) -> Range:
    count = len(defined)
    if not count:
        return Range(None, None, None, pyramids, 0, seen, None)
    mean = float(defined.mean())
    error = float(defined.std(ddof=1)) / sqrt(count) if not complete and count > 1 else None
    return Range(float(defined.min()), mean, float(defined.max()), pyramids, count, seen - count, error)


def _stretches(columns: int) -> Iterator[slice]:
    """Pieces of many pyramids that fit a processor's cache."""
    return (slice(start, start + STRETCH) for start in range(0, columns, STRETCH))


def _most(at_least: Counts, counts: Ints) -> Counts:
    """Max(X) for each of the ``counts`` (rows) and pyramid.

    One buffer for all: fresh memory costs more than the sums.
    """
    kind, columns = at_least.dtype, at_least.shape[1]
    at_least = np.ascontiguousarray(at_least)
    capped, found = np.empty_like(at_least), np.empty((len(counts), columns), dtype=kind)
    for row, x in enumerate(np.minimum(counts, np.iinfo(kind).max).astype(kind)):
        np.minimum(at_least, x, out=capped)
        np.add.reduce(capped, axis=0, dtype=kind, out=found[row])
    return found


def _divide(weights: Floats, best: Floats | Counts, out: Floats) -> None:
    """D / Max; without an SCU of any weight there is no score."""
    np.divide(weights, np.where(best > 0, best, np.nan), out=out)
