"""Williams' test: by hand, by its symmetry, and by how often it errs."""

import numpy as np
import pytest

from scoring.stats.batched_correlation import pearson
from scoring.stats.williams import williams_test


def test_a_worked_example() -> None:
    # From measures.md §12.
    test = williams_test(0.9, 0.8, 0.85, 20)
    assert test is not None
    assert (test.t, test.df) == (pytest.approx(1.72918, abs=5e-6), 17)
    assert test.one_sided == pytest.approx(0.050946, abs=5e-7)
    assert test.two_sided == pytest.approx(2 * 0.050946, abs=1e-6)


def test_equal_correlations_do_not_differ() -> None:
    test = williams_test(0.6, 0.6, 0.3, 12)
    assert test is not None
    assert (test.t, test.one_sided, test.two_sided) == (0.0, 0.5, 1.0)


def test_swapping_the_variables_turns_the_sign() -> None:
    test, swapped = williams_test(0.9, 0.8, 0.85, 20), williams_test(0.8, 0.9, 0.85, 20)
    assert test is not None
    assert swapped is not None
    assert (swapped.t, swapped.two_sided) == (-test.t, test.two_sided)
    assert swapped.one_sided == pytest.approx(1 - test.one_sided)


@pytest.mark.parametrize(
    ("r12", "r13", "r23", "n"),
    [
        (0.9, 0.8, 0.85, 3),
        (0.7, 0.7, 1.0, 20),  # a column compared with itself
        (1.0, 0.5, 0.5, 20),  # variables 1 and 2 are the same
        (0.9, -0.9, 0.9, 20),  # no three variables have these correlations
    ],
)
def test_too_few_summarizers_or_dependent_variables_have_no_test(r12, r13, r23, n) -> None:
    assert williams_test(r12, r13, r23, n) is None


def test_under_the_null_five_per_cent_are_significant() -> None:
    # 1,000 samples of 15 summarizers; variables 2 and 3 correlate equally with 1. The standard error is .007.
    rng = np.random.default_rng(5)
    common, noise = rng.normal(size=(2, 1_000, 15))
    others = common + rng.normal(size=(2, 1_000, 15))
    human = common + noise
    correlations = zip(pearson(human, others[0]), pearson(human, others[1]), pearson(*others), strict=True)
    tests = [williams_test(float(r12), float(r13), float(r23), 15) for r12, r13, r23 in correlations]
    significant = [test is not None and test.two_sided <= 0.05 for test in tests]
    assert float(np.mean(significant)) == pytest.approx(0.05, abs=0.02)
