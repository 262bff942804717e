"""The training data: a row for each rated summary, with its rating and its features."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

from scoring.stats.arrays import Floats


class TrainingRefused(ValueError):
    """A model cannot be trained on these data. The message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """A summary. ``rating``: from 0 to 1, or on the scale of the ratings if that scale is unknown.
    ``features``: the pairs of a feature's name and its value, without those that are 0.
    """

    topic: str
    summarizer: str
    text_hash: str
    rating: float
    features: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class TrainingTable:
    """Rows sorted by topic and summarizer. So training gives the same model whatever order the rows came in."""

    rows: tuple[TrainingRow, ...]

    @classmethod
    def of(cls, rows: Iterable[TrainingRow]) -> "TrainingTable":
        """Returns the table of these rows. Raises TrainingRefused if a summarizer has two summaries of a topic."""
        ordered = sorted(rows, key=lambda row: (row.topic, row.summarizer))
        for (topic, summarizer), group in groupby(ordered, key=lambda row: (row.topic, row.summarizer)):
            if len(list(group)) > 1:
                raise TrainingRefused(f"{summarizer} has two summaries of topic {topic}.")
        if not ordered:
            raise TrainingRefused("There is no rated summary whose features are known.")
        return cls(tuple(ordered))

    @property
    def topics(self) -> list[str]:
        """The topics, sorted."""
        return list(dict.fromkeys(row.topic for row in self.rows))

    @property
    def ratings(self) -> Floats:
        return np.array([row.rating for row in self.rows], np.float64)

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        """The names of the features that are not 0 in all rows, sorted."""
        return tuple(sorted({name for row in self.rows for name, _ in row.features}))

    @property
    def features(self) -> Any:
        """The features of the rows as a sparse matrix (scipy.sparse.csr_matrix): rows x feature names."""
        index = {name: position for position, name in enumerate(self.feature_names)}
        numbers = [value for row in self.rows for _, value in row.features]
        columns = [index[name] for row in self.rows for name, _ in row.features]
        starts = np.cumsum([0, *(len(row.features) for row in self.rows)])
        matrix = csr_matrix((numbers, columns, starts), shape=(len(self.rows), len(index)), dtype=np.float64)
        matrix.sort_indices()
        return matrix

    @property
    def sha256(self) -> str:
        """A hash of the rows: topics, summarizers, texts, ratings and features."""
        lines = (
            repr((row.topic, row.summarizer, row.text_hash, row.rating, sorted(row.features))) for row in self.rows
        )
        return sha256("\n".join(lines).encode(errors="surrogatepass")).hexdigest()

    def with_topics(self, topics: Collection[str]) -> "TrainingTable":
        """Returns the table of the rows of these topics. Raises TrainingRefused if there are none."""
        return TrainingTable.of(row for row in self.rows if row.topic in topics)
