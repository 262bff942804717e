"""Means over the grids of all documents of a project."""

from dataclasses import dataclass, replace
from math import comb

import numpy as np

from annotator.runs.steps import reserve_time, with_progress
from scoring.measures.extracts.documents import DocumentMeans, document_means
from scoring.measures.extracts.enumeration import Extracts
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.measures.extracts.grid import ExtractGrid
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.observations.viewer import Viewer
from scoring.results.extracts.grids import GridSettings, NamedGrid, SourceDocument, document_grid
from scoring.results.extracts.project import project_corpus, project_sources
from scoring.results.extracts.topic_grid import MAX_EXTRACTS, SECONDS_PER_EXTRACT, corpus_seconds

MAX_ALL_EXTRACTS = 5_000_000
"""The page ranks at most so many extracts of all documents together."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document whose extracts are ranked. ``extracts``: how many. ``judge_recall``: of each two of its judges."""

    topic: str
    name: str
    sentences: int
    extracts: int
    judges: tuple[str, ...]
    judge_recall: float | None


@dataclass(frozen=True, slots=True)
class ProjectGrids:
    """Means over the documents in ``rows``. ``means``: None without documents, for the reason in ``refusal``.
    ``warnings``: which documents are left out. ``is_too_large``: whether all documents have too many extracts together.
    """

    settings: GridSettings
    rows: tuple[DocumentRow, ...] = ()
    means: DocumentMeans | None = None
    warnings: tuple[str, ...] = ()
    refusal: str = ""
    is_too_large: bool = False


def project_grids(viewer: Viewer, settings: GridSettings, instrument: str = "") -> ProjectGrids:
    """Returns the means over all documents of the project. Ten SQL queries."""
    try:
        sources = project_sources(viewer, viewer.topics(), instrument)
    except ExtractsRefused as refusal:
        return ProjectGrids(settings, refusal=str(refusal))
    small = [source for source in sources if _extract_count(source, settings) <= MAX_EXTRACTS]
    total = sum(_extract_count(source, settings) for source in small)
    warnings = [
        f"{source.name} is left out. It has {_extract_count(source, settings):,} extracts; at most {MAX_EXTRACTS:,} "
        "are ranked here."
        for source in sources
        if source not in small
    ]
    if total > MAX_ALL_EXTRACTS:
        too_large = f"The documents have {total:,} extracts; at most {MAX_ALL_EXTRACTS:,} are ranked here."
        return ProjectGrids(settings, refusal=too_large, is_too_large=True)
    reserve_time(total * SECONDS_PER_EXTRACT + corpus_seconds(viewer.project))
    corpus = project_corpus(viewer)
    grids, rows = [], []
    for source in with_progress(small):
        try:
            named = document_grid(replace(source, systems={}), corpus, settings)
        except ExtractsRefused as refused:
            warnings.append(f"{source.name} is left out. {refused}")
            continue
        grids.append(_without_extracts(named.grid))
        rows.append(_row(named))
    if not grids:
        return ProjectGrids(
            settings, warnings=tuple(warnings), refusal="There is no document whose extracts are ranked."
        )
    return ProjectGrids(settings, tuple(rows), document_means(grids), tuple(warnings))


def _extract_count(source: SourceDocument, settings: GridSettings) -> int:
    return comb(len(source.sentences), settings.size)


def _without_extracts(grid: ExtractGrid) -> ExtractGrid:
    """Returns the grid with its correlations only: the ranks of all documents would fill the memory."""
    no_extracts: Extracts = np.empty((0, 0), np.int16)
    return replace(grid, ranks=np.empty((0, 0), np.int32), extract_set=replace(grid.extract_set, extracts=no_extracts))


def _row(named: NamedGrid) -> DocumentRow:
    truths = named.grid.document.truths
    count, source = len(named.grid.extract_set.extracts), named.source
    return DocumentRow(
        source.topic, source.name, len(source.sentences), count, named.judges, mean_pairwise_recall(truths)
    )
