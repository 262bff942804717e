"""Order-n analysis against a brute-force computation with exact fractions (brute_orders)."""

import inspect
import random
from fractions import Fraction
from itertools import combinations, product
from math import comb, fsum

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.measures.orders.errors import count_errors, error_rates
from scoring.measures.orders.ranks import rank_stability
from scoring.measures.orders.scores import modified_scores, ranges, score_models
from scoring.measures.orders.stability import MatchedPeers, mean_ranks, model_stability, peer_stability
from scoring.measures.orders.subsets import (
    MAX_EXACT_MODELS,
    ScuModels,
    drawn_sub_pyramids,
    every_sub_pyramid,
    sub_pyramids,
)
from scoring.measures.pyramid import Pyramid, Rounding, average_scus_per_model
from tests.scoring.measures.max_formulas import max_by_greedy
from tests.scoring.measures.orders import brute_orders as brute

EXACT = 1e-12
SIX = Fraction(6, 100)

models_of_scus = st.lists(st.frozensets(st.integers(0, 7), max_size=6), min_size=2, max_size=6)


def scu_models(models) -> ScuModels:
    """Models as sets of SCUs, as masks by SCU."""
    scus = sorted(set().union(*models))
    return ScuModels(tuple(sum((scu in model) << i for i, model in enumerate(models)) for scu in scus), len(models))


def generated(count: int, scus: int, seed: int) -> list[frozenset[int]]:
    """Models over SCUs of which some are popular and most are not."""
    rng = random.Random(seed)
    shares = [rng.random() ** 2 for _ in range(scus)]
    return [frozenset(scu for scu in range(scus) if rng.random() < shares[scu]) for _ in range(count)]


def close(value, expected) -> bool:
    return value is None if expected is None else value == pytest.approx(float(expected), abs=EXACT)


def mean(values):
    found = [float(one) for one in values if one is not None]
    return fsum(found) / len(found) if found else None


@given(models_of_scus)
@settings(max_examples=60)
def test_scores_of_all_orders(models) -> None:
    found = model_stability(scu_models(models), SIX)
    assert len(found.ranges_by_order) == len(models) - 1
    for n, row in enumerate(found.ranges_by_order, start=1):
        for number, one in enumerate(row):
            expected = brute.model_scores(models, number, n)
            defined = [value for value in expected if value is not None]
            assert (one.counted, one.skipped) == (len(defined), len(expected) - len(defined))
            assert one.counted + one.skipped == comb(len(models) - 1, n)
            assert close(one.minimum, min(defined, default=None))
            assert close(one.maximum, max(defined, default=None))
            assert close(one.mean, mean(expected))


@given(models_of_scus, st.sampled_from([SIX, Fraction(1, 2), Fraction(1, 3).limit_denominator(10), Fraction(1, 10000)]))
@settings(max_examples=60)
def test_errors_with_ties_and_undefined_scores(models, threshold) -> None:
    threshold = Fraction(round(threshold * 10_000), 10_000)
    found = model_stability(scu_models(models), threshold)
    assert len(found.errors) == max(0, len(models) - 2)
    for order, counts in enumerate(found.errors, start=1):
        expected = brute.errors(models, order, threshold)
        same, different = expected["same"], expected["different"]
        points = same + different
        rates = error_rates(order, [counts])
        assert (rates.data_points, rates.skipped) == (points, expected["skipped"])
        assert rates.p1 == (expected["e1"] / same if same else None)
        assert rates.p2 == (expected["e2"] / different if different else None)
        assert rates.p3 == (expected["e3"] / different if different else None)
        assert rates.same_reference == (same / points if points else None)
        assert rates.p1_one_sided == (None if rates.p1 is None else rates.p1 / 2)
        assert rates.standard_errors is None
        if points:
            # definitions.md: p = p1 P(same) + (p2 + p3)(1 - P(same)).
            share = Fraction(same, points)
            total = (rates.p1 or 0) * share + ((rates.p2 or 0) + (rates.p3 or 0)) * (1 - share)
            assert rates.p == pytest.approx(float(total), abs=EXACT)


@given(models_of_scus)
@settings(max_examples=60)
def test_points_of_divergence(models) -> None:
    found = model_stability(scu_models(models), SIX).divergences
    assert [(one.first, one.second) for one in found] == list(combinations(range(len(models)), 2))
    for one in found:
        assert (one.from_order, one.from_order_outside) == brute.divergence(models, one.first, one.second)


