"""The optimal assignment of two coders' SCUs."""

from itertools import permutations

import pytest
from hypothesis import given

from scoring.measures.scu_matching import assigned_scus, matched_scus
from scoring.stats.codings import CodedTopic, Coding
from tests.scoring.stats.codings import topic_of, topics


def test_by_hand() -> None:
    # A's {0,1,2} and B's {0,1}: 2/3. A's {3,4} and B's {4,5,6}: 1/4, too little. A's {8} and B's {8}: 1.
    topic = topic_of(9, [{0, 1, 2}, {3, 4}, {8}], [{4, 5, 6}, {8}, {0, 1}])
    a, b = topic.codings
    found = assigned_scus(a, b, topic.words)
    assert [(pair.a, pair.b) for pair in found] == [(0, 2), (1, 0), (2, 1)]
    assert [pair.jaccard for pair in found] == pytest.approx([2 / 3, 1 / 4, 1])
    assert matched_scus(topic, "A", "B") == 2


def test_half_is_enough() -> None:
    assert matched_scus(topic_of(2, [{0, 1}], [{1}]), "A", "B") == 1


def test_words_that_one_has_not_seen_do_not_count() -> None:
    topic = CodedTopic(3, (Coding("A", ((0, 1, 2),)), Coding("B", ((0,),), frozenset({1, 2}))))
    assert [pair.jaccard for pair in assigned_scus(topic.codings[0], topic.codings[1], 3)] == [1.0]


@given(topics(coders=2, words=8))
def test_no_other_assignment_has_a_larger_sum(topic) -> None:
    a, b = topic.codings[:2]
    seen = set(range(topic.words)) - a.unseen - b.unseen
    first, second = ([set(scu) & seen for scu in one.scus] for one in (a, b))
    if len(first) > len(second):
        first, second = second, first
    best = max(
        (sum(_jaccard(x, y) for x, y in zip(first, order, strict=False)) for order in permutations(second)), default=0
    )
    assert sum(pair.jaccard for pair in assigned_scus(a, b, topic.words)) == pytest.approx(best)


def _jaccard(a, b) -> float:
    return len(a & b) / len(a | b) if a | b else 0
