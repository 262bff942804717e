"""Compares two columns: which agrees better with human scores, and whether by more than chance."""

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
    """Columns ``a`` and ``b``, compared by their correlations with the human scores, ``correlation_a`` and
    ``correlation_b``.

    Only summaries that all three columns score are used; ``summary_count`` is their number. ``dropped``: how many
    other scores ``a``, ``b`` and the human column have. ``koehn``, ``williams``, ``permutation``: None if undefined or
    not asked for; ``williams`` is defined only for Pearson's r at the summarizer level. ``holm``: the p of
    ``permutation``, adjusted for all pairs that have one.
    """

    a: str
    b: str
    correlation_a: Correlation
    correlation_b: Correlation
    summary_count: int
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
    """Compares columns ``a`` and ``b`` by their correlations with column ``human``. ``holm`` is None.

    All pairs use the same seed. So a result does not depend on the other pairs, and pairs with equally many topics have
    the same draws.
    """
    common = table.common_scores((a, b, human))
    scores_a, scores_b, human_scores = common.values
    correlation_a, correlation_b = (
        column_correlation(scores, human_scores, level=level, coefficient=coefficient, topic_count=len(table.topics))
        for scores in (scores_a, scores_b)
    )
    shares = permutation = williams = None
    if StudyTest.KOEHN in tests and common.summary_count:
        drawn = topic_draws(len(common.topics), np.random.default_rng(draws.seed), draws.koehn)
        shares = koehn_shares(scores_a, scores_b, human_scores, level, coefficient, drawn)
    if StudyTest.WILLIAMS in tests and is_for_williams(level, coefficient):
        williams = _williams(scores_a, scores_b, correlation_a, correlation_b)
    if StudyTest.PERMUTATION in tests:
        rng = np.random.default_rng(draws.seed)
        permutation = permutation_test(scores_a, scores_b, human_scores, level, coefficient, rng, draws.permutation)
    return ColumnComparison(
        a, b, correlation_a, correlation_b, common.summary_count, common.dropped, shares, williams, permutation
    )


def with_holm(pairs: Sequence[ColumnComparison]) -> tuple[ColumnComparison, ...]:
    """Returns the pairs with ``holm`` filled in: the p of the permutation test, adjusted for all these pairs."""
    adjusted = iter(holm([pair.permutation.p for pair in pairs if pair.permutation]))
    return tuple(replace(pair, holm=next(adjusted)) if pair.permutation else pair for pair in pairs)


def is_for_williams(level: Level, coefficient: Coefficient) -> bool:
    """Whether Williams' test can compare correlations of this kind: only Pearson's r of summarizers' means."""
    return level is Level.SUMMARIZER and coefficient is Coefficient.PEARSON


def _williams(
    scores_a: Floats, scores_b: Floats, correlation_a: Correlation, correlation_b: Correlation
) -> WilliamsTest | None:
    """Williams' test of two measures' correlations with the human means. Returns None if either is undefined."""
    if correlation_a.value is None or correlation_b.value is None:
        return None
    correlation_ab = float(level_correlations(scores_a[None], scores_b[None], Level.SUMMARIZER, Coefficient.PEARSON)[0])
    return williams_test(correlation_a.value, correlation_b.value, correlation_ab, correlation_a.n)
