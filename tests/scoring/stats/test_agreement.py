"""Alpha over words: by hand, by its definition in plain loops, and by nltk's AnnotationTask."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import binary_distance, jaccard_distance, masi_distance

from scoring.stats.agreement import alphas, disagreements, pair_agreements
from scoring.stats.codings import CodedTopic, Coding, NotAllCovered, UncoveredPolicy, coverage, values_of
from scoring.stats.distances import Distance
from tests.scoring.stats.codings import alpha, cells, plain_alpha, random_topic, topic_of, topics
from tests.scoring.stats.distance_of_sets import distance_of

VALUED = (UncoveredPolicy.SINGLETON, UncoveredPolicy.MISSING)
# Both join words 0 and 1; A also joins 2 and 3, which B keeps apart.
SMALL = topic_of(4, [{0, 1}, {2, 3}], [{0, 1}, {2}, {3}])


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        # By hand: n = 8, Do = 2d/4, De = (32 + 4d + 2 + ...)/56, where d is the distance of {2, 3} to {2} and to {3}:
        # {0,1} x4 meets {2,3} x2, {2}, {3}: 32 ordered pairs at 1; {2} and {3}: 2 at 1; {2,3} x2 with both: 8 at d.
        (Distance.NOMINAL, 1 - (2 / 4) / (42 / 56)),
        (Distance.PASSONNEAU, 1 - (1 / 6) / ((34 + 8 / 3) / 56)),
        (Distance.JACCARD, 1 - (1 / 4) / (38 / 56)),
        (Distance.MASI, 1 - (1 / 3) / ((34 + 16 / 3) / 56)),
    ],
)
def test_four_words_by_hand(distance, expected) -> None:
    assert alpha([SMALL], distance) == pytest.approx(expected, abs=1e-12)


@given(topics(), st.sampled_from(VALUED), st.sampled_from(Distance))
def test_it_is_the_definition(topic, uncovered, distance) -> None:
    expected = plain_alpha(cells(topic, uncovered), lambda a, b: distance_of(distance, a, b))
    found = alpha([topic], distance, uncovered)
    assert (found is None) == (expected is None)
    if expected is not None:
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("uncovered", VALUED)
def test_nltk_has_the_same_alpha_for_five_coders(uncovered) -> None:
    topic = random_topic(300, 5, 25, random.Random(1))
    found = alphas(disagreements([values_of(topic, uncovered)]))
    theirs = {
        Distance.NOMINAL: binary_distance,
        Distance.JACCARD: jaccard_distance,
        Distance.MASI: masi_distance,
    }
    for distance, function in theirs.items():
        task = AnnotationTask(data=cells(topic, uncovered), distance=function)
        assert found[distance] == pytest.approx(task.alpha(), abs=1e-12)


def test_with_several_topics_chance_is_that_within_each() -> None:
    # By hand, Jaccard: SMALL has n Do = 2 and n De = 8 * 38/56; the other topic, where both say {0}, {1, 2}, has
    # n Do = 0 and, of 6 occurrences 2 and 4, n De = 16/5.
    other = topic_of(3, [{0}, {1, 2}], [{0}, {1, 2}])
    assert alpha([SMALL, other], Distance.JACCARD) == pytest.approx(1 - 2 / (8 * 38 / 56 + 16 / 5), abs=1e-12)


@given(topics(), st.sampled_from(Distance))
def test_a_topic_twice_has_the_alpha_of_once(topic, distance) -> None:
    once, twice = alpha([topic], distance), alpha([topic, topic], distance)
    assert (once is None and twice is None) or once == pytest.approx(twice)


@given(topics(coders=2), st.sampled_from(Distance), st.randoms(use_true_random=False))
def test_neither_the_order_of_words_nor_of_coders_nor_of_scus_matters(topic, distance, rng) -> None:
    places = list(range(topic.word_count))
    rng.shuffle(places)
    moved = tuple(
        Coding(
            one.coder,
            tuple(tuple(places[word] for word in scu) for scu in reversed(one.scus)),
            frozenset(places[word] for word in one.unseen),
        )
        for one in reversed(topic.codings)
    )
    found, expected = alpha([CodedTopic(topic.word_count, moved)], distance), alpha([topic], distance)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_coders_who_say_the_same_agree_fully() -> None:
    scus = [{0, 1}, {2, 3, 4}, {6}]
    assert alphas(
        disagreements([values_of(topic_of(8, scus, scus, scus), UncoveredPolicy.SINGLETON)])
    ) == dict.fromkeys(Distance, 1.0)


@pytest.mark.parametrize("words", [0, 1, 3])
def test_where_every_word_has_one_and_the_same_value_alpha_is_undefined(words) -> None:
    everything = [set(range(words))]
    assert alpha([topic_of(words, everything, everything)], Distance.MASI) is None


def test_words_that_only_one_coder_gave_a_value_do_not_count() -> None:
    with_more = CodedTopic(5, (*SMALL.codings[:1], Coding("B", SMALL.codings[1].scus, frozenset({4}))))
    assert alpha([with_more], Distance.JACCARD) == alpha([SMALL], Distance.JACCARD)


def test_the_policy_refuse_names_who_left_words_uncovered() -> None:
    with pytest.raises(NotAllCovered, match="B has 1 of 3 words in no SCU"):
        alpha([topic_of(3, [{0, 1, 2}], [{0, 1}])], Distance.NOMINAL, UncoveredPolicy.REFUSE)


def test_refuse_takes_what_is_covered_or_not_seen() -> None:
    topic = CodedTopic(3, (Coding("A", ((0,), (1, 2))), Coding("B", ((0, 1),), frozenset({2}))))
    singleton = alpha([topic], Distance.NOMINAL)
    assert alpha([topic], Distance.NOMINAL, UncoveredPolicy.REFUSE) == singleton is not None


def test_coverage_counts_what_was_seen() -> None:
    coding = Coding("A", ((0, 1), (1, 2)), frozenset({4}))
    found = coverage(coding, 5)
    assert (found.seen, found.in_no_scu, found.in_several_scus) == (4, 1, 1)


def test_pairs_are_alphas_of_two_coders_alone() -> None:
    topic = random_topic(200, 3, 15, random.Random(2))
    values = values_of(topic, UncoveredPolicy.MISSING)
    found = pair_agreements([(topic, values)])
    assert [(pair.a, pair.b) for pair in found] == [("coder0", "coder1"), ("coder0", "coder2"), ("coder1", "coder2")]
    for pair in found:
        two = CodedTopic(200, tuple(one for one in topic.codings if one.coder in (pair.a, pair.b)))
        for distance in Distance:
            assert pair.alpha[distance] == pytest.approx(alpha([two], distance, UncoveredPolicy.MISSING), abs=1e-12)


def test_a_pair_is_pooled_over_the_topics_that_both_coded() -> None:
    only_a = topic_of(3, [{0}], [{1}])
    only_a = CodedTopic(3, (only_a.codings[0], Coding("C", ((1,),))))
    coded = [(one, values_of(one, UncoveredPolicy.SINGLETON)) for one in (SMALL, only_a)]
    found = {(pair.a, pair.b): pair for pair in pair_agreements(coded)}
    assert {pair: one.topics for pair, one in found.items()} == {("A", "B"): (0,), ("A", "C"): (1,)}
    assert found["A", "B"].words == 4
    assert found["A", "B"].alpha[Distance.JACCARD] == pytest.approx(alpha([SMALL], Distance.JACCARD))
