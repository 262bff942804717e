"""How often two summaries compare differently under smaller pyramids, and the order from which they stay separate.

The order of a pyramid is the number of its model summaries. Source: Nenkova & Passonneau 2004, section 3.3 and Table 3.
Model summaries are scored as if they were peers. A data point is a pair of summaries, compared under one pyramid that
includes neither. It is an error if the result differs from the result at the reference, where each summary is scored
against all the others. Two scores count as the same if they differ by less than a threshold.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt

import numpy as np

from scoring.measures.orders.scores import OrderScores, Range
from scoring.stats.arrays import Floats, Ints

BATCHES = 20
"""Pyramids drawn at random are counted in this many batches; the variance between batches gives the standard errors."""
BLOCK = 1 << 20
"""Number of differences of scores in memory at a time."""

THRESHOLD_STEPS = 10_000
"""Thresholds are multiples of 1 / THRESHOLD_STEPS."""
CLOSE = 2.0**-50
"""A computed difference of two scores counts as equal to the threshold if the two numbers are closer than this. So no
comparison is wrong: the rounding error of a difference is less than 2^-51, and the exact difference either equals the
threshold or is at least 1 / (MAX_CONTRIBUTORS^2 THRESHOLD_STEPS) = 1e-14 away (for MAX_CONTRIBUTORS see `.subsets`).
"""

SAME, E1, E2, RIGHT, E3, SKIPPED = range(6)
"""The kinds of data points. Two scores that are the same at the reference are the same (SAME) or different (E1) under
the smaller pyramid. Scores that differ at the reference are the same (E2), differ in the same direction (RIGHT) or in
the opposite direction (E3). SKIPPED: a score is undefined.
"""
RATES = {
    "p1": ([E1], [SAME, E1]),
    "p2": ([E2], [E2, RIGHT, E3]),
    "p3": ([E3], [E2, RIGHT, E3]),
    "p": ([E1, E2, E3], [SAME, E1, E2, RIGHT, E3]),
}
"""The rates of Table 3. A rate is a quotient: (kinds of data points in the numerator, kinds in the denominator)."""


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """A row like those of Table 3, for order ``n``. A rate is None if its denominator is 0.

    ``same_reference`` = P(same at the reference). The error rates are p1 = P(different | same at the reference),
    p2 = P(same | different at the reference), p3 = P(reversed | different at the reference), and p, the share of all
    data points that are errors: p1 ``same_reference`` + (p2 + p3)(1 - ``same_reference``). ``p1_one_sided``, half of
    p1, is P(the first summary is better | same at the reference). ``standard_errors``: None if all pyramids were
    scored.
    """

    n: int
    p1: float | None
    p2: float | None
    p3: float | None
    p: float | None
    p1_one_sided: float | None
    same_reference: float | None
    data_points: int
    skipped: int
    standard_errors: Mapping[str, float | None] | None


@dataclass(frozen=True, slots=True)
class Divergence:
    """The order from which the scores of two summaries (``first`` and ``second``, as indexes) are separate.

    ``better``: the summary with the higher score at the reference; None for a tie or an undefined score.
    ``from_order``: the smallest order from which on the lowest score of the better summary is above the highest score
    of the other. ``from_order_outside``: the smallest order from which on the better summary has the higher score under
    every pyramid that includes neither. Both are None if there is no such order.
    """

    first: int
    second: int
    better: int | None
    from_order: int | None
    from_order_outside: int | None


def count_errors(
    orders: Sequence[OrderScores], reference: Floats, threshold: Fraction
) -> tuple[list[Ints], list[dict[tuple[int, int], bool]]]:
    """Returns two lists with an entry for each order: the counts of data points (batches x kinds, with a single batch
    if all pyramids were scored); and the wins: for each ordered pair of summaries, whether the first has the higher
    score under every pyramid that includes neither.

    ``orders``: the scores at each order. ``reference``: each summary's score against all others.
    """
    by_order = [_count_at_order(order_scores, reference, float(threshold)) for order_scores in orders]
    return [counts for counts, _ in by_order], [wins for _, wins in by_order]


def error_rates(order: int, topic_counts: Sequence[Ints]) -> ErrorRates:
    """The rates at one order, pooled over topics. ``topic_counts``: for each topic, its counts at this order (batches x
    kinds) from :func:`count_errors`.
    """
    counts = sum((batches.sum(axis=0) for batches in topic_counts), np.zeros(6, dtype=np.int64))
    same, points = int(counts[[SAME, E1]].sum()), int(counts[:SKIPPED].sum())
    rates = {name: _share(counts[errors].sum(), counts[kinds].sum()) for name, (errors, kinds) in RATES.items()}
    is_sampled = any(len(batches) > 1 for batches in topic_counts)
    return ErrorRates(
        n=order,
        **rates,
        p1_one_sided=None if rates["p1"] is None else rates["p1"] / 2,
        same_reference=_share(same, points),
        data_points=points,
        skipped=int(counts[SKIPPED]),
        standard_errors={name: _standard_error(topic_counts, *RATES[name], rate) for name, rate in rates.items()}
        if is_sampled
        else None,
    )


def divergences(
    ranges_by_order: Sequence[Sequence[Range]], wins: Sequence[Mapping[tuple[int, int], bool]], reference: Floats
) -> list[Divergence]:
    """The divergence of each pair of summaries. ``ranges_by_order``: the range of each summary's scores at orders 1 to
    N - 1; ``wins``: the second list that :func:`count_errors` returns.
    """
    pairs = []
    for first, second in combinations(range(len(reference)), 2):
        lead = reference[first] - reference[second]
        if np.isnan(lead) or lead == 0:
            pairs.append(Divergence(first, second, None, None, None))
            continue
        better, worse = (first, second) if lead > 0 else (second, first)
        is_above = [_is_above(ranges[better], ranges[worse]) for ranges in ranges_by_order]
        always_wins = [order_wins.get((better, worse), False) for order_wins in wins]
        pairs.append(Divergence(first, second, better, _holds_from(is_above), _holds_from(always_wins)))
    return pairs


def _count_at_order(
    order_scores: OrderScores, reference: Floats, threshold: float
) -> tuple[Ints, dict[tuple[int, int], bool]]:
    """The two entries that :func:`count_errors` returns for one order."""
    pyramid_count = order_scores.scores.shape[1]
    bounds = [0, pyramid_count]
    if not order_scores.pyramids.is_complete:
        bounds = [pyramid_count * n // BATCHES for n in range(BATCHES + 1)]
    batches = list(pairwise(bounds))
    counts = np.zeros((len(batches), 6), dtype=np.int64)
    wins: dict[tuple[int, int], bool] = {}
    is_outside = ~order_scores.pyramids.members  # summaries x pyramids: the summary is not in the pyramid
    for first, second, differences in _differences(order_scores.scores):
        lead = reference[first] - reference[second]
        for batch, (start, end) in enumerate(batches):
            point_count = int(np.count_nonzero(is_outside[first, start:end] & is_outside[second, start:end]))
            counts[batch] += _pair_counts(differences[start:end], point_count, lead, threshold)
        first_wins, second_wins = int(np.count_nonzero(differences > 0)), int(np.count_nonzero(differences < 0))
        defined = int(np.count_nonzero(differences == differences))  # NaN is not equal to itself
        wins[first, second] = defined > 0 and first_wins == defined
        wins[second, first] = defined > 0 and second_wins == defined
    return counts, wins


def _differences(scores: Floats) -> Iterator[tuple[int, int, Floats]]:
    """Yields each pair of summaries with the differences of their scores by pyramid. Computes many pairs at a time."""
    firsts, seconds = np.triu_indices(len(scores), 1)
    step = max(1, BLOCK // max(1, scores.shape[1]))
    for start in range(0, len(firsts), step):
        pairs = slice(start, start + step)
        differences = scores[firsts[pairs]] - scores[seconds[pairs]]
        yield from zip(firsts[pairs].tolist(), seconds[pairs].tolist(), differences, strict=True)


def _pair_counts(differences: Floats, point_count: int, lead: float, threshold: float) -> Ints:
    """The number of data points of one pair of summaries, by kind (SAME, E1, E2, RIGHT, E3, SKIPPED). ``differences``:
    those of the two scores under each pyramid; ``point_count``: how many pyramids include neither summary; ``lead``:
    the difference of the two scores at the reference.
    """
    if np.isnan(lead):
        return np.array([0, 0, 0, 0, 0, point_count])
    bound = threshold - CLOSE
    above, below = int(np.count_nonzero(differences >= bound)), int(np.count_nonzero(differences <= -bound))
    defined = int(np.count_nonzero(differences == differences))
    same, skipped = defined - above - below, point_count - defined
    if abs(lead) < bound:
        return np.array([same, above + below, 0, 0, 0, skipped])
    right, reversed_ = (above, below) if lead > 0 else (below, above)
    return np.array([0, 0, same, right, reversed_, skipped])


def _share(part: int, whole: int) -> float | None:
    return int(part) / int(whole) if whole else None


def _standard_error(
    topic_counts: Iterable[Ints], errors: Sequence[int], kinds: Sequence[int], rate: float | None
) -> float | None:
    """The standard error of a pooled rate: the square root of the variance of the sum of (errors - rate * data points)
    over all batches, divided by the number of data points. A topic adds its number of batches times the variance
    between its batches. ``errors``, ``kinds``: the kinds of data points in the numerator and in the denominator of the
    rate, as in RATES.
    """
    if rate is None:
        return None
    variance, total = 0.0, 0
    for batches in topic_counts:
        error_counts, point_counts = batches[:, errors].sum(axis=1), batches[:, kinds].sum(axis=1)
        total += int(point_counts.sum())
        if len(batches) > 1:
            variance += len(batches) * float(np.var(error_counts - rate * point_counts, ddof=1))
    return sqrt(variance) / total


def _is_above(better: Range, worse: Range) -> bool:
    return better.minimum is not None and worse.maximum is not None and better.minimum > worse.maximum


def _holds_from(holds_at: Sequence[bool]) -> int | None:
    """The smallest order from which a statement holds up to the highest order; None if the statement does not hold at
    the highest order. ``holds_at``: whether the statement holds at orders 1, 2, ...
    """
    index = len(holds_at)
    while index > 0 and holds_at[index - 1]:
        index -= 1
    return index + 1 if index < len(holds_at) else None
