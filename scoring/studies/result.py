"""Computes a study: from its definition and its data to a document that is the same, byte for byte, each time."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from scipy.stats import kendalltau

from scoring.stats.levels import Coefficient, Level
from scoring.stats.significance import SIGNIFICANCE_LEVEL
from scoring.studies.column_ranking import column_means, column_ranking
from scoring.studies.comparisons import (
    ColumnComparison,
    RandomDraws,
    StudyTest,
    compare_pair,
    is_for_williams,
    with_holm,
)
from scoring.studies.correlations import correlate, correlation_interval
from scoring.studies.data import StudyData
from scoring.studies.definition import StudyDefinition, StudyImpossible
from scoring.studies.disagreements import disagreements
from scoring.studies.document import (
    ColumnEntry,
    CorrelationEntry,
    DisagreementEntry,
    GroupPart,
    KoehnEntry,
    PermutationEntry,
    RankingEntry,
    SignificantTopics,
    StudyDocument,
    StudyPart,
    WilliamsEntry,
)

MAX_CELLS = 20_000_000
"""The largest table: columns times summarizers times topics."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A part of the work that takes a moment. ``arguments``: those of ``compute`` after the definition and the data."""

    compute: Callable[..., Any]
    definition: StudyDefinition
    data: StudyData
    arguments: tuple[Any, ...]


MapSteps = Callable[[Callable[[Step], Any], Iterable[Step]], Iterable[Any]]
"""A function that applies another function to the steps, like ``map``, and may also show progress."""


def study_document(
    definition: StudyDefinition, data: StudyData, version: str, *, map_steps: MapSteps = map
) -> StudyDocument:
    """The result of a study. ``version``: of the program. Raises StudyImpossible."""
    selected = data.select(definition)
    if selected.table.values.size > MAX_CELLS:
        raise StudyImpossible(
            "columns", f"The table has more than {MAX_CELLS:,} cells: choose fewer columns or topics."
        )
    grouped = [(group, selected.group(group)) for group in definition.groups]
    parts = [_Part(definition, part) for part in (selected, *(part for _, part in grouped))]
    results = iter(map_steps(compute_step, list(chain.from_iterable(part.steps() for part in parts))))
    whole, *others = [part.assemble(results) for part in parts]
    return StudyDocument(
        definition=definition.as_json(),
        source=dict(data.source),
        digest=definition.digest,
        version=version,
        drawn=definition.drawn.value,
        columns=[
            ColumnEntry(name=column.name, signature=column.signature or None, kind=column.kind.value)
            for column in selected.columns
        ],
        **whole,
        groups=[
            GroupPart(name=group.name, pattern=group.pattern, **part)
            for (group, _), part in zip(grouped, others, strict=True)
        ],
    )


Way = tuple[str, Level, Coefficient]
"""The human column, the level and the coefficient of a comparison."""


def compute_step(step: Step) -> Any:
    return step.compute(step.definition, step.data, *step.arguments)


class _Part:
    """The steps of a part of the study, and how their results are put together."""

    def __init__(self, definition: StudyDefinition, data: StudyData) -> None:
        self._definition = definition
        self._data = data
        names = definition.all_columns
        measured = [(level, coefficient) for level in definition.levels for coefficient in definition.coefficients]
        self._correlations = [(*pair, *how) for pair in combinations(names, 2) for how in measured]
        self._pairs = list(combinations(definition.compared_columns, 2)) if definition.tests else []
        self._ways: list[Way] = [(human, *how) for human, how in product(definition.against, measured)]
        self._disagreements = [
            (name, human) for human in definition.against for name in definition.columns if name != human
        ]

    def steps(self) -> Iterator[Step]:
        rankings = [(column,) for column in range(len(self._definition.all_columns))]
        for compute, all_arguments in (
            (_correlation, self._correlations),
            (_comparison, [(*pair, *way) for way in self._ways for pair in self._pairs]),
            (_ranking, rankings),
        ):
            for arguments in all_arguments:
                yield Step(compute, self._definition, self._data, arguments)

    def assemble(self, results: Iterator[Any]) -> StudyPart:
        """``results``: those of the steps."""
        table = self._data.table
        correlations: list[CorrelationEntry] = [next(results) for _ in self._correlations]
        compared = [(way, with_holm([next(results) for _ in self._pairs])) for way in self._ways]
        rankings: list[RankingEntry] = [next(results) for _ in table.columns]
        comparisons = [(way, pair) for way, pairs in compared for pair in pairs]
        tests = self._definition.tests
        return StudyPart(
            topics=list(table.topics),
            summarizers=list(table.summarizers),
            means=[column_means(values) for values in table.values],
            holes=int(np.isnan(table.values).sum()),
            correlations=correlations,
            koehn=[_koehn(*row) for row in comparisons] if StudyTest.KOEHN in tests else [],
            williams=[_williams(*row) for row in comparisons if is_for_williams(*row[0][1:])]
            if StudyTest.WILLIAMS in tests
            else [],
            permutation=[_permutation(*row) for row in comparisons] if StudyTest.PERMUTATION in tests else [],
            ranking=rankings,
            disagreements=self._disagreement_entries(),
            warnings=[*self._data.warnings, *_hole_warnings(self._data)],
        )

    def _disagreement_entries(self) -> list[DisagreementEntry]:
        return [entry for a, b in self._disagreements for entry in disagreements(self._data.table, a, b)]


