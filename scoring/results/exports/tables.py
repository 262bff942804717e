"""Scores as tables that are produced row by row, so that an export keeps only sums of its rows in memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.measures.observation import Basis, Measure, Observation, Row, combine_judges, mixed_basis_names
from scoring.results.reporting.program import MADE_BY
from scoring.results.scores.rows import as_row, long_columns, natural_key

SUMMARIZER_COLUMNS = ("project", "summarizer", "kind", "matcher")
SummarizerKey = tuple[str, str, str, str]
"""The values of SUMMARIZER_COLUMNS."""
ALL_MATCHERS = "(all)"
"""The value of "matcher" in rows for all matchers together. In these rows, the score on a topic is the score by the
consensus or, without one, the mean of the scores by the matchers.
"""
WIDE_COLUMNS = (*SUMMARIZER_COLUMNS, "score", "mean", "n")
"""The columns before the topics of a wide table."""


@dataclass(frozen=True, slots=True)
class Table:
    """``rows``: the values of each row (text, number, None or list of sentences) by column. Readable only once."""

    columns: tuple[str, ...]
    rows: Iterable[Mapping[str, Any]]


@dataclass(slots=True)
class RunningMean:
    """The mean of values that are added one by one. Uses fractions, to equal the score page's means exactly."""

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
    """Totals of the rows of an export: means by summarizer and matcher, releases by topic, and counts.

    If several people matched the peers of a summarizer, there are also means over ALL_MATCHERS, as on the score page.
    ``topic_measure``: the measure whose values on each topic are kept in ``by_topic``, "" for none. ``releases``: by
    project and topic. ``means``: by summarizer and matcher, then by measure. ``release_warnings``: sentences about
    these releases, as the keys of a dictionary, so that no sentence is repeated. Masked peers are in no mean, because
    their means would reveal who wrote them.
    """

    topic_measure: str = ""
    means: dict[SummarizerKey, dict[str, RunningMean]] = field(default_factory=dict)
    by_topic: dict[SummarizerKey, dict[str, float | None]] = field(default_factory=dict)
    releases: dict[tuple[str, str], set[Basis]] = field(default_factory=dict)
    release_warnings: dict[str, None] = field(default_factory=dict)
    withheld_count: int = 0
    masked_count: int = 0
    row_count: int = 0

    def add_rows(self, pieces: Iterable[tuple[Iterable[Row], int]]) -> Iterator[Row]:
        """Yields the rows of the pieces, and adds each row to the totals when it is read. ``pieces``: groups of rows,
        each with the number of annotations left out. All rows of a peer must be in the same piece.
        """
        for rows, withheld_count in pieces:
            self.withheld_count += withheld_count
            rows_by_peer: dict[tuple[str, SummarizerKey], list[Row]] = {}
            for row in rows:
                origin, subject = row.origin, row.origin.subject
                self.row_count += 1
                if origin.is_in_means:
                    self.releases.setdefault((subject.project, subject.topic), set()).add(origin.basis)
                for warning in origin.basis.warnings:
                    self.release_warnings[f"Project {subject.project}: topic {subject.topic}: {warning}"] = None
                if subject.is_masked:
                    self.masked_count += 1
                else:
                    names = (subject.project, subject.summarizer, subject.kind)
                    self._add((*names, origin.judge), subject.topic, row.by_measure)
                    rows_by_peer.setdefault((subject.topic, (*names, ALL_MATCHERS)), []).append(row)
                yield row
            for (topic, summarizer_key), peer_rows in rows_by_peer.items():
                measures = peer_rows[0].by_measure
                combined = {name: combine_judges([row.by_measure[name] for row in peer_rows])[0] for name in measures}
                self._add(summarizer_key, topic, combined)

    def mean_rows(self) -> Iterator[dict[str, Any]]:
        """Yields ``{"project", "summarizer", "kind", "matcher", "original", "original_n", ...}``, sorted by name."""

        def sort_key(key: SummarizerKey) -> Any:
            project, summarizer, kind, matcher = key
            return project, natural_key(summarizer, kind), matcher != ALL_MATCHERS, matcher

        matcher_counts = Counter(key[:3] for key in self.means if key[3] != ALL_MATCHERS)
        keys = [key for key in self.means if key[3] != ALL_MATCHERS or matcher_counts[key[:3]] > 1]
        for key in sorted(keys, key=sort_key):
            row: dict[str, Any] = dict(zip(SUMMARIZER_COLUMNS, key, strict=True))
            for name, mean in self.means[key].items():
                row |= {name: mean.value, f"{name}_n": mean.n}
            yield row

    def mixed_release_warnings(self) -> list[str]:
        """A sentence for each topic with scores against releases with different models or weights."""
        return [
            f"Project {project}: topic {topic} mixes releases: {', '.join(names)}."
            for (project, topic), names in mixed_basis_names(self.releases).items()
        ]

    def _add(self, key: SummarizerKey, topic: str, values: Mapping[str, Observation]) -> None:
        means = self.means.setdefault(key, {name: RunningMean() for name in values})
        for name, observation in values.items():
            means[name].add(observation)
        if self.topic_measure:
            self.by_topic.setdefault(key, {})[topic] = values[self.topic_measure].value


def long_table(rows: Iterable[Row], measures: Iterable[Measure], counts: Iterable[str] = ()) -> Table:
    """A row for each peer and matcher. ``counts``: the names of the counts to include."""
    columns = long_columns(measures, counts)
    return Table(columns, (as_row(row, columns) for row in rows))


def wide_table(rows: Iterable[Row], totals: Totals) -> Table:
    """A row for each summarizer and matcher with the values in ``totals.by_topic``.

    ``rows`` must come from ``totals.add_rows``: reading them all, as this function does, fills the totals. A topic
    whose key is the name of another column gets "topic:" before its key.
    """
    topics = dict.fromkeys(row.origin.subject.topic for row in rows)
    reserved = (*WIDE_COLUMNS, MADE_BY)
    used_names = {*reserved, *topics}
    columns = {topic: _free_name(topic, used_names) if topic in reserved else topic for topic in topics}
    return Table((*WIDE_COLUMNS, *columns.values()), _wide_rows(totals, columns))


def with_made_by(table: Table, made_by: str) -> Table:
    """Adds a last column with ``made_by`` in each row, because CSV has no other place for it (ADR 178)."""
    return Table((*table.columns, MADE_BY), ({**row, MADE_BY: made_by} for row in table.rows))


def two_columns(columns: tuple[str, str], pairs: Iterable[tuple[str, Any]]) -> Table:
    """A table of names and values. ``columns``: the headings; ``pairs``: the rows."""
    return Table(columns, (dict(zip(columns, pair, strict=True)) for pair in pairs))


def _free_name(topic: str, used_names: set[str]) -> str:
    """The topic's key after as many "topic:" as it takes to differ from all ``used_names``."""
    while topic in used_names:
        topic = f"topic:{topic}"
    return topic


def _wide_rows(totals: Totals, columns: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """``columns``: the name of each topic's column, by the topic's key."""
    measure_name = totals.topic_measure
    for mean_row in totals.mean_rows():
        key = tuple(mean_row[column] for column in SUMMARIZER_COLUMNS)
        by_topic = totals.by_topic[key]
        first_values = (*key, measure_name, mean_row[measure_name], mean_row[f"{measure_name}_n"])
        topic_values = {column: by_topic.get(topic) for topic, column in columns.items()}
        yield {**dict(zip(WIDE_COLUMNS, first_values, strict=True)), **topic_values}
