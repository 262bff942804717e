"""Judges see topics and summaries in a random order of their own, which is the same after a reload."""

from collections import Counter
from itertools import permutations

from scipy.stats import chisquare

from annotator.judgments.order import in_order

SUBJECTS = (11, 12, 13, 14)


def order(seed: str, judge: int) -> tuple[int, ...]:
    return tuple(in_order(SUBJECTS, seed=seed, judge=judge, key=int))


def test_the_order_is_uniform_over_2000_seeds() -> None:
    counts = Counter(order(f"seed {number}", 7) for number in range(2_000))
    assert counts.keys() == set(permutations(SUBJECTS))
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_the_order_is_the_same_after_a_reload_and_differs_between_judges() -> None:
    assert order("a", 1) == order("a", 1)
    assert len({order("a", judge) for judge in range(20)}) > 10
