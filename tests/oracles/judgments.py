"""Agreement of values and scores of extracts from the definitions, with loops and without arrays."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations


def alpha(values_by_item: Sequence[Sequence[int]], distance: str) -> Fraction | None:
    """Krippendorff's alpha of the values of each item; None if the expected disagreement is 0."""
    items = [values for values in values_by_item if len(values) > 1]
    occurrences = [value for values in items for value in values]
    d = DISTANCES[distance](Counter(occurrences))
    expected = sum(d(c, k) for c, k in permutations(occurrences, 2))
    if not expected:
        return None
    observed = sum(Fraction(sum(d(c, k) for c, k in permutations(values, 2)), len(values) - 1) for values in items)
    return 1 - observed / Fraction(expected, len(occurrences) - 1)


def _ordinal(counts: Counter[int]) -> Callable[[int, int], Fraction]:
    def d(c: int, k: int) -> Fraction:
        low, high = sorted((c, k))
        between = sum(count for value, count in counts.items() if low <= value <= high)
        return (between - Fraction(counts[c] + counts[k], 2)) ** 2

    return d


DISTANCES = {
    "nominal": lambda counts: lambda c, k: int(c != k),
    "ordinal": _ordinal,
    "interval": lambda counts: lambda c, k: (c - k) ** 2,
}


def kappa(values_by_item: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction, Fraction]:
    """P(A), P(E) and K of Siegel & Castellan; every item has the same number of values."""
    agreements = [Fraction(c == k) for values in values_by_item for c, k in combinations(values, 2)]
    agreed = sum(agreements, Fraction(0)) / len(agreements)
    counts = Counter(value for values in values_by_item for value in values)
    chance = sum((Fraction(count * count, counts.total() ** 2) for count in counts.values()), Fraction(0))
    return agreed, chance, (agreed - chance) / (1 - chance)


def best_sum(utilities: Sequence[int], size: int) -> int:
    return max(sum(chosen) for chosen in combinations(utilities, size))


def utility(by_judge: Sequence[Sequence[int]], extract: Sequence[int]) -> Fraction:
    """S: the mean over judges of the extract's utility over that of the best extract of its size."""
    return _mean_share(by_judge, [best_sum(utilities, len(extract)) for utilities in by_judge], extract)


def mean_utility(by_judge: Sequence[Sequence[int]], size: int) -> Fraction:
    """R: the mean of S over all extracts."""
    best = [best_sum(utilities, size) for utilities in by_judge]
    scores = [_mean_share(by_judge, best, extract) for extract in combinations(range(len(by_judge[0])), size)]
    return sum(scores, Fraction(0)) / len(scores)


def _mean_share(by_judge: Sequence[Sequence[int]], best: Sequence[int], extract: Sequence[int]) -> Fraction:
    sums = (sum(utilities[number] for number in extract) for utilities in by_judge)
    return sum((Fraction(*pair) for pair in zip(sums, best, strict=True)), Fraction(0)) / len(best)
