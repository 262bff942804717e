"""Scores as tables, made row by row: an export keeps sums of its rows, never the rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.measures.observation import Measure, Observation, Row, basis_names, combine_judges
from scoring.results.scores.rows import as_row, long_columns, natural_key

SUMMARIZER_COLUMNS = ("project", "summarizer", "kind", "matcher")
Summarizer = tuple[str, str, str, str]
"""The values of SUMMARIZER_COLUMNS."""
ALL = "(all)"
"""All matchers together: the adjudicated score of a topic, or else the mean over them."""
WIDE_COLUMNS = (*SUMMARIZER_COLUMNS, "score", "mean", "n")
"""The columns before the topics of a wide table."""


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` can be read once; their values are text, numbers, None and lists of sentences."""

    columns: tuple[str, ...]
    rows: Iterable[Mapping[str, Any]]


@dataclass(slots=True)
class RunningMean:
    """A mean of values that come one by one; exact, so equal to that of ``mean_over_topics``."""

    total: Fraction = Fraction(0)
    n: int = 0

    def add(self, observation: Observation) -> None:
        if observation.value is not None:
            self.total += observation.fraction
            self.n += 1

    @property
    def value(self) -> float | None:
        return float(self.total / self.n) if self.n else None


@dataclass(slots=True)
class Totals:
    """Sums over the rows of an export: means by summarizer and matcher, releases by topic, and numbers of rows.

    If several people matched the peers of a summarizer, there are also means over ALL of them, as on the score page.
    ``cells_of``: the measure whose values are kept in ``cells``, by summarizer and topic; "" for none. Masked peers are
    in no mean, as it would reveal who wrote them.
    """

    cells_of: str = ""
    means: dict[Summarizer, dict[str, RunningMean]] = field(default_factory=dict)
    cells: dict[Summarizer, dict[str, float | None]] = field(default_factory=dict)
    releases: dict[tuple[str, str], set[tuple[str, int]]] = field(default_factory=dict)
    withheld: int = 0
    masked: int = 0
    rows: int = 0

    def counted(self, pieces: Iterable[tuple[Iterable[Row], int]]) -> Iterator[Row]:
        """The rows of the pieces, which are added to the totals as they are read.

        Each piece comes with the number of annotations withheld from it, and has all rows of its peers.
        """
        for rows, withheld in pieces:
            self.withheld += withheld
            by_peer: dict[tuple[str, Summarizer], list[Row]] = {}
            for row in rows:
                origin, subject = row.origin, row.origin.subject
                self.rows += 1
                release = (origin.basis.owner, origin.basis.number)
                self.releases.setdefault((subject.project, subject.topic), set()).add(release)
                if subject.masked:
                    self.masked += 1
                else:
                    names = (subject.project, subject.summarizer, subject.kind)
                    self._add((*names, origin.judge), subject.topic, row.values)
                    by_peer.setdefault((subject.topic, (*names, ALL)), []).append(row)
                yield row
            for (topic, summarizer), of_peer in by_peer.items():
                values = {name: combine_judges([row.values[name] for row in of_peer])[0] for name in of_peer[0].values}
                self._add(summarizer, topic, values)

    def mean_rows(self) -> Iterator[dict[str, Any]]:
        """``{"project", "summarizer", "kind", "matcher", "original", "original_n", ...}``, by name."""
        matchers = Counter(key[:3] for key in self.means if key[3] != ALL)
        keys = [key for key in self.means if key[3] != ALL or matchers[key[:3]] > 1]
        for key in sorted(keys, key=lambda key: (key[0], natural_key(key[1], key[2]), key[3] != ALL, key[3])):
            row: dict[str, Any] = dict(zip(SUMMARIZER_COLUMNS, key, strict=True))
            for name, mean in self.means[key].items():
                row |= {name: mean.value, f"{name}_n": mean.n}
            yield row

    def mixed(self) -> list[str]:
        """A sentence for each topic whose peers are matched against more than one release or pyramid."""
        return [
            f"Project {project}: topic {topic} mixes releases: {', '.join(basis_names(releases))}."
            for (project, topic), releases in self.releases.items()
            if len(releases) > 1
        ]

    def _add(self, summarizer: Summarizer, topic: str, values: Mapping[str, Observation]) -> None:
        means = self.means.setdefault(summarizer, {name: RunningMean() for name in values})
        for name, observation in values.items():
            means[name].add(observation)
        if self.cells_of:
            self.cells.setdefault(summarizer, {})[topic] = values[self.cells_of].value


def long_table(rows: Iterable[Row], measures: Iterable[Measure], counts: Iterable[str] = ()) -> Table:
    """A row for each summary and judge, in the columns of DESIGN §5."""
    columns = long_columns(measures, counts)
    return Table(columns, (as_row(row, columns) for row in rows))


def wide_table(rows: Iterable[Row], totals: Totals) -> Table:
    """A row for each summarizer and matcher with one score a topic: the ``cells`` of ``totals``.

    All rows are read, but only one number a cell is kept. A topic named like another column gets "topic:" before it.
    """
    topics = dict.fromkeys(row.origin.subject.topic for row in rows)
    used = {*WIDE_COLUMNS, *topics}
    columns = {topic: _free_name(topic, used) if topic in WIDE_COLUMNS else topic for topic in topics}
    return Table((*WIDE_COLUMNS, *columns.values()), _wide_rows(totals, columns))


def _free_name(topic: str, used: set[str]) -> str:
    while topic in used:
        topic = f"topic:{topic}"
    return topic


def _wide_rows(totals: Totals, columns: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    score = totals.cells_of
    for means in totals.mean_rows():
        project, summarizer, kind, matcher = (means[column] for column in SUMMARIZER_COLUMNS)
        cells = totals.cells[project, summarizer, kind, matcher]
        first = (project, summarizer, kind, matcher, score, means[score], means[f"{score}_n"])
        values = {column: cells.get(topic) for topic, column in columns.items()}
        yield {**dict(zip(WIDE_COLUMNS, first, strict=True)), **values}
