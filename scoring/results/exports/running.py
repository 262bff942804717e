"""What an export knows of its rows when they have gone by: it keeps sums, never the rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.measures.observation import Mean, Observation, Origin, Row, basis_names, combine_judges
from scoring.results.scores.rows import natural_key

Summarizer = tuple[str, str, str, str]
"""A row of means: project, summarizer, kind, matcher."""
ALL = "(all)"
"""Stands for the matchers together: the adjudicated score of a topic if there is one, else the mean over them."""


def summarizer_of(origin: Origin) -> Summarizer:
    """The row of means that a value belongs to."""
    return (origin.subject.project, origin.subject.summarizer, origin.subject.kind, origin.judge)


@dataclass(slots=True)
class RunningMean:
    """A mean of numbers that come one by one: exact, and so the one that ``mean_over_topics`` gives."""

    total: Fraction = Fraction(0)
    n: int = 0

    def add(self, one: Observation) -> None:
        """Count a value, if it is defined."""
        if one.value is not None:
            self.total += one.fraction
            self.n += 1

    @property
    def mean(self) -> Mean:
        """So far."""
        return Mean(float(self.total / self.n) if self.n else None, self.n)


@dataclass(slots=True)
class Running:
    """Means by summarizer and matcher, releases by topic, and how many scores were withheld.

    Where several have matched a summarizer's peers there are means of all of them together too, as on the score page.
    ``kept``: the measure whose ``cells`` are kept, by row and topic, if any are to be.
    Masked peers are in no mean: who wrote one on each topic is what nobody is to know.
    """

    means: dict[Summarizer, dict[str, RunningMean]] = field(default_factory=dict)
    kept: str = ""
    cells: dict[Summarizer, dict[str, float | None]] = field(default_factory=dict)
    releases: dict[tuple[str, str], set[tuple[str, int]]] = field(default_factory=dict)
    withheld: int = 0
    masked: int = 0
    rows: int = 0

    def over(self, pieces: Iterable[tuple[Iterable[Row], int]]) -> Iterator[Row]:
        """The rows of the pieces, each taken note of; a piece has how many annotations were withheld from it."""
        for rows, withheld in pieces:
            self.withheld += withheld
            topics: dict[tuple[str, Summarizer], list[Row]] = {}
            for row in rows:
                self._note(row)
                if not row.origin.subject.masked:
                    key = (row.origin.subject.topic, (*summarizer_of(row.origin)[:3], ALL))
                    topics.setdefault(key, []).append(row)
                yield row
            for (topic, summarizer), several in topics.items():  # all of a peer's are in one piece
                names = several[0].values
                judged = {name: combine_judges([row.values[name] for row in several])[0] for name in names}
                self._count(summarizer, topic, judged)

    def mean_rows(self) -> Iterator[dict[str, Any]]:
        """``{"project", "summarizer", "kind", "matcher", "original", "original_n", ...}``, by name."""
        matchers = Counter(key[:3] for key in self.means if key[3] != ALL)
        keys = [key for key in self.means if key[3] != ALL or matchers[key[:3]] > 1]
        for key in sorted(keys, key=lambda key: (key[0], natural_key(key[1], key[2]), key[3] != ALL, key[3])):
            row: dict[str, Any] = dict(zip(("project", "summarizer", "kind", "matcher"), key, strict=True))
            for kind, running in self.means[key].items():
                row |= {kind: running.mean.value, f"{kind}_n": running.mean.n}
            yield row

    def mixed(self) -> list[str]:
        """A sentence for each topic whose peers are matched against more than one release or pyramid."""
        return [
            f"Project {project}: topic {topic} mixes releases: {', '.join(basis_names(releases))}."
            for (project, topic), releases in self.releases.items()
            if len(releases) > 1
        ]

    def _note(self, row: Row) -> None:
        self.rows += 1
        origin, subject = row.origin, row.origin.subject
        releases = self.releases.setdefault((subject.project, subject.topic), set())
        releases.add((origin.basis.owner, origin.basis.number))
        if subject.masked:
            self.masked += 1
            return
        self._count(summarizer_of(origin), subject.topic, row.values)

    def _count(self, row: Summarizer, topic: str, values: Mapping[str, Observation]) -> None:
        means = self.means.setdefault(row, {name: RunningMean() for name in values})
        for name, one in values.items():
            means[name].add(one)
        if self.kept:
            self.cells.setdefault(row, {})[topic] = values[self.kept].value
