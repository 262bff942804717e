"""The permutation test of two measures: against a loop, and under the null."""

import numpy as np
import pytest
from scipy.stats import kstest

from scoring.stats import levels
from scoring.stats.column_permutation import permutation_test
from scoring.stats.levels import Coefficient, Level, level_correlations


def columns(rng, noises=(1.0, 1.0), shape=(8, 6)):
    """Two measures, which are the human scores with noise, and the human scores."""
    human = rng.normal(size=shape)
    return [human + noise * rng.normal(size=shape) for noise in noises] + [human]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("coefficient", Coefficient)
def test_p_counts_the_draws_that_are_as_extreme(level, coefficient) -> None:
    a, b, human = columns(np.random.default_rng(1))
    b = 100 + 7 * b  # another scale
    a[0, 0] = b[0, 0] = human[0, 0] = np.nan
    test = permutation_test(a, b, human, level, coefficient, np.random.default_rng(2), 60)

    def difference(x, y):
        with_x, with_y = (level_correlations(column[None], human[None], level, coefficient)[0] for column in (x, y))
        return abs(with_x - with_y)

    x, y = ((column - np.nanmean(column)) / np.nanstd(column) for column in (a, b))
    swaps = np.random.default_rng(2).integers(0, 2, (60, 8, 6), dtype=np.int8) == 1
    drawn = [difference(np.where(swap, y, x), np.where(swap, x, y)) for swap in swaps]
    extreme = sum(value >= difference(x, y) - 1e-9 for value in drawn)
    assert 0 < extreme < 60
    assert test is not None
    assert (test.p, test.draws) == ((extreme + 1) / 61, 60)


def test_under_the_null_p_is_uniform() -> None:
    # The two measures are exchangeable. 300 tests with 199 draws: p lies on multiples of 1 / 200.
    rng = np.random.default_rng(11)
    tests = [
        permutation_test(a, b, human, Level.SUMMARIZER, Coefficient.PEARSON, rng, 199)
        for a, b, human in (columns(rng) for _ in range(300))
    ]
    ps = [test.p for test in tests if test is not None]
    assert len(ps) == 300
    assert kstest(ps, "uniform").pvalue > 0.05
    assert np.mean(np.array(ps) <= 0.05) == pytest.approx(0.05, abs=0.04)  # three standard errors


def test_a_much_better_measure_is_significant() -> None:
    rng = np.random.default_rng(3)
    a, b, human = columns(rng, (0.3, 5.0))
    test = permutation_test(a, b, human, Level.SUMMARY, Coefficient.KENDALL, rng, 999)
    assert test is not None
    assert test.p < 0.01


def test_a_column_and_itself_do_not_differ() -> None:
    a, _, human = columns(np.random.default_rng(4))
    test = permutation_test(a, a, human, Level.GLOBAL, Coefficient.SPEARMAN, np.random.default_rng(5), 50)
    assert test is not None
    assert test.p == 1.0


def test_a_constant_column_has_no_test() -> None:
    a, b, human = columns(np.random.default_rng(6))
    constant = np.full_like(a, 0.1)
    for x, y, z in ((constant, b, human), (a, constant, human), (a, b, constant)):
        rng = np.random.default_rng(7)
        assert permutation_test(x, y, z, Level.SUMMARIZER, Coefficient.PEARSON, rng, 50) is None


def test_blocks_of_draws_change_nothing(monkeypatch) -> None:
    a, b, human = columns(np.random.default_rng(8))

    def test():
        rng = np.random.default_rng(9)
        return permutation_test(a, b, human, Level.SUMMARIZER, Coefficient.PEARSON, rng, 100)

    whole = test()
    monkeypatch.setattr(levels, "BLOCK_CELLS", 48 * 8)
    assert test() == whole
