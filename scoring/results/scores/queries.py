"""What the pages and the API of scores show."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from annotator.matching.models import matchings
from annotator.projects.models import Topic
from scoring.figures.figure import Figure
from scoring.measures.observation import Row, bases_by_topic, mean_over_topics, mixed_bases, unmasked
from scoring.measures.pyramid_scores import MEASURES
from scoring.observations.pyramid_scores import ScoreChoice, ScoredPeer, ScoreSheet, live_score, score_sheet
from scoring.observations.viewer import Viewer
from scoring.results.scores.columns import PEER_COLUMNS, as_row
from scoring.results.scores.detail import ScoreDetail, score_detail
from scoring.results.scores.figures import rank_figure, topic_figure
from scoring.results.scores.ranking import TESTS, RankedRow, Ranking, score_ranking, sorted_ranked, topic_ranks
from scoring.results.scores.rows import natural_key
from scoring.stats.ranking import Rank


def mean_rows(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """``{"summarizer", "matcher", "original": {"mean", "n"}, ...}`` for each summarizer and judge, by name.

    Masked summarizers are left out.
    """
    by_row: dict[tuple[str, str], dict[str, Row]] = {}
    for one in unmasked(rows):
        subject = one.origin.subject
        by_row.setdefault((subject.summarizer, one.origin.judge), {})[subject.topic] = one
    found = []
    for (summarizer, matcher), cells in sorted(by_row.items(), key=lambda item: natural_key(*item[0])):
        row: dict[str, Any] = {"summarizer": summarizer, "matcher": matcher}
        for measure in next(iter(cells.values())).values:
            mean = mean_over_topics(cell.values[measure] for cell in cells.values())
            row[measure] = {"mean": mean.value, "n": mean.n}
        found.append(row)
    return found


def sorted_peers(
    rows: Sequence[Row], ranks: Mapping[tuple[str, str], Rank], by: str, *, descending: bool
) -> list[tuple[Row, Rank | None]]:
    """The scores of a topic with their ranks, by a column of the export or, for any other name, by rank.

    ``ranks``: by kind and name of the summarizer. Those without a value come last.
    """

    def rank(row: Row) -> Rank | None:
        return ranks.get((row.origin.subject.kind, row.origin.subject.summarizer))

    def value(row: Row) -> Any:
        if by in PEER_COLUMNS and by != "warnings":
            found = as_row(row, PEER_COLUMNS)[by]
            return natural_key(found) if isinstance(found, str) else found
        place = rank(row)
        return place and place.place

    def name(row: Row) -> list[Any]:
        return natural_key(row.origin.subject.summarizer, row.origin.subject.kind, row.origin.judge)

    named = sorted(rows, key=name)
    valued = [(found, one) for one in named if (found := value(one)) is not None]
    ordered = [one for _, one in sorted(valued, key=lambda pair: pair[0], reverse=descending)]
    last = [one for one in named if value(one) is None]
    return [(one, rank(one)) for one in (*ordered, *last)]


@dataclass(frozen=True, slots=True)
class Shown:
    """How scores are shown: the ``kind`` of score, the ``test`` whose letters are given, means over ``common`` topics,
    what rows are sorted ``by``.
    """

    kind: str = "modified"
    test: str = TESTS[0]
    common: bool = False
    by: str = ""
    descending: bool = False


@dataclass(frozen=True)
class ProjectScores:
    """All scores of a project that may be seen, and the summarizers ranked by one of them."""

    viewer: Viewer
    sheet: ScoreSheet
    ranking: Ranking
    shown: Shown

    @cached_property
    def topics(self) -> list[Topic]:
        """All topics that may be seen."""
        return self.viewer.topics()

    @property
    def rows(self) -> list[RankedRow]:
        """The ranking in the order that is asked for."""
        return sorted_ranked(self.ranking.rows, self.shown.by, descending=self.shown.descending)

    @property
    def summarizers(self) -> list[str]:
        """Their names, the best first."""
        return [one.row.name for one in self.ranking.rows]

    @property
    def releases(self) -> dict[str, list[str]]:
        """The releases that the peers of each topic are matched against."""
        return bases_by_topic(self.sheet.observations.origins)

    @property
    def mixed(self) -> list[str]:
        """A sentence for each topic that mixes releases."""
        return mixed_bases(self.sheet.observations.origins)

    @property
    def masked(self) -> bool:
        """Whether masked peers are left out of the ranking."""
        return any(one.subject.masked for one in self.sheet.observations.origins)

    def figures(self, chosen: str) -> list[Figure | None]:
        """The ranking, and the scores by topic; the ``chosen`` summarizer stands out."""
        rows = [one.row for one in self.ranking.rows]
        by_topic = topic_figure(rows, [topic.key for topic in self.topics], self.ranking.measure, chosen)
        return [rank_figure(self.ranking), by_topic]

    def as_json(self) -> dict[str, Any]:
        """Rows in the columns of the export, and the means and the ranking of the page."""
        rows = self.sheet.rows
        return {
            "rounding": self.sheet.rounding,
            "rows": [as_row(row, PEER_COLUMNS) for row in rows],
            "means": mean_rows(rows),
            "ranking": self.ranking.as_json(),
            "warnings": self.mixed,
            "withheld": self.sheet.withheld,
        }


@dataclass(frozen=True, slots=True)
class TopicScores:
    """The peers of a topic with all scores and their ranks, in the order that is asked for."""

    topic: Topic
    sheet: ScoreSheet
    ranked: list[tuple[Row, Rank | None]]
    mixed: list[str]


@dataclass(frozen=True, slots=True)
class PeerScore:
    """The scores of one peer as somebody matched it, and what they are made of."""

    scored: ScoredPeer
    detail: ScoreDetail


def project_scores(viewer: Viewer, choice: ScoreChoice, shown: Shown) -> ProjectScores:
    """The scores of all topics."""
    sheet = score_sheet(viewer, choice)
    scores = sheet.observations.of(shown.kind)
    ranking = score_ranking(scores, MEASURES[shown.kind], test=shown.test, common=shown.common)
    return ProjectScores(viewer, sheet, ranking, shown)


def topic_scores(viewer: Viewer, key: str, choice: ScoreChoice, shown: Shown) -> TopicScores:
    """The scores of a topic. Raises Topic.DoesNotExist."""
    topic = viewer.topic(key)
    sheet = score_sheet(viewer, choice, viewer.annotations(topic))
    ranks = topic_ranks(sheet.observations.of(shown.kind), MEASURES[shown.kind])
    ranked = sorted_peers(sheet.rows, ranks, shown.by, descending=shown.descending)
    return TopicScores(topic, sheet, ranked, mixed_bases(sheet.observations.origins))


def peer_score(
    viewer: Viewer, *, topic: str, peer: str, matcher: str, asked: Mapping[str, str], choice: ScoreChoice
) -> PeerScore:
    """The scores of a peer as ``matcher`` matched it, against the newest release or the one that is ``asked`` for.

    Against the whole pyramid, also where the way led here from a jackknife. Raises Work.DoesNotExist, and
    NotAllowed if the project does not show them now.
    """
    annotations = viewer.annotations().filter(topic__key=topic, owner__name=matcher)
    annotations = annotations.of_peer(peer).pinned_by(asked)
    newest = annotations.order_by("-release__created_at", "-release__number", "-created_at")
    scored = live_score(newest, choice, viewer.role)
    return PeerScore(scored, score_detail(scored.row.annotation))


def peer_annotation_score(user: Any, key: int) -> ScoredPeer:
    """The scores of a peer annotation as it stands. Raises Work.DoesNotExist and NotAllowed."""
    return live_score(matchings().for_workspace(user).filter(pk=key))