@given(st.lists(st.frozensets(st.integers(0, 6), max_size=5), min_size=5, max_size=6))
@settings(max_examples=25)
def test_rank_stability_over_every_choice_of_peers(models) -> None:
    found = model_stability(scu_models(models), SIX, 4)
    assert found.ranks is not None
    for counts in found.ranks:
        expected = brute.rank_correlations(models, 4, counts.order)
        one = rank_stability(counts.order, [counts])
        assert one.pyramids == len(expected) == comb(len(models), 4) * comb(len(models) - 4, counts.order)
        assert one.skipped == expected.count(None)
        assert close(one.spearman, mean(expected))
        assert one.standard_error is None


@given(
    models_of_scus,
    st.lists(st.tuples(st.frozensets(st.integers(0, 7), max_size=6), st.integers(0, 4)), min_size=1, max_size=5),
)
@settings(max_examples=40)
def test_real_peers_under_sub_pyramids(models, peers) -> None:
    known = set().union(*models)
    peers = [(said & known, len(said & known) + more) for said, more in peers]
    shared = tuple(tuple(len(said & model) for model in models) for said, _ in peers)
    found = peer_stability(scu_models(models), MatchedPeers(shared, tuple(x for _, x in peers)))
    largest = [brute.score(said, x, models) for said, x in peers]
    for n in range(1, len(models) + 1):
        pyramids = brute.subsets(models, set(), n)
        scores = [[brute.score(said, x, pyramid) for pyramid in pyramids] for said, x in peers]
        for one, expected in zip(found.ranges_by_order[n - 1], scores, strict=True):
            assert close(one.mean, mean(expected))
            assert comb(len(models), n) == one.counted + one.skipped
        correlations = [brute.spearman(list(column), largest) for column in zip(*scores, strict=True)]
        ranks = rank_stability(n, [found.ranks[n - 1]])
        assert (ranks.pyramids, ranks.skipped) == (len(pyramids), correlations.count(None))
        assert close(ranks.spearman, mean(correlations))


def test_peers_matched_by_several_people_have_their_means() -> None:
    # The first peer is matched twice, the second once; by brute force each matching, then the mean.
    models = generated(4, 9, 21)
    known = set().union(*models)
    matchings = [({1, 2, 3} & known, 4), ({2, 5} & known, 2), ({1, 7} & known, 3)]
    shared = tuple(tuple(len(said & model) for model in models) for said, _ in matchings)
    x = tuple(x for _, x in matchings)
    orders = peer_stability(scu_models(models), MatchedPeers(shared, x, peer_of=(0, 0, 1))).ranges_by_order
    for n in range(1, 5):
        twice, also, once = (
            [brute.score(said, x, pyramid) for pyramid in brute.subsets(models, set(), n)] for said, x in matchings
        )
        both = [mean(pair) for pair in zip(twice, also, strict=True)]
        for one, expected in zip(orders[n - 1], (both, once), strict=True):
            assert close(one.mean, mean(expected))
            assert close(one.maximum, max(value for value in expected if value is not None))


def test_a_matching_without_a_score_does_not_count() -> None:
    # X = 0 of the original score: undefined; the other matching is the score.
    models = generated(3, 6, 2)
    shared = ((0, 0, 0), tuple(len({1, 2} & model) for model in models))
    pair = peer_stability(scu_models(models), MatchedPeers(shared, (0, 2), peer_of=(0, 0)))
    alone = peer_stability(scu_models(models), MatchedPeers(shared[1:], (2,)))
    for own, expected in zip(pair.ranges_by_order, alone.ranges_by_order, strict=True):
        assert close(own[0].mean, expected[0].mean)


def test_ranks_by_means_over_topics_take_every_way_to_choose_pyramids() -> None:
    topics = [generated(4, 9, 21), generated(5, 9, 22)]
    peers = [
        [({1, 2, 3}, 4), ({2, 4}, 2), ({1, 5, 6}, 3), ({7, 8}, 4)],
        [({1, 3}, 2), ({2, 8}, 4), ({1, 5}, 5), ({4}, 1)],
    ]
    peers = [[(said & set().union(*models), x) for said, x in own] for models, own in zip(topics, peers, strict=True)]
    judged = tuple(
        (
            scu_models(models),
            MatchedPeers(tuple(tuple(len(said & m) for m in models) for said, _ in own), tuple(x for _, x in own)),
        )
        for models, own in zip(topics, peers, strict=True)
    )
    largest = mean_scores(peers, topics)
    found = mean_ranks(judged)
    assert [one.order for one in found] == [1, 2, 3, 4]
    for counts in found:
        ways = list(product(*(brute.subsets(models, set(), counts.order) for models in topics)))
        values = [brute.spearman(mean_scores(peers, way), largest) for way in ways]
        one = rank_stability(counts.order, [counts])
        assert (one.pyramids, one.skipped) == (len(ways), values.count(None))
        assert close(one.spearman, mean(values))
        assert one.standard_error is None


