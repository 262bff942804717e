"""A row for each summarizer: one score a topic, whoever matched it, and the mean."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotator.projects.models import CONSENSUS
from scoring.core.pyramid_scores import Mean, Score, mean_over_topics, mean_score
from scoring.services.score_table import natural_key
from scoring.services.scored import HUMAN, Scored


@dataclass(frozen=True, slots=True)
class Cell:
    """What a summarizer has on a topic: the score of a kind, and the one or several that it comes from."""

    score: Score
    several: tuple[Scored, ...]

    @property
    def is_draft(self) -> bool:
        """Whether any of it is still being worked on."""
        return any(one.is_draft for one in self.several)

    @property
    def releases(self) -> set[int]:
        """Keys of the releases that it was matched against."""
        return {one.release.pk for one in self.several}


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
        return cell.score.score if cell else None


def summarizer_rows(scored: Sequence[Scored], kind: str, *, common: bool = False) -> list[SummarizerRow]:
    """The rows by name, of the score of a ``kind``; ``common``: means over the topics that all rows have.

    On a topic the adjudicated score of a peer is taken if there is one, else the mean over who matched it. ``scored``:
    of one topic, or without masked peers: masks stand for somebody else on each topic.
    """
    found: dict[tuple[str, str], dict[str, list[Scored]]] = {}
    for one in scored:
        found.setdefault((one.kind, one.summarizer), {}).setdefault(one.topic, []).append(one)
    rows = {
        name: {topic: topic_cell(several, kind) for topic, several in by_topic.items()}
        for name, by_topic in found.items()
    }
    counted = common_topics(rows.values()) if common else None
    return [
        SummarizerRow(summarizer, kind_of, cells, _mean(cells, counted))
        for (kind_of, summarizer), cells in sorted(rows.items(), key=lambda item: natural_key(item[0][1], item[0][0]))
    ]


def common_topics(rows: Iterable[Mapping[str, Cell]]) -> set[str]:
    """The topics on which every row has a score."""
    known = [{topic for topic, cell in cells.items() if cell.score.score is not None} for cells in rows]
    return set.intersection(*known) if known else set()


def topic_cell(several: Sequence[Scored], kind: str) -> Cell:
    """What a summarizer has on a topic, from all who matched it there."""
    counted = [one for one in several if one.counts] or list(several)
    chosen = [one for one in counted if one.matcher == CONSENSUS] or counted
    scores: list[Score] = [getattr(one.scores, kind) for one in chosen]
    defined = [score for score in scores if score.score is not None]
    score = mean_score(defined) if len(defined) > 1 else (defined or scores)[0]
    return Cell(score, tuple(chosen))


def _mean(cells: Mapping[str, Cell], topics: set[str] | None) -> Mean:
    return mean_over_topics(cell.score for topic, cell in cells.items() if topics is None or topic in topics)
