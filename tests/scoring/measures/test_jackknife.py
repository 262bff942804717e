"""Human summaries beside systems: by brute force on small pyramids, and by hand."""

from fractions import Fraction
from math import ceil, floor

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.jackknife import ContributedPyramid, matched_in, score_by_jackknife, score_model
from scoring.measures.pyramid import Pyramid, Rounding
from scoring.measures.pyramid_scores import Peer, Score, Undefined, score_peer

MODELS = (11, 12, 13)


def expressed_by(*scus: set[int], models: tuple[int, ...] = MODELS) -> ContributedPyramid:
    """A pyramid whose n-th SCU (from 1) is expressed by these model summaries."""
    return ContributedPyramid(
        {uid: tuple(frozenset({model}) for model in sorted(scu)) for uid, scu in enumerate(scus, start=1)}, models
    )


# SCU 1 is expressed by all three, 2 by the first two, 3 by the first and the last, 4 by the last alone.
SMALL = expressed_by({11, 12, 13}, {11, 12}, {11, 13}, {13})


def test_a_pyramid_without_a_model_has_the_weights_of_the_others() -> None:
    assert SMALL.without(11) == Pyramid({1: 2, 2: 1, 3: 1, 4: 1}, 2)
    assert SMALL.without(12) == Pyramid({1: 2, 2: 1, 3: 2, 4: 1}, 2)
    assert SMALL.without(13) == Pyramid({1: 2, 2: 2, 3: 1}, 2)  # no other model expresses SCU 4
    assert SMALL.leave_one_out() == tuple(SMALL.without(model) for model in MODELS)


def test_a_model_is_a_peer_of_the_others() -> None:
    # By hand. The last model expresses SCUs 1, 3, 4; without it these weigh 2, 1 and nothing, so D = 3.
    # Original: X = 3, the three heaviest of 2 2 1 weigh 5. Modified: 5 contributors of 2 models, 5/2 half up is 3.
    scores = score_model(SMALL, 13)
    assert (scores.models, scores.pyramid_scus, scores.matched_scus, scores.non_matching) == (2, 3, 2, 1)
    assert scores.weight_sum == 3
    assert (scores.original, scores.modified, scores.recall) == (Score(0.6, 3, 5), Score(0.6, 3, 5), Score(0.6, 3, 5))


def test_another_peer_has_the_mean_over_the_leave_one_out_pyramids() -> None:
    # By hand, for a peer with SCU 4 and a unit that matches nothing: D = 1, 1 and 0; X = 2 in all three.
    # Original: Max(2) = 3, 4, 4. Modified: Xa = 5/2, 6/2, 5/2 half up = 3, 3, 3; Max = 4, 5, 5. Recall: 1/5, 1/6, 0/5.
    scores = score_by_jackknife(SMALL.leave_one_out(), Peer((4, None)))
    assert scores.original == Score(float(Fraction(1, 3) + Fraction(1, 4)) / 3, 2, float(Fraction(11, 3)))
    assert scores.modified == Score(float((Fraction(1, 4) + Fraction(1, 5)) / 3), 3, float(Fraction(14, 3)))
    assert scores.recall == Score(
        float((Fraction(1, 5) + Fraction(1, 6)) / 3), float(Fraction(11, 3)), float(Fraction(16, 3))
    )
    assert (scores.models, scores.pyramid_scus, scores.weight_sum) == (2, float(Fraction(11, 3)), float(Fraction(2, 3)))
    assert (scores.matched_scus, scores.non_matching) == (float(Fraction(2, 3)), float(Fraction(4, 3)))


def test_a_match_to_an_scu_that_is_gone_counts_as_a_unit_that_matches_nothing() -> None:
    assert matched_in(SMALL.without(13), Peer((1, 4, 4, None))).units == (1, None, None, None)


def test_weights_of_a_file_are_counted_by_its_contributors() -> None:
    # SCU 1: model 11 twice, 12 once; SCU 2: one contributor that lies in 11 and 12, and one that lies nowhere.
    both = frozenset({11, 12})
    pyramid = ContributedPyramid(
        {1: (frozenset({11}), frozenset({11}), frozenset({12})), 2: (both, frozenset()), 3: (frozenset(),)}, (11, 12)
    )
    assert pyramid.without(11) == Pyramid({1: 1, 2: 2}, 1)
    assert pyramid.without(12) == Pyramid({1: 2, 2: 2}, 1)
    assert pyramid.as_peer(12).units == (1, 2)


