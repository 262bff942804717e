"""Errors of comparing two summaries under fewer model summaries, and the order from which two summaries stay separate.

Source: Nenkova & Passonneau 2004, section 3.3 and Table 3. A data point is a pair of summaries with a pyramid that
neither of them builds. Its reference is the same pair under the largest pyramids: each summary against all the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt

import numpy as np

from scoring.measures.orders.scores import Range, Scored
from scoring.stats.arrays import Floats, Ints

BATCHES = 20
"""Drawn pyramids are counted in so many batches; the variance between batches gives the standard errors."""
BLOCK = 1 << 20
"""Differences of scores in memory at a time."""

FINEST = 10_000
CLOSE = 2.0**-50
"""A difference of two scores is off by less than 2^-51. If it is not equal to the threshold, it is at least
1 / (MOST_CONTRIBUTORS^2 FINEST) = 1e-14 from it. So a difference closer than CLOSE is equal to the threshold.
"""

SAME, E1, E2, RIGHT, E3, SKIPPED = range(6)
"""Cells of data points: same at the reference and same (SAME) or different (E1) now; different at the reference and
same (E2), in the same direction (RIGHT) or reversed (E3) now; skipped because a score is undefined.
"""
RATES = {
    "p1": ([E1], [SAME, E1]),
    "p2": ([E2], [E2, RIGHT, E3]),
    "p3": ([E3], [E2, RIGHT, E3]),
    "p": ([E1, E2, E3], [SAME, E1, E2, RIGHT, E3]),
}
"""Table 3's rates: the cells of the errors, and those of all data points that they are a share of."""


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """Table 3's row of order ``n``; a rate is None if there is nothing to divide by.

    p1 = P(different | same at the reference), p2 = P(same | different there), p3 = P(reversed | different there), and
    p = p1 P(same there) + (p2 + p3)(1 - P(same there)), the share of all data points that are errors.
    ``p1_one_sided`` = P(the first summary of the pair is better | same at the reference), half of p1.
    ``standard_errors``: of p1, p2, p3 and p, by name; None if all pyramids were scored.
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
    """From which order on the scores of summaries ``first`` and ``second`` are separate. ``better``: the better one at
    the reference, None for a tie or an undefined score.

    ``from_order``: from it on, the lowest score of the better one is above the highest of the other.
    ``from_order_outside``: from it on, the better one wins under every pyramid that neither builds. None if there is no
    such order.
    """

    first: int
    second: int
    better: int | None
    from_order: int | None
    from_order_outside: int | None


def count_errors(
    orders: Sequence[Scored], reference: Floats, threshold: Fraction
) -> tuple[list[Ints], list[dict[tuple[int, int], bool]]]:
    """For each order the data points of all pairs, and by (better, worse) whether better wins under every pyramid.

    Data points are counted in batches x 6 cells, with one batch if all pyramids were scored.
    ``reference``: each summary's score against all others. ``threshold``: with at most four decimals.
    """
    counted = [_count(scored, reference, float(threshold)) for scored in orders]
    return [errors for errors, _ in counted], [wins for _, wins in counted]


def error_rates(order: int, topics: Sequence[Ints]) -> ErrorRates:
    """The rates of one order, pooled over topics. ``topics``: cells of :func:`count_errors`."""
    cells = sum((topic.sum(axis=0) for topic in topics), np.zeros(6, dtype=np.int64))
    same, points = int(cells[[SAME, E1]].sum()), int(cells[:SKIPPED].sum())
    rates = {name: _share(int(cells[part].sum()), int(cells[whole].sum())) for name, (part, whole) in RATES.items()}
    drawn = any(len(topic) > 1 for topic in topics)
    return ErrorRates(
        n=order,
        **rates,
        p1_one_sided=None if rates["p1"] is None else rates["p1"] / 2,
        same_reference=_share(same, points),
        data_points=points,
        skipped=int(cells[SKIPPED]),
        standard_errors={name: _error(topics, *RATES[name], rate) for name, rate in rates.items()} if drawn else None,
    )


def divergences(
    by_order: Sequence[Sequence[Range]], wins: Sequence[Mapping[tuple[int, int], bool]], reference: Floats
) -> list[Divergence]:
    """For each pair of summaries. ``by_order``: ranges at orders 1, ..., N - 1; ``wins``: of :func:`count_errors`."""
    result = []
    for first, second in combinations(range(len(reference)), 2):
        lead = reference[first] - reference[second]
        if np.isnan(lead) or lead == 0:
            result.append(Divergence(first, second, None, None, None))
            continue
        better, worse = (first, second) if lead > 0 else (second, first)
        above = [_above(ranges[better], ranges[worse]) for ranges in by_order]
        always = [pairs.get((better, worse), False) for pairs in wins]
        result.append(Divergence(first, second, better, _first_from(above), _first_from(always)))
    return result


def _count(scored: Scored, reference: Floats, threshold: float) -> tuple[Ints, dict[tuple[int, int], bool]]:
    """One order: its counts, and for (better, worse) whether better wins under every pyramid."""
    size = scored.scores.shape[1]
    edges = [0, size] if scored.pyramids.complete else [size * n // BATCHES for n in range(BATCHES + 1)]
    batches = list(pairwise(edges))
    cells = np.zeros((len(batches), 6), dtype=np.int64)
    wins: dict[tuple[int, int], bool] = {}
    outside = ~scored.pyramids.members
    for first, second, difference in _differences(scored.scores):
        lead = reference[first] - reference[second]
        for number, (start, end) in enumerate(batches):
            pyramids = int(np.count_nonzero(outside[first, start:end] & outside[second, start:end]))
            cells[number] += _cells(difference[start:end], pyramids, lead, threshold)
        ahead, behind = int(np.count_nonzero(difference > 0)), int(np.count_nonzero(difference < 0))
        defined = int(np.count_nonzero(difference == difference))  # NaN is not equal to itself
        wins[first, second] = defined > 0 and ahead == defined
        wins[second, first] = defined > 0 and behind == defined
    return cells, wins


def _differences(scores: Floats) -> Iterator[tuple[int, int, Floats]]:
    """For each pair the difference of the two scores by pyramid, computed for many pairs together."""
    firsts, seconds = np.triu_indices(len(scores), 1)
    step = max(1, BLOCK // max(1, scores.shape[1]))
    for start in range(0, len(firsts), step):
        pairs = slice(start, start + step)
        differences = scores[firsts[pairs]] - scores[seconds[pairs]]
        yield from zip(firsts[pairs].tolist(), seconds[pairs].tolist(), differences, strict=True)


def _cells(difference: Floats, pyramids: int, lead: float, threshold: float) -> Ints:
    """The data points of one pair in each of the six cells. ``pyramids``: those that neither of the two builds."""
    if np.isnan(lead):
        return np.array([0, 0, 0, 0, 0, pyramids])
    bound = threshold - CLOSE
    above, below = int(np.count_nonzero(difference >= bound)), int(np.count_nonzero(difference <= -bound))
    defined = int(np.count_nonzero(difference == difference))
    same, skipped = defined - above - below, pyramids - defined
    if abs(lead) < bound:
        return np.array([same, above + below, 0, 0, 0, skipped])
    right, reversed_ = (above, below) if lead > 0 else (below, above)
    return np.array([0, 0, same, right, reversed_, skipped])


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _error(topics: Iterable[Ints], part: Sequence[int], whole: Sequence[int], rate: float | None) -> float | None:
    """Standard error of a pooled ratio, from the variance between the batches of each topic."""
    if rate is None:
        return None
    variance, total = 0.0, 0
    for topic in topics:
        parts, wholes = topic[:, part].sum(axis=1), topic[:, whole].sum(axis=1)
        total += int(wholes.sum())
        if len(topic) > 1:
            variance += len(topic) * float(np.var(parts - rate * wholes, ddof=1))
    return sqrt(variance) / total


def _above(better: Range, worse: Range) -> bool:
    return better.minimum is not None and worse.maximum is not None and better.minimum > worse.maximum


def _first_from(holds: Sequence[bool]) -> int | None:
    """The lowest order (from 1) from which on it holds up to the highest; None if it does not hold at the highest."""
    first = len(holds)
    while first > 0 and holds[first - 1]:
        first -= 1
    return first + 1 if first < len(holds) else None
