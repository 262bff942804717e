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
"""An eigenvalue below this share of the largest number of X'X (X: see _Model) counts as 0."""

SMALLEST_RESIDUAL = 1e-12
"""A residual below this share of the total sum of squares is a rounding error: the terms fit exactly."""


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
    by name, the level of each observation. A term that adds nothing to the terms it is compared with has df 0.
    """
    y = np.asarray(response, dtype=np.float64)
    y = y - y.mean()
    model = _Model(y, factors, terms)
    is_sequential = sums_of_squares is SumsOfSquares.SEQUENTIAL
    by_term = _sequential(model) if is_sequential else [_type_ii(model, terms, term) for term in terms]
    by_all_terms = model.explained(range(len(terms)))
    total = float(y @ y)
    df, ss = len(y) - by_all_terms.df, total - by_all_terms.ss
    ss = ss if ss > SMALLEST_RESIDUAL * total else 0.0
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


class _Explained(NamedTuple):
    """What some terms explain: their degrees of freedom and sum of squares."""

    df: int
    ss: float


class _Model:
    """A least squares fit of ``y`` (with mean 0) by the normal equations. X has dummy variables: for each term a block
    with a column for each combination of levels that occurs. The length of a model is the number of its terms.
    """

    def __init__(self, y: Floats, factors: Mapping[str, Sequence[str]], terms: Sequence[Term]) -> None:
        self._terms = [frozenset(term) for term in terms]
        # For each term, the column of each observation within its block, then the sum of y for each column.
        self._columns = [_column_numbers([factors[name] for name in term]) for term in terms]
        self._sums = [np.bincount(columns, weights=y) for columns in self._columns]
        self._cache: dict[tuple[int, ...], _Explained] = {}

    def __len__(self) -> int:
        return len(self._terms)

    def explained(self, blocks: Iterable[int]) -> _Explained:
        """Returns what the mean and these blocks (the indexes of terms) explain together."""
        # A block explains whatever the blocks of its factors alone explain.
        chosen = sorted(blocks)
        key = tuple(block for block in chosen if not any(self._terms[block] < self._terms[wider] for wider in chosen))
        if key not in self._cache:
            self._cache[key] = self._fit(key) if key else _Explained(1, 0.0)
        return self._cache[key]

    def _fit(self, blocks: Sequence[int]) -> _Explained:
        """Returns what the mean and these blocks explain together; ``blocks`` is not empty. The largest block is
        eliminated first, which takes no time because its part of X'X is diagonal.
        """
        largest = max(blocks, key=lambda block: len(self._sums[block]))
        others = [block for block in blocks if block != largest]
        counts = np.bincount(self._columns[largest])
        df, ss = len(counts), float((self._sums[largest] ** 2 / counts).sum())
        if not others:
            return _Explained(df, ss)
        cross_products = np.vstack([self._products(block, largest) for block in others])
        xx = np.block([[self._products(row, column) for column in others] for row in others])
        xy = np.concatenate([self._sums[block] for block in others])
        shares = cross_products / counts
        eigenvalues, vectors = np.linalg.eigh(xx - shares @ cross_products.T)
        is_positive = eigenvalues > TOLERANCE * xx.max()
        # After the elimination, the others add y'X (X'X)^-1 X'y = sum over eigenvectors v of (v'X'y)^2 / eigenvalue.
        projection = vectors[:, is_positive].T @ (xy - shares @ self._sums[largest]) / np.sqrt(eigenvalues[is_positive])
        return _Explained(df + int(is_positive.sum()), ss + float(projection @ projection))

    def _products(self, block: int, other: int) -> Ints:
        """Returns the part of X'X of two blocks: the number of observations in each pair of their columns."""
        height, width = len(self._sums[block]), len(self._sums[other])
        pairs = self._columns[block] * width + self._columns[other]
        return np.bincount(pairs, minlength=height * width).reshape(height, width)


def _column_numbers(levels: Sequence[Sequence[str]]) -> Ints:
    """Returns, for each observation, the index of its combination of levels among those that occur. ``levels``: for
    each factor of a term, the level of each observation.
    """
    return np.unique(np.asarray(list(map("\0".join, zip(*levels, strict=True)))), return_inverse=True)[1]


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
