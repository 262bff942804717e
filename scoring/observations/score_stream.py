"""Streams the scores of a project piece by piece, so that memory does not grow with the number of scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Collate

from annotator.matching.models import peer_annotations
from annotator.projects.models import Project, Topic
from annotator.runs.steps import with_progress
from annotator.work.models import Work
from scoring.measures.observation import HUMAN, Row
from scoring.observations.pyramid_scores import NEWEST_FIRST, ScoreSettings, ScoreSheet, consensus_first, score_sheet
from scoring.observations.viewer import Viewer

CHUNK = 500
"""The approximate number of annotations in a piece."""

_SHOWN_NAME = Case(When(hides_peer=True, then=F("summary__mask")), default=F("summary__summarizer"))
_BY_SHOWN_NAME = (Collate("topic__key", "C"), Collate(_SHOWN_NAME, "C"))  # by code points, as Python sorts


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Which scores of a project to stream: the arguments of ``score_sheet``. ``topics``: None means all."""

    viewer: Viewer
    settings: ScoreSettings
    topics: Sequence[Topic] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a score sheet, and its rows in the order of the whole sheet."""

    sheet: ScoreSheet
    rows: list[Row]


def score_pieces(request: ScoreRequest, *, size: int = CHUNK) -> Iterator[Piece]:
    """Yields the rows of ``score_sheet`` in pieces and in the same order. With ``settings.jackknife`` each piece has
    whole topics: for each topic the peers, then the model summaries. The caller must keep the transaction open until
    the last piece, because annotations are read from a database cursor.
    """
    settings = request.settings
    visible = request.viewer.annotations()
    if request.topics is not None:
        visible = visible.filter(topic__in=request.topics)
    requested = visible
    if settings.matcher:
        requested = requested.filter(owner__name=settings.matcher)
    if settings.release is not None:
        requested = requested.filter(release__number=settings.release)
    # If any peer is masked, ``score_sheet`` sorts by the names that the viewer may see, so the stream must do the same.
    sort_by_name = "hides_peer" in requested.query.annotations and requested.filter(Q(hides_peer=True)).exists()
    group_column = "topic" if settings.jackknife else "summary"
    order = (*_BY_SHOWN_NAME, *NEWEST_FIRST) if sort_by_name else NEWEST_FIRST
    for keys in with_progress(_key_chunks(requested.order_by(*order), size, group_column)):
        sheet = score_sheet(request.viewer, settings, visible.filter(pk__in=keys))
        yield Piece(sheet, _in_order(sheet.rows, sort_by_name=sort_by_name))


def matchers_of(project: Project) -> list[str]:
    """Returns the names of the project's matchers, the consensus first."""
    names = peer_annotations().filter(topic__project=project).order_by("owner__name")
    return sorted(names.values_list("owner__name", flat=True).distinct(), key=consensus_first)


def _in_order(rows: Sequence[Row], *, sort_by_name: bool) -> list[Row]:
    """Returns the rows by topic, each topic's model summaries last. ``sort_by_name``: sort its peers by shown name."""
    topics = dict.fromkeys(row.origin.subject.topic for row in rows)
    topic_positions = {topic: position for position, topic in enumerate(topics)}

    def sort_key(row: Row) -> tuple[int, bool, str]:
        subject = row.origin.subject
        is_model = subject.kind == HUMAN
        return topic_positions[subject.topic], is_model, subject.summarizer if sort_by_name and not is_model else ""

    return sorted(rows, key=sort_key)


def _key_chunks(annotations: QuerySet[Work], size: int, group_column: str) -> Iterator[list[int]]:
    """Yields about ``size`` primary keys at a time. Annotations with equal values of ``group_column`` stay together."""
    keys: list[int] = []
    rows = annotations.values_list("pk", group_column).iterator(chunk_size=size)
    for _, group in groupby(rows, key=itemgetter(1)):
        keys += [key for key, _ in group]
        if len(keys) >= size:
            yield keys
            keys = []
    if keys:
        yield keys
