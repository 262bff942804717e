"""Agreement over peer x SCU cells."""

import pytest

from scoring.measures.peer_agreement import PeerMatching, peer_agreement

SCUS = (1, 2, 3, 4)


def judged(peer: int, rater: str, present: set[int], score: float | None = None, release: int = 1) -> PeerMatching:
    return PeerMatching((release, peer), rater, SCUS, frozenset(present), score)


def test_two_raters_by_hand() -> None:
    # Cells: peer 1 a 1100 b 1010, peer 2 a 1110 b 1110. Both 4, only a 1, only b 1, neither 2; P(A) = 6/8; both say yes
    # 5 of 8 times: P(E) = 25/64 + 9/64 = 34/64 for Cohen and Fleiss alike. Alpha: n = 16, Do = 4/16,
    # De = 2 * 10 * 6 / (16 * 15) = 1/2. Scores: differences .2 and 0.
    found = peer_agreement(
        [judged(1, "a", {1, 2}, 0.6), judged(1, "b", {1, 3}, 0.4), judged(2, "a", {1, 2, 3}, 0.9),
         judged(2, "b", {1, 2, 3}, 0.9), judged(3, "a", {4}, 0.1)]
    )  # fmt: skip
    assert found is not None
    assert (found.peers, found.cells, found.raters) == (2, 8, ("a", "b"))
    kappa = (6 / 8 - 34 / 64) / (1 - 34 / 64)
    assert found.kappa_cohen == pytest.approx(kappa)
    assert found.kappa_fleiss == pytest.approx(kappa)
    assert found.alpha_presence == pytest.approx(1 - (4 / 16) / (1 / 2))
    assert found.jaccard == pytest.approx(4 / 6)
    assert found.pearson == pytest.approx(1)
    assert found.mean_difference == pytest.approx(0.1)
    (pair,) = found.pairs
    assert (pair.a, pair.b, pair.peers, pair.mean_difference) == ("a", "b", 2, pytest.approx(0.1))


def test_a_difference_keeps_its_sign_in_the_pair_alone() -> None:
    found = peer_agreement([judged(1, "a", {1}, 0.2), judged(1, "b", {1}, 0.5)])
    assert found is not None
    assert found.pairs[0].mean_difference == pytest.approx(-0.3)
    assert found.mean_difference == pytest.approx(0.3)


def test_of_several_raters_the_pairwise_figures_are_means() -> None:
    found = peer_agreement([judged(1, "a", {1, 2}), judged(1, "b", {1, 2}), judged(1, "c", {2, 3})])
    assert found is not None
    assert [pair.jaccard for pair in found.pairs] == [1, 1 / 3, 1 / 3]
    assert found.jaccard == pytest.approx((1 + 1 / 3 + 1 / 3) / 3)
    assert found.kappa_cohen == pytest.approx((1 + 0 + 0) / 3)
    assert (found.pearson, found.mean_difference) == (None, None)


def test_the_same_peer_against_another_release_is_another_one() -> None:
    assert peer_agreement([judged(1, "a", {1}), judged(1, "b", {1}, release=2)]) is None


def test_raters_who_never_met_are_no_pair() -> None:
    found = peer_agreement([judged(1, "a", {1}), judged(1, "b", {1}), judged(2, "b", {1}), judged(2, "c", {2})])
    assert found is not None
    assert [(pair.a, pair.b) for pair in found.pairs] == [("a", "b"), ("b", "c")]


def test_nobody_has_nothing() -> None:
    assert peer_agreement([]) is None
