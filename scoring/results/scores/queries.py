"""The scores on pages and in the API."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotator.matching.models import matchings
from annotator.projects.models import Topic
from annotator.runs.steps import reserve_time
from scoring.figures.figure import Figure
from scoring.measures.observation import Row, bases_by_topic, mean_over_topics, unmasked
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoreChoice, ScoredPeer, ScoreSheet, live_score, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.scores.figures import rank_figure, topic_figure
from scoring.results.scores.ranking import TESTS, RankedRow, Ranking, score_ranking, sorted_ranked, topic_ranks
from scoring.results.scores.rows import PEER_COLUMNS, as_row, natural_key
from scoring.stats.ranking import Rank

SECONDS, SECONDS_BY_JACKKNIFE = 0.0005, 0.001
"""What a work of the project costs on a slow machine, its part of the page included."""


@dataclass(frozen=True, slots=True)
class Display:
    """How scores are displayed.

    ``kind``: which score. ``test``: the test whose letters are shown. ``common``: means over the topics that all
    summarizers have. ``sort``: the column that rows are sorted by. ``highlight``: a summarizer to highlight in figures.
    """

    kind: str = "modified"
    test: str = TESTS[0]
    common: bool = False
    sort: str = ""
    descending: bool = False
    highlight: str = ""


@dataclass(frozen=True)
class ProjectScores:
    """All scores of a project that the viewer may see, and the summarizers ranked by one score."""

    viewer: Viewer
    sheet: ScoreSheet
    ranking: Ranking
    display: Display

    @cached_property
    def topics(self) -> list[Topic]:
        return self.viewer.topics()

    @property
    def rows(self) -> list[RankedRow]:
        """The ranking in the order of ``display``."""
        return sorted_ranked(self.ranking.rows, self.display.sort, descending=self.display.descending)

    @property
    def releases(self) -> dict[str, list[str]]:
        """By topic the releases that its peers are matched against."""
        return bases_by_topic(self.sheet.observations.origins)

    @property
    def masked(self) -> bool:
        """Whether masked peers are left out of the ranking."""
        return any(one.subject.masked for one in self.sheet.observations.origins)

    @property
    def figures(self) -> list[Figure | None]:
        rows, topics = [one.row for one in self.ranking.rows], [topic.key for topic in self.topics]
        return [rank_figure(self.ranking), topic_figure(rows, topics, self.ranking.measure, self.display.highlight)]

    def as_json(self) -> dict[str, Any]:
        """Rows in the columns of the export; the means and the ranking of the page."""
        rows = self.sheet.rows
        return {
            "rounding": self.sheet.rounding,
            "rows": [as_row(row, PEER_COLUMNS) for row in rows],
            "means": mean_rows(rows),
            "ranking": self.ranking.as_json(),
            "warnings": self.sheet.mixed,
            "withheld": self.sheet.withheld,
        }


def project_scores(viewer: Viewer, choice: ScoreChoice, display: Display) -> ProjectScores:
    reserve_time(viewer.works * (SECONDS_BY_JACKKNIFE if choice.jackknife else SECONDS))
    sheet = score_sheet(viewer, choice)
    scores = sheet.observations.of(display.kind)
    ranking = score_ranking(scores, MEASURES[display.kind], test=display.test, common=display.common)
    return ProjectScores(viewer, sheet, ranking, display)


def ranked_peers(sheet: ScoreSheet, display: Display) -> list[tuple[Row, Rank | None]]:
    """The peers of a topic with their scores and ranks, sorted."""
    ranks = topic_ranks(sheet.observations.of(display.kind), MEASURES[display.kind])
    return sorted_peers(sheet.rows, ranks, display.sort, descending=display.descending)


def peer_score(
    viewer: Viewer, *, topic: str, peer: str, matcher: str, query: Mapping[str, str], choice: ScoreChoice
) -> ScoredPeer:
    """The scores of a peer as ``matcher`` matched it, against the newest release or the one that ``query`` pins.

    Always against the whole pyramid, never by jackknife. Raises Work.DoesNotExist, and NotAllowed if the project does
    not show them at present.
    """
    annotations = viewer.annotations().filter(topic__key=topic, owner__name=matcher)
    annotations = annotations.of_peer(peer).pinned_by(query)
    newest = annotations.order_by("-release__created_at", "-release__number", "-created_at")
    return live_score(newest, choice, viewer.role)


def peer_annotation_score(user: Any, key: int) -> ScoredPeer:
    """The scores of a peer annotation in its present state. Raises Work.DoesNotExist and NotAllowed."""
    return live_score(matchings().for_workspace(user).filter(pk=key))


def mean_rows(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}`` for each summarizer and judge, by name.

    Masked summarizers are left out.
    """
    by_row: dict[tuple[str, str], list[Row]] = {}
    for row in unmasked(rows):
        by_row.setdefault((row.origin.subject.summarizer, row.origin.judge), []).append(row)
    table = []
    for (summarizer, matcher), of_topics in sorted(by_row.items(), key=lambda item: natural_key(*item[0])):
        means = {name: mean_over_topics(row.values[name] for row in of_topics) for name in of_topics[0].values}
        fields = {name: {"mean": mean.value, "n": mean.n} for name, mean in means.items()}
        table.append({"summarizer": summarizer, "matcher": matcher, **fields})
    return table


def sorted_peers(
    rows: Sequence[Row], ranks: Mapping[tuple[str, str], Rank], sort: str, *, descending: bool
) -> list[tuple[Row, Rank | None]]:
    """The scores of a topic with their ranks, by a column of the export or, for any other name, by rank.

    ``ranks``: by kind and name of the summarizer. Rows without a value come last.
    """

    def rank(row: Row) -> Rank | None:
        return ranks.get((row.origin.subject.kind, row.origin.subject.summarizer))

    def value(row: Row) -> Any:
        if sort in PEER_COLUMNS and sort != "warnings":
            cell = as_row(row, PEER_COLUMNS)[sort]
            return natural_key(cell) if isinstance(cell, str) else cell
        place = rank(row)
        return place and place.place

    def name(row: Row) -> list[Any]:
        return natural_key(row.origin.subject.summarizer, row.origin.subject.kind, row.origin.judge)

    by_name = [(value(row), row) for row in sorted(rows, key=name)]
    known = sorted((pair for pair in by_name if pair[0] is not None), key=lambda pair: pair[0], reverse=descending)
    return [(row, rank(row)) for _, row in (*known, *(pair for pair in by_name if pair[0] is None))]
