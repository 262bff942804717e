"""Agreement of judges who give whole numbers: alpha, closeness and pairs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.stats.correlation import pearson, spearman
from scoring.stats.kappa import PairTable, cohen_kappa, nominal_alpha
from scoring.stats.value_agreement import (
    ItemValues,
    ValueDistance,
    closeness,
    confusion_kappa,
    equal_pair_counts,
    judge_pairs,
    value_alphas,
    value_pairs,
)
from tests.oracles import judgments as oracle

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four coders, twelve units.
KRIPPENDORFF = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
]
# Items x judges; None: not judged.
TABLES = st.lists(st.tuples(*[st.one_of(st.none(), st.integers(0, 4))] * 4), max_size=12)


def item_values(table) -> ItemValues:
    entries = [(i, j, value) for i, row in enumerate(table) for j, value in enumerate(row) if value is not None]
    return ItemValues(*np.array(entries, dtype=np.int64).reshape(-1, 3).T)


def known(row) -> list[int]:
    return [value for value in row if value is not None]


def test_alpha_of_krippendorffs_example() -> None:
    coders = [[None if value == "." else int(value) for value in row.split()] for row in KRIPPENDORFF]
    alphas = value_alphas(item_values(zip(*coders, strict=True)))
    # The paper prints .743, .815 and .849.
    assert {distance.value: alpha and round(alpha, 3) for distance, alpha in alphas.items()} == {
        "nominal": 0.743,
        "ordinal": 0.815,
        "interval": 0.849,
    }


@settings(max_examples=40)
@given(TABLES)
def test_alpha_follows_its_definition(table) -> None:
    alphas = value_alphas(item_values(table))
    for distance in ValueDistance:
        expected = oracle.alpha([known(row) for row in table], distance.value)
        assert alphas[distance] == (None if expected is None else pytest.approx(float(expected), abs=1e-9))


@settings(max_examples=40)
@given(TABLES, st.permutations(range(4)), st.randoms())
def test_alpha_ignores_names_of_judges_and_the_order_of_items(table, judges, random) -> None:
    renamed = [[row[judge] for judge in judges] for row in random.sample(table, len(table))]
    before, after = value_alphas(item_values(table)), value_alphas(item_values(renamed))
    for distance in ValueDistance:
        assert after[distance] == (None if before[distance] is None else pytest.approx(before[distance], abs=1e-12))


@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=2, max_size=12))
def test_nominal_alpha_of_two_values_is_that_of_ratings(table) -> None:
    counts = np.array([[row.count(0), row.count(1)] for row in table])
    expected = nominal_alpha(counts)
    alpha = value_alphas(item_values(table))[ValueDistance.NOMINAL]
    assert alpha == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("table", [[], [(1, None), (None, 2)], [(3, 3), (3, 3)], [(3, 3), (1, None)]])
def test_alpha_is_undefined_without_expected_disagreement(table) -> None:
    assert set(value_alphas(item_values(table)).values()) == {None}


def test_pairs_of_values_by_hand() -> None:
    # Items x judges. Judges 0 and 1 share three items, 0 and 2 one, 1 and 2 one.
    table = [(1, 1, None), (2, 4, 3), (5, 4, None), (None, None, 2)]
    pairs = value_pairs(item_values(table))
    by_pair = {(pair.a, pair.b): pair for pair in judge_pairs(pairs)}
    assert {names: pair.items for names, pair in by_pair.items()} == {(0, 1): 3, (0, 2): 1, (1, 2): 1}
    first = by_pair[0, 1]
    assert first.exact == pytest.approx(1 / 3)
    assert first.confusion == {(1, 1): 1, (2, 4): 1, (5, 4): 1}
    # P(A) = 1/3; P(E) = 1/3 * 1/3 (value 1) = 1/9; kappa = (2/9) / (8/9).
    assert first.kappa_cohen == pytest.approx(1 / 4)
    assert (first.pearson, first.spearman) == (pearson([1, 2, 5], [1, 4, 4]), spearman([1, 2, 5], [1, 4, 4]))
    # Differences 0, 2, 1 (judges 0 and 1), 1 (0 and 2), 1 (1 and 2).
    close = closeness(pairs)
    assert (close.exact, close.within_one, close.mean_difference) == (1 / 5, 4 / 5, 1.0)
    assert closeness(pairs, step=2).within_one == 1
    assert equal_pair_counts(pairs) == {0: (1, 4), 1: (1, 4), 2: (0, 2)}


def test_without_pairs_closeness_is_undefined() -> None:
    pairs = value_pairs(item_values([(1, None), (None, 2)]))
    close = closeness(pairs)
    assert (close.exact, close.within_one, close.mean_difference) == (None, None, None)
    assert list(judge_pairs(pairs)) == []
    assert equal_pair_counts(pairs) == {}


@settings(max_examples=40)
@given(*[st.integers(0, 5)] * 4)
def test_kappa_of_two_values_is_cohens(both, only_a, only_b, neither) -> None:
    confusion = {(1, 1): both, (1, 0): only_a, (0, 1): only_b, (0, 0): neither}
    assert confusion_kappa(confusion) == cohen_kappa(PairTable(both, only_a, only_b, neither))
