"""Do peers' scores and ranks change with the annotator?

The question of Nenkova & Passonneau 2004, section 3.1: the scores of each peer by every owner side by side, an analysis
of variance, and the correlation of owners' rankings. Only peers that at least two owners matched take part.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from scipy.stats import rankdata

from annotator.projects.peer_names import mask_order
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
    """One summarizer by all owners (None: not matched); ``spread``: the largest mean less the smallest."""

    summarizer: str
    by_owner: Mapping[str, OwnerScore | None]
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
        """Plain values for the API."""
        return {
            "score": self.measure.name,
            "topics": list(self.topics),
            "owners": list(self.owners),
            "scores": [
                {
                    "summarizer": row.summarizer,
                    "by_owner": {name: one and _fields(one) for name, one in row.by_owner.items()},
                    "spread": row.spread,
                }
                for row in self.rows
            ],
            "anova": self.anova
            and {
                "sums_of_squares": int(self.sums_of_squares),
                "n": self.anova.n,
                "rows": [{**_fields(row), "term": list(row.term)} for row in self.anova.rows],
            },
            "correlations": [_fields(one) for one in self.correlations],
            "warnings": list(self.mixed),
        }


@dataclass(frozen=True, slots=True)
class _Score:
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
    found = _scores(comparable(observations))
    if not found:
        return None
    owners = sorted({one.owner for one in found})
    counted = {(one.topic, one.summarizer) for one in found}
    used = [one for one in observations if (one.subject.topic, one.subject.summarizer) in counted]
    return Robustness(
        measure=measure,
        topics=tuple(sorted({one.topic for one in found})),
        owners=tuple(owners),
        rows=tuple(_side_by_side(found, owners, measure)),
        anova=_anova(found, sums_of_squares),
        sums_of_squares=sums_of_squares,
        correlations=tuple(_correlations(found, owners)),
        mixed=tuple(mixed_bases(one.origin for one in used)),
    )


def comparable(observations: Sequence[Observation]) -> list[Observation]:
    """What can be compared by summarizer: over several topics no masked peers, whose names are others on each.

    On one topic they come in the order of their masks: the order of the import would tell them apart.
    """
    if len({one.subject.topic for one in observations}) > 1:
        return unmasked(observations)
    return sorted(
        observations, key=lambda one: mask_order(one.subject.summarizer) if one.subject.masked else (0, 0, "")
    )


def owner_figure(found: Robustness | None) -> Figure | None:
    """A row a summarizer with a dot for each owner that scored it: the numbers of the table of owners side by side."""
    if found is None:
        return None
    rows = tuple(
        DotRow(row.summarizer, tuple(Dot(one.score) if one else None for one in map(row.by_owner.get, found.owners)))
        for row in found.rows
    )
    name = found.measure.title
    series = tuple(Series(owner) for owner in found.owners)
    plot = DotPlot(name, "Summarizer", series, rows, joined=True, axis_range=found.measure.axis_range)
    about = "A dot for each owner; the longer a line, the more the score of this peer depends on who annotated."
    return Figure("owners", f"{name} by annotator", about, plot)


def _scores(observations: Iterable[Observation]) -> list[_Score]:
    by_peer: dict[tuple[str, str], list[_Score]] = defaultdict(list)
    for one in observations:
        subject = one.subject
        if one.value is not None:
            by_peer[subject.topic, subject.summarizer].append(
                _Score(subject.topic, subject.summarizer, one.origin.judge, one.value)
            )
    return [one for several in by_peer.values() if len(several) > 1 for one in several]


def _side_by_side(found: Sequence[_Score], owners: Sequence[str], measure: Measure) -> Iterable[SummarizerScores]:
    by_owner = {owner: _ranked([one for one in found if one.owner == owner], measure) for owner in owners}
    for summarizer in dict.fromkeys(one.summarizer for one in found):
        cells = {owner: by_owner[owner].get(summarizer) for owner in owners}
        means = [cell.score for cell in cells.values() if cell is not None]
        yield SummarizerScores(summarizer, cells, max(means) - min(means) if len(means) > 1 else None)


def _ranked(found: Iterable[_Score], measure: Measure) -> dict[str, OwnerScore]:
    by_summarizer: dict[str, list[float]] = defaultdict(list)
    for one in found:
        by_summarizer[one.summarizer].append(one.score)
    means = {summarizer: fmean(scores) for summarizer, scores in by_summarizer.items()}
    ranks = rankdata([-mean if measure.higher_is_better else mean for mean in means.values()])
    return {
        summarizer: OwnerScore(mean, float(rank), len(by_summarizer[summarizer]))
        for (summarizer, mean), rank in zip(means.items(), ranks, strict=True)
    }


def _anova(found: Sequence[_Score], kind: SumsOfSquares) -> Anova | None:
    """Peer, topic, then annotator, so that its sequential sum of squares is what it adds to the other two.

    Interactions come in as long as they leave degrees of freedom for the residual; None where there are none at all.
    """
    levels = {
        "peer": [one.summarizer for one in found],
        "topic": [one.topic for one in found],
        "annotator": [one.owner for one in found],
    }
    terms: list[Term] = [(name,) for name in levels if len(set(levels[name])) > 1]
    table = anova([one.score for one in found], levels, terms, kind)
    if table.rows[-1].df == 0:
        return None
    for pair in combinations([name for (name,) in reversed(terms)], 2):
        cells = len(set(zip(*(levels[name] for name in pair), strict=True)))
        if cells > MOST_CELLS or cells >= len(found):
            continue
        wider = anova([one.score for one in found], levels, [*terms, pair], kind)
        if wider.rows[-1].df > 0:
            terms, table = [*terms, pair], wider
    return table


def _correlations(found: Sequence[_Score], owners: Sequence[str]) -> Iterable[OwnerCorrelation]:
    by_owner: dict[str, dict[tuple[str, str], float]] = {owner: {} for owner in owners}
    for one in found:
        by_owner[one.owner][one.topic, one.summarizer] = one.score
    for a, b in combinations(owners, 2):
        common = [peer for peer in by_owner[a] if peer in by_owner[b]]
        if common:
            yield _correlation(a, b, common, by_owner)


def _correlation(
    a: str, b: str, common: Sequence[tuple[str, str]], by_owner: Mapping[str, Mapping[tuple[str, str], float]]
) -> OwnerCorrelation:
    means = {
        owner: [
            fmean(by_owner[owner][peer] for peer in common if peer[1] == summarizer)
            for summarizer in dict.fromkeys(summarizer for _, summarizer in common)
        ]
        for owner in (a, b)
    }
    x, y = means[a], means[b]
    return OwnerCorrelation(a, b, len(x), pearson(x, y), spearman(x, y), kendall(x, y))


def _fields(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__slots__}
