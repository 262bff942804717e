"""Computes a study. The same definition and data always give the same document, byte for byte."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import scipy

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
"""The largest table: columns x summarizers x topics."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A short piece of the computation, such as one correlation: ``compute(definition, data, *arguments)``."""

    compute: Callable[..., Any]
    definition: StudyDefinition
    data: StudyData
    arguments: tuple[Any, ...]


MapSteps = Callable[[Callable[[Step], Any], Iterable[Step]], Iterable[Any]]
"""A function that applies another function to the steps, like ``map``, and may also show progress."""

Criterion = tuple[str, Level, Coefficient]
"""How columns are compared: by their correlations with this human column, at this level, by this coefficient."""


def study_document(
    definition: StudyDefinition, data: StudyData, version: str, *, map_steps: MapSteps = map
) -> StudyDocument:
    """Returns the result of a study. ``version``: of the program. ``map_steps`` runs the steps. Raises
    StudyImpossible.
    """
    selected = data.select(definition)
    if selected.table.values.size > MAX_CELLS:
        raise StudyImpossible(
            "columns", f"The table has more than {MAX_CELLS:,} cells: choose fewer columns or topics."
        )
    group_data = [selected.group(group) for group in definition.groups]
    parts = [_Part(definition, data_of_part) for data_of_part in (selected, *group_data)]
    results = iter(map_steps(compute_step, list(chain.from_iterable(part.steps() for part in parts))))
    whole, *groups = [part.assemble(results) for part in parts]
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
            for group, part in zip(definition.groups, groups, strict=True)
        ],
    )


def compute_step(step: Step) -> Any:
    return step.compute(step.definition, step.data, *step.arguments)


class _Part:
    """All topics of the study or a group of them: the steps of its computation, and the assembly of their results.

    ``_correlations``: the arguments of each correlation. ``_pairs``: the compared columns, two by two. ``_criteria``:
    how they are compared. ``_disagreements``: pairs of a column and a human column.
    """

    def __init__(self, definition: StudyDefinition, data: StudyData) -> None:
        self._definition = definition
        self._data = data
        methods = list(product(definition.levels, definition.coefficients))
        column_pairs = combinations(definition.all_columns, 2)
        self._correlations = [(*pair, *method) for pair, method in product(column_pairs, methods)]
        self._pairs = list(combinations(definition.compared_columns, 2)) if definition.tests else []
        self._criteria: list[Criterion] = [(human, *method) for human, method in product(definition.against, methods)]
        self._disagreements = [
            (name, human) for human in definition.against for name in definition.columns if name != human
        ]

    def steps(self) -> Iterator[Step]:
        """Yields the correlations, comparisons and rankings, in the order in which ``assemble`` reads their results."""
        column_indexes = [(index,) for index in range(len(self._definition.all_columns))]
        for compute, all_arguments in (
            (_correlation_entry, self._correlations),
            (_compare, [(*pair, *criterion) for criterion in self._criteria for pair in self._pairs]),
            (_ranking_entry, column_indexes),
        ):
            for arguments in all_arguments:
                yield Step(compute, self._definition, self._data, arguments)

    def assemble(self, results: Iterator[Any]) -> StudyPart:
        """Returns the result of this part. ``results``: the results of the steps, in their order."""
        table = self._data.table
        correlations: list[CorrelationEntry] = [next(results) for _ in self._correlations]
        by_criterion = [(criterion, with_holm([next(results) for _ in self._pairs])) for criterion in self._criteria]
        rankings: list[RankingEntry] = [next(results) for _ in table.columns]
        comparisons = [(criterion, comparison) for criterion, compared in by_criterion for comparison in compared]
        tests = self._definition.tests
        return StudyPart(
            topics=list(table.topics),
            summarizers=list(table.summarizers),
            means=[column_means(values) for values in table.values],
            holes=int(np.isnan(table.values).sum()),
            correlations=correlations,
            koehn=[_koehn_entry(*comparison) for comparison in comparisons] if StudyTest.KOEHN in tests else [],
            williams=_williams_entries(comparisons) if StudyTest.WILLIAMS in tests else [],
            permutation=[_permutation_entry(*comparison) for comparison in comparisons]
            if StudyTest.PERMUTATION in tests
            else [],
            ranking=rankings,
            disagreements=self._disagreement_entries(),
            warnings=[*self._data.warnings, *self._data.text_warnings(), *_missing_score_warnings(self._data)],
        )

    def _disagreement_entries(self) -> list[DisagreementEntry]:
        return [entry for a, b in self._disagreements for entry in disagreements(self._data.table, a, b)]


