"""Weights of dependent SCUs, relations that two annotators share, and the scores of a peer with implied SCUs."""

from fractions import Fraction

import pytest

from scoring.measures.pyramid import Pyramid
from scoring.measures.pyramid_scores import Peer, score_peer
from scoring.measures.relations import RelatedPairs, compare_relations, compare_weights, with_implied


def test_the_share_of_lighter_dependent_scus_leaves_ties_out() -> None:
    """Seven lower and one higher: p = 2 (1 + 8) / 2^8 of the binomial distribution."""
    weights = compare_weights([*[(1, 2)] * 7, (3, 2), (2, 2)])
    assert (weights.lower, weights.higher, weights.ties, weights.pairs) == (7, 1, 1, 8)
    assert weights.share == 7 / 8
    assert weights.p == pytest.approx(18 / 256)


def test_without_pairs_of_different_weight_there_is_no_share() -> None:
    weights = compare_weights([(2, 2)])
    assert (weights.share, weights.p, weights.ties) == (None, None, 1)


def test_relations_are_common_if_both_scus_are_the_same() -> None:
    """SCUs 1, 2, 3 of a are 11, 12, 13 of b; a relates 1-2 and 2-3, b 11-12, 12-11 and 11-14, which only b has."""
    pairs = compare_relations({(1, 2), (2, 3)}, {(11, 12), (12, 11), (11, 14)}, [(1, 11), (2, 12), (3, 13)])
    assert pairs == RelatedPairs(a=2, b=3, common=1)
    assert pairs.f1 == 2 / 5
    assert RelatedPairs(0, 0, 0).f1 is None


def test_the_score_with_implied_scus_counts_them_in_d_and_in_x() -> None:
    """Weights 4 3 2 1 1, four models, the first SCU matched; it implies the second.

    By hand: X of the modified score is 11/4, rounded 3, and Max(3) = 9. The original score has X = 1, then 2.
    """
    pyramid, peer = Pyramid({1: 4, 2: 3, 3: 2, 4: 1, 5: 1}, model_count=4), Peer((1,))
    own, implied = (score_peer(pyramid, scored) for scored in (peer, with_implied(peer, {1, 2})))
    assert (own.modified.exact, implied.modified.exact) == (Fraction(4, 9), Fraction(7, 9))
    assert (own.original.exact, implied.original.exact) == (Fraction(4, 4), Fraction(7, 7))
    assert (own.recall.exact, implied.recall.exact) == (Fraction(4, 11), Fraction(7, 11))
    assert implied.original.x == 2
