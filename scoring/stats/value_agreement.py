"""The agreement of several judges who give whole numbers, such as ratings, to the same items.

Not every judge needs to judge every item. Krippendorff's alpha is 1 - Do / De for all judges together, where Do is the
observed and De the expected disagreement. With a distance d between values, m_i values of item i, and n values of the
items that have at least two:

    n Do = sum over items of [sum of d(c, k) over ordered pairs (c, k) of its values] / (m_i - 1)
    n De = [sum of d(c, k) over ordered pairs (c, k) of the n values] / (n - 1)

Sources: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"; Cohen 1960 (kappa of two judges).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from scipy import sparse

from scoring.stats.arrays import Floats, Ints
from scoring.stats.correlation import pearson, spearman


class ValueDistance(StrEnum):
    """The distance d of alpha between values c and k. ``nominal``: 0 if they are equal, else 1. ``interval``:
    (c - k)^2. ``ordinal``: (n_c / 2 + n_between + n_k / 2)^2, where n_c and n_k count how often the values c and k were
    given, and n_between counts the values between them. This is the squared difference of their midranks.
    """

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


@dataclass(frozen=True, slots=True)
class ItemValues:
    """All values of one question: three arrays of equal length, with an entry for each value. ``items`` and ``judges``:
    the numbers, from 0, of the value's item and judge; ``values``: the value itself. A judge has at most one value for
    an item. A missing value has no entry.
    """

    items: Ints
    judges: Ints
    values: Ints


@dataclass(frozen=True, slots=True)
class ValuePairs:
    """Pairs of values of the same item: four arrays of equal length. ``a`` and ``b``: the numbers of the two judges,
    a < b; ``values_a`` and ``values_b``: their values.
    """

    a: Ints
    b: Ints
    values_a: Ints
    values_b: Ints


@dataclass(frozen=True, slots=True)
class Closeness:
    """How close the values of pairs are. ``exact``: the share of pairs of equal values. ``within_one``: the share of
    pairs at most one step of the scale apart. ``mean_difference``: the mean of |a - b|. All are None without pairs.
    """

    exact: float | None
    within_one: float | None
    mean_difference: float | None


@dataclass(frozen=True, slots=True)
class JudgePair:
    """How far judges ``a`` and ``b`` (their numbers) agree. ``items``: the number of items that both judged. ``exact``:
    the share of equal values. ``kappa_cohen``: None if both always give the same one value. ``pearson``, ``spearman``:
    None if a judge gives only one value. ``confusion``: the number of items, by (value of a, value of b).
    """

    a: int
    b: int
    items: int
    exact: float
    kappa_cohen: float | None
    pearson: float | None
    spearman: float | None
    confusion: dict[tuple[int, int], int]


def value_alphas(item_values: ItemValues) -> dict[ValueDistance, float | None]:
    """Returns alpha for each distance: at most 1; below 0 for less agreement than by chance.

    All are None if De is 0: no item has two values, or all values of such items are equal.

    Two judges, four items, and one difference (by hand: nominal Do = 1/4, De = 15/28):

    >>> values = np.array([1, 1, 2, 2, 2, 2, 1, 2])
    >>> alphas = value_alphas(ItemValues(np.repeat(np.arange(4), 2), np.tile([0, 1], 4), values))
    >>> round(alphas[ValueDistance.NOMINAL], 12) == round(1 - (1 / 4) / (15 / 28), 12)
    True
    """
    _, items = np.unique(item_values.items, return_inverse=True)
    values_per_item = np.bincount(items)
    is_comparable = values_per_item[items] >= 2
    used_values, columns = np.unique(item_values.values[is_comparable], return_inverse=True)
    if len(used_values) < 2:
        return dict.fromkeys(ValueDistance)
    rows = items[is_comparable]
    shape = (len(values_per_item), len(used_values))
    counts = sparse.csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)  # how often an item got a value
    per_other_value = sparse.diags_array(1 / np.maximum(values_per_item - 1, 1))
    # d(c, c) = 0, so pairs of a value with itself, which this product contains, add nothing to n Do.
    observed_pairs = (counts.T @ per_other_value @ counts).toarray()
    totals = np.bincount(columns).astype(np.float64)
    expected_pairs = np.outer(totals, totals) / (totals.sum() - 1)
    alphas: dict[ValueDistance, float | None] = {}
    for distance in ValueDistance:
        distances = _distances(distance, used_values, totals)
        alphas[distance] = 1.0 - float((observed_pairs * distances).sum() / (expected_pairs * distances).sum())
    return alphas


def value_pairs(item_values: ItemValues) -> ValuePairs:
    """Returns all pairs of values of the same item by two judges."""
    order = np.lexsort((item_values.judges, item_values.items))
    items, judges, values = (array[order] for array in (item_values.items, item_values.judges, item_values.values))
    firsts, seconds = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    max_values = int(np.bincount(np.unique(items, return_inverse=True)[1]).max()) if len(items) else 0
    for gap in range(1, max_values):  # an item's values are neighbours: pair each with the value ``gap`` places on
        starts = np.flatnonzero(items[:-gap] == items[gap:])
        firsts.append(starts)
        seconds.append(starts + gap)
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    return ValuePairs(judges[first], judges[second], values[first], values[second])


def closeness(pairs: ValuePairs, step: int = 1) -> Closeness:
    """Returns how close the values are. ``step``: the distance of neighbouring values of the scale."""
    if not len(pairs.a):
        return Closeness(None, None, None)
    differences = np.abs(pairs.values_a - pairs.values_b)
    return Closeness(
        exact=float((differences == 0).mean()),
        within_one=float((differences <= step).mean()),
        mean_difference=float(differences.mean()),
    )


def equal_pair_counts(pairs: ValuePairs) -> dict[int, tuple[int, int]]:
    """Returns, for each judge with a pair, in how many of the judge's pairs the values are equal, and the number of
    the judge's pairs.
    """
    is_equal = pairs.values_a == pairs.values_b
    judges = np.concatenate([pairs.a, pairs.b])
    equal, total = np.bincount(judges, np.concatenate([is_equal, is_equal])), np.bincount(judges)
    return {judge: (int(equal[judge]), int(total[judge])) for judge in np.unique(judges).tolist()}


def judge_pairs(pairs: ValuePairs) -> Iterator[JudgePair]:
    """Yields the agreement of each pair of judges with a common item, sorted by their numbers."""
    order = np.lexsort((pairs.b, pairs.a))
    a, b, values_a, values_b = (array[order] for array in (pairs.a, pairs.b, pairs.values_a, pairs.values_b))
    starts = np.flatnonzero(np.diff(a, prepend=-1) | np.diff(b, prepend=-1)).tolist()
    for start, end in pairwise([*starts, len(a)]):
        x, y = values_a[start:end], values_b[start:end]
        combinations, counts = np.unique(np.stack([x, y]), axis=1, return_counts=True)
        confusion = dict(zip(map(tuple, combinations.T.tolist()), counts.tolist(), strict=True))
        yield JudgePair(
            a=int(a[start]),
            b=int(b[start]),
            items=len(x),
            exact=float((x == y).mean()),
            kappa_cohen=confusion_kappa(confusion),
            pearson=pearson(x.tolist(), y.tolist()),
            spearman=spearman(x.tolist(), y.tolist()),
            confusion=confusion,
        )


def confusion_kappa(confusion: dict[tuple[int, int], int]) -> float | None:
    """Returns Cohen's kappa = (P(A) - P(E)) / (1 - P(E)) of two judges. ``confusion``: the number of items, by the
    values of both judges. P(A) is the share of equal values; P(E) is the share by chance, from how often each judge
    gives each value. None without items, or if P(E) is 1. For two values it is :func:`scoring.stats.kappa.cohen_kappa`.

    >>> confusion_kappa({(1, 1): 3, (1, 2): 2, (2, 1): 1, (2, 2): 4})  # P(A) = .7, P(E) = .5 * .4 + .5 * .6
    0.4
    """
    totals_a: dict[int, int] = {}
    totals_b: dict[int, int] = {}
    for (value_a, value_b), count in confusion.items():
        totals_a[value_a] = totals_a.get(value_a, 0) + count
        totals_b[value_b] = totals_b.get(value_b, 0) + count
    n = sum(totals_a.values())
    equal = sum(count for (value_a, value_b), count in confusion.items() if value_a == value_b)
    expected = sum(count * totals_b.get(value, 0) for value, count in totals_a.items())  # n^2 P(E), a whole number
    return (n * equal - expected) / (n * n - expected) if n * n > expected else None


def _distances(distance: ValueDistance, used_values: Ints, totals: Floats) -> Floats:
    """Returns the distance of each pair of ``used_values``, which are sorted. ``totals``: how often each was given."""
    if distance is ValueDistance.NOMINAL:
        return 1.0 - np.eye(len(used_values))
    positions = used_values if distance is ValueDistance.INTERVAL else np.cumsum(totals) - totals / 2
    distances: Floats = np.subtract.outer(positions, positions).astype(np.float64) ** 2
    return distances
