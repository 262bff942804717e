"""Which of two columns agrees better with human scores, and whether by more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

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


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    """Columns ``a`` and ``b``, compared by their correlations ``with_a`` and ``with_b`` with the human scores.

    ``cells``: the number of cells where all three have a score; no others are used. ``dropped``: the numbers of scores
    of ``a``, ``b`` and the human column in other cells. ``williams``: only for Pearson's r at the summarizer level.
    ``permutation``: None if undefined; ``holm``: its p adjusted for all pairs that have one.
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


def compare_columns(
    table: StudyTable,
    columns: Sequence[str],
    human: str,
    level: Level,
    coefficient: Coefficient,
    seed: int,
    *,
    koehn_draws: int = koehn.DRAWS,
    permutation_draws: int = column_permutation.DRAWS,
) -> tuple[ColumnComparison, ...]:
    """Compares all pairs of ``columns`` by their correlation with column ``human``.

    All pairs use the same seed. So a pair has the same result whatever the others are, apart from ``holm``, and pairs
    with the same number of topics have the same draws.
    """

    linear_means = level is Level.SUMMARIZER and coefficient is Coefficient.PEARSON

    def compare(a: str, b: str) -> ColumnComparison:
        common = table.common_cells((a, b, human))
        x, y, z = common.values
        with_a, with_b = (
            column_correlation(column, z, level=level, coefficient=coefficient, topics=len(table.topics))
            for column in (x, y)
        )
        draws = topic_draws(len(common.topics), np.random.default_rng(seed), koehn_draws)
        rng = np.random.default_rng(seed)
        return ColumnComparison(
            a,
            b,
            with_a,
            with_b,
            common.cells,
            common.dropped,
            koehn=koehn_shares(x, y, z, level, coefficient, draws) if common.cells else None,
            williams=_williams(x, y, with_a, with_b) if linear_means else None,
            permutation=permutation_test(x, y, z, level, coefficient, rng, permutation_draws),
        )

    pairs = [compare(a, b) for a, b in combinations(columns, 2)]
    tested = [index for index, pair in enumerate(pairs) if pair.permutation]
    adjusted = holm([pair.permutation.p for pair in pairs if pair.permutation])
    for index, p in zip(tested, adjusted, strict=True):
        pairs[index] = replace(pairs[index], holm=p)
    return tuple(pairs)


def _williams(a: Floats, b: Floats, with_a: Correlation, with_b: Correlation) -> WilliamsTest | None:
    """The test of two correlations of means with the human means; None if one of them is undefined."""
    between = float(level_correlations(a[None], b[None], Level.SUMMARIZER, Coefficient.PEARSON)[0])
    if with_a.value is None or with_b.value is None:
        return None
    return williams_test(with_a.value, with_b.value, between, with_a.n)
