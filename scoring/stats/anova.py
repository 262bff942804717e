"""Analysis of variance with fixed effects, for balanced and unbalanced designs.

Source: Harman & Over 2004 (main effects and two-way interactions, each tested against the residual). Type I sums of
squares are sequential, in the order of the terms, as in S-PLUS and R's ``aov``. The type II sum of squares of a term is
what the term adds to all terms that do not contain the term. Both types are equal for a balanced design. Type III is
not offered: if a combination of levels does not occur, the result depends on how the factors are coded.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import scipy

from scoring.stats.arrays import Floats, Ints

Term = tuple[str, ...]
"""The name of one factor, or the names of the factors of an interaction."""

TOLERANCE = 1e-9
"""An eigenvalue of X'X below this share of the largest one counts as 0."""


class SumsOfSquares(IntEnum):
    SEQUENTIAL = 1
    TYPE_II = 2


@dataclass(frozen=True, slots=True)
class AnovaRow:
    """The row of a term, or of the residual (then ``term`` is empty): degrees of freedom, sum of squares, mean square,
    F and its p-value. ``ms``, ``f`` and ``p`` can be undefined (None).
    """

    term: Term
    df: int
    ss: float
    ms: float | None
    f: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Anova:
    """The table of an analysis of ``n`` observations: a row for each term, then the residual's row."""

    n: int
    rows: tuple[AnovaRow, ...]


def anova(
    response: Sequence[float],
    factors: Mapping[str, Sequence[str]],
    terms: Sequence[Term],
    sums_of_squares: SumsOfSquares = SumsOfSquares.SEQUENTIAL,
) -> Anova:
    """Analyse how ``response``, a number for each observation, depends on the ``terms``. ``factors``: for each factor,
    by name, the level of each observation. A term that explains nothing more than the others has df 0.
    """
    y = np.asarray(response, dtype=np.float64)
    y = y - y.mean()
    model = _Model(y, [_dummies([factors[name] for name in term]) for term in terms])
    is_sequential = sums_of_squares is SumsOfSquares.SEQUENTIAL
    by_term = _sequential(model) if is_sequential else [_type_ii(model, terms, term) for term in terms]
    by_all_terms = model.explained(range(len(terms)))
    df, ss = len(y) - by_all_terms.df, max(0.0, float(y @ y) - by_all_terms.ss)
    residual = AnovaRow((), df, ss, ms=ss / df if df else None, f=None, p=None)
    rows = [anova_row(term, added.df, added.ss, residual) for term, added in zip(terms, by_term, strict=True)]
    return Anova(len(y), (*rows, residual))


def anova_row(term: Term, df: int, ss: float, residual: AnovaRow) -> AnovaRow:
    """The row of a term, with its mean square, F over the residual's mean square, and p."""
    if df == 0:
        return AnovaRow(term, 0, 0.0, None, None, None)
    ms = ss / df
    if residual.df == 0 or not residual.ms:
        return AnovaRow(term, df, ss, ms, None, None)
    f = ms / residual.ms
    return AnovaRow(term, df, ss, ms, f, float(scipy.stats.f.sf(f, df, residual.df)))


def _dummies(levels: Sequence[Sequence[str]]) -> Floats:
    """Dummy variables: observations x combinations of levels that occur, 1 for the combination of the observation.
    ``levels``: for each factor of a term, the level of each observation.
    """
    _, numbers = np.unique(np.asarray(list(map("\0".join, zip(*levels, strict=True)))), return_inverse=True)
    return np.eye(int(numbers.max()) + 1)[numbers]


class _Explained(NamedTuple):
    """What some terms explain: their degrees of freedom and sum of squares."""

    df: int
    ss: float


class _Model:
    """A least squares fit of y to a matrix X of dummy variables, by the normal equations. These are exact enough
    because X'X has whole numbers. Column 0 of X is for the mean; then X has a block of columns for each term. The
    length of a model is the number of its terms.
    """

    def __init__(self, y: Floats, blocks: Sequence[Floats]) -> None:
        x = np.hstack([np.ones((len(y), 1)), *blocks])
        self._xx, self._xy = x.T @ x, x.T @ y
        ends = np.cumsum([1, *(block.shape[1] for block in blocks)])
        self._columns = [np.arange(start, end) for start, end in pairwise(ends)]
        self._cache: dict[tuple[int, ...], _Explained] = {}

    def __len__(self) -> int:
        return len(self._columns)

    def explained(self, blocks: Iterable[int]) -> _Explained:
        """Returns what the mean and these blocks (the indexes of terms) explain together."""
        key = tuple(sorted(blocks))
        if key not in self._cache:
            self._cache[key] = self._fit(np.concatenate([[0], *(self._columns[block] for block in key)]))
        return self._cache[key]

    def _fit(self, columns: Ints) -> _Explained:
        eigenvalues, vectors = np.linalg.eigh(self._xx[np.ix_(columns, columns)])
        is_positive = eigenvalues > TOLERANCE * eigenvalues[-1]
        # The explained sum of squares is y'X (X'X)^-1 X'y = sum over eigenvectors v of (v'X'y)^2 / eigenvalue.
        projection = (vectors[:, is_positive].T @ self._xy[columns]) / np.sqrt(eigenvalues[is_positive])
        return _Explained(int(is_positive.sum()), float(projection @ projection))


def _sequential(model: _Model) -> list[_Explained]:
    """Returns what each term adds to the terms before it."""
    by_first_terms = [model.explained(range(count)) for count in range(len(model) + 1)]
    return [_difference(after, before) for before, after in pairwise(by_first_terms)]


def _type_ii(model: _Model, terms: Sequence[Term], term: Term) -> _Explained:
    """Returns what a term adds to all terms that do not contain the term."""
    without_term = [index for index, other_term in enumerate(terms) if not set(term) <= set(other_term)]
    return _difference(model.explained([*without_term, terms.index(term)]), model.explained(without_term))


def _difference(after: _Explained, before: _Explained) -> _Explained:
    return _Explained(after.df - before.df, max(0.0, after.ss - before.ss))