def test_ranks_by_means_are_drawn_beyond_a_thousand_ways() -> None:
    topics = [generated(6, 9, seed) for seed in (1, 2, 3, 4)]
    x = (3, 2, 4, 5)
    shared = [tuple(tuple(len(set(range(n, n + 3)) & m) for m in models) for n in range(4)) for models in topics]
    judged = tuple((scu_models(models), MatchedPeers(own, x)) for models, own in zip(topics, shared, strict=True))
    found = [rank_stability(one.order, [one]) for one in mean_ranks(judged)]
    assert [one.pyramids for one in found] == [1_000] * 5 + [1]
    assert found[0].standard_error is not None
    assert (found[5].spearman, found[5].standard_error) == (1.0, None)


def mean_scores(peers, pyramids):
    """The mean of each peer over topics; None where one score is."""
    scores = [[brute.score(said, x, pyramid) for said, x in own] for own, pyramid in zip(peers, pyramids, strict=True)]
    return [None if None in column else sum(column) / len(column) for column in zip(*scores, strict=True)]


@pytest.mark.parametrize("rounding", list(Rounding))
def test_modified_scores_of_peers_are_those_of_the_score_page(rounding) -> None:
    models = generated(5, 12, 3)
    said = models[0] | {1, 2}
    shared = np.array([[len(said & model) for model in models]], dtype=float)
    one = scu_models(models)
    for pyramids in every_sub_pyramid(one, range(1, 6)):
        found = modified_scores(pyramids, shared, one.shared.diagonal(), rounding)
        for column, members in enumerate(pyramids.members.T):
            chosen = [model for model, builds in zip(models, members, strict=True) if builds]
            weights = brute.weights_of(chosen)
            x = average_scus_per_model(Pyramid(weights, len(chosen)), rounding)
            expected = Fraction(sum(weights.get(scu, 0) for scu in said)) / max_by_greedy(weights.values(), x)
            assert found[0, column] == pytest.approx(float(expected), abs=EXACT)


def test_the_papers_numbers_of_data_points_come_out() -> None:
    # Nenkova & Passonneau 2004, Table 3: three sets of ten; its 9550 is a misprint for 135 * C(8,4) (definitions.md).
    sets = [model_stability(scu_models(generated(10, 60, seed)), SIX) for seed in (1, 2, 3)]
    pooled = [error_rates(n, [one.errors[n - 1] for one in sets]) for n in range(1, 9)]
    assert [one.data_points for one in pooled] == [1080, 3780, 7560, 9450, 7560, 3780, 1080, 135]
    assert sets[0].ranked_models == 5


def test_exactly_the_threshold_is_different() -> None:
    models = [frozenset({1, 2}), frozenset({1, 3}), frozenset({1, 2})]
    # Under the pyramid of C alone, A scores 2/2 and B 1/2: apart by exactly 1/2.
    half = model_stability(scu_models(models), Fraction(1, 2))
    more = model_stability(scu_models(models), Fraction(5001, 10_000))
    for found, threshold in ((half, Fraction(1, 2)), (more, Fraction(5001, 10_000))):
        expected = brute.errors(models, 1, threshold)
        rates = error_rates(1, [found.errors[0]])
        assert rates.p == (expected["e1"] + expected["e2"] + expected["e3"]) / rates.data_points
    assert brute.errors(models, 1, Fraction(1, 2)) != brute.errors(models, 1, Fraction(5001, 10_000))


def test_too_many_contributors_are_refused() -> None:
    with pytest.raises(ValueError, match="exactly"):
        ScuModels(((1 << 20) - 1,) * 5_000, 20)


