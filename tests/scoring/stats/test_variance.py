"""Variance components and coefficients of dependability: published examples, another program, simulation."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.stats.dependability import dependability
from scoring.stats.variance import Method, Source, variance_components

# Shrout & Fleiss 1979, table 2: six targets (here: summarizers), four judges (here: topics).
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)

# Brennan 2001, synthetic data set No. 1 (p x i): for each of ten persons (summarizers here) twelve items (topics).
BRENNAN_1 = """
101000000000 111001000000 111110000000 110110010000 111110100000
111011100000 111111100000 111101111100 111111111110 111111111111
"""
# Brennan 2001, synthetic data set No. 3 (p x i x o): for each of ten persons (here: summarizers) four items (here:
# topics) on a first and a second occasion (here: matchers).
BRENNAN_3 = """
2675 2555 4567 6757 5546 5455 5986 5776 4356 4564 4447 6478 2665 2775 3445 6664 0545 5553 6876 6886
"""


def components_of(*scores):
    """The components, which must be defined."""
    components = variance_components(*scores)
    assert components is not None
    return components


def of_table(table):
    """One matcher, a row for each summarizer and a column for each topic; NaN for holes."""
    cells = [(value, f"s{row}", f"t{column}") for (row, column), value in np.ndenumerate(table) if not np.isnan(value)]
    values, summarizers, topics = zip(*cells, strict=True)
    return components_of(np.array(values), summarizers, topics, ["m"] * len(values))


def crossed(summarizers, topics, matchers, deviations, rng, share=1.0):
    """Random scores: the sum of normal effects with these ``deviations`` by source; a ``share`` of all cells."""
    factors = {"summarizer": range(summarizers), "topic": range(topics), "matcher": range(matchers)}
    effects = {
        source: {
            levels: rng.normal(0, deviations.get(source, 0.0))
            for levels in product(*(factors[factor] for factor in source.factors))
        }
        for source in Source
        if source is not Source.RESIDUAL
    }
    rows = []
    for levels in product(*factors.values()):
        if rng.random() >= share:
            continue
        named = dict(zip(factors, levels, strict=True))
        value = 0.5 + rng.normal(0, deviations[Source.RESIDUAL])
        value += sum(effects[source][tuple(named[factor] for factor in source.factors)] for source in effects)
        rows.append((value, *map(str, levels)))
    values, *names = zip(*rows, strict=True)
    return np.array(values), *names


def coefficients(*arguments):
    """Phi and G, which must be defined."""
    found = dependability(*arguments)
    assert found.phi is not None
    assert found.g is not None
    return found.phi, found.g


def test_the_published_coefficients_of_shrout_and_fleiss() -> None:
    # Phi and G for one condition are ICC(2,1) and ICC(3,1), for four ICC(2,4) and ICC(3,4): table 4.
    components = of_table(SHROUT_FLEISS)
    assert components.method is Method.ANOVA
    one, four = dependability(components, 1), dependability(components, 4)
    assert (one.phi, one.g) == (pytest.approx(0.29, abs=0.005), pytest.approx(0.71, abs=0.005))
    assert (four.phi, four.g) == (pytest.approx(0.62, abs=0.005), pytest.approx(0.91, abs=0.005))


def test_the_published_coefficients_of_brennan_with_one_facet() -> None:
    # Brennan 2001, tables 2.1 and 2.2: variances of p, i and pi; the coefficients for twelve items.
    components = of_table(np.array([list(map(float, person)) for person in BRENNAN_1.split()]))
    expected = {Source.SUMMARIZER: 0.0574, Source.TOPIC: 0.0754, Source.RESIDUAL: 0.1269}
    assert components.variances == {source: pytest.approx(value, abs=5e-5) for source, value in expected.items()}
    phi, g = coefficients(components, 12)
    assert (round(g, 3), round(phi, 3)) == (0.844, 0.773)


def test_the_published_coefficients_of_brennan_with_two_facets() -> None:
    # Brennan 2001, section 3.2 (variances) and 4.1 (the coefficients for four items and two occasions).
    digits = np.array([list(map(float, items)) for items in BRENNAN_3.split()]).reshape(10, 2, 4)
    cells = [(value, str(p), str(i), str(o)) for (p, o, i), value in np.ndenumerate(digits)]
    values, *names = zip(*cells, strict=True)
    components = components_of(np.array(values), *names)
    assert components.method is Method.ANOVA
    expected = {
        Source.SUMMARIZER: 0.5528,
        Source.TOPIC: 0.4417,
        Source.MATCHER: 0.0074,
        Source.SUMMARIZER_TOPIC: 0.5750,
        Source.SUMMARIZER_MATCHER: 0.1009,
        Source.TOPIC_MATCHER: 0.1565,
        Source.RESIDUAL: 0.9352,
    }
    assert components.variances == {source: pytest.approx(value, abs=5e-5) for source, value in expected.items()}
    phi, g = coefficients(components, 4, 2)
    assert (round(g, 2), round(phi, 2)) == (0.64, 0.55)


@given(st.integers(2, 6), st.integers(2, 6), st.integers(0, 1_000))
@settings(max_examples=40)
def test_balanced_tables_have_the_anova_estimates(rows, columns, seed) -> None:
    # By hand: (MSR - MSE) / columns, (MSC - MSE) / rows, MSE; negative ones are 0.
    table = np.random.default_rng(seed).integers(0, 9, (rows, columns)).astype(float)
    residual = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    mse = (residual**2).sum() / ((rows - 1) * (columns - 1))
    expected = {
        Source.SUMMARIZER: (columns * table.mean(axis=1).var(ddof=1) - mse) / columns,
        Source.TOPIC: (rows * table.mean(axis=0).var(ddof=1) - mse) / rows,
        Source.RESIDUAL: mse,
    }
    components = of_table(table)
    assert set(components.variances) == set(expected)
    for source, variance in expected.items():
        assert components.get(source) == pytest.approx(max(0.0, variance), abs=1e-9)
        assert (source in components.negative) <= (variance < 1e-9)


def test_balanced_tables_with_matchers_have_the_anova_estimates() -> None:
    # Brennan 2001, section 3.2, the expected mean squares of the p x t x m design, computed from marginal means.
    table = np.random.default_rng(4).normal(size=(5, 4, 3))
    p, t, m = table.shape
    means = {
        axes: table.mean(axis=tuple(set(range(3)) - set(axes)), keepdims=True)
        for axes in [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    }

    def square(effect, degrees):
        return float((np.broadcast_to(effect, table.shape) ** 2).sum()) / degrees

    pt = square(means[0, 1] - means[0,] - means[1,] + means[()], (p - 1) * (t - 1))
    pm = square(means[0, 2] - means[0,] - means[2,] + means[()], (p - 1) * (m - 1))
    tm = square(means[1, 2] - means[1,] - means[2,] + means[()], (t - 1) * (m - 1))
    error = square(
        table - means[0, 1] - means[0, 2] - means[1, 2] + means[0,] + means[1,] + means[2,] - means[()],
        (p - 1) * (t - 1) * (m - 1),
    )
    expected = {
        Source.SUMMARIZER: (square(means[0,] - means[()], p - 1) - pt - pm + error) / (t * m),
        Source.TOPIC: (square(means[1,] - means[()], t - 1) - pt - tm + error) / (p * m),
        Source.MATCHER: (square(means[2,] - means[()], m - 1) - pm - tm + error) / (p * t),
        Source.SUMMARIZER_TOPIC: (pt - error) / m,
        Source.SUMMARIZER_MATCHER: (pm - error) / t,
        Source.TOPIC_MATCHER: (tm - error) / p,
        Source.RESIDUAL: error,
    }
    cells = [(value, *map(str, index)) for index, value in np.ndenumerate(table)]
    values, *names = zip(*cells, strict=True)
    components = components_of(np.array(values), *names)
    assert components.method is Method.ANOVA
    for source, variance in expected.items():
        assert components.get(source) == pytest.approx(max(0.0, variance), abs=1e-12)


# Of 6 summarizers, 5 topics and 3 matchers 59 of 90 scores: summarizer, topic, matcher, score.
UNBALANCED = """
0 0 0 0.24; 0 0 2 0.08; 0 1 0 0.31; 0 1 1 0.24; 0 1 2 0.23; 0 2 0 0.48; 0 2 2 0.36; 0 3 0 0.60
0 4 1 0.36; 0 4 2 0.30; 1 0 0 0.63; 1 0 1 0.54; 1 0 2 0.43; 1 1 0 0.42; 1 1 1 0.39; 1 1 2 0.37
1 2 0 0.74; 1 2 1 0.63; 1 3 0 0.59; 1 3 1 0.66; 1 3 2 0.62; 1 4 0 0.81; 2 0 0 0.78; 2 1 0 0.50
2 1 1 0.35; 2 1 2 0.18; 2 2 0 0.46; 2 2 1 0.51; 2 2 2 0.43; 2 3 0 0.70; 2 4 0 0.64; 3 0 0 0.29
3 0 1 0.24; 3 0 2 0.12; 3 1 1 0.38; 3 2 0 0.43; 3 2 1 0.49; 3 3 2 0.62; 3 4 0 0.33; 3 4 2 0.30
4 0 0 0.50; 4 1 2 0.50; 4 2 0 0.53; 4 2 1 0.53; 4 2 2 0.42; 4 4 0 0.55; 4 4 2 0.42; 5 0 0 0.04
5 0 1 -0.02; 5 0 2 -0.03; 5 1 0 0.39; 5 1 1 0.26; 5 2 0 0.50; 5 2 1 0.48; 5 2 2 0.37; 5 3 0 0.60
5 3 1 0.57; 5 4 1 0.11; 5 4 2 0.11
"""


def test_unbalanced_scores_have_the_reml_estimates_of_statsmodels() -> None:
    rows = [row.split() for row in UNBALANCED.replace("\n", "; ").split("; ") if row]
    summarizers, topics, matchers, scores = zip(*rows, strict=True)
    components = components_of(np.array(scores, dtype=float), summarizers, topics, matchers)
    assert components.method is Method.REML
    # statsmodels 0.15, MixedLM(reml=True) with one group and these five as vc_formula. It has no lower bound at 0, so
    # summarizer:matcher, which is 0 here, is left out of it; it stops at a relative precision of about .0005.
    expected = {
        Source.SUMMARIZER: 0.01149604,
        Source.TOPIC: 0.00905518,
        Source.MATCHER: 0.00307031,
        Source.SUMMARIZER_TOPIC: 0.0155858,
        Source.SUMMARIZER_MATCHER: 0.0,
        Source.TOPIC_MATCHER: 0.00027863,
        Source.RESIDUAL: 0.00228807,
    }
    assert components.variances == {source: pytest.approx(value, rel=0.001) for source, value in expected.items()}


def test_reml_recovers_the_variances_of_many_scores() -> None:
    # 30 x 30 x 2 scores, 70 % of them: the standard error of the summarizers' variance is about 1 * sqrt(2 / 29) = .26.
    deviations = {Source.SUMMARIZER: 1.0, Source.TOPIC: 0.7, Source.SUMMARIZER_TOPIC: 0.5, Source.RESIDUAL: 0.6}
    scores = crossed(30, 30, 2, deviations, np.random.default_rng(8), share=0.7)
    components = components_of(*scores)
    assert components.method is Method.REML
    assert components.get(Source.SUMMARIZER) == pytest.approx(1.0, abs=0.6)
    assert components.get(Source.TOPIC) == pytest.approx(0.49, abs=0.3)
    assert components.get(Source.SUMMARIZER_TOPIC) == pytest.approx(0.25, abs=0.07)
    assert components.get(Source.RESIDUAL) == pytest.approx(0.36, abs=0.07)


def test_more_scores_than_reml_can_take_are_estimated_by_mivque(monkeypatch) -> None:
    monkeypatch.setattr("scoring.stats.variance.MAX_REML_SCORES", 10)
    table = np.random.default_rng(1).normal(size=(6, 5))
    table[0, 0] = np.nan
    assert of_table(table).method is Method.MIVQUE


def test_one_score_per_summary_by_several_matchers_has_no_interaction_of_its_own() -> None:
    rng = np.random.default_rng(2)
    cells = [(rng.normal(), f"s{s}", f"t{t}", f"m{t % 2}") for s in range(6) for t in range(8)]
    values, *names = zip(*cells, strict=True)
    components = components_of(np.array(values), *names)
    assert Source.SUMMARIZER_TOPIC not in components.variances
    assert Source.TOPIC_MATCHER not in components.variances
    assert {Source.SUMMARIZER, Source.TOPIC, Source.MATCHER, Source.RESIDUAL} <= set(components.variances)


def test_scores_without_a_residual_are_told_apart_all_the_same() -> None:
    # By construction: each summarizer's score is the same on all topics, .1 * s; their variance is .01 * var(0..5).
    # Two matchers share the summarizers; some scores are missing, so it is not the ANOVA.
    cells = [(0.1 * s, f"s{s}", f"t{t}", f"m{s % 2}") for s in range(6) for t in range(4) if (s, t) != (1, 2)]
    values, *names = zip(*cells, strict=True)
    components = components_of(np.array(values), *names)
    assert components.get(Source.RESIDUAL) == pytest.approx(0.0, abs=1e-9)
    assert components.get(Source.TOPIC) == pytest.approx(0.0, abs=1e-9)
    assert components.get(Source.SUMMARIZER) + components.get(Source.MATCHER) > 0.02


def test_too_few_scores_are_undefined() -> None:
    assert variance_components(np.array([1.0, 2.0]), ["s", "s"], ["t", "u"], ["m", "m"]) is None
    assert variance_components(np.array([1.0, 2.0]), ["s", "z"], ["t", "t"], ["m", "m"]) is None


def test_equal_scores_have_no_variance_and_no_coefficients() -> None:
    components = of_table(np.full((3, 4), 0.5))
    assert set(components.variances.values()) == {0.0}
    assert (dependability(components, 3).phi, dependability(components, 3).g) == (None, None)