def _correlation_entry(
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
    """Averages Kendall's tau over the topics where it is significant."""
    scores_a, scores_b = data.table.common_scores((a, b)).values  # each [summarizers, topics]
    is_scored = ~np.isnan(scores_a)  # the same summaries in both columns
    tests = [
        scipy.stats.kendalltau(scores_a[mask, topic], scores_b[mask, topic]) for topic, mask in enumerate(is_scored.T)
    ]
    defined = [(float(test.statistic), float(test.pvalue)) for test in tests if not np.isnan(test.statistic)]
    taus = [tau for tau, p in defined if p <= SIGNIFICANCE_LEVEL]
    return SignificantTopics(
        value=sum(taus) / len(taus) if taus else None,
        topics_used=len(taus),
        topics_left_out=len(defined) - len(taus),
    )


def _compare(
    definition: StudyDefinition, data: StudyData, a: str, b: str, human: str, level: Level, coefficient: Coefficient
) -> ColumnComparison:
    draws = RandomDraws(definition.seed, koehn=definition.resamples)
    return compare_pair(data.table, a, b, human, level, coefficient, draws, definition.tests)


def _ranking_entry(definition: StudyDefinition, data: StudyData, column_index: int) -> RankingEntry:
    return column_ranking(data, column_index, definition.seed)


def _koehn_entry(criterion: Criterion, comparison: ColumnComparison) -> KoehnEntry:
    human, level, coefficient = criterion
    shares = comparison.koehn
    return KoehnEntry(
        a=comparison.a,
        b=comparison.b,
        against=human,
        level=level.value,
        coefficient=coefficient.value,
        a_wins=shares.a if shares else None,
        b_wins=shares.b if shares else None,
        neither=shares.neither if shares else None,
        draws=shares.draws if shares else None,
        exact=shares.exact if shares else None,
    )


def _williams_entries(comparisons: Iterable[tuple[Criterion, ColumnComparison]]) -> list[WilliamsEntry]:
    return [
        WilliamsEntry(
            a=comparison.a,
            b=comparison.b,
            against=human,
            t=comparison.williams.t if comparison.williams else None,
            df=comparison.williams.df if comparison.williams else None,
            p=comparison.williams.one_sided if comparison.williams else None,
            p_two_sided=comparison.williams.two_sided if comparison.williams else None,
        )
        for (human, level, coefficient), comparison in comparisons
        if is_for_williams(level, coefficient)
    ]


def _permutation_entry(criterion: Criterion, comparison: ColumnComparison) -> PermutationEntry:
    human, level, coefficient = criterion
    test = comparison.permutation
    return PermutationEntry(
        a=comparison.a,
        b=comparison.b,
        against=human,
        level=level.value,
        coefficient=coefficient.value,
        p=test.p if test else None,
        adjusted=comparison.holm,
        draws=test.draws if test else None,
    )


def _missing_score_warnings(data: StudyData) -> Iterator[str]:
    """Yields a sentence for each column that lacks scores."""
    summary_count = len(data.table.summarizers) * len(data.table.topics)
    missing_counts = np.isnan(data.table.values).sum(axis=(1, 2)).tolist()
    for name, missing in zip(data.table.columns, missing_counts, strict=True):
        if missing:
            compared = "columns are compared on the summaries that all of them score"
            yield f"“{name}” lacks {missing} of {summary_count} scores; {compared}."
