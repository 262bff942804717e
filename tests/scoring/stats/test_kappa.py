"""Kappas, nominal alpha and Jaccard of raters who say yes or no."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask

from scoring.stats.kappa import (
    PairTable,
    category_counts,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    jaccard_index,
    negative_agreement,
    nominal_alpha,
    pair_tables,
    positive_agreement,
)

RATINGS = st.lists(st.tuples(*[st.integers(0, 1)] * 3), min_size=2, max_size=30)

# Fleiss 1971, the worked example that textbooks repeat: 10 subjects, 14 raters, 5 categories; kappa .210.
FLEISS = [
    *([0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1]),
    *([7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]),
]


def task(ratings):
    """The same ratings for nltk."""
    return AnnotationTask(data=[(str(r), i, v) for i, row in enumerate(ratings) for r, v in enumerate(row) if v >= 0])


def test_cohens_kappa_by_hand() -> None:
    # 20 both, 5 only A, 10 only B, 15 neither: P(A) = .7, P(E) = .5 * .6 + .5 * .4 = .5.
    assert cohen_kappa(PairTable(20, 5, 10, 15)) == pytest.approx(0.4)


def test_fleiss_kappa_of_the_published_example() -> None:
    assert fleiss_kappa(np.array(FLEISS)) == pytest.approx(0.210, abs=0.0005)


@given(RATINGS)
def test_nltk_has_the_same_kappas_and_alpha(ratings) -> None:
    array = np.array(ratings, dtype=np.int8)
    counts = category_counts(array)
    if not 0 < array.sum() < array.size:
        assert fleiss_kappa(counts) is None
        assert nominal_alpha(counts) is None
        return
    # nltk's multi-rater kappa of Davies and Fleiss uses Cohen's chance; its pi is Fleiss' kappa (multi-pi).
    assert nominal_alpha(counts) == pytest.approx(task(ratings).alpha(), abs=1e-9)
    assert fleiss_kappa(counts) == pytest.approx(task(ratings).pi(), abs=1e-9)
    for (a, b), table in pair_tables(array).items():
        expected = None if cohen_kappa(table) is None else pytest.approx(task(ratings).kappa_pairwise(str(a), str(b)))
        assert cohen_kappa(table) == expected


@given(RATINGS)
def test_two_raters_who_choose_equally_often_have_one_kappa(ratings) -> None:
    # Radev et al. 2003, section 3.1.2 (definitions.md §2): then K = (P - p)/(1 - p), P = both / chosen.
    a = [row[0] for row in ratings]
    b = a[1:] + a[:1]
    (table,) = pair_tables(np.array([a, b], dtype=np.int8).T).values()
    share, chosen = sum(a) / len(a), sum(a)
    if 0 < share < 1:
        expected = pytest.approx((table.both / chosen - share) / (1 - share), abs=1e-9)
        assert cohen_kappa(table) == expected
        assert fleiss_kappa(category_counts(np.array([a, b], dtype=np.int8).T)) == expected


def test_items_that_fewer_than_two_rated_do_not_count() -> None:
    rated = np.array([[1, 1, -1], [0, 1, 0], [0, 0, -1]], dtype=np.int8)
    more = np.vstack([rated, [[1, -1, -1], [-1, -1, -1]]]).astype(np.int8)
    assert fleiss_kappa(category_counts(more)) == fleiss_kappa(category_counts(rated))
    assert nominal_alpha(category_counts(more)) == pytest.approx(task(more.tolist()).alpha())
    assert pair_tables(more)[0, 2] == PairTable(0, 0, 0, 1)


def test_raters_without_a_common_item_are_no_pair() -> None:
    assert pair_tables(np.array([[1, -1], [-1, 0]], dtype=np.int8)) == {}


@pytest.mark.parametrize("table", [PairTable(0, 0, 0, 0), PairTable(4, 0, 0, 0), PairTable(0, 0, 0, 4)])
def test_kappa_is_undefined_where_chance_alone_agrees(table) -> None:
    assert cohen_kappa(table) is None


def test_jaccard_leaves_out_what_neither_chose() -> None:
    assert jaccard_index(PairTable(2, 1, 1, 99)) == 0.5
    assert jaccard_index(PairTable(0, 0, 0, 99)) is None


def test_ac1_of_the_published_example() -> None:
    # Gwet 2008, table 2 (the first rater's and second rater's 125 subjects): 118 both yes, 5 and 2 alone, 0 neither:
    # kappa is -.0234 although they agree on 94 %; AC1 is .9408.
    table = PairTable(both=118, only_a=5, only_b=2, neither=0)
    assert cohen_kappa(table) == pytest.approx(-0.0234, abs=0.00005)
    assert gwet_ac1(table) == pytest.approx(0.9408, abs=0.00005)


def test_positive_and_negative_agreement_by_hand() -> None:
    # Cicchetti & Feinstein 1990: 2a / (2a + b + c) and 2d / (2d + b + c).
    table = PairTable(both=40, only_a=9, only_b=6, neither=45)
    assert positive_agreement(table) == pytest.approx(80 / 95)
    assert negative_agreement(table) == pytest.approx(90 / 105)
    nobody = PairTable(both=0, only_a=0, only_b=0, neither=4)
    assert (positive_agreement(nobody), negative_agreement(nobody)) == (None, 1.0)


@given(RATINGS)
def test_ac1_lies_between_minus_one_and_one(ratings) -> None:
    for table in pair_tables(np.array(ratings, dtype=np.int8)).values():
        coefficient = gwet_ac1(table)
        assert coefficient is not None
        assert -1 <= coefficient <= 1
