"""The grid of a document: all its extracts, ranked by up to 28 measures, with the names of judges and systems."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.measures.automatic.extracts.spaces import MAX_CORPUS_TEXTS
from scoring.measures.automatic.topic_texts import Text
from scoring.measures.extracts.documents import DocumentMeans, document_means
from scoring.measures.extracts.enumeration import extracts_of
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.measures.extracts.grid import ExtractGrid, compute_grid
from scoring.measures.extracts.products import DEFAULT_DIMENSIONS, content_products
from scoring.measures.extracts.scores import MAX_TRUTHS, Family, JudgedDocument

Sentences = tuple[int, ...]
"""The numbers of the sentences that somebody chose from a document, from 0, in ascending order."""
DEFAULT_SIZE = 3


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document whose extracts are ranked. ``judges``, ``systems``: the sentences that each chose from it, by name.
    ``topic``: the key of its topic; "" for a file.
    """

    name: str
    sentences: tuple[str, ...]
    judges: Mapping[str, Sentences] = field(default_factory=dict)
    systems: Mapping[str, Sentences] = field(default_factory=dict)
    topic: str = ""


@dataclass(frozen=True, slots=True)
class GridSettings:
    """``size``: how many sentences the ranked extracts have. ``svd_k``: how many dimensions SVD keeps. ``judges``: the
    names of the judges whose extracts are truths; empty for the first four.
    """

    size: int = DEFAULT_SIZE
    svd_k: int = DEFAULT_DIMENSIONS
    judges: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedGrid:
    """A grid with names. ``judges``: the names of the judges whose extracts are the truths, in the same order. A judge
    who chose no sentence of the document has an empty truth.
    """

    source: SourceDocument
    judges: tuple[str, ...]
    grid: ExtractGrid
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        names = {"topic": self.source.topic, "document": self.source.name, "judges": list(self.judges)}
        return {**names, **self.grid.as_json(), "warnings": list(self.warnings)}


DEFAULT_SETTINGS = GridSettings()
TOO_MANY_JUDGES = (
    f"The documents have more than {MAX_TRUTHS} judges. Measures with the same number compare extracts with the "
    "extracts of different judges."
)


def document_grid(
    source: SourceDocument,
    corpus: Sequence[Text],
    settings: GridSettings = DEFAULT_SETTINGS,
    *,
    judges: tuple[str, ...] = (),
) -> NamedGrid:
    """Ranks all extracts of a document. ``corpus``: the documents from which idf and SVD are computed, including this
    one. ``judges``: the judges whose extracts are the truths; () for the judges of the settings.

    Raises ExtractsRefused for settings that do not fit the document.
    """
    judges = judges or shared_judges([source], settings) or _first_judges(source)
    extract_set = extracts_of(len(source.sentences), settings.size)
    products = content_products(source.sentences, corpus, k=settings.svd_k)
    truths = tuple(source.judges.get(judge, ()) for judge in judges)
    document = JudgedDocument(len(source.sentences), truths, products)
    grid = compute_grid(document, extract_set, source.systems)
    return NamedGrid(source, judges, grid, tuple(_warnings(source, judges, grid, settings)))


def shared_judges(sources: Sequence[SourceDocument], settings: GridSettings) -> tuple[str, ...]:
    """Returns the judges of the settings, or all judges of the documents; () if there are more than four. All
    documents have the same judges, even if a judge chose no sentence of some documents, so that means make sense.

    Raises ExtractsRefused for judges in the settings who chose no sentence.
    """
    available = sorted({name for source in sources for name, sentences in source.judges.items() if sentences})
    if unknown := [name for name in settings.judges if name not in available]:
        raise ExtractsRefused(f"“{unknown[0]}” chose no sentence; these judges did: {', '.join(available) or 'none'}.")
    if len(settings.judges) > MAX_TRUTHS:
        raise ExtractsRefused(f"At most {MAX_TRUTHS} judges can be compared, not {len(settings.judges)}.")
    return settings.judges or (tuple(available) if len(available) <= MAX_TRUTHS else ())


def has_too_many_judges(sources: Sequence[SourceDocument], shared: tuple[str, ...]) -> bool:
    """Whether each document has its own first four judges. ``shared``: see `shared_judges`."""
    return not shared and any(any(source.judges.values()) for source in sources)


def _first_judges(source: SourceDocument) -> tuple[str, ...]:
    """Returns the first four judges who chose a sentence of the document."""
    return tuple(name for name, sentences in source.judges.items() if sentences)[:MAX_TRUTHS]


def _warnings(
    source: SourceDocument, judges: Sequence[str], grid: ExtractGrid, settings: GridSettings
) -> Iterator[str]:
    if empty := [name for name, sentences in {**source.judges, **source.systems}.items() if not sentences]:
        yield f"Left out, because they chose no sentence of this document: {', '.join(empty)}."
    others = [name for name, sentences in source.judges.items() if sentences and name not in judges]
    if others and not settings.judges:
        yield f"Only {MAX_TRUTHS} judges are compared: {', '.join(judges)}. Left out: {', '.join(others)}."
    if not any(grid.document.truths):
        yield "Without judges, extracts are compared with the document only."
    if Family.TFIDF not in grid.document.families:
        yield "Measures by tf-idf and SVD are left out: they need a corpus of at least two documents."
    elif Family.SVD not in grid.document.families:
        yield f"Measures by SVD are left out: the corpus has more than {MAX_CORPUS_TEXTS:,} documents."
    extract_set = grid.extract_set
    if extract_set.is_sample:
        drawn, possible = f"{grid.extract_count:,}", f"{extract_set.possible:,}"
        yield f"Ranks are those among {drawn} extracts drawn from {possible} (seed {extract_set.seed})."
    if constant := [result.measure.name for result in grid.results if result.distinct == 1]:
        yield f"Measures without correlations, because they give all extracts the same score: {', '.join(constant)}."


@dataclass(frozen=True, slots=True)
class DocumentGrids:
    """The grids of several documents, and means over these documents. ``warnings``: which documents are left out."""

    grids: tuple[NamedGrid, ...]
    warnings: tuple[str, ...]

    @property
    def means(self) -> DocumentMeans:
        return document_means([named.grid for named in self.grids])

    def as_json(self) -> dict[str, Any]:
        return {
            "documents": [named.as_json() for named in self.grids],
            "over_documents": self.means.as_json(),
            "warnings": list(self.warnings),
        }


def document_grids(
    sources: Sequence[SourceDocument], corpus: Sequence[Text], settings: GridSettings = DEFAULT_SETTINGS
) -> DocumentGrids:
    """Ranks the extracts of each document. Documents that cannot be ranked are left out. Raises ExtractsRefused for
    settings that fit no document.
    """
    grids: list[NamedGrid] = []
    warnings: list[str] = []
    judges = shared_judges(sources, settings)
    if has_too_many_judges(sources, judges):
        warnings.append(TOO_MANY_JUDGES)
    for source in sources:
        try:
            named = document_grid(source, corpus, settings, judges=judges)
            # The ranks of all documents would fill the memory.
            grids.append(replace(named, grid=named.grid.reduced()) if len(sources) > 1 else named)
        except ExtractsRefused as refusal:
            warnings.append(f"{source.name} is left out. {refusal}")
    if not grids:
        raise ExtractsRefused(" ".join(warnings) or "There are no documents.")
    return DocumentGrids(tuple(grids), tuple(warnings))
