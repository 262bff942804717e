"""Which content peers miss: counted by hand."""

import doctest

import pytest

from scoring.measures import diagnosis
from scoring.measures.diagnosis import MatchedPeer, SummarizerMean, best_and_worst, majority_scus


def peer(name: str, score: float | None = None, *expressed: int, topic: str = "D1") -> MatchedPeer:
    """A peer of a topic."""
    return MatchedPeer(topic, name, frozenset(expressed), score)


def test_the_examples_hold() -> None:
    assert doctest.testmod(diagnosis).failed == 0


@pytest.mark.parametrize(
    ("matchings", "found"),
    [([], set()), ([{1}], {1}), ([{1}, set()], {1}), ([{1, 2}, {2}, set()], {2}), ([{1}, {1}, {2}, {2}], {1, 2})],
)
def test_several_matchers_find_what_at_least_half_of_them_found(matchings, found) -> None:
    assert majority_scus([frozenset(one) for one in matchings]) == found


def test_best_and_worst_are_those_of_the_mean_over_topics() -> None:
    peers = [peer("a", 0.9), peer("b", 0.5), peer("a", 0.1, topic="D2"), peer("b", 0.75, topic="D2")]
    assert best_and_worst(peers) == (SummarizerMean("b", 0.625, 2, ()), SummarizerMean("a", 0.5, 2, ()))


def test_who_has_scores_on_fewer_topics_is_not_compared() -> None:
    peers = [peer("a", 0.2), peer("b", 0.4), peer("c", 0.9), peer("a", 0.2, topic="D2"), peer("b", 0.4, topic="D2")]
    peers.append(peer("c", None, topic="D2"))
    found = best_and_worst(peers)
    assert found
    assert [one.summarizer for one in found] == ["b", "a"]


def test_of_those_with_the_same_mean_the_first_is_taken_and_the_others_are_named() -> None:
    found = best_and_worst([peer("a", 0.5), peer("b", 0.1), peer("c", 0.5), peer("d", 0.1)])
    assert found == (SummarizerMean("a", 0.5, 1, ("c",)), SummarizerMean("b", 0.1, 1, ("d",)))


@pytest.mark.parametrize("peers", [[], [peer("a", 0.5)], [peer("a", 0.5), peer("b", 0.5)], [peer("a"), peer("b")]])
def test_without_two_that_differ_there_is_neither(peers) -> None:
    assert best_and_worst(peers) is None
