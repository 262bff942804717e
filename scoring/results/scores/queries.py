"""The scores that the pages and the API show."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotator.matching.models import peer_annotations
from annotator.projects.models import Topic
from annotator.runs.steps import reserve_time
from scoring.figures.figure import Figure
from scoring.measures.observation import Row, basis_names_by_topic, basis_warnings, mean_over_topics, unmasked
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoredPeer, ScoreSettings, ScoreSheet, live_score, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.scores.figures import rank_figure, topic_figure
from scoring.results.scores.ranking import RankedRow, Ranking, score_ranking, sort_ranked, topic_ranks
from scoring.results.scores.rows import PEER_COLUMNS, as_row, natural_key
from scoring.stats.ranking import Rank

SECONDS_PER_WORK, SECONDS_PER_WORK_BY_JACKKNIFE = 0.0005, 0.001
"""Estimated time on a slow machine, page included, for each work of the project (a pyramid or peer annotation)."""


@dataclass(frozen=True, slots=True)
class Display:
    """How scores are ranked and displayed. ``score_kind``: one of SCORE_KINDS. ``common_topics_only``: means over the
    topics that all summarizers have. ``min_topics``: summarizers with scores on fewer topics are left out. ``sort``:
    the column to sort by; "" to sort by rank. ``highlight``: a summarizer to highlight in figures.
    """

    score_kind: str = "modified"
    common_topics_only: bool = False
    min_topics: int = 1
    sort: str = ""
    descending: bool = False
    highlight: str = ""


@dataclass(frozen=True)
class ProjectScores:
    """All scores of a project that the viewer may see (``sheet``), and the summarizers ranked by one score."""

    viewer: Viewer
    sheet: ScoreSheet
    ranking: Ranking
    display: Display

    @cached_property
    def topics(self) -> list[Topic]:
        return self.viewer.topics()

    @property
    def rows(self) -> list[RankedRow]:
        return sort_ranked(self.ranking.rows, self.display.sort, descending=self.display.descending)

    @property
    def releases(self) -> dict[str, list[str]]:
        """By topic, the names of the releases that its scores are against."""
        return basis_names_by_topic(origin for origin in self.sheet.observations.origins if origin.is_in_means)

    @property
    def leaves_out_masked(self) -> bool:
        """Whether there are masked peers (with a hidden summarizer), which the ranking leaves out."""
        return any(origin.subject.is_masked for origin in self.sheet.observations.origins)

    @property
    def figures(self) -> list[Figure | None]:
        rows, topics = [ranked.row for ranked in self.ranking.rows], [topic.key for topic in self.topics]
        return [rank_figure(self.ranking), topic_figure(rows, topics, self.ranking.measure, self.display.highlight)]

    def as_json(self) -> dict[str, Any]:
        rows = self.sheet.rows
        return {
            "rounding": self.sheet.rounding,
            "rows": [as_row(row, PEER_COLUMNS) for row in rows],
            "means": mean_rows(rows),
            "ranking": self.ranking.as_json(),
            "warnings": [*self.sheet.mixed_release_warnings, *basis_warnings(self.sheet.observations.origins)],
            "withheld": self.sheet.withheld_count,
        }


def project_scores(viewer: Viewer, settings: ScoreSettings, display: Display) -> ProjectScores:
    """The scores that the viewer may see. ``settings``: how scores are computed; ``display``: how they are shown."""
    reserve_time(viewer.work_count * (SECONDS_PER_WORK_BY_JACKKNIFE if settings.jackknife else SECONDS_PER_WORK))
    sheet = score_sheet(viewer, settings)
    scores = sheet.observations.of(display.score_kind)
    ranking = score_ranking(
        scores,
        MEASURES[display.score_kind],
        common_topics_only=display.common_topics_only,
        min_topics=display.min_topics,
    )
    return ProjectScores(viewer, sheet, ranking, display)


def ranked_peers(sheet: ScoreSheet, display: Display) -> list[tuple[Row, Rank | None]]:
    """The rows of one topic's sheet with their ranks, sorted as ``display`` says."""
    ranks = topic_ranks(sheet.observations.of(display.score_kind), MEASURES[display.score_kind])
    return sorted_peers(sheet.rows, ranks, display.sort, descending=display.descending)


def peer_score(
    viewer: Viewer, *, topic: str, peer: str, matcher: str, query: Mapping[str, str], settings: ScoreSettings
) -> ScoredPeer:
    """The scores of a peer as ``matcher`` matched it, against the release that ``query`` (the URL's query string) names
    or, if it names none, the newest release. The scores are against the whole pyramid, even if ``settings`` asks for
    the jackknife. Raises Work.DoesNotExist, and NotAllowed if the project does not show the scores at present.
    """
    annotations = viewer.annotations().filter(topic__key=topic, owner__name=matcher)
    annotations = annotations.of_peer(peer).pinned_to_queried_release(query)
    newest = annotations.order_by("-release__created_at", "-release__number", "-created_at")
    return live_score(newest, settings, viewer.role)


def peer_annotation_score(user: Any, key: int) -> ScoredPeer:
    """The scores of a peer annotation in its present state. Raises Work.DoesNotExist and NotAllowed."""
    return live_score(peer_annotations().for_workspace(user).filter(pk=key))


def mean_rows(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}`` for each unmasked summarizer and judge, by name."""
    rows_by_names: dict[tuple[str, str], list[Row]] = {}
    for row in unmasked(rows):
        rows_by_names.setdefault((row.origin.subject.summarizer, row.origin.judge), []).append(row)
    means = []
    for (summarizer, judge), topic_rows in sorted(rows_by_names.items(), key=lambda item: natural_key(*item[0])):
        measures = topic_rows[0].by_measure
        by_measure = {name: mean_over_topics(row.by_measure[name] for row in topic_rows) for name in measures}
        fields = {name: {"mean": mean.value, "n": mean.n} for name, mean in by_measure.items()}
        means.append({"summarizer": summarizer, "matcher": judge, **fields})
    return means


def sorted_peers(
    rows: Sequence[Row], ranks: Mapping[tuple[str, str], Rank], sort: str, *, descending: bool
) -> list[tuple[Row, Rank | None]]:
    """The rows of a topic with their ranks, sorted by a column of the export or, for any other ``sort``, by rank.
    ``ranks``: by kind and name of the summarizer. Rows without a value come last, rows with equal values by name.
    """

    def rank(row: Row) -> Rank | None:
        return ranks.get((row.origin.subject.kind, row.origin.subject.summarizer))

    def sort_value(row: Row) -> Any:
        if sort in PEER_COLUMNS and sort != "warnings":
            value = as_row(row, PEER_COLUMNS)[sort]
            return natural_key(value) if isinstance(value, str) else value
        row_rank = rank(row)
        return row_rank and row_rank.place

    def name_key(row: Row) -> list[Any]:
        return natural_key(row.origin.subject.summarizer, row.origin.subject.kind, row.origin.judge)

    by_name = [(sort_value(row), row) for row in sorted(rows, key=name_key)]
    sortable = sorted((pair for pair in by_name if pair[0] is not None), key=lambda pair: pair[0], reverse=descending)
    return [(row, rank(row)) for _, row in (*sortable, *(pair for pair in by_name if pair[0] is None))]
