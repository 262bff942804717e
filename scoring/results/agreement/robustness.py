"""Do peers' scores and ranks change with the annotator?

The question of Nenkova & Passonneau 2004, section 3.1: the scores of each peer by every owner side by side, an analysis
of variance, and the correlation of owners' rankings. Only peers that at least two owners matched take part.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, NamedTuple

from scipy.stats import rankdata

from annotator.projects.peer_names import mask_sort_key
from scoring.figures.dot_plot import Dot, DotPlot, DotRow
from scoring.figures.figure import Figure
from scoring.figures.marks import Series
from scoring.measures.observation import Measure, Observation, mixed_bases, unmasked
from scoring.stats.anova import Anova, SumsOfSquares, Term, anova
from scoring.stats.correlation import kendall, pearson, spearman

MOST_CELLS = 300
"""Interactions with more combinations than this are left in the residual."""


@dataclass(frozen=True, slots=True)
class OwnerScore:
    """A summarizer's mean score by one owner over ``topics``; ``rank`` 1 is the best among the owner's, ties shared."""

    score: float
    rank: float
    topics: int


@dataclass(frozen=True, slots=True)
class SummarizerScores:
    """One summarizer by each owner, in their order (None: not matched); ``spread``: largest mean less the smallest."""

    summarizer: str
    by_owner: tuple[OwnerScore | None, ...]
    spread: float | None


@dataclass(frozen=True, slots=True)
class OwnerCorrelation:
    """Two owners over the ``summarizers`` that both scored, each with the mean over the topics that both did."""

    a: str
    b: str
    summarizers: int
    pearson: float | None
    spearman: float | None
    kendall: float | None


@dataclass(frozen=True, slots=True)
class Robustness:
    """The answer for one measure; ``topics`` take part; ``mixed``: sentences about mixed releases."""

    measure: Measure
    topics: tuple[str, ...]
    owners: tuple[str, ...]
    rows: tuple[SummarizerScores, ...]
    anova: Anova | None
    sums_of_squares: SumsOfSquares
    correlations: tuple[OwnerCorrelation, ...]
    mixed: tuple[str, ...]

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
            "warnings": list(self.mixed),
        }


class _Score(NamedTuple):
    topic: str
    summarizer: str
    owner: str
    score: float


def robustness(
    observations: Sequence[Observation], measure: Measure, sums_of_squares: SumsOfSquares
) -> Robustness | None:
    """The values of a measure compared over judges; None where no summary has defined values by two.

    ``observations``: one for each summary and judge.
    """
    scores = _scores(comparable(observations))
    if not scores:
        return None
    owners = sorted({score.owner for score in scores})
    peers = {(score.topic, score.summarizer) for score in scores}
    used = [one for one in observations if (one.subject.topic, one.subject.summarizer) in peers]
    return Robustness(
        measure=measure,
        topics=tuple(sorted({score.topic for score in scores})),
        owners=tuple(owners),
        rows=tuple(_side_by_side(scores, owners, measure)),
        anova=_anova(scores, sums_of_squares),
        sums_of_squares=sums_of_squares,
        correlations=tuple(_correlations(scores, owners)),
        mixed=tuple(mixed_bases(one.origin for one in used)),
    )


def comparable(observations: Sequence[Observation]) -> list[Observation]:
    """The observations that can be compared by summarizer: over several topics all but those of masked peers.

    On one topic masked peers are sorted by their masks, because the order of the import would reveal them.
    """
    if len({one.subject.topic for one in observations}) > 1:
        return unmasked(observations)
    return sorted(
        observations, key=lambda one: mask_sort_key(one.subject.summarizer) if one.subject.masked else (0, 0, "")
    )


def owner_figure(robust: Robustness | None) -> Figure | None:
    """A row for each summarizer with a dot for each owner that scored it, as in the table of scores by owner."""
    if robust is None:
        return None
    rows = tuple(
        DotRow(row.summarizer, tuple(Dot(mean.score) if mean else None for mean in row.by_owner)) for row in robust.rows
    )
    name = robust.measure.title
    series = tuple(Series(owner) for owner in robust.owners)
    plot = DotPlot(name, "Summarizer", series, rows, joined=True, axis_range=robust.measure.axis_range)
    about = "A dot for each owner; the longer a line, the more the score of this peer depends on who annotated."
    return Figure("owners", f"{name} by annotator", about, plot)


def _scores(observations: Iterable[Observation]) -> list[_Score]:
    by_peer: dict[tuple[str, str], list[_Score]] = defaultdict(list)
    for observation in observations:
        peer = (observation.subject.topic, observation.subject.summarizer)
        if observation.value is not None:
            by_peer[peer].append(_Score(*peer, observation.origin.judge, observation.value))
    return [score for scores in by_peer.values() if len(scores) > 1 for score in scores]


def _side_by_side(scores: Sequence[_Score], owners: Sequence[str], measure: Measure) -> Iterable[SummarizerScores]:
    by_owner = [_ranked([score for score in scores if score.owner == owner], measure) for owner in owners]
    for summarizer in dict.fromkeys(score.summarizer for score in scores):
        cells = tuple(ranked.get(summarizer) for ranked in by_owner)
        means = [cell.score for cell in cells if cell is not None]
        yield SummarizerScores(summarizer, cells, max(means) - min(means) if len(means) > 1 else None)


def _ranked(scores: Iterable[_Score], measure: Measure) -> dict[str, OwnerScore]:
    by_summarizer: dict[str, list[float]] = defaultdict(list)
    for score in scores:
        by_summarizer[score.summarizer].append(score.score)
    means = {summarizer: fmean(values) for summarizer, values in by_summarizer.items()}
    ranks = rankdata([-mean if measure.higher_is_better else mean for mean in means.values()])
    return {
        summarizer: OwnerScore(mean, float(rank), len(by_summarizer[summarizer]))
        for (summarizer, mean), rank in zip(means.items(), ranks, strict=True)
    }


def _anova(scores: Sequence[_Score], kind: SumsOfSquares) -> Anova | None:
    """Peer and topic come first, so that the annotator's sequential sum of squares is what it adds to these two.

    Interactions are added while they leave degrees of freedom for the residual. None if it has none even without them.
    """
    values = [score.score for score in scores]
    levels = {
        "peer": [score.summarizer for score in scores],
        "topic": [score.topic for score in scores],
        "annotator": [score.owner for score in scores],
    }
    terms: list[Term] = [(name,) for name in levels if len(set(levels[name])) > 1]
    table = anova(values, levels, terms, kind)
    if table.rows[-1].df == 0:
        return None
    for pair in combinations([name for (name,) in reversed(terms)], 2):
        cells = len(set(zip(*(levels[name] for name in pair), strict=True)))
        if cells > MOST_CELLS or cells >= len(scores):
            continue
        wider = anova(values, levels, [*terms, pair], kind)
        if wider.rows[-1].df > 0:
            terms, table = [*terms, pair], wider
    return table


def _correlations(scores: Sequence[_Score], owners: Sequence[str]) -> Iterable[OwnerCorrelation]:
    by_owner: dict[str, dict[tuple[str, str], float]] = {owner: {} for owner in owners}
    for score in scores:
        by_owner[score.owner][score.topic, score.summarizer] = score.score
    for a, b in combinations(owners, 2):
        common = [peer for peer in by_owner[a] if peer in by_owner[b]]
        if common:
            x, y = _means(common, by_owner[a]), _means(common, by_owner[b])
            yield OwnerCorrelation(a, b, len(x), pearson(x, y), spearman(x, y), kendall(x, y))


def _means(peers: Sequence[tuple[str, str]], scores: Mapping[tuple[str, str], float]) -> list[float]:
    """The mean score of each summarizer over its topics among the ``peers``, (topic, summarizer) each."""
    by_summarizer: dict[str, list[float]] = defaultdict(list)
    for topic, summarizer in peers:
        by_summarizer[summarizer].append(scores[topic, summarizer])
    return [fmean(values) for values in by_summarizer.values()]
