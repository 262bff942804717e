"""Rows of scores: for the score page a row for each summarizer, for exports a row for each peer and judge."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.measures.observation import HUMAN, Mean, Measure, Observation, Row, combine_judges, mean_over_topics
from scoring.measures.pyramid_scores import COUNTS, MEASURES


@dataclass(frozen=True, slots=True)
class Cell:
    """A summarizer's score on a topic, and the scores by the judges (matchers or the consensus) that it comes from."""

    score: Observation
    by_judge: tuple[Observation, ...]

    @property
    def is_draft(self) -> bool:
        return any(score.origin.is_draft for score in self.by_judge)


@dataclass(frozen=True, slots=True)
class SummarizerRow:
    """A summarizer with its cells by topic, and the mean of their scores over all topics or the common ones."""

    summarizer: str
    kind: str
    cells: Mapping[str, Cell]
    mean: Mean

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.summarizer

    @property
    def name(self) -> str:
        return f"{self.summarizer} (human)" if self.is_human else self.summarizer

    def score(self, topic: str) -> float | None:
        cell = self.cells.get(topic)
        return cell.score.value if cell else None


def summarizer_rows(observations: Iterable[Observation], *, common_topics_only: bool = False) -> list[SummarizerRow]:
    """The rows of one measure, sorted by name. ``common_topics_only``: means are over the topics that all rows have.
    The score of a summary is that of the consensus, or else the mean over its judges. ``observations`` of several
    topics must be unmasked, because a mask (hiding a name) stands for different summarizers on different topics.
    """
    by_name: dict[tuple[str, str], dict[str, list[Observation]]] = {}
    for score in observations:
        by_topic = by_name.setdefault((score.subject.kind, score.subject.summarizer), {})
        by_topic.setdefault(score.subject.topic, []).append(score)
    rows = {
        name: {topic: Cell(*combine_judges(scores)) for topic, scores in by_topic.items()}
        for name, by_topic in by_name.items()
    }
    mean_topics = common_topics(rows.values()) if common_topics_only else None
    return [
        SummarizerRow(
            summarizer,
            kind,
            cells,
            mean_over_topics(
                cell.score for topic, cell in cells.items() if mean_topics is None or topic in mean_topics
            ),
        )
        for (kind, summarizer), cells in sorted(rows.items(), key=lambda item: natural_key(item[0][1], item[0][0]))
    ]


def common_topics(rows: Iterable[Mapping[str, Cell]]) -> set[str]:
    """The topics on which all rows have a score. ``rows``: the cells of each row, by topic."""
    scored = [{topic for topic, cell in cells.items() if cell.score.value is not None} for cells in rows]
    return set.intersection(*scored) if scored else set()


def mixed_basis_topics(rows: Sequence[SummarizerRow]) -> set[str]:
    """The topics whose scores are against different lists of items, or releases with different models or weights."""
    comparison_keys: dict[str, set[str]] = {}
    for row in rows:
        for topic, cell in row.cells.items():
            if cell.score.value is not None:
                comparison_keys.setdefault(topic, set()).update(
                    score.origin.basis.comparison_key for score in cell.by_judge
                )
    return {topic for topic, keys in comparison_keys.items() if len(keys) > 1}


def natural_key(*names: str) -> list[Any]:
    """A sort key that puts numeric names first, in order of their numbers."""
    return [(not name.isdecimal(), int(name) if name.isdecimal() else 0, name) for name in names]


def long_columns(measures: Iterable[Measure], counts: Iterable[str] = ()) -> tuple[str, ...]:
    """The columns of a long table (a row for each summary and judge): names, counts, measures and their details."""
    return (
        *("project", "topic", "summarizer", "kind", "matcher", "pyramid_owner", "release", "revision", "state"),
        *counts,
        *(
            f"{measure.name}{suffix}"
            for measure in measures
            for suffix in ("", *(f"_{name}" for name in measure.details))
        ),
        *("rounding", "weight_source", "warnings"),
    )


PEER_COLUMNS = long_columns(MEASURES.values(), COUNTS)
"""The columns of pyramid scores."""


def as_row(row: Row, columns: Iterable[str]) -> dict[str, Any]:
    """The values by column; that of ``warnings`` is a list of sentences."""
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
    for name, observation in row.by_measure.items():
        values[name] = observation.value
        values |= {f"{name}_{detail}": number for detail, number in observation.details.items()}
    return {column: values[column] for column in columns}
