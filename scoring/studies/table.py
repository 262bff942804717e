"""The table of a study. Its columns are kinds of scores. It has one score for each column, summarizer and topic."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.stats.arrays import Bools, Floats


class UnknownColumn(ValueError):
    """A study has no column of this name."""


@dataclass(frozen=True, slots=True, eq=False)
class CommonScores:
    """The scores of some columns, for the summaries that all of these columns score.

    ``values``: an array [columns, summarizers, topics], NaN for other summaries. Summarizers and topics without such a
    summary are left out. ``summary_count``: the number of such summaries. ``dropped``: for each column, how many scores
    it has for other summaries.
    """

    summarizers: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats
    summary_count: int
    dropped: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StudyTable:
    """``columns`` are names of measures or human scores. ``values``: an array [columns, summarizers, topics], NaN where
    a score is missing or undefined. Raises ValueError for another shape, a repeated name or an infinite score.
    """

    columns: tuple[str, ...]
    summarizers: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats

    def __post_init__(self) -> None:
        axes = {"columns": self.columns, "summarizers": self.summarizers, "topics": self.topics}
        if self.values.shape != tuple(map(len, axes.values())):
            raise ValueError(f"The values have shape {self.values.shape}, not that of the names.")
        for axis, names in axes.items():
            if len(set(names)) < len(names):
                raise ValueError(f"The {axis} have a repeated name.")
        if np.isinf(self.values).any():
            raise ValueError("A score is infinite.")

    def common_scores(self, columns: Sequence[str]) -> CommonScores:
        """Returns the scores of these columns for the summaries that all of them score. Raises UnknownColumn."""
        values = self.values[[self._index(name) for name in columns]]
        known: Bools = ~np.isnan(values)
        common: Bools = np.logical_and.reduce(known)  # summarizers x topics
        summarizers, topics = np.flatnonzero(common.any(axis=1)), np.flatnonzero(common.any(axis=0))
        return CommonScores(
            summarizers=tuple(self.summarizers[index] for index in summarizers),
            topics=tuple(self.topics[index] for index in topics),
            values=np.where(common, values, np.nan)[:, summarizers][:, :, topics],
            summary_count=int(common.sum()),
            dropped=tuple((known & ~common).sum(axis=(1, 2)).tolist()),
        )

    def _index(self, name: str) -> int:
        if name not in self.columns:
            raise UnknownColumn(f"The study has no column {name}.")
        return self.columns.index(name)
