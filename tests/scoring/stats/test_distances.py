"""Distances of sets: the table of definitions.md §2 (Passonneau 2004, 2006), and nltk as a second opinion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import binary_distance, jaccard_distance, masi_distance

from scoring.stats.distances import Distance, distances
from tests.scoring.stats.distance_of_sets import distance_of

SETS = st.frozensets(st.integers(0, 7), min_size=1)

# {a, b} against: itself; {a, b, c} (J = 2/3); {b, c} (J = 1/3); {c}. By hand from the table.
EXPECTED = {
    Distance.NOMINAL: (0, 1, 1, 1),
    Distance.PASSONNEAU: (0, 1 / 3, 2 / 3, 1),
    Distance.JACCARD: (0, 1 / 3, 2 / 3, 1),
    Distance.MASI: (0, 1 - 2 * (2 / 3) / 3, 1 - (1 / 3) / 3, 1),
}


@pytest.mark.parametrize("distance", Distance)
def test_identical_contained_overlapping_and_disjoint_sets(distance) -> None:
    others = [{"a", "b"}, {"a", "b", "c"}, {"b", "c"}, {"c"}]
    assert [distance_of(distance, {"a", "b"}, other) for other in others] == pytest.approx(EXPECTED[distance])


@given(SETS, SETS)
def test_nltk_has_the_same_nominal_jaccard_and_masi(a, b) -> None:
    assert distance_of(Distance.NOMINAL, a, b) == binary_distance(a, b)
    assert distance_of(Distance.JACCARD, a, b) == pytest.approx(jaccard_distance(a, b), abs=1e-12)
    assert distance_of(Distance.MASI, a, b) == pytest.approx(masi_distance(a, b), abs=1e-12)


@given(SETS, SETS, st.sampled_from(Distance))
def test_a_distance_is_symmetric_0_for_itself_1_without_a_common_word_and_between_otherwise(a, b, distance) -> None:
    found = distance_of(distance, a, b)
    assert found == distance_of(distance, b, a)
    assert (found == 0) == (a == b)
    assert 0 <= found <= 1
    assert (found == 1) == (not a & b or (distance is Distance.NOMINAL and a != b))


def test_an_empty_set_has_no_distance() -> None:
    with pytest.raises(ValueError, match="empty"):
        distance_of(Distance.JACCARD, set(), {1})


def test_pairs_are_taken_element_by_element() -> None:
    sizes = (np.array([2, 2]), np.array([2, 3]), np.array([0, 1]))
    assert distances(Distance.JACCARD, *sizes).tolist() == [1.0, 0.75]
