"""The scores of a project a few hundred at a time, however many there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Collate

from annotator.matching.models import matchings
from annotator.projects.models import Project, Topic
from annotator.runs.steps import with_progress
from annotator.work.models import Work
from scoring.measures.observation import HUMAN, Row
from scoring.observations.pyramid_scores import NEWEST_FIRST, ScoreChoice, ScoreSheet, consensus_first, score_sheet
from scoring.observations.viewer import Viewer

CHUNK = 500
"""Annotations whose scores are in memory at a time; those of one peer stay together."""

_SHOWN_NAME = Case(When(hides_peer=True, then=F("summary__mask")), default=F("summary__summarizer"))
_BY_SHOWN_NAME = (Collate("topic__key", "C"), Collate(_SHOWN_NAME, "C"))


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """The scores of one project: see ``score_sheet``. ``topics``: only these; None: all."""

    viewer: Viewer
    choice: ScoreChoice
    topics: Sequence[Topic] | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a score sheet, and its rows in the order of the whole sheet."""

    sheet: ScoreSheet
    rows: list[Row]


def score_pieces(request: ScoreRequest, *, size: int = CHUNK) -> Iterator[Piece]:
    """The rows of ``score_sheet``, in its order, piece by piece. With jackknife each piece has whole topics: their
    peers, then their model summaries. Keep the transaction open until the last piece: annotations are read from a
    database cursor.
    """
    choice = request.choice
    visible = request.viewer.annotations()
    if request.topics is not None:
        visible = visible.filter(topic__in=request.topics)
    chosen = visible
    if choice.matcher:
        chosen = chosen.filter(owner__name=choice.matcher)
    if choice.release is not None:
        chosen = chosen.filter(release__number=choice.release)
    # A masked peer: then ``score_sheet`` sorts by the names that the viewer may see.
    by_name = "hides_peer" in chosen.query.annotations and chosen.filter(Q(hides_peer=True)).exists()
    together = "topic" if choice.jackknife else "summary"
    order = (*_BY_SHOWN_NAME, *NEWEST_FIRST) if by_name else NEWEST_FIRST
    for keys in with_progress(_pieces(chosen.order_by(*order), size, together)):
        sheet = score_sheet(request.viewer, choice, visible.filter(pk__in=keys))
        yield Piece(sheet, _in_order(sheet.rows, by_name=by_name))


def matchers_of(project: Project) -> list[str]:
    names = matchings().filter(topic__project=project).order_by("owner__name")
    return sorted(names.values_list("owner__name", flat=True).distinct(), key=consensus_first)


def _in_order(rows: Sequence[Row], *, by_name: bool) -> list[Row]:
    """By topic, the model summaries last; peers also by name if ``by_name``."""
    subjects = [row.origin.subject for row in rows]
    topics = {topic: at for at, topic in enumerate(dict.fromkeys(subject.topic for subject in subjects))}

    def place(row: Row) -> tuple[int, bool, str]:
        subject = row.origin.subject
        is_human = subject.kind == HUMAN
        return topics[subject.topic], is_human, subject.summarizer if by_name and not is_human else ""

    return sorted(rows, key=place)


def _pieces(annotations: QuerySet[Work], size: int, together: str) -> Iterator[list[int]]:
    """Primary keys of about ``size`` annotations at a time; those with one value of the column ``together`` stay so."""
    keys: list[int] = []
    rows = annotations.values_list("pk", together).iterator(chunk_size=size)
    for _, group in groupby(rows, key=itemgetter(1)):
        keys += [key for key, _ in group]
        if len(keys) >= size:
            yield keys
            keys = []
    if keys:
        yield keys
