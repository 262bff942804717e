"""Robustness: do peers' scores and ranks change with the annotator?

This is the question of Nenkova & Passonneau 2004, section 3.1. An owner here is the owner of peer annotations, whom the
page calls annotator. The answer has three parts: the scores of each summarizer by every owner, an analysis of variance,
and the correlations between owners. Only peers that at least two owners matched are compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import scipy

from annotator.projects.peer_names import mask_sort_key
from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.marks import Series
from scoring.measures.observation import Measure, Observation, mixed_basis_warnings, unmasked
from scoring.stats.anova import Anova, SumsOfSquares, Term, anova
from scoring.stats.arrays import Interval
from scoring.stats.correlation import kendall, pearson, rank_correlations_left_out, spearman
from scoring.stats.intervals import jackknife_correlation_interval
from scoring.stats.score_agreement import leave_one_summary_out

MAX_COMBINATIONS = 300
"""An interaction with more combinations of levels than this is left in the residual, because fitting it is slow."""


@dataclass(frozen=True, slots=True)
class OwnerScore:
    """A summarizer's mean ``score`` by one owner, over ``topics`` (a number). ``rank``: among the summarizers that this
    owner scored, from 1 (the best); tied summarizers share the mean of their ranks.
    """

    score: float
    rank: float
    topics: int


@dataclass(frozen=True, slots=True)
class SummarizerScores:
    """A summarizer's scores by each of ``Robustness.owners``; None for an owner who did not match the summarizer.
    ``spread``: largest minus smallest score; None for fewer than two scores.
    """

    summarizer: str
    by_owner: tuple[OwnerScore | None, ...]
    spread: float | None


@dataclass(frozen=True, slots=True)
class OwnerCorrelation:
    """Correlation of two owners' mean scores, over the topics that both scored.

    ``summarizers``: how many were correlated. ``intervals``: by coefficient, from the jackknife over summarizers on
    Fisher's z scale. In simulations of 6 to 20 summarizers, .94 to .99 of the intervals contain the true value;
    those of rank correlations tend to be too wide.
    """

    a: str
    b: str
    summarizers: int
    pearson: float | None
    spearman: float | None
    kendall: float | None
    intervals: Mapping[str, Interval]


@dataclass(frozen=True, slots=True)
class Robustness:
    """The comparison of owners by one measure. ``rows``: a row for each summarizer. ``anova``: None if there are too
    few scores. ``mixed_release_warnings``: sentences about topics that mix releases.
    """

    measure: Measure
    topics: tuple[str, ...]
    owners: tuple[str, ...]
    rows: tuple[SummarizerScores, ...]
    anova: Anova | None
    sums_of_squares: SumsOfSquares
    correlations: tuple[OwnerCorrelation, ...]
    mixed_release_warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.measure.name,
            "topics": list(self.topics),
            "owners": list(self.owners),
            "scores": [
                {**row, "by_owner": dict(zip(self.owners, row["by_owner"], strict=True))}
                for row in map(asdict, self.rows)
            ],
            "anova": self.anova and {"sums_of_squares": int(self.sums_of_squares), **asdict(self.anova)},
            "correlations": [asdict(pair) for pair in self.correlations],
            "warnings": list(self.mixed_release_warnings),
        }


class _ScoreByOwner(NamedTuple):
    topic: str
    summarizer: str
    owner: str
    value: float


def compare_owners(
    observations: Sequence[Observation], measure: Measure, sums_of_squares: SumsOfSquares
) -> Robustness | None:
    """Compare the values of a measure between the owners of annotations. Returns None if no summary has values by two
    owners. ``observations``: one for each summary and owner.
    """
    scores = _scores(comparable_observations(observations))
    if not scores:
        return None
    owners = sorted({score.owner for score in scores})
    peers = {(score.topic, score.summarizer) for score in scores}
    origins = [value.origin for value in observations if (value.subject.topic, value.subject.summarizer) in peers]
    return Robustness(
        measure=measure,
        topics=tuple(sorted({score.topic for score in scores})),
        owners=tuple(owners),
        rows=tuple(_rows(scores, owners, measure)),
        anova=_anova(scores, sums_of_squares),
        sums_of_squares=sums_of_squares,
        correlations=tuple(_correlations(scores, owners)),
        mixed_release_warnings=tuple(mixed_basis_warnings(origins)),
    )


def comparable_observations(observations: Sequence[Observation]) -> list[Observation]:
    """The observations that can be compared by summarizer: all of them if they have one topic, only those of unmasked
    summarizers if they have several. Masked peers are sorted by their masks, because the order of the import would
    reveal them.
    """
    if len({observation.subject.topic for observation in observations}) > 1:
        return unmasked(observations)

    def sort_key(observation: Observation) -> tuple[int, int, str]:
        subject = observation.subject
        return mask_sort_key(subject.summarizer) if subject.is_masked else (0, 0, "")

    return sorted(observations, key=sort_key)


def owner_figure(robustness: Robustness | None) -> Figure | None:
    """A row for each summarizer with a dot for each owner that scored it, as in the table of scores by owner."""
    if robustness is None:
        return None
    rows = tuple(
        DotRow(row.summarizer, tuple(Dot(owner_score.score) if owner_score else None for owner_score in row.by_owner))
        for row in robustness.rows
    )
    title = robustness.measure.title
    series = tuple(Series(owner) for owner in robustness.owners)
    plot = DotPlot(title, "Summarizer", series, rows, joins_dots=True, axis_range=robustness.measure.axis_range)
    about = "A dot for each annotator; the longer a line, the more the score of this peer depends on who annotated."
    return Figure("owners", f"{title} by annotator", about, plot)


def _scores(observations: Iterable[Observation]) -> list[_ScoreByOwner]:
    """The defined values of the peers that have values by at least two owners."""
    by_peer: dict[tuple[str, str], list[_ScoreByOwner]] = defaultdict(list)
    for observation in observations:
        peer = (observation.subject.topic, observation.subject.summarizer)
        if observation.value is not None:
            by_peer[peer].append(_ScoreByOwner(*peer, observation.origin.judge, observation.value))
    return [score for scores in by_peer.values() if len(scores) > 1 for score in scores]


def _rows(scores: Sequence[_ScoreByOwner], owners: Sequence[str], measure: Measure) -> Iterable[SummarizerScores]:
    """Yields a row for each summarizer."""
    scores_by_owner = [_owner_scores([score for score in scores if score.owner == owner], measure) for owner in owners]
    for summarizer in dict.fromkeys(score.summarizer for score in scores):
        by_owner = tuple(owner_scores.get(summarizer) for owner_scores in scores_by_owner)
        means = [owner_score.score for owner_score in by_owner if owner_score is not None]
        yield SummarizerScores(summarizer, by_owner, max(means) - min(means) if len(means) > 1 else None)


def _owner_scores(scores: Iterable[_ScoreByOwner], measure: Measure) -> dict[str, OwnerScore]:
    """The mean scores and ranks of all summarizers, by name. ``scores``: all by the same owner."""
    by_summarizer: dict[str, list[float]] = defaultdict(list)
    for score in scores:
        by_summarizer[score.summarizer].append(score.value)
    means = {summarizer: fmean(values) for summarizer, values in by_summarizer.items()}
    ranks = scipy.stats.rankdata([-mean if measure.higher_is_better else mean for mean in means.values()])
    return {
        summarizer: OwnerScore(mean, float(rank), len(by_summarizer[summarizer]))
        for (summarizer, mean), rank in zip(means.items(), ranks, strict=True)
    }


def _anova(scores: Sequence[_ScoreByOwner], sums_of_squares: SumsOfSquares) -> Anova | None:
    """The analysis of variance by peer, topic and annotator; None if it leaves the residual no degrees of freedom.

    The factor annotator comes last, so that its sequential sum of squares is what it adds to peer and topic.
    Interactions are added as long as the residual keeps degrees of freedom.
    """
    values = [score.value for score in scores]
    levels = {
        "peer": [score.summarizer for score in scores],
        "topic": [score.topic for score in scores],
        "annotator": [score.owner for score in scores],
    }
    terms: list[Term] = [(name,) for name in levels if len(set(levels[name])) > 1]
    table = anova(values, levels, terms, sums_of_squares)
    if table.rows[-1].df == 0:
        return None
    for interaction in combinations([factor for (factor,) in reversed(terms)], 2):
        combination_count = len(set(zip(*(levels[factor] for factor in interaction), strict=True)))
        if combination_count > MAX_COMBINATIONS or combination_count >= len(scores):
            continue
        wider_table = anova(values, levels, [*terms, interaction], sums_of_squares)
        if wider_table.rows[-1].df > 0:
            terms, table = [*terms, interaction], wider_table
    return table


def _correlations(scores: Sequence[_ScoreByOwner], owners: Sequence[str]) -> Iterable[OwnerCorrelation]:
    """Yields the correlation of each pair of owners with at least one scored peer in common."""
    by_owner: dict[str, dict[tuple[str, str], float]] = {owner: {} for owner in owners}
    for score in scores:
        by_owner[score.owner][score.topic, score.summarizer] = score.value
    for a, b in combinations(owners, 2):
        common_peers = [peer for peer in by_owner[a] if peer in by_owner[b]]
        if common_peers:
            x, y = _means(common_peers, by_owner[a]), _means(common_peers, by_owner[b])
            left_out = rank_correlations_left_out(x, y)
            jackknifed = {  # each coefficient, and its values without each summarizer in turn
                "pearson": (pearson(x, y), leave_one_summary_out(np.column_stack([x, y])).pearson),
                "spearman": (spearman(x, y), left_out.spearman),
                "kendall": (kendall(x, y), left_out.kendall),
            }
            coefficients = {name: value for name, (value, _) in jackknifed.items()}
            intervals = {name: jackknife_correlation_interval(*values) for name, values in jackknifed.items()}
            yield OwnerCorrelation(a, b, len(x), **coefficients, intervals=intervals)


def _means(peers: Sequence[tuple[str, str]], scores: Mapping[tuple[str, str], float]) -> list[float]:
    """The mean score of each summarizer over its topics. ``peers``: pairs of topic and summarizer."""
    by_summarizer: dict[str, list[float]] = defaultdict(list)
    for topic, summarizer in peers:
        by_summarizer[summarizer].append(scores[topic, summarizer])
    return [fmean(values) for values in by_summarizer.values()]
