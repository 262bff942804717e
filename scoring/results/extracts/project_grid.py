"""Means over the grids of all documents of a project."""

from dataclasses import dataclass, replace
from math import comb

from annotator.runs.steps import reserve_time, with_progress
from scoring.measures.extracts.documents import DocumentMeans, document_means
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.measures.extracts.recall import mean_pairwise_recall
from scoring.observations.viewer import Viewer
from scoring.results.extracts.grids import (
    TOO_MANY_JUDGES,
    GridSettings,
    NamedGrid,
    SourceDocument,
    document_grid,
    has_too_many_judges,
    shared_judges,
)
from scoring.results.extracts.project import project_corpus, project_sources
from scoring.results.extracts.topic_grid import MAX_EXTRACTS, SECONDS_PER_EXTRACT, corpus_seconds

MAX_ALL_EXTRACTS = 5_000_000
"""The most extracts, of all documents together, that the page ranks."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document whose extracts are ranked. ``judge_recall``: the mean recall of all pairs of its judges."""

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
    """Returns the means over all documents of the project."""
    try:
        sources = project_sources(viewer, viewer.topics(), instrument)
        judges = shared_judges(sources, settings)
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
    if has_too_many_judges(sources, judges):
        warnings.append(TOO_MANY_JUDGES)
    if total > MAX_ALL_EXTRACTS:
        too_large = f"The documents have {total:,} extracts; at most {MAX_ALL_EXTRACTS:,} are ranked here."
        return ProjectGrids(settings, refusal=too_large, is_too_large=True)
    reserve_time(total * SECONDS_PER_EXTRACT + corpus_seconds(viewer.project))
    corpus = project_corpus(viewer)
    grids, rows = [], []
    for source in with_progress(small):
        try:
            named = document_grid(replace(source, systems={}), corpus, settings, judges=judges)
        except ExtractsRefused as refused:
            warnings.append(f"{source.name} is left out. {refused}")
            continue
        grids.append(named.grid.reduced())
        rows.append(_row(named))
    if not grids:
        return ProjectGrids(
            settings, warnings=tuple(warnings), refusal="There is no document whose extracts are ranked."
        )
    return ProjectGrids(settings, tuple(rows), document_means(grids), tuple(warnings))


def _extract_count(source: SourceDocument, settings: GridSettings) -> int:
    return comb(len(source.sentences), settings.size)


def _row(named: NamedGrid) -> DocumentRow:
    truths, source = named.grid.document.truths, named.source
    judges = tuple(name for name, truth in zip(named.judges, truths, strict=True) if truth)
    return DocumentRow(
        source.topic,
        source.name,
        len(source.sentences),
        named.grid.extract_count,
        judges,
        mean_pairwise_recall(truths),
    )
