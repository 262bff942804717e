"""The optimal assignment of two coders' SCUs."""

import numpy as np
import pytest
from hypothesis import given

from scoring.measures.scu_matching import matched_scus, scu_jaccard
from scoring.stats.codings import Coding
from tests.scoring.stats.codings import topic_of, topics


def test_by_hand() -> None:
    # A's {0,1,2} and B's {0,1}: 2/3. A's {3,4} and B's {4,5,6}: 1/4, too little. A's {8} and B's {8}: 1.
    topic = topic_of(9, [{0, 1, 2}, {3, 4}, {8}], [{4, 5, 6}, {8}, {0, 1}])
    a, b = topic.codings
    expected = np.array([[0, 0, 2 / 3], [1 / 4, 0, 0], [0, 1, 0]])
    assert scu_jaccard(a, b, topic.word_count) == pytest.approx(expected)
    assert matched_scus(topic, "A", "B") == 2


def test_half_is_enough() -> None:
    assert matched_scus(topic_of(2, [{0, 1}], [{1}]), "A", "B") == 1


def test_words_that_one_has_not_seen_do_not_count() -> None:
    a, b = Coding("A", ((0, 1, 2),)), Coding("B", ((0,),), frozenset({1, 2}))
    assert scu_jaccard(a, b, 3).tolist() == [[1.0]]


def test_the_assignment_has_the_largest_sum() -> None:
    # Best pairs first would match the first SCUs (3/5) and leave none for the others; crosswise it is 1/2 and 1/2.
    topic = topic_of(5, [{0, 1, 2, 3}, {2, 4}], [{0, 1, 2, 4}, {1, 3}])
    assert matched_scus(topic, "A", "B") == 2


@given(topics(coders=2, words=8))
def test_jaccard_is_that_of_the_sets_of_words(topic) -> None:
    a, b = topic.codings[:2]
    seen = set(range(topic.word_count)) - a.unseen - b.unseen
    first, second = ([set(scu) & seen for scu in coding.scus] for coding in (a, b))
    expected = [[len(x & y) / len(x | y) if x | y else 0 for y in second] for x in first]
    assert scu_jaccard(a, b, topic.word_count).tolist() == expected
