"""Agreement over peer x SCU cells."""

import random
from fractions import Fraction

import numpy as np
import pytest

from scoring.measures.peer_agreement import PeerMatching, peer_agreement

SCUS = (1, 2, 3, 4)


def judged(
    peer: int, rater: str, present: set[int], score: Fraction | float | None = None, release: int = 1
) -> PeerMatching:
    return PeerMatching((f"release {release}", peer), rater, SCUS, frozenset(present), score)


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


def random_matchings(peers: int, raters: str, seed: int = 3, missing: float = 0.0) -> list[PeerMatching]:
    """Raters who differ on about a fifth of the cells; the scores are the shares of SCUs found."""
    rng, matchings = random.Random(seed), []
    for peer in range(peers):
        shown = {scu for scu in range(12) if rng.random() < 0.2 + 0.4 * (peer % 3)}
        for rater in raters:
            if rng.random() < missing:
                continue
            present = frozenset(scu for scu in range(12) if (scu in shown) != (rng.random() < 0.2))
            matchings.append(PeerMatching(("1", peer), rater, range(12), present, Fraction(len(present), 12)))
    return matchings


@pytest.mark.parametrize(("raters", "missing"), [("ab", 0.0), ("abc", 0.0), ("abc", 0.3)])
def test_intervals_leave_out_one_peer_and_compute_everything_anew(raters, missing) -> None:
    # Definitions §12: n T - (n - 1) T without the peer, Student's t; correlations as atanh(r).
    matchings = random_matchings(14, raters, missing=missing)
    whole = peer_agreement(matchings)
    assert whole is not None
    peers = sorted({peer for peer in range(14) if sum(m.peer == ("1", peer) for m in matchings) > 1})
    left_out = [peer_agreement([m for m in matchings if m.peer != ("1", peer)]) for peer in peers]
    n = len(peers)
    factor = {11: 2.2281388520, 14: 2.1603686565}[n]  # t with n - 1 degrees of freedom
    names = set(whole.intervals) - {"mean_difference"}
    assert len(names) == 10
    for name in names:
        scale, back = (np.arctanh, np.tanh) if name in ("pearson", "icc_a1", "icc_c1") else (float, float)
        value, without = scale(getattr(whole, name)), [scale(getattr(one, name)) for one in left_out]
        pseudo_values = [n * value - (n - 1) * one for one in without]
        margin = factor * np.std(pseudo_values, ddof=1) / n**0.5
        assert whole.intervals[name] == pytest.approx((back(value - margin), back(value + margin)), abs=1e-8)


def test_the_interval_of_a_mean_difference_is_students() -> None:
    # Differences .1, .3, .2, 0: mean .15, standard deviation .1291, t with 3 degrees of freedom 3.1824.
    scores = [(0.5, 0.4), (0.6, 0.3), (0.4, 0.2), (0.7, 0.7)]
    matchings = [judged(n, r, {1}, s) for n, both in enumerate(scores) for r, s in zip("ab", both, strict=True)]
    agreement = peer_agreement(matchings)
    assert agreement is not None
    margin = 3.1824463 * np.std([0.1, 0.3, 0.2, 0.0], ddof=1) / 2
    assert agreement.pairs[0].intervals["mean_difference"] == pytest.approx((0.15 - margin, 0.15 + margin))
    assert agreement.pairs[0].limits == pytest.approx((0.15 - 1.96 * 0.12910, 0.15 + 1.96 * 0.12910), abs=1e-5)
    turned = peer_agreement([judged(m.peer[1], {"a": "z"}.get(m.rater, m.rater), {1}, m.score) for m in matchings])
    assert turned is not None
    assert turned.pairs[0].mean_difference == pytest.approx(-0.15)
    assert turned.intervals["mean_difference"] == pytest.approx(agreement.intervals["mean_difference"])
    assert turned.limits == pytest.approx(agreement.limits)


def test_differences_that_cancel_are_exactly_zero() -> None:
    # 1/10 + 2/10 - 3/10 is 5.6e-17 in floats.
    tenths = [(1, 0), (2, 0), (0, 3)]
    agreement = peer_agreement(
        [judged(n, r, {1}, Fraction(s, 10)) for n, both in enumerate(tenths) for r, s in zip("ab", both, strict=True)]
    )
    assert agreement is not None
    assert agreement.mean_difference == 0


def test_a_rater_who_is_always_higher_shows_in_the_absolute_agreement_alone() -> None:
    scores = [0.1, 0.4, 0.2, 0.6]
    agreement = peer_agreement(
        [judged(n, r, {1}, s + more) for n, s in enumerate(scores) for r, more in (("a", 0.2), ("b", 0.0))]
    )
    assert agreement is not None
    # By hand: MSR = 2 * var(scores) = .0983, MSC = 4 * .04 / 2 = .08, MSE = 0; A = MSR / (MSR + 2 * MSC / 4).
    row_square = 2 * np.var(scores, ddof=1)
    assert agreement.icc_a1 == pytest.approx(row_square / (row_square + 0.04))
    assert (agreement.icc_c1, agreement.pearson) == (pytest.approx(1), pytest.approx(1))
    assert agreement.intervals["pearson"] is None


def test_three_raters_have_a_joint_icc_if_all_scored_every_peer() -> None:
    # Shrout & Fleiss 1979, table 2 (four judges of six targets): ICC(2,1) .29, ICC(3,1) .71.
    table = [(9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7)]
    matchings = [judged(n, r, {1}, s) for n, row in enumerate(table) for r, s in zip("abcd", row, strict=True)]
    agreement = peer_agreement(matchings)
    assert agreement is not None
    assert (round(agreement.icc_a1 or 0, 2), round(agreement.icc_c1 or 0, 2)) == (0.29, 0.71)
    assert agreement.has_joint_icc
    fewer = peer_agreement(matchings[1:])
    assert fewer is not None
    assert not fewer.has_joint_icc
    assert fewer.icc_a1 == pytest.approx(np.mean([pair.icc_a1 for pair in fewer.pairs]))


def test_jaccard_of_a_pair_is_pooled_over_cells() -> None:
    # Peer 1: 1 of 1; peer 2: 1 of 4. Pooled 2 / 5; the mean over peers would be .625.
    agreement = peer_agreement(
        [judged(1, "a", {1}), judged(1, "b", {1}), judged(2, "a", {1, 2, 3, 4}), judged(2, "b", {1})]
    )
    assert agreement is not None
    assert agreement.jaccard == 2 / 5
    # Both 2, only a 3, neither 3: positive 4 / 7, negative 6 / 9; AC1: P(A) 5/8, q 7/16, P(E) 2 * 7/16 * 9/16.
    assert agreement.positive == pytest.approx(4 / 7)
    assert agreement.negative == pytest.approx(6 / 9)
    chance = 2 * 7 / 16 * 9 / 16
    assert agreement.ac1 == pytest.approx((5 / 8 - chance) / (1 - chance))


def test_there_are_no_intervals_for_one_peer() -> None:
    agreement = peer_agreement([judged(1, "a", {1, 2}, 0.2), judged(1, "b", {1}, 0.5)])
    assert agreement is not None
    assert set(agreement.intervals.values()) == {None}
    assert agreement.limits is None
