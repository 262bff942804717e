"""Which summarizers differ by more than chance: a paired permutation test of every pair over their common topics.

Among many pairs some seem to differ by chance. So p is also adjusted for the number of pairs, in two ways. Holm's
step-down procedure (Holm 1979) keeps the probability of any false finding below the significance level. The procedure
of Benjamini and Hochberg (1995) keeps the expected share of false findings among all findings below this level.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from scoring.stats.arrays import Bools, Floats, Interval, Ints
from scoring.stats.intervals import mean_interval
from scoring.stats.permutation import MapBlocks, Track, number_of_draws, permutation_ps
from scoring.stats.ranking import compact_letters

SIGNIFICANCE_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class PValue:
    """The result of a test: ``p``, and p adjusted for all tested pairs by two procedures. ``exact``: whether all
    choices of signs of the differences were counted, instead of a sample.
    """

    p: float
    holm: float
    benjamini_hochberg: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparison of two summarizers. ``a`` < ``b``: their rows; ``topics``: the number of topics that both have.

    ``difference``: the mean of a - b over topics, None without topics; ``interval``: its t interval. ``effect``: the
    mean difference divided by the standard deviation of the differences (Cohen's d of paired values), None if all
    differences are equal. ``interval``, ``effect`` and ``test`` are None for fewer than two topics.
    """

    a: int
    b: int
    topics: int
    difference: float | None
    interval: Interval = None
    effect: float | None = None
    test: PValue | None = None


def compare_pairs(
    values: Floats,
    rng: np.random.Generator,
    *,
    draws: int | None = None,
    map_blocks: MapBlocks = map,
    track: Track = iter,
) -> tuple[Pair, ...]:
    """Compares all pairs of rows of ``values`` (summarizers x topics, NaN for missing scores). Pairs are sorted by row.

    ``draws``: the number of draws for p-values that are not exact, by default ``number_of_draws``; ``track`` iterates
    over them. ``map_blocks``: used for exact p-values. p is adjusted for the number of pairs that can be tested.
    """
    row_pairs = list(combinations(range(len(values)), 2))
    a, b = np.array(row_pairs, dtype=np.int64).reshape(-1, 2).T
    differences = values[a] - values[b]
    common_topics = (~np.isnan(differences)).sum(axis=1)  # the number of topics of each pair
    tested = np.flatnonzero(common_topics > 1)
    test = partial(
        permutation_ps, rng=rng, draws=draws or number_of_draws(len(tested)), map_blocks=map_blocks, track=track
    )
    ps, exact = _p_values(differences, common_topics, test)
    adjusted = dict(
        zip(tested.tolist(), zip(holm(ps[tested]), benjamini_hochberg(ps[tested]), strict=True), strict=True)
    )
    pairs = []
    for index, (row_pair, by_topic) in enumerate(zip(row_pairs, differences, strict=True)):
        known = by_topic[~np.isnan(by_topic)]
        pairs.append(
            Pair(
                *row_pair,
                topics=len(known),
                difference=float(known.mean()) if len(known) else None,
                interval=mean_interval(known),
                effect=_effect(known),
                test=PValue(float(ps[index]), *adjusted[index], bool(exact[index])) if index in adjusted else None,
            )
        )
    return tuple(pairs)


def differs(pair: Pair) -> bool:
    """Whether two summarizers differ significantly, with Holm's correction for the number of pairs."""
    return pair.test is not None and pair.test.holm < SIGNIFICANCE_LEVEL


def rank_ranges(
    row_count: int, pairs: Sequence[Pair], *, higher_is_better: bool = True
) -> Iterator[tuple[int, int] | None]:
    """Yields for each row the best and the worst rank that the tests leave open; None for a row that is not tested.

    The best rank is 1 + the number of significantly better rows. The worst is the number of all rows - the number of
    significantly worse rows. Thanks to Holm's correction, all ranges hold at the same time (Al Mohamad et al. 2019).
    """
    better, worse = Counter[int](), Counter[int]()  # by row: the number of significantly better, and of worse rows
    for pair in pairs:
        if differs(pair):
            is_a_better = ((pair.difference or 0.0) > 0) == higher_is_better
            winner, loser = (pair.a, pair.b) if is_a_better else (pair.b, pair.a)
            better[loser] += 1
            worse[winner] += 1
    tested = {index for pair in pairs if pair.test for index in (pair.a, pair.b)}
    for index in range(row_count):
        yield (1 + better[index], row_count - worse[index]) if index in tested else None


def pair_letters(row_count: int, pairs: Sequence[Pair]) -> list[str]:
    """The letters of each row, the best row first: rows that share a letter do not differ significantly. All are "" if
    no pair is tested, or if too many letters would be needed.
    """
    if not any(pair.test for pair in pairs):
        return [""] * row_count
    return compact_letters(row_count, [(pair.a, pair.b) for pair in pairs if differs(pair)]) or [""] * row_count


def holm(ps: Sequence[float] | Floats) -> list[float]:
    """Adjusts m p-values: the i-th smallest becomes (m - i + 1) p_i, but at least the previous adjusted
    value and at most 1.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    values = np.asarray(ps, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * values[order]), 1.0)
    return list(adjusted.tolist())


def benjamini_hochberg(ps: Sequence[float] | Floats) -> list[float]:
    """Adjusts m p-values for the false discovery rate: the i-th smallest becomes m p_i / i, at most the next
    adjusted value.

    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03, 0.005])]
    [0.02, 0.04, 0.04, 0.02]
    """
    values = np.asarray(ps, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    scaled = len(values) * values[order] / np.arange(1, len(values) + 1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return list(adjusted.tolist())


def _p_values(
    differences: Floats, common_topics: Ints, test: Callable[[Floats], tuple[Floats, bool]]
) -> tuple[Floats, Bools]:
    """Returns the p of each pair, and whether it is exact. ``common_topics``: the number of topics on which both
    summarizers have scores; for fewer than two, p is 1 and not exact. ``test`` takes differences [pairs, topics]
    without NaN, so the pairs are tested in groups with equal numbers of topics.
    """
    ps, exact = np.ones(len(differences)), np.zeros(len(differences), dtype=np.bool_)
    for topics in np.unique(common_topics[common_topics > 1]).tolist():
        chosen = np.flatnonzero(common_topics == topics)
        with_nan = differences[chosen]
        rows = with_nan[~np.isnan(with_nan)].reshape(len(chosen), topics)
        ps[chosen], exact[chosen] = test(rows)
    return ps, exact


def _effect(differences: Floats) -> float | None:
    """Mean / standard deviation of the differences; None if undefined."""
    if len(differences) < 2:
        return None
    deviation = float(differences.std(ddof=1))
    return float(differences.mean()) / deviation if deviation > 0 else None
