"""Which of two columns agrees better with human scores, and whether by more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from scoring.stats import column_permutation, koehn
from scoring.stats.arrays import Floats
from scoring.stats.column_permutation import PermutationTest, permutation_test
from scoring.stats.koehn import KoehnShares, koehn_shares, topic_draws
from scoring.stats.levels import Coefficient, Level, level_correlations
from scoring.stats.significance import holm
from scoring.stats.williams import WilliamsTest, williams_test
from scoring.studies.correlations import Correlation, column_correlation
from scoring.studies.table import StudyTable


class StudyTest(StrEnum):
    """How two columns are compared."""

    KOEHN = "koehn"
    WILLIAMS = "williams"
    PERMUTATION = "permutation"


@dataclass(frozen=True, slots=True)
class RandomDraws:
    """The seed and the number of draws of the tests that draw at random."""

    seed: int
    koehn: int = koehn.DRAWS
    permutation: int = column_permutation.DRAWS


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    """Columns ``a`` and ``b``, compared by their correlations ``with_a`` and ``with_b`` with the human scores.

    ``cells``: the number of cells where all three have a score; no others are used. ``dropped``: the numbers of scores
    of ``a``, ``b`` and the human column in other cells. ``williams``: only for Pearson's r at the summarizer level.
    ``koehn``, ``williams``, ``permutation``: None if undefined or not asked for; ``holm``: the last one's p adjusted
    for all pairs that have one.
    """

    a: str
    b: str
    with_a: Correlation
    with_b: Correlation
    cells: int
    dropped: tuple[int, ...]
    koehn: KoehnShares | None
    williams: WilliamsTest | None
    permutation: PermutationTest | None
    holm: float | None = None


def compare_pair(
    table: StudyTable,
    a: str,
    b: str,
    human: str,
    level: Level,
    coefficient: Coefficient,
    draws: RandomDraws,
    tests: Sequence[StudyTest],
) -> ColumnComparison:
    """Compares columns ``a`` and ``b`` by their correlation with column ``human``; ``holm`` is None.

    A pair has the same result whatever the other pairs are, and pairs with the same number of topics have the same
    draws, because all pairs use the same seed.
    """
    common = table.common_cells((a, b, human))
    x, y, z = common.values
    with_a, with_b = (
        column_correlation(column, z, level=level, coefficient=coefficient, topics=len(table.topics))
        for column in (x, y)
    )
    shares = permutation = williams = None
    if StudyTest.KOEHN in tests and common.cells:
        drawn = topic_draws(len(common.topics), np.random.default_rng(draws.seed), draws.koehn)
        shares = koehn_shares(x, y, z, level, coefficient, drawn)
    if StudyTest.WILLIAMS in tests and is_for_williams(level, coefficient):
        williams = _williams(x, y, with_a, with_b)
    if StudyTest.PERMUTATION in tests:
        rng = np.random.default_rng(draws.seed)
        permutation = permutation_test(x, y, z, level, coefficient, rng, draws.permutation)
    return ColumnComparison(a, b, with_a, with_b, common.cells, common.dropped, shares, williams, permutation)


def with_holm(pairs: Sequence[ColumnComparison]) -> tuple[ColumnComparison, ...]:
    """The pairs with ``holm``: p adjusted for all of them."""
    adjusted = iter(holm([pair.permutation.p for pair in pairs if pair.permutation]))
    return tuple(replace(pair, holm=next(adjusted)) if pair.permutation else pair for pair in pairs)


def is_for_williams(level: Level, coefficient: Coefficient) -> bool:
    """Whether Williams' test applies."""
    return level is Level.SUMMARIZER and coefficient is Coefficient.PEARSON


def _williams(a: Floats, b: Floats, with_a: Correlation, with_b: Correlation) -> WilliamsTest | None:
    """The test of two correlations of means with the human means; None if one of them is undefined."""
    between = float(level_correlations(a[None], b[None], Level.SUMMARIZER, Coefficient.PEARSON)[0])
    if with_a.value is None or with_b.value is None:
        return None
    return williams_test(with_a.value, with_b.value, between, with_a.n)
