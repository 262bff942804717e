"""Tests whether two measures correlate equally with human scores, by the permutation test that Deutsch, Dror & Roth
(2021) call "both".

The scores of each measure (its column) are standardized to mean 0 and standard deviation 1. If the measures were
equally good, their scores of a summary could as well be swapped. So a fair coin decides for each summary whether the
two scores are swapped. p is the share of such draws in which the two correlations differ at least as much as the
observed ones.
"""

from dataclasses import dataclass

import numpy as np

from scoring.stats.arrays import Floats
from scoring.stats.levels import Coefficient, Level, blocks, level_correlations

DRAWS = 10_000

EQUAL = 1e-12
"""A difference smaller than the observed one by no more than this counts as equal."""


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """``p`` = (k + 1) / (``draws`` + 1), where k is the number of draws at least as extreme as the observed difference.
    ``draws``: the number of draws in which both correlations are defined.
    """

    p: float
    draws: int


def permutation_test(
    a: Floats,
    b: Floats,
    human: Floats,
    level: Level,
    coefficient: Coefficient,
    rng: np.random.Generator,
    draws: int = DRAWS,
) -> PermutationTest | None:
    """The two-sided test of columns ``a`` and ``b``. All three columns are arrays [summarizers, topics] with NaN in the
    same places. Returns None if ``a`` or ``b`` is constant or an observed correlation is undefined.
    """
    standard_a, standard_b = _standardized(a), _standardized(b)
    if standard_a is None or standard_b is None:
        return None

    def differences(first: Floats, second: Floats) -> Floats:
        """For arrays [draws, summarizers, topics]: how much the two correlations differ in each draw."""
        human_scores = np.broadcast_to(human, first.shape)
        first_correlations, second_correlations = (
            level_correlations(column, human_scores, level, coefficient) for column in (first, second)
        )
        return np.abs(first_correlations - second_correlations)

    observed = float(differences(standard_a[None], standard_b[None])[0])  # as a single draw
    if np.isnan(observed):
        return None
    extreme = defined = 0
    for block in blocks(draws, a.size):
        swapped = rng.integers(0, 2, (block.stop - block.start, *a.shape), dtype=np.int8).view(np.bool_)
        drawn = differences(np.where(swapped, standard_b, standard_a), np.where(swapped, standard_a, standard_b))
        extreme += int((drawn >= observed - EQUAL).sum())
        defined += int((~np.isnan(drawn)).sum())
    return PermutationTest((extreme + 1) / (defined + 1), defined)


def _standardized(column: Floats) -> Floats | None:
    """The column with mean 0 and standard deviation 1; None if all its numbers are equal."""
    known = column[~np.isnan(column)]
    if not len(known) or known.min() == known.max():
        return None
    standardized: Floats = (column - known.mean()) / known.std()
    return standardized
