"""Rows of scores: of exports (DESIGN §5), and of summarizers with one value a topic and the mean. No database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.measures.observation import HUMAN, Mean, Measure, Observation, Row, combine_judges, mean_over_topics
from scoring.measures.pyramid_scores import COUNTS, MEASURES


@dataclass(frozen=True, slots=True)
class Cell:
    """A summarizer's value on a topic, and the ``scores`` that it was computed from."""

    score: Observation
    scores: tuple[Observation, ...]

    @property
    def is_draft(self) -> bool:
        return any(score.origin.draft for score in self.scores)


@dataclass(frozen=True, slots=True)
class SummarizerRow:
    """A summarizer's cells by topic; ``mean`` over the topics that count."""

    summarizer: str
    kind: str
    cells: Mapping[str, Cell]
    mean: Mean

    @property
    def is_human(self) -> bool:
        """Whether these are model summaries."""
        return self.kind == HUMAN

    @property
    def name(self) -> str:
        """The summarizer, with a mark on people."""
        return f"{self.summarizer} (human)" if self.is_human else self.summarizer

    def score(self, topic: str) -> float | None:
        cell = self.cells.get(topic)
        return cell.score.value if cell else None


def summarizer_rows(observations: Iterable[Observation], *, common: bool = False) -> list[SummarizerRow]:
    """The rows by name, of one measure; ``common``: means over the topics that all rows have.

    A value is the consensus on a summary, or else the mean over its judges. ``observations``: of one topic, or without
    masked ones: a mask is another summarizer on each topic.
    """
    by_name: dict[tuple[str, str], dict[str, list[Observation]]] = {}
    for score in observations:
        by_topic = by_name.setdefault((score.subject.kind, score.subject.summarizer), {})
        by_topic.setdefault(score.subject.topic, []).append(score)
    rows = {
        name: {topic: Cell(*combine_judges(scores)) for topic, scores in by_topic.items()}
        for name, by_topic in by_name.items()
    }
    counted = common_topics(rows.values()) if common else None
    return [
        SummarizerRow(
            summarizer,
            kind,
            cells,
            mean_over_topics(cell.score for topic, cell in cells.items() if counted is None or topic in counted),
        )
        for (kind, summarizer), cells in sorted(rows.items(), key=lambda item: natural_key(item[0][1], item[0][0]))
    ]


def common_topics(rows: Iterable[Mapping[str, Cell]]) -> set[str]:
    known = [{topic for topic, cell in cells.items() if cell.score.value is not None} for cells in rows]
    return set.intersection(*known) if known else set()


def mixed_topics(rows: Sequence[SummarizerRow]) -> set[str]:
    bases: dict[str, set[int]] = {}
    for row in rows:
        for topic, cell in row.cells.items():
            if cell.score.value is not None:
                bases.setdefault(topic, set()).update(score.origin.basis.key for score in cell.scores)
    return {topic for topic, keys in bases.items() if len(keys) > 1}


def natural_key(*names: str) -> list[Any]:
    """A sort key that puts names that are numbers first, by their value."""
    return [(not name.isdecimal(), int(name) if name.isdecimal() else 0, name) for name in names]


def long_columns(measures: Iterable[Measure], counts: Iterable[str] = ()) -> tuple[str, ...]:
    """The columns of a table with a row a summary and judge: whose it is, counts, each measure with its details."""
    return (
        *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state"),
        *counts,
        *(f"{one.name}{detail}" for one in measures for detail in ("", *(f"_{name}" for name in one.details))),
        *("rounding", "weight_source", "warnings"),
    )


PEER_COLUMNS = long_columns(MEASURES.values(), COUNTS)
"""The columns of pyramid scores."""


def as_row(row: Row, columns: Iterable[str]) -> dict[str, Any]:
    """The values of the ``columns``; ``warnings`` a list of sentences."""
    origin, subject = row.origin, row.origin.subject
    values: dict[str, Any] = {
        "project": subject.project,
        "topic": subject.topic,
        "summarizer": subject.summarizer,
        "kind": subject.kind,
        "matcher": origin.judge,
        "pyramid_owner": origin.basis.owner,
        "release": origin.basis.number,
        "revision": origin.revision,
        "state": origin.state,
        **origin.counts,
        "rounding": origin.rounding,
        "weight_source": origin.basis.source,
        "warnings": list(origin.warnings),
    }
    for name, one in row.values.items():
        values[name] = one.value
        values |= {f"{name}_{detail}": number for detail, number in one.details.items()}
    return {column: values[column] for column in columns}
