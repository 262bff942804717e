"""What an export knows of its rows when they have gone by: it keeps sums, never the rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.core.pyramid_scores import Mean, Score
from scoring.services.peer_scores import ScoreSheet, release_names
from scoring.services.score_fields import KINDS
from scoring.services.score_rows import topic_cell
from scoring.services.score_table import natural_key
from scoring.services.scored import Scored

Summarizer = tuple[str, str, str, str]
"""A row of means: project, summarizer, kind, matcher."""
ALL = "(all)"
"""Stands for the matchers together: the adjudicated score of a topic if there is one, else the mean over them."""


def summarizer_of(one: Scored) -> Summarizer:
    """The row of means that a score belongs to."""
    return (one.summary.topic.project.slug, one.summarizer, one.kind, one.matcher)


@dataclass(slots=True)
class RunningMean:
    """A mean of numbers that come one by one: exact, and so the one that ``mean_over_topics`` gives."""

    total: Fraction = Fraction(0)
    n: int = 0

    def add(self, score: Score) -> None:
        """Count a score, if it is defined."""
        if score.score is not None:
            self.total += Fraction(score.score) if score.exact is None else score.exact
            self.n += 1

    @property
    def mean(self) -> Mean:
        """So far."""
        return Mean(float(self.total / self.n) if self.n else None, self.n)


@dataclass(slots=True)
class Running:
    """Means by summarizer and matcher, releases by topic, and how many scores were withheld.

    Where several have matched a summarizer's peers there are means of all of them together too, as on the score page.
    ``kept``: the kind of score whose ``cells`` are kept, by row and topic, if any are to be.
    Masked peers are in no mean: who wrote one on each topic is what nobody is to know.
    """

    means: dict[Summarizer, dict[str, RunningMean]] = field(default_factory=dict)
    kept: str = ""
    cells: dict[Summarizer, dict[str, float | None]] = field(default_factory=dict)
    releases: dict[tuple[str, str], set[tuple[str, int]]] = field(default_factory=dict)
    withheld: int = 0
    masked: int = 0
    rows: int = 0

    def over(self, sheets: Iterable[ScoreSheet]) -> Iterator[Scored]:
        """The scores of the sheets, each taken note of."""
        for sheet in sheets:
            self.withheld += sheet.withheld
            topics: dict[tuple[str, Summarizer], list[Scored]] = {}
            for one in sheet.scored:
                self._note(one)
                if not one.is_masked:
                    topics.setdefault((one.topic, (*summarizer_of(one)[:3], ALL)), []).append(one)
                yield one
            for (topic, row), several in topics.items():  # all of a peer's are in one sheet
                self._count(row, topic, {kind: topic_cell(several, kind).score for kind in KINDS})

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
            f"Project {project}: topic {topic} mixes releases: {', '.join(release_names(releases))}."
            for (project, topic), releases in self.releases.items()
            if len(releases) > 1
        ]

    def _note(self, one: Scored) -> None:
        self.rows += 1
        project = one.summary.topic.project.slug
        self.releases.setdefault((project, one.topic), set()).add((one.pyramid_owner, one.release.number))
        if one.is_masked:
            self.masked += 1
            return
        self._count(summarizer_of(one), one.topic, {kind: getattr(one.scores, kind) for kind in KINDS})

    def _count(self, row: Summarizer, topic: str, scores: Mapping[str, Score]) -> None:
        means = self.means.setdefault(row, {kind: RunningMean() for kind in KINDS})
        for kind, score in scores.items():
            means[kind].add(score)
        if self.kept:
            self.cells.setdefault(row, {})[topic] = scores[self.kept].score
