"""Prints the ranks of all extracts of documents as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.management.command_line import aligned_text
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.measures.extracts.results import FamilyMeans, PlacedExtract
from scoring.measures.extracts.scores import ExtractMeasure, Family
from scoring.results.extracts.grids import DocumentGrids, NamedGrid
from scoring.results.extracts.tables import (
    MEAN_COLUMNS,
    MEASURE_COLUMNS,
    correlation_rows,
    mean_rows,
    measure_rows,
    sentence_numbers,
)
from scoring.stats.arrays import Floats

DOCUMENT_COLUMNS = ("topic", "document", "sentences", "extracts", "judges", "judge_recall")


def printed_tables(result: DocumentGrids, compared: Mapping[str, Sequence[PlacedExtract]]) -> Iterator[str]:
    """Yields the tables: of the only document, or means over several. ``compared``: the best extracts by the number of
    the measure.
    """
    yield from _tables_of_document(result.grids[0]) if len(result.grids) == 1 else _tables_of_documents(result)
    yield from _compared_tables(compared)


def _tables_of_document(named_grid: NamedGrid) -> Iterator[str]:
    grid = named_grid.grid
    judges = f"judges: {', '.join(named_grid.judges)}" if named_grid.judges else "no judges"
    recall = mean_pairwise_recall(grid.document.truths)
    agreement = "" if recall is None else f"; their mean pairwise recall: {recall:.4f}"
    size = f"{len(named_grid.source.sentences)} sentences, {grid.extract_count:,} extracts of {grid.size}"
    yield f"{named_grid.source.name}: {size}; {judges}{agreement}.\n"
    title = "Scores: how many are distinct, the lowest and the highest, and the best extract (the first of equals)"
    yield f"{title}\n{aligned_text(MEASURE_COLUMNS, measure_rows(grid))}"
    yield from _correlation_tables(grid.measures, grid.spearman, grid.means)
    if grid.placed:
        names = [measure.name for measure in grid.measures]
        rows = (
            {
                "extract": extract.name,
                "sentences": sentence_numbers(extract.sentences),
                **{f"E{place.number}": f"{place.rank:.10g}" for place in extract.places},
            }
            for extract in grid.placed
        )
        title = f"Ranks of these extracts among all {grid.extract_count:,} (1: the best)"
        yield f"{title}\n{aligned_text(('extract', 'sentences', *names), rows)}"


def _tables_of_documents(result: DocumentGrids) -> Iterator[str]:
    rows = (
        {
            "topic": named_grid.source.topic,
            "document": named_grid.source.name,
            "sentences": len(named_grid.source.sentences),
            "extracts": named_grid.grid.extract_count,
            "judges": len(named_grid.grid.document.nonempty_truths),
            "judge_recall": mean_pairwise_recall(named_grid.grid.document.truths),
        }
        for named_grid in result.grids
    )
    yield f"Documents, and the mean pairwise recall of their judges\n{aligned_text(DOCUMENT_COLUMNS, rows)}"
    means = result.means
    yield from _correlation_tables(means.measures, means.spearman, means.families)


def _correlation_tables(
    measures: Sequence[ExtractMeasure], spearman: Floats, means: Mapping[Family, FamilyMeans]
) -> Iterator[str]:
    title = "Means of these correlations: between judges, and between judges and the document"
    rows = (
        {name: f"{value:.2f}" if isinstance(value, float) else value for name, value in row.items()}
        for row in correlation_rows(measures, spearman)
    )
    columns = ("measure", *(measure.name for measure in measures))
    yield f"Spearman's correlations of the rankings\n{aligned_text(columns, rows)}"
    yield f"{title}\n{aligned_text(MEAN_COLUMNS, mean_rows(means))}"


def _compared_tables(compared: Mapping[str, Sequence[PlacedExtract]]) -> Iterator[str]:
    """Yields the best extracts by each of the compared measures, with their places by both."""
    for number, extracts in compared.items():
        rows = []
        for extract in extracts:
            row: dict[str, Any] = {"sentences": sentence_numbers(extract.sentences)}
            for other in compared:
                place = extract.place(int(other))
                row |= {f"E{other}": place.value, f"rank_E{other}": f"{place.rank:.10g}"}
            rows.append(row)
        yield f"The best extracts by E{number}\n{aligned_text(tuple(rows[0]), rows)}"
