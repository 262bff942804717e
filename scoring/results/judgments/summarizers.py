"""Summarizers ranked by their mean scores over topics, with the same tests as other kinds of scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from statistics import median

from scoring.measures.observation import Basis, Measure, Observation, Origin
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.judgments.sheets import SummaryKey
from scoring.results.scores.ranking import RankedRow, Ranking, score_ranking

NO_BASIS = Basis()


@dataclass(frozen=True)
class ScoreTable:
    """All scores of one measure: the scores of summaries, and the ranking of the summarizers."""

    measure: Measure
    scores: tuple[SummaryScore, ...]
    ranking: Ranking

    @cached_property
    def by_summary(self) -> dict[tuple[str, str, str], SummaryScore]:
        """The scores by topic, kind and summarizer."""
        return {(score.subject.topic, score.subject.kind, score.subject.summarizer): score for score in self.scores}

    @property
    def rows_with_medians(self) -> list[tuple[RankedRow, float | None]]:
        return [(ranked, median_over_topics(ranked)) for ranked in self.ranking.rows]


def score_table(
    scores: Sequence[SummaryScore],
    bases: Mapping[SummaryKey, Basis],
    *,
    common_topics_only: bool = False,
    max_test_seconds: float = inf,
) -> ScoreTable:
    """Returns the table of ``scores``, which are all of one measure. ``bases``: see `summary_bases`.
    ``common_topics_only``: means are over the topics that all summarizers have. ``max_test_seconds``: longer tests of
    significance are postponed.
    """
    measure = scores[0].measure
    ranking = score_ranking(
        [observation(score, bases) for score in scores],
        measure,
        common_topics_only=common_topics_only,
        max_test_seconds=max_test_seconds,
    )
    ordered = sorted(scores, key=lambda score: (score.subject.topic, score.subject.kind, score.subject.summarizer))
    return ScoreTable(measure, tuple(ordered), ranking)


def observation(score: SummaryScore, bases: Mapping[SummaryKey, Basis]) -> Observation:
    """Returns the score as the observation of all its judges together, for rankings, studies and exports."""
    subject = score.subject
    basis = bases.get((subject.topic, subject.kind, subject.summarizer), NO_BASIS)
    return Observation(
        origin=Origin(subject, judge=", ".join(sorted(score.by_judge)), basis=basis),
        measure=score.measure,
        value=None if score.value is None else float(score.value),
        missing=score.missing,
        exact=score.value,
    )


def median_over_topics(ranked: RankedRow) -> float | None:
    """Returns the median of a summarizer's scores over topics; None without scores."""
    values = [value for topic in ranked.row.cells if (value := ranked.row.score(topic)) is not None]
    return median(values) if values else None