def _correlation(
    definition: StudyDefinition, data: StudyData, a: str, b: str, level: Level, coefficient: Coefficient
) -> CorrelationEntry:
    correlation = correlate(data.table, a, b, level, coefficient)
    interval = None
    if b in definition.against and correlation.value is not None:
        rng = np.random.default_rng(definition.seed)
        drawn, draws = definition.drawn, definition.resamples
        interval = correlation_interval(data.table, a, b, level, coefficient, rng, drawn=drawn, draws=draws).interval
    low, high = interval or (None, None)
    entry = CorrelationEntry(
        a=a,
        b=b,
        level=level.value,
        coefficient=coefficient.value,
        value=correlation.value,
        low=low,
        high=high,
        n=correlation.n,
        topics_used=correlation.topics_used,
        topics_undefined=correlation.topics_undefined,
    )
    if definition.significant_only and (level, coefficient) == (Level.SUMMARY, Coefficient.KENDALL):
        entry["significant"] = _significant_topics(data, a, b)
    return entry


def _significant_topics(data: StudyData, a: str, b: str) -> SignificantTopics:
    x, y = data.table.common_cells((a, b)).values
    known = ~np.isnan(x)
    tests = [kendalltau(x[rows, topic], y[rows, topic]) for topic, rows in enumerate(known.T)]
    defined = [(float(test.statistic), float(test.pvalue)) for test in tests if not np.isnan(test.statistic)]
    taus = [tau for tau, p in defined if p <= SIGNIFICANCE_LEVEL]
    return SignificantTopics(
        value=sum(taus) / len(taus) if taus else None,
        topics_used=len(taus),
        topics_left_out=len(defined) - len(taus),
    )


def _comparison(
    definition: StudyDefinition, data: StudyData, a: str, b: str, human: str, level: Level, coefficient: Coefficient
) -> ColumnComparison:
    draws = RandomDraws(definition.seed, koehn=definition.resamples)
    return compare_pair(data.table, a, b, human, level, coefficient, draws, definition.tests)


def _ranking(definition: StudyDefinition, data: StudyData, column: int) -> RankingEntry:
    return column_ranking(data, column, definition.seed)


def _koehn(way: Way, pair: ColumnComparison) -> KoehnEntry:
    human, level, coefficient = way
    shares = pair.koehn
    return KoehnEntry(
        a=pair.a,
        b=pair.b,
        against=human,
        level=level.value,
        coefficient=coefficient.value,
        a_wins=shares.a if shares else None,
        b_wins=shares.b if shares else None,
        neither=shares.neither if shares else None,
        draws=shares.draws if shares else None,
        exact=shares.exact if shares else None,
    )


def _williams(way: Way, pair: ColumnComparison) -> WilliamsEntry:
    test = pair.williams
    return WilliamsEntry(
        a=pair.a,
        b=pair.b,
        against=way[0],
        t=test.t if test else None,
        df=test.df if test else None,
        p=test.one_sided if test else None,
        p_two_sided=test.two_sided if test else None,
    )


def _permutation(way: Way, pair: ColumnComparison) -> PermutationEntry:
    human, level, coefficient = way
    test = pair.permutation
    return PermutationEntry(
        a=pair.a,
        b=pair.b,
        against=human,
        level=level.value,
        coefficient=coefficient.value,
        p=test.p if test else None,
        adjusted=pair.holm,
        draws=test.draws if test else None,
    )


def _hole_warnings(data: StudyData) -> Iterator[str]:
    """A sentence for each column that lacks scores."""
    cells = len(data.table.summarizers) * len(data.table.topics)
    for name, holes in zip(data.table.columns, np.isnan(data.table.values).sum(axis=(1, 2)).tolist(), strict=True):
        if holes:
            compared = "columns are compared on the summaries that all of them score"
            yield f"“{name}” lacks {holes} of {cells} scores; {compared}."
