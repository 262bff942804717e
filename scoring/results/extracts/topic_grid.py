"""The grid of a document of a topic: what the page and the API show, and how much they compute."""

from dataclasses import dataclass, replace
from math import comb
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Sum

from annotator.projects.documents.models import Document
from annotator.projects.models import Project, Topic
from annotator.projects.permissions import can_manage
from annotator.runs.steps import reserve_time
from scoring.measures.extracts.errors import ExtractsRefused
from scoring.observations.viewer import Viewer
from scoring.results.extracts.forms import GridQuery
from scoring.results.extracts.grids import GridSettings, NamedGrid, SourceDocument, document_grid
from scoring.results.extracts.project import project_corpus, topic_sources

MAX_EXTRACTS = 250_000
"""The most extracts that the page and the API rank; the command ranks more."""
SECONDS_PER_EXTRACT = 3e-5
"""Estimated time, on a slow machine, to rank an extract by all measures."""
SECONDS_PER_LETTER = 2e-6
"""Estimated time to count the words of the project's documents."""


@dataclass(frozen=True, slots=True)
class TopicGrid:
    """A document of the topic, and the ranks of its extracts.

    ``sources``: the documents of the topic. ``source``: the chosen document; None without documents. ``named``: its
    grid; None if it cannot be ranked, with the reason in ``refusal``. ``is_too_large``: whether the reason is that it
    has more extracts than MAX_EXTRACTS. ``hides_systems``: whether the viewer may not see the ranks of systems now.
    """

    topic: Topic
    settings: GridSettings
    sources: tuple[SourceDocument, ...] = ()
    source: SourceDocument | None = None
    named: NamedGrid | None = None
    refusal: str = ""
    is_too_large: bool = False
    hides_systems: bool = False

    @property
    def sentence_count(self) -> int:
        return len(self.source.sentences) if self.source else 0

    @property
    def extract_count(self) -> int:
        """How many extracts of the chosen size the document has."""
        return comb(self.sentence_count, self.settings.size)

    @property
    def judges(self) -> list[str]:
        """The judges with a sentence of this document."""
        return [name for name, chosen in self.source.judges.items() if chosen] if self.source else []

    @property
    def has_judges(self) -> bool:
        return any(any(source.judges.values()) for source in self.sources)


def topic_grid(viewer: Viewer, key: str, query: GridQuery) -> TopicGrid:
    """Returns the grid of a document of the topic. Raises ObjectDoesNotExist for an unknown topic or
    document.
    """
    topic, settings = viewer.topic(key), query.grid_settings
    try:
        sources = topic_sources(viewer, topic, query.values.get("instrument") or "")
    except ExtractsRefused as refusal:
        return TopicGrid(topic, settings, refusal=str(refusal))
    hides_systems = not _sees_all_scores(viewer)
    if hides_systems:
        sources = tuple(replace(source, systems={}) for source in sources)
    source = _chosen_source(sources, query.values.get("document") or "")
    result = TopicGrid(topic, settings, sources, source, hides_systems=hides_systems)
    if result.extract_count > MAX_EXTRACTS:
        return replace(result, is_too_large=True, refusal=_too_large(result))
    reserve_time(result.extract_count * SECONDS_PER_EXTRACT + corpus_seconds(viewer.project))
    try:
        return replace(result, named=document_grid(source, project_corpus(viewer), settings))
    except ExtractsRefused as refusal:
        return replace(result, refusal=str(refusal))


def _chosen_source(sources: tuple[SourceDocument, ...], name: str) -> SourceDocument:
    """Returns the document with this name; for "", the first that judges made extracts of, or else the first."""
    if name:
        named = [source for source in sources if source.name == name]
        if not named:
            raise ObjectDoesNotExist(f"There is no document {name}.")
        return named[0]
    return next((source for source in sources if any(source.judges.values())), sources[0])


def _sees_all_scores(viewer: Viewer) -> bool:
    """Whether the viewer may see the scores of all systems at any time."""
    return viewer.role is None or can_manage(viewer.role) or viewer.project.live_scores == Project.LiveScores.SHOW


def _too_large(grid: TopicGrid) -> str:
    return (
        f"This document has {grid.extract_count:,} extracts of {grid.settings.size} sentences; "
        f"at most {MAX_EXTRACTS:,} are ranked here."
    )


def corpus_seconds(project: Project) -> float:
    """Returns the estimated time to count the words of the project's documents."""
    size: Any = Document.objects.filter(topic__project=project).aggregate(letters=Sum("length"))
    return float((size["letters"] or 0) * SECONDS_PER_LETTER)
