"""The sessions that a member can begin or has begun, by instrument."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q

from annotator.judgments.kinds.base import InstrumentKind
from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, sheets
from annotator.judgments.order import order_key
from annotator.judgments.queries.expected import ExpectedSheets, expected_sheets
from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import can_annotate
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A judge's sheets of an instrument on a topic. ``total``: the number of all sheets, begun or not."""

    topic: Topic
    begun: int
    finished: int
    total: int
    is_assigned: bool

    @property
    def is_finished(self) -> bool:
        return self.begun > 0 and self.finished == self.total


@dataclass(frozen=True, slots=True)
class OwnInstrument:
    """An instrument with the judge's sessions: sessions in progress first, then not begun, then finished sessions."""

    instrument: Instrument
    sessions: Sequence[OwnSession]

    @property
    def kind(self) -> InstrumentKind:
        return instrument_kind(self.instrument.kind)

    @property
    def sheets_total(self) -> int:
        return sum(session.total for session in self.sessions)

    @property
    def sheets_finished(self) -> int:
        return sum(session.finished for session in self.sessions)

    @property
    def sheets_begun(self) -> int:
        return sum(session.begun for session in self.sessions)

    @property
    def topics_finished(self) -> int:
        return sum(session.is_finished for session in self.sessions)


def judge_list(*, judge: Membership, user: User) -> list[OwnInstrument]:
    """Returns the instruments that the user sees, with the sessions of ``judge`` (the user). Seven queries at most.

    A session is listed if the judge has begun it or can begin it now. Topics are in the judge's own random order, like
    the summaries of a session (`judgments.order`).
    """
    instruments = list(Instrument.objects.visible_to(user).filter(project=judge.project_id))
    if not instruments:
        return []
    topics = list(Topic.objects.filter(project=judge.project_id).only("key", "title", "project"))
    begun = _begun_sheets(judge)
    expected = expected_sheets([topic.pk for topic in topics], [judge])
    return [
        OwnInstrument(instrument, _sessions(instrument, topics, begun=begun, expected=expected, judge=judge))
        for instrument in instruments
    ]


def _begun_sheets(judge: Membership) -> dict[tuple[int, int], tuple[int, int]]:
    """Maps the ids of an instrument and a topic to the numbers of the judge's begun and finished sheets."""
    own = sheets().filter(owner=judge).order_by().values_list("sheet__instrument", "topic")
    rows = own.annotate(Count("pk"), finished=Count("pk", filter=Q(state__in=FINISHED_STATES)))
    return {(instrument, topic): (begun, finished) for instrument, topic, begun, finished in rows}


def _sessions(
    instrument: Instrument,
    topics: Sequence[Topic],
    *,
    begun: dict[tuple[int, int], tuple[int, int]],
    expected: ExpectedSheets,
    judge: Membership,
) -> list[OwnSession]:
    takes_judgments = instrument.state == Instrument.State.OPEN and can_annotate(judge.role)
    sessions = []
    for topic in topics:
        begun_count, finished = begun.get((instrument.pk, topic.pk), (0, 0))
        expected_count = expected.count(instrument, topic.pk, judge) if takes_judgments else 0
        if begun_count or expected_count:
            is_assigned = expected.is_assigned(instrument, topic.pk, judge)
            total = max(begun_count, expected_count)
            sessions.append(OwnSession(topic, begun_count, finished, total, is_assigned))
    return sorted(
        sessions,
        key=lambda session: (
            session.is_finished,
            not session.begun,
            not session.is_assigned,
            order_key(instrument.seed, judge.pk, session.topic.pk),
        ),
    )