def test_one_model_alone_has_no_score_and_neither_has_its_peer() -> None:
    alone = expressed_by({11}, models=(11,))
    assert score_model(alone, 11).recall.reason is Undefined.NO_MODELS
    assert score_by_jackknife(alone.leave_one_out(), Peer((1,))).original.reason is Undefined.NO_MODELS
    assert score_by_jackknife((), Peer((1,))).modified.reason is Undefined.NO_MODELS


def test_if_one_pyramid_is_empty_there_is_no_mean() -> None:
    scores = score_by_jackknife(expressed_by({11}, models=(11, 12)).leave_one_out(), Peer((1,)))
    assert (scores.recall.score, scores.recall.reason) == (None, Undefined.EMPTY_PYRAMID)


def test_a_model_without_scus_scores_zero() -> None:
    scores = score_model(expressed_by({11, 12}), 13)
    assert (scores.modified.score, scores.recall.score) == (0, 0)
    assert scores.original.reason is Undefined.NO_UNITS


def test_drafts_and_unmarked_text_have_no_score() -> None:
    pyramids = SMALL.leave_one_out()
    draft = score_by_jackknife(pyramids, Peer((1,)), finished=False)
    assert draft.modified == Score(None, 3, float(Fraction(14, 3)), Undefined.NOT_FINISHED)
    unmarked = score_by_jackknife(pyramids, Peer((1,)), non_matching_marked=False)
    assert unmarked.original.reason is Undefined.NON_MATCHING_NOT_MARKED
    assert unmarked.recall.score is not None


def test_the_mean_over_one_pyramid_is_the_score_against_it() -> None:
    pyramid, peer = Pyramid({1: 2, 2: 1}, 2), Peer((1, None))
    expected = score_peer(pyramid, peer, rounding=Rounding.EXACT)
    assert score_by_jackknife([pyramid], peer, rounding=Rounding.EXACT) == expected


pyramids_and_peers = st.integers(2, 5).flatmap(
    lambda models: st.tuples(
        st.just(models),
        st.lists(st.sets(st.integers(1, models), min_size=1), min_size=1, max_size=7),
        st.lists(st.integers(0, 7), max_size=7),
        st.sampled_from([Rounding.HALF_UP, Rounding.FLOOR, Rounding.CEIL]),
    )
)


@given(pyramids_and_peers)
@settings(max_examples=60)
def test_brute_force_gives_the_same_scores(drawn) -> None:
    models, scus, chosen, rounding = drawn
    units = [uid if 0 < uid <= len(scus) else None for uid in chosen]
    pyramid = expressed_by(*scus, models=tuple(range(1, models + 1)))
    scores = score_by_jackknife(pyramid.leave_one_out(), Peer(tuple(units)), rounding=rounding)
    by_hand = [brute_force([scu - {m} for scu in scus], units, models - 1, rounding) for m in range(1, models + 1)]
    for kind, expected in zip(("original", "modified", "recall"), zip(*by_hand, strict=True), strict=True):
        score = getattr(scores, kind).score
        assert score == (None if None in expected else float(sum(expected) / models))
    for model in range(1, models + 1):
        own = [uid for uid, scu in enumerate(scus, start=1) if model in scu]
        expected = brute_force([scu - {model} for scu in scus], own, models - 1, rounding)
        own_scores = score_model(pyramid, model, rounding=rounding)
        assert [score.exact for score in own_scores.by_kind.values()] == expected


def brute_force(scus, units, models, rounding):
    """The three scores, straight from the definitions: the models of each SCU, sorted weights, fractions."""
    weights = [len(scu) for scu in scus]
    total = sum(weights[uid - 1] for uid in set(units) - {None})
    average = Fraction(sum(weights), models)
    rounded = {Rounding.HALF_UP: floor(average + Fraction(1, 2)), Rounding.FLOOR: floor(average)}
    heaviest = sorted(weights, reverse=True)
    best = [sum(heaviest[:x]) for x in (len(units), rounded.get(rounding, ceil(average)), len(scus))]
    return [Fraction(total, one) if one else None for one in best]
