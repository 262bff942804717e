"""Summarizers in the order of their means over topics, with how far chance in the choice of topics may move these.

A matrix of scores has a row for each summarizer and a column for each topic, NaN where there is no score.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.core.distances import Floats

RESAMPLES = 2_000
LEVEL = 0.95

Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Rank:
    """A place from 1, the best; those who tie share the best of their places."""

    place: int
    tied: bool

    def __str__(self) -> str:
        return f"{self.place}=" if self.tied else str(self.place)


def competition_ranks(values: Sequence[float | None]) -> list[Rank | None]:
    """The place of each value, the largest first; None has none. Equal values tie.

    >>> [str(rank) for rank in competition_ranks([0.5, 0.9, None, 0.5, 0.1])]
    ['2=', '1', 'None', '2=', '4']
    """
    known = np.sort(np.array([value for value in values if value is not None], dtype=np.float64))
    found: list[Rank | None] = []
    for value in values:
        if value is None:
            found.append(None)
            continue
        above = len(known) - int(np.searchsorted(known, value, side="right"))
        same = len(known) - above - int(np.searchsorted(known, value, side="left"))
        found.append(Rank(above + 1, same > 1))
    return found


def mean_intervals(
    values: Floats, rng: np.random.Generator, *, resamples: int = RESAMPLES, level: float = LEVEL
) -> list[Interval]:
    """The central ``level`` of each row's mean when its topics are drawn again, with replacement: percentile bootstrap.

    ``values``: summarizers x topics, NaN for holes. A row's own topics are drawn, as many as it has; rows that have the
    same topics get the same draws. None for fewer than two topics: one topic says nothing of others. Source: Efron &
    Tibshirani 1993, chapter 13; the numbers are those of ``scipy.stats.bootstrap(method="percentile")`` for the same
    draws.
    """
    found: list[Interval] = [None] * len(values)
    for topics, rows in _by_topics(~np.isnan(values)):
        if len(topics) > 1:
            means = draws(len(topics), resamples, rng) @ values[np.ix_(rows, topics)].T / len(topics)
            for row, (low, high) in zip(rows, percentiles(means, level), strict=True):
                found[row] = (float(low), float(high))
    return found


def draws(topics: int, resamples: int, rng: np.random.Generator) -> Floats:
    """How often each of ``topics`` comes in each of ``resamples`` draws with replacement: resamples x topics."""
    drawn = rng.integers(0, topics, (resamples, topics))
    drawn += topics * np.arange(resamples)[:, None]
    counted = np.bincount(drawn.ravel(), minlength=resamples * topics)
    return counted.reshape(resamples, topics).astype(np.float64)


def percentiles(values: Floats, level: float) -> Floats:
    """For each column the ends of the central ``level``: columns x 2."""
    ends = [(1 - level) / 2, (1 + level) / 2]
    found: Floats = np.quantile(values, ends, axis=0).T
    return found


def _by_topics(known: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[tuple[list[int], list[int]]]:
    """Rows that have the same topics, with these."""
    rows: dict[bytes, list[int]] = {}
    for row, one in enumerate(known):
        rows.setdefault(one.tobytes(), []).append(row)
    return [(np.flatnonzero(known[several[0]]).tolist(), several) for several in rows.values()]
