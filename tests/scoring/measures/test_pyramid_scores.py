"""Original, modified and recall score, and the cases without one."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import (
    Peer,
    Score,
    Undefined,
    XCount,
    score_peer,
)

# Hand-made, with the numbers of the format example: weights 3, 3, 2, 1 from three models; the peer says SCU 1 twice and
# SCU 4 once, and two things that are not in the pyramid.
PYRAMID = Pyramid({1: 3, 2: 3, 3: 2, 4: 1}, model_count=3)
PEER = Peer((1, 1, 4, None, None))


@st.composite
def pyramids_with_peers(draw):
    weights = draw(st.lists(st.integers(1, 6), min_size=1, max_size=20))
    pyramid = Pyramid(dict(enumerate(weights, start=1)), model_count=draw(st.integers(max(weights), 8)))
    units = draw(st.lists(st.one_of(st.none(), st.sampled_from(sorted(pyramid.weights))), max_size=25))
    return pyramid, Peer(tuple(units))


def value(score: Score) -> float:
    """The score, or -1 where there is none: below every score."""
    return -1.0 if score.score is None else score.score


def test_the_hand_made_peer_counts_each_scu_once() -> None:
    scores = score_peer(PYRAMID, PEER)
    assert (scores.matched_scus, scores.repeated, scores.non_matching, scores.weight_sum) == (2, 1, 2, 4)


def test_the_hand_made_peer_has_the_scores_of_ducview_1_5() -> None:
    # <score> of the format example "minimal": qualityScore 0.4444 (4/9, X = 5), coverageScore 0.5 (4/8, X = 9/3 = 3).
    scores = score_peer(PYRAMID, PEER)
    assert scores.original == Score(4 / 9, 5, 9)
    assert scores.modified == Score(0.5, 3, 8)
    assert scores.recall == Score(4 / 9, 4, 9)


def test_distinct_leaves_repetitions_out_of_x() -> None:
    # X = 3: two SCUs and a non-matching unit; the three heaviest SCUs weigh 8.
    assert score_peer(PYRAMID, Peer((1, 1, 4, None)), x_count=XCount.DISTINCT).original == Score(0.5, 3, 8)


def test_figure_2_of_the_paper_both_drawn_summaries_are_optimal() -> None:
    # Nenkova & Passonneau 2004, Figure 2: two SCUs of weight 4 over four of weight 3; any two of the latter will do.
    pyramid = Pyramid({1: 4, 2: 4, 3: 3, 4: 3, 5: 3, 6: 3}, model_count=4)
    for pair in combinations((3, 4, 5, 6), 2):
        assert score_peer(pyramid, Peer((1, 2, *pair))).original == Score(1.0, 4, 14)


def test_the_modified_score_can_exceed_one() -> None:
    # Xa = 6/3 = 2, so Max = 2 + 1; the peer has all of the pyramid, 6.
    pyramid = Pyramid({1: 2, 2: 1, 3: 1, 4: 1, 5: 1}, model_count=3)
    assert score_peer(pyramid, Peer((1, 2, 3, 4, 5))).modified == Score(2.0, 2, 3)


def test_exact_rounding_interpolates_max() -> None:
    # Xa = 9/4 = 2.25, Max = 3 + 3 + 2/4 = 6.5.
    pyramid = Pyramid(PYRAMID.weights, model_count=4)
    assert score_peer(pyramid, PEER, rounding=Rounding.EXACT).modified == Score(float(Fraction(8, 13)), 2.25, 6.5)


def test_x_beyond_the_pyramid_takes_the_weight_of_all_of_it() -> None:
    assert score_peer(PYRAMID, Peer((1, *[None] * 9))).original == Score(3 / 9, 10, 9)


def test_a_finished_peer_without_a_match_scores_zero() -> None:
    scores = score_peer(PYRAMID, Peer((None,)))
    assert (scores.original.score, scores.modified.score, scores.recall.score) == (0, 0, 0)


def test_a_finished_peer_without_any_unit_has_no_original_score_but_modified_and_recall_zero() -> None:
    scores = score_peer(PYRAMID, Peer(()))
    assert scores.original == Score(None, 0, 0, Undefined.NO_UNITS)
    assert (scores.modified.score, scores.recall.score) == (0, 0)


@pytest.mark.parametrize(
    ("pyramid", "finished", "reason"),
    [
        (Pyramid({1: 1}, model_count=0), True, Undefined.NO_MODELS),
        (Pyramid({}, model_count=4), True, Undefined.EMPTY_PYRAMID),
        (Pyramid({1: 0}, model_count=4), True, Undefined.EMPTY_PYRAMID),
        (Pyramid({1: 1}, model_count=1), False, Undefined.NOT_FINISHED),
    ],
)
def test_no_score_is_given_without_models_scus_or_an_end(pyramid, finished, reason) -> None:
    scores = score_peer(pyramid, Peer((None,)), finished=finished)
    for score in (scores.original, scores.modified, scores.recall):
        assert (score.score, score.reason) == (None, reason)


def test_where_non_matching_text_is_not_marked_only_the_original_score_is_missing() -> None:
    scores = score_peer(PYRAMID, PEER, non_matching_marked=False)
    assert scores.original == Score(None, None, None, Undefined.NON_MATCHING_NOT_MARKED)
    assert (scores.modified.score, scores.recall.score) == (4 / 8, 4 / 9)


def test_an_average_that_rounds_to_zero_leaves_the_modified_score_undefined() -> None:
    # One contributor over four models: 0.25.
    scores = score_peer(Pyramid({1: 1}, model_count=4), Peer((1,)))
    assert scores.modified == Score(None, 0, 0, Undefined.AVERAGE_ROUNDS_TO_ZERO)
    assert scores.original.score == 1


def test_a_unit_matched_to_an_scu_of_another_pyramid_is_refused() -> None:
    with pytest.raises(ValueError, match="no SCU 99"):
        score_peer(PYRAMID, Peer((99,)))


@given(pyramids_with_peers())
def test_original_and_recall_lie_between_zero_and_one(case) -> None:
    scores = score_peer(*case)
    assert value(scores.original) == -1 or 0 <= value(scores.original) <= 1
    assert 0 <= value(scores.recall) <= 1


@given(pyramids_with_peers())
def test_a_repetition_never_raises_the_original_score_and_leaves_the_others(case) -> None:
    pyramid, peer = case
    for uid in peer.matched:
        before, after = score_peer(pyramid, peer), score_peer(pyramid, Peer((*peer.units, uid)))
        assert value(after.original) <= value(before.original)
        assert (after.modified, after.recall) == (before.modified, before.recall)


@given(pyramids_with_peers())
def test_unmatched_content_never_raises_a_score(case) -> None:
    pyramid, peer = case
    before, after = score_peer(pyramid, peer), score_peer(pyramid, Peer((*peer.units, None)))
    assert value(after.original) <= max(0, value(before.original))  # no unit at all: no score before
    assert (after.modified, after.recall) == (before.modified, before.recall)


@given(pyramids_with_peers())
def test_a_further_scu_never_lowers_modified_or_recall(case) -> None:
    pyramid, peer = case
    before = score_peer(pyramid, peer)
    for uid in pyramid.weights.keys() - peer.matched:
        after = score_peer(pyramid, Peer((*peer.units, uid)))
        assert value(after.recall) > value(before.recall)
        assert value(after.modified) >= value(before.modified)


@given(pyramids_with_peers(), st.randoms(use_true_random=False))
def test_the_order_of_the_units_does_not_matter(case, random) -> None:
    pyramid, peer = case
    assert score_peer(pyramid, Peer(tuple(random.sample(peer.units, len(peer.units))))) == score_peer(pyramid, peer)


@given(pyramids_with_peers())
def test_distinct_is_never_below_ducview(case) -> None:
    ducview, distinct = score_peer(*case), score_peer(*case, x_count=XCount.DISTINCT)
    assert value(distinct.original) >= value(ducview.original)
