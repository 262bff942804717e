"""Coefficients of dependability and detectable differences: by hand, published tables, simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_rel

from scoring.stats.dependability import dependability, detectable_difference, difference_deviation
from scoring.stats.variance import Method, Source, VarianceComponents

VARIANCES = dict(zip(Source, (4.0, 2.0, 1.0, 3.0, 0.5, 0.2, 2.5), strict=True))
COMPONENTS = VarianceComponents(VARIANCES, Method.ANOVA, (), 9)


def detectable(deviation, topics):
    difference = detectable_difference(deviation, topics)
    assert difference is not None
    return difference


@given(st.integers(1, 30), st.integers(1, 5))
def test_more_topics_and_matchers_never_make_means_less_dependable(topics, matchers) -> None:
    sizes = ((topics, matchers), (topics + 1, matchers), (topics, matchers + 1))
    coefficients = [dependability(COMPONENTS, *size) for size in sizes]
    (phi, g), *larger = np.array([(means.phi, means.g) for means in coefficients], float)
    for larger_phi, larger_g in larger:
        assert phi <= larger_phi <= larger_g
        assert g <= larger_g


def test_the_formulas_of_the_p_t_m_design_by_hand() -> None:
    # Brennan 2001, section 4.1: relative 3/5 + .5/2 + 2.5/10 = 1.1; absolute 1.1 + 2/5 + 1/2 + .2/10 = 2.02.
    means = dependability(COMPONENTS, 5, 2)
    assert means.g == pytest.approx(4 / 5.1)
    assert means.phi == pytest.approx(4 / 6.02)
    assert difference_deviation(COMPONENTS, 2) == pytest.approx((2 * (3 + 2.5 / 2)) ** 0.5)


def test_cohens_table_of_paired_tests() -> None:
    # Cohen 1988, section 2.4: n = 33.4 pairs, rounded up to 34, for d = .5 at power .80, two-sided .05.
    assert detectable(1.0, 33) > 0.5 > detectable(1.0, 34)
    assert detectable_difference(1.0, 1) is None


@pytest.mark.parametrize("topics", [5, 10, 20])
def test_the_power_is_as_promised(topics) -> None:
    # 3,000 experiments; four standard errors: 4 * sqrt(.8 * .2 / 3,000) = .03.
    difference = detectable(0.2, topics)
    differences = np.random.default_rng(topics).normal(difference, 0.2, (3_000, topics))
    p = ttest_rel(differences, np.zeros_like(differences), axis=1).pvalue
    assert float((p < 0.05).mean()) == pytest.approx(0.80, abs=0.03)
