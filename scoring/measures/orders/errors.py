"""What goes wrong when two summaries are compared under fewer model summaries, and from which order they stay apart.

Source: Nenkova & Passonneau 2004, section 3.3 and Table 3. A data point is a pair of summaries with a pyramid that
neither of them builds; its reference is the pair under the largest pyramids, each summary against all the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt

import numpy as np

from scoring.measures.orders.scores import Range, Scored
from scoring.stats.arrays import Floats, Ints

BATCHES = 20
"""Drawn pyramids are counted in so many batches: how these vary gives the standard errors."""
BLOCK = 1 << 20
"""Differences held at a time."""

FINEST = 10_000
CLOSE = 2.0**-50
"""Exactness: a difference of two scores is off by less than 2^-51, and one that is not equal to the threshold is at
least 1 / (MOST_CONTRIBUTORS^2 FINEST) = 1e-14 from it; so what is closer than this is equal to it.
"""

SAME_SAME, E1, E2, KEPT, E3, SKIPPED = range(6)


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """Data points of one order in ``cells``, batches x 6: same at the reference and same or different (E1) now;
    different at the reference and same (E2), in the same direction or reversed (E3) now; skipped as undefined.

    One batch where all pyramids were looked at.
    """

    order: int
    cells: Ints


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """Table 3's row of an order; None where there is nothing to divide by.

    p1 = P(different | same at the reference), p2 = P(same | different there), p3 = P(reversed | different there), and
    p = p1 P(same there) + (p2 + p3)(1 - P(same there)), the share of all data points that are errors. ``one_sided``:
    P(one named summary of the pair better | same there), half of p1. ``errors``: standard errors of p1, p2, p3 and p,
    None where all pyramids were looked at.
    """

    order: int
    p1: float | None
    p2: float | None
    p3: float | None
    p: float | None
    one_sided: float | None
    same_reference: float | None
    data_points: int
    skipped: int
    errors: tuple[float | None, float | None, float | None, float | None] | None


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


def check_threshold(threshold: Fraction) -> None:
    """Raises ValueError unless it is above 0, at most 1, and has at most four decimals."""
    if not 0 < threshold <= 1 or FINEST % threshold.denominator:
        raise ValueError("The threshold is a number above 0 and at most 1 with at most four decimals.")


def count_errors(
    orders: Sequence[Scored], reference: Floats, threshold: Fraction
) -> tuple[list[ErrorCounts], list[dict[tuple[int, int], bool]]]:
    """For each order the errors over all pairs, and which pairs are told apart under every pyramid of the order.

    ``reference``: each summary's score against all others. Raises ValueError for a threshold that cannot be.
    """
    check_threshold(threshold)
    counted = [_count(one, reference, float(threshold)) for one in orders]
    return [errors for errors, _ in counted], [apart for _, apart in counted]


def error_rates(order: int, topics: Sequence[ErrorCounts]) -> ErrorRates:
    """The rates of one order from the counts of several topics, pooled."""
    cells = sum((one.cells.sum(axis=0) for one in topics), np.zeros(6, dtype=np.int64))
    same, different = int(cells[SAME_SAME] + cells[E1]), int(cells[[E2, KEPT, E3]].sum())
    points = same + different
    wrong = {"p1": ([E1], [SAME_SAME, E1]), "p2": ([E2], [E2, KEPT, E3]), "p3": ([E3], [E2, KEPT, E3])}
    wrong["p"] = ([E1, E2, E3], [SAME_SAME, E1, E2, KEPT, E3])
    rates = [_share(int(cells[part].sum()), int(cells[whole].sum())) for part, whole in wrong.values()]
    drawn = any(len(one.cells) > 1 for one in topics)
    p1, p2, p3, p = rates
    e1, e2, e3, e = (_error(topics, *wrong[name], rate) for name, rate in zip(wrong, rates, strict=True))
    return ErrorRates(
        order=order,
        p1=p1,
        p2=p2,
        p3=p3,
        p=p,
        one_sided=None if p1 is None else p1 / 2,
        same_reference=_share(same, points),
        data_points=points,
        skipped=int(cells[SKIPPED]),
        errors=(e1, e2, e3, e) if drawn else None,
    )


def divergences(
    by_order: Sequence[Sequence[Range]], apart: Sequence[dict[tuple[int, int], bool]], reference: Floats
) -> list[Divergence]:
    """For each pair of summaries. ``by_order``: ranges at orders 1, ..., N - 1; ``apart``: of :func:`count_errors`."""
    found = []
    for first, second in combinations(range(len(reference)), 2):
        lead = reference[first] - reference[second]
        if np.isnan(lead) or lead == 0:
            found.append(Divergence(first, second, None, None, None))
            continue
        better, worse = (first, second) if lead > 0 else (second, first)
        clear = [_above(ranges[better], ranges[worse]) for ranges in by_order]
        always = [one.get((better, worse), False) for one in apart]
        found.append(Divergence(first, second, better, _from(clear), _from(always)))
    return found


def _count(scored: Scored, reference: Floats, threshold: float) -> tuple[ErrorCounts, dict[tuple[int, int], bool]]:
    """One order: its counts, and for (better, worse) whether better wins under every pyramid."""
    size = scored.scores.shape[1]
    edges = [0, size] if scored.pyramids.complete else [size * n // BATCHES for n in range(BATCHES + 1)]
    slices = list(pairwise(edges))
    cells = np.zeros((len(slices), 6), dtype=np.int64)
    apart: dict[tuple[int, int], bool] = {}
    outside = ~scored.pyramids.members
    for first, second, difference in _differences(scored.scores):
        lead = reference[first] - reference[second]
        for number, (start, end) in enumerate(slices):
            free = int(np.count_nonzero(outside[first, start:end] & outside[second, start:end]))
            cells[number] += _cells(difference[start:end], free, lead, threshold)
        ahead, behind = int(np.count_nonzero(difference > 0)), int(np.count_nonzero(difference < 0))
        defined = int(np.count_nonzero(difference == difference))  # NaN is not
        apart[first, second] = defined > 0 and ahead == defined
        apart[second, first] = defined > 0 and behind == defined
    return ErrorCounts(scored.order, cells), apart


def _differences(scores: Floats) -> Iterator[tuple[int, int, Floats]]:
    """For each pair the difference of the two scores by pyramid; many pairs at a time where there are few pyramids."""
    firsts, seconds = np.triu_indices(len(scores), 1)
    step = max(1, BLOCK // max(1, scores.shape[1]))
    for start in range(0, len(firsts), step):
        some = slice(start, start + step)
        found = scores[firsts[some]] - scores[seconds[some]]
        yield from zip(firsts[some].tolist(), seconds[some].tolist(), found, strict=True)


def _cells(difference: Floats, free: int, lead: float, threshold: float) -> Ints:
    """How the data points of one pair fall into the six cells. ``free``: pyramids that neither of the two builds."""
    if np.isnan(lead):
        return np.array([0, 0, 0, 0, 0, free])
    bound = threshold - CLOSE
    above, below = int(np.count_nonzero(difference >= bound)), int(np.count_nonzero(difference <= -bound))
    defined = int(np.count_nonzero(difference == difference))
    same, skipped = defined - above - below, free - defined
    if abs(lead) < bound:
        return np.array([same, above + below, 0, 0, 0, skipped])
    kept, reversed_ = (above, below) if lead > 0 else (below, above)
    return np.array([0, 0, same, kept, reversed_, skipped])


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _error(
    topics: Iterable[ErrorCounts], part: Sequence[int], whole: Sequence[int], rate: float | None
) -> float | None:
    """Standard error of a pooled ratio, from how the batches of each topic differ from it."""
    if rate is None:
        return None
    variance, total = 0.0, 0
    for one in topics:
        parts, wholes = one.cells[:, part].sum(axis=1), one.cells[:, whole].sum(axis=1)
        total += int(wholes.sum())
        if len(one.cells) > 1:
            variance += len(one.cells) * float(np.var(parts - rate * wholes, ddof=1))
    return sqrt(variance) / total


def _above(better: Range, worse: Range) -> bool:
    return better.minimum is not None and worse.maximum is not None and better.minimum > worse.maximum


def _from(holds: Sequence[bool]) -> int | None:
    """The first order (from 1) from which on it holds up to the last."""
    first = len(holds)
    while first > 0 and holds[first - 1]:
        first -= 1
    return first + 1 if first < len(holds) else None