def test_pooled_counts_are_sums_over_topics() -> None:
    topics = [scu_models(generated(n, 12, n)) for n in (5, 6)]
    both = [model_stability(one, SIX).errors[1] for one in topics]
    found, apart = error_rates(2, both), [error_rates(2, [one]) for one in both]
    assert found.data_points == sum(one.data_points for one in apart)
    wrong = sum((one.p or 0) * one.data_points for one in apart)
    assert found.p == pytest.approx(wrong / found.data_points)


class TestSamples:
    """Beyond 20 models pyramids are drawn; here for fewer, where the exact values are known."""

    models = generated(9, 30, 4)

    def drawn(self, order: int, draws: int):
        one = scu_models(self.models)
        return score_models(one, [drawn_sub_pyramids(one, order, np.random.default_rng(3), draws)])[0]

    def test_orders_of_few_pyramids_are_complete(self) -> None:
        one = scu_models(self.models)
        for order in (1, 4, 8):
            drawn = drawn_sub_pyramids(one, order, np.random.default_rng(1))
            (exact,) = every_sub_pyramid(one, [order])
            assert drawn.is_complete
            columns = [
                {tuple(column) for column in np.vstack([each.members, each.at_least]).T} for each in (drawn, exact)
            ]
            assert columns[0] == columns[1]

    def test_means_are_within_their_standard_errors(self) -> None:
        exact = model_stability(scu_models(self.models), SIX).ranges_by_order[3]
        for one, known in zip(ranges(self.drawn(4, 120), of_models=True), exact, strict=True):
            numbers = (one.mean, one.minimum, one.maximum, one.standard_error, known.mean, known.minimum, known.maximum)
            mean_, low, high, error, true_mean, true_low, true_high = (float(value or -1) for value in numbers)
            assert error > 0
            assert abs(mean_ - true_mean) < 4 * error
            assert true_low <= low <= high <= true_high

    def test_errors_are_within_their_standard_errors(self) -> None:
        exact = model_stability(scu_models(self.models), SIX)
        reference = np.array([one.mean for one in exact.ranges_by_order[-1]])
        ((drawn,), _) = count_errors([self.drawn(3, 80)], reference, SIX)
        found, known = error_rates(3, [drawn]), error_rates(3, [exact.errors[2]])
        assert found.standard_errors is not None
        for name, error in found.standard_errors.items():
            value, expected = getattr(found, name), getattr(known, name)
            assert abs(float(value or 0) - float(expected or 0)) < 4 * float(error or 0) + EXACT

    def test_more_than_twenty_models_have_standard_errors(self) -> None:
        one = scu_models(generated(MAX_EXACT_MODELS + 1, 12, 5))
        found = model_stability(one, SIX)
        rates = error_rates(10, [found.errors[9]])
        assert rates.standard_errors is not None
        assert error_rates(19, [found.errors[18]]).data_points == comb(21, 2)
        assert found.ranks is not None
        ranks = rank_stability(5, [found.ranks[4]])
        assert (ranks.pyramids, ranks.standard_error is None) == (1_000, False)
        # Up to 5,000 pyramids of an order all are scored: 1,330 of order 3 and 18, not 5,985 of order 4 and 17.
        assert [n for n, row in enumerate(found.ranges_by_order, start=1) if not row[0].sampled] == [
            1,
            2,
            3,
            18,
            19,
            20,
        ]
        again = inspect.unwrap(model_stability)(one, SIX)
        assert (found.ranges_by_order, found.ranks) == (again.ranges_by_order, again.ranks)
        assert rates == error_rates(10, [again.errors[9]])

    def test_choices_of_peers_are_a_sample_beyond_a_thousand(self) -> None:
        models = generated(14, 20, 6)
        found = model_stability(scu_models(models), SIX, 4)
        assert comb(14, 4) == 1001
        assert found.ranks is not None
        ranks = rank_stability(1, [found.ranks[0]])
        assert (ranks.pyramids, ranks.standard_error is None) == (10_000, False)


def test_all_pyramids_up_to_twenty_models_else_some() -> None:
    few, many = ScuModels((1,), 3), ScuModels((1,), MAX_EXACT_MODELS + 1)
    rng = np.random.default_rng(1)
    assert [one.members.shape[1] for one in sub_pyramids(few, [1, 2], rng)] == [3, 3]
    assert [(one.members.shape[1], one.is_complete) for one in sub_pyramids(many, [1, 10], rng)] == [
        (21, True),
        (5000, False),
    ]
