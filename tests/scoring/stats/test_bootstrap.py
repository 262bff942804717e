"""Intervals by resampling blocks."""

import random
from itertools import combinations
from statistics import fmean

import numpy as np
import pytest

from scoring.stats.agreement import disagreements
from scoring.stats.bootstrap import alpha_intervals, resampled_observed
from scoring.stats.codings import UncoveredPolicy, values_of
from scoring.stats.distances import Distance
from tests.scoring.stats.codings import alpha, cells, random_topic, topic_of


def drawn_from(topic, rng):
    """Intervals of a topic by itself."""
    return alpha_intervals(disagreements([values_of(topic, UncoveredPolicy.SINGLETON)]), [topic.blocks], rng)


def test_the_same_seed_gives_the_same_interval_around_alpha() -> None:
    topic = random_topic(400, 3, 25, random.Random(3))
    first = drawn_from(topic, np.random.default_rng(1))
    assert first == drawn_from(topic, np.random.default_rng(1))
    assert first != drawn_from(topic, np.random.default_rng(2))
    for distance in Distance:
        found, interval = alpha([topic], distance), first[distance]
        assert interval is not None
        assert found is not None
        assert interval[0] < found < interval[1]


def test_a_draw_is_the_disagreement_of_its_words() -> None:
    # Independently: the mean over the words of blocks 0, 2, 2 of the mean Jaccard distance of their pairs of values.
    topic = random_topic(60, 3, 6, random.Random(4))
    by_word: dict[int, list[frozenset[int]]] = {}
    for _, word, value in cells(topic, UncoveredPolicy.SINGLETON):
        by_word.setdefault(word, []).append(value)
    means = {
        word: fmean(1 - len(a & b) / len(a | b) for a, b in combinations(several, 2))
        for word, several in by_word.items()
    }
    expected = fmean(means[word] for block in (0, 2, 2) for word in range(60) if topic.blocks[word] == block)
    drawn = np.array([[1.0, 0.0, 2.0]])
    (one,) = disagreements([values_of(topic, UncoveredPolicy.SINGLETON)])[Distance.JACCARD]
    assert resampled_observed(one, np.array(topic.blocks), drawn) == pytest.approx([expected], abs=1e-12)


def test_drawing_every_block_once_gives_alpha() -> None:
    topic = random_topic(60, 3, 6, random.Random(5))
    (one,) = disagreements([values_of(topic, UncoveredPolicy.MISSING)])[Distance.MASI]
    (observed,) = resampled_observed(one, np.array(topic.blocks), np.ones((1, 3)))
    resampled_alpha = 1 - one.value_counts.sum() * observed / one.expected
    assert resampled_alpha == pytest.approx(alpha([topic], Distance.MASI, UncoveredPolicy.MISSING), abs=1e-12)


def test_coders_who_say_the_same_have_no_width() -> None:
    scus = [{0, 1}, {2, 3}, {4, 5}]
    same = topic_of(6, scus, scus, blocks=(0, 0, 1, 1, 2, 2))
    assert drawn_from(same, np.random.default_rng(1))[Distance.MASI] == (1.0, 1.0)


def test_without_two_blocks_there_is_no_interval() -> None:
    one = topic_of(4, [{0, 1}], [{1, 2}], blocks=(5, 5, 5, 5))
    assert drawn_from(one, np.random.default_rng(1)) == dict.fromkeys(Distance)


def test_without_known_blocks_every_word_is_one() -> None:
    topic = topic_of(6, [{0, 1}, {2}], [{1, 2}, {3, 4}])
    numbered = topic_of(6, [{0, 1}, {2}], [{1, 2}, {3, 4}], blocks=tuple(range(6)))
    rngs = np.random.default_rng(1), np.random.default_rng(1)
    assert drawn_from(topic, rngs[0]) == drawn_from(numbered, rngs[1])


def test_an_undefined_alpha_has_no_interval() -> None:
    everything = [set(range(4))]
    whole = topic_of(4, everything, everything, blocks=(0, 0, 1, 1))
    assert drawn_from(whole, np.random.default_rng(1)) == dict.fromkeys(Distance)
