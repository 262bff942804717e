"""Summarizers compared by their mean scores over topics, with the ranks and tests of all other scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scoring.measures.observation import Measure, Observation, Origin
from scoring.results.judgments.judged_scores import SummaryScore
from scoring.results.scores.ranking import RankedRow, Ranking, score_ranking


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """All scores of one measure: of each summary, and as the ranking of their summarizers."""

    measure: Measure
    scores: tuple[SummaryScore, ...]
    ranking: Ranking


def score_tables(scores: Sequence[SummaryScore]) -> list[ScoreTable]:
    """Returns a table for each measure, in the order in which ``scores`` first has it."""
    by_measure: dict[str, list[SummaryScore]] = {}
    for score in scores:
        by_measure.setdefault(score.measure.name, []).append(score)
    return [score_table(of_measure) for of_measure in by_measure.values()]


def score_table(scores: Sequence[SummaryScore]) -> ScoreTable:
    """Returns the table of ``scores``, which are all of one measure."""
    measure = scores[0].measure
    ranking = score_ranking([observation(score) for score in scores], measure)
    ordered = sorted(scores, key=lambda score: (score.subject.topic, score.subject.kind, score.subject.summarizer))
    return ScoreTable(measure, tuple(ordered), ranking)


def observation(score: SummaryScore) -> Observation:
    """Returns the score as the observation of all its judges together, for rankings, studies and exports."""
    return Observation(
        origin=Origin(score.subject, judge=", ".join(sorted(score.by_judge))),
        measure=score.measure,
        value=None if score.value is None else float(score.value),
        missing=score.missing,
        exact=score.value,
    )


def median_over_topics(ranked: RankedRow) -> float | None:
    """Returns the median of a summarizer's scores over topics; None without scores."""
    values = [value for topic in ranked.row.cells if (value := ranked.row.score(topic)) is not None]
    return median(values) if values else None
