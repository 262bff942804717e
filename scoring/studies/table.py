"""The table of a study: a score for each column, summarizer and topic, with holes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.stats.arrays import Bools, Floats


class UnknownColumn(ValueError):
    """A study has no column of this name."""


@dataclass(frozen=True, slots=True, eq=False)
class CommonCells:
    """The scores of some columns in the cells, pairs of a summarizer and a topic, where all of them have one.

    ``values``: an array [columns, summarizers, topics] with NaN elsewhere. Summarizers and topics without such a cell
    are left out. ``cells``: the number of such cells. ``dropped``: for each column, the number of its scores in other
    cells, which are not used.
    """

    summarizers: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats
    cells: int
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

    def common_cells(self, columns: Sequence[str]) -> CommonCells:
        """The scores of these columns on the same cells: a hole in one column becomes a hole in all of them."""
        values = self.values[[self._index(name) for name in columns]]
        known: Bools = ~np.isnan(values)
        common: Bools = np.logical_and.reduce(known)
        rows, topics = np.flatnonzero(common.sum(axis=1)), np.flatnonzero(common.sum(axis=0))
        return CommonCells(
            summarizers=tuple(self.summarizers[row] for row in rows),
            topics=tuple(self.topics[topic] for topic in topics),
            values=np.where(common, values, np.nan)[:, rows][:, :, topics],
            cells=int(common.sum()),
            dropped=tuple((known & ~common).sum(axis=(1, 2)).tolist()),
        )

    def _index(self, name: str) -> int:
        if name not in self.columns:
            raise UnknownColumn(f"The study has no column {name}.")
        return self.columns.index(name)
