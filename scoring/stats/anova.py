"""Analysis of variance with fixed effects, for balanced and unbalanced designs.

Source: Harman & Over 2004 (main effects and two-way interactions, F over the residual). Type I sums of squares are
sequential, in the order of the terms, as S-PLUS and R's ``aov`` print them. Type II gives each term what it adds to all
terms that do not contain it. Both agree for a balanced design. Type III is not offered: with empty cells it depends on
how the factors are coded.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy.stats import f as f_distribution

from scoring.stats.arrays import Floats, Ints

Term = tuple[str, ...]
"""The name of one factor, or the names of several that interact."""

TOLERANCE = 1e-9
"""An eigenvalue of X'X below this share of the largest one counts as 0."""


class SumsOfSquares(IntEnum):
    """Sums of squares of type I or II."""

    SEQUENTIAL = 1
    TYPE_II = 2


@dataclass(frozen=True, slots=True)
class AnovaRow:
    """One term, or the residual (``term`` empty). ``f`` and ``p`` are None if there is no residual to compare with."""

    term: Term
    df: int
    ss: float
    ms: float | None
    f: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Anova:
    """The table of ``n`` observations: a row for each term, the residual last."""

    n: int
    rows: tuple[AnovaRow, ...]


def anova(
    response: Sequence[float],
    factors: Mapping[str, Sequence[str]],
    terms: Sequence[Term],
    kind: SumsOfSquares = SumsOfSquares.SEQUENTIAL,
) -> Anova:
    """Analyse ``response``, one number for each observation, by the ``terms``.

    ``factors``: by name, the level of each observation. A term that adds nothing has df 0.
    """
    y = np.asarray(response, dtype=np.float64)
    y = y - y.mean()
    model = _Model(y, [_dummies([factors[name] for name in term]) for term in terms])
    sums = _sequential(model) if kind is SumsOfSquares.SEQUENTIAL else [_added(model, terms, term) for term in terms]
    everything = model.explained(range(len(terms)))
    df, ss = len(y) - everything.df, max(0.0, float(y @ y) - everything.ss)
    residual = AnovaRow((), df, ss, ss / df if df else None, None, None)
    rows = [anova_row(term, degrees, ss, residual) for term, (degrees, ss) in zip(terms, sums, strict=True)]
    return Anova(len(y), (*rows, residual))


def anova_row(term: Term, df: int, ss: float, residual: AnovaRow) -> AnovaRow:
    """The row with its mean square, F over the residual's mean square, and p: the chance of an F at least as large."""
    if df == 0:
        return AnovaRow(term, 0, 0.0, None, None, None)
    ms = ss / df
    if residual.df == 0 or not residual.ms:
        return AnovaRow(term, df, ss, ms, None, None)
    ratio = ms / residual.ms
    return AnovaRow(term, df, ss, ms, ratio, float(f_distribution.sf(ratio, df, residual.df)))


def _dummies(levels: Sequence[Sequence[str]]) -> Floats:
    """Observations x combinations of levels that occur: 1 for the combination of each observation, else 0."""
    _, numbers = np.unique(np.asarray(list(map("\0".join, zip(*levels, strict=True)))), return_inverse=True)
    return np.eye(int(numbers.max()) + 1)[numbers]


class _Explained(NamedTuple):
    """Degrees of freedom of a model, including the mean's, and the sum of squares that it explains."""

    df: int
    ss: float


class _Model:
    """Least squares by the normal equations: X'X of dummy columns is small and has whole numbers."""

    def __init__(self, y: Floats, blocks: Sequence[Floats]) -> None:
        x = np.hstack([np.ones((len(y), 1)), *blocks])
        self._xx, self._xy = x.T @ x, x.T @ y
        ends = np.cumsum([1, *(block.shape[1] for block in blocks)])
        self._columns = [np.arange(start, end) for start, end in pairwise(ends)]
        self._cache: dict[tuple[int, ...], _Explained] = {}

    def __len__(self) -> int:
        return len(self._columns)

    def explained(self, blocks: Iterable[int]) -> _Explained:
        """What the mean and these blocks of columns (by index) explain together."""
        chosen = tuple(sorted(blocks))
        if chosen not in self._cache:
            self._cache[chosen] = self._fitted(np.concatenate([[0], *(self._columns[block] for block in chosen)]))
        return self._cache[chosen]

    def _fitted(self, columns: Ints) -> _Explained:
        values, vectors = np.linalg.eigh(self._xx[np.ix_(columns, columns)])
        positive = values > TOLERANCE * values[-1]
        projection = (vectors[:, positive].T @ self._xy[columns]) / np.sqrt(values[positive])
        return _Explained(int(positive.sum()), float(projection @ projection))


def _sequential(model: _Model) -> list[_Explained]:
    """What each term adds to the terms before it."""
    steps = [model.explained(range(count)) for count in range(len(model) + 1)]
    return [_difference(after, before) for before, after in pairwise(steps)]


def _added(model: _Model, terms: Sequence[Term], term: Term) -> _Explained:
    """What a term adds to all terms that do not contain it."""
    without = [number for number, other in enumerate(terms) if not set(term) <= set(other)]
    return _difference(model.explained([*without, terms.index(term)]), model.explained(without))


def _difference(after: _Explained, before: _Explained) -> _Explained:
    return _Explained(after.df - before.df, max(0.0, after.ss - before.ss))
