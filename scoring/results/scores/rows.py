"""A row for each summarizer: one value a topic, whoever judged it, and the mean. Of any measure; no database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.measures.observation import HUMAN, Mean, Observation, combine_judges, mean_over_topics


@dataclass(frozen=True, slots=True)
class Cell:
    """What a summarizer has on a topic: its value, and the one or several observations that it comes from."""

    score: Observation
    several: tuple[Observation, ...]

    @property
    def is_draft(self) -> bool:
        """Whether any of it is still being worked on."""
        return any(one.origin.draft for one in self.several)


@dataclass(frozen=True, slots=True)
class SummarizerRow:
    """One summarizer with a cell for each topic that it has something on; ``mean`` over the topics that count."""

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
        """The number on a topic."""
        cell = self.cells.get(topic)
        return cell.score.value if cell else None


def summarizer_rows(observations: Iterable[Observation], *, common: bool = False) -> list[SummarizerRow]:
    """The rows by name, of one measure; ``common``: means over the topics that all rows have.

    On a topic the consensus on a summary is taken if there is one, else the mean over its judges. ``observations``: of
    one topic, or ``unmasked``: masks stand for somebody else on each topic.
    """
    found: dict[tuple[str, str], dict[str, list[Observation]]] = {}
    for one in observations:
        name = (one.subject.kind, one.subject.summarizer)
        found.setdefault(name, {}).setdefault(one.subject.topic, []).append(one)
    rows = {
        name: {topic: Cell(*combine_judges(several)) for topic, several in by_topic.items()}
        for name, by_topic in found.items()
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
    """The topics on which every row has a value."""
    known = [{topic for topic, cell in cells.items() if cell.score.value is not None} for cells in rows]
    return set.intersection(*known) if known else set()


def mixed_topics(rows: Sequence[SummarizerRow]) -> set[str]:
    """The topics whose values rest on more than one basis."""
    bases: dict[str, set[int]] = {}
    for row in rows:
        for topic, cell in row.cells.items():
            if cell.score.value is not None:
                bases.setdefault(topic, set()).update(one.origin.basis.key for one in cell.several)
    return {topic for topic, several in bases.items() if len(several) > 1}


def natural_key(*names: str) -> list[Any]:
    """Sorts names that are numbers by their value, before all others."""
    return [(not name.isdecimal(), int(name) if name.isdecimal() else 0, name) for name in names]
