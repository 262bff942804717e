"""The progress of judges: the begun sheets of an instrument by judge and topic that a member may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from annotator.judgments.kinds.registry import instrument_kind
from annotator.judgments.models import Instrument, ItemList, sheets
from annotator.judgments.models.sheets import KIND
from annotator.judgments.queries.expected import expected_sheets
from annotator.projects.models import Membership, Topic
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import FINISHED_STATES

FINISHED = Count("pk", filter=Q(state__in=FINISHED_STATES))


@dataclass(slots=True)
class JudgeRow:
    """A judge's sheets of an instrument. ``assigned``: the number of topics with a task of the instrument."""

    judge: Membership
    topics: int = 0
    begun: int = 0
    finished: int = 0
    assigned: int = 0


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A judge's sheets of an instrument on one topic. ``total``: the number of all sheets, begun or not."""

    judge: Membership
    topic_key: str
    begun: int
    finished: int
    total: int


def judge_rows(instrument: Instrument, *, user: User) -> list[JudgeRow]:
    """Returns rows for the judges with sheets or tasks of the instrument that the user may see. Three queries."""
    visible = _visible_sheets(instrument, user).values_list("owner")
    begun = visible.annotate(Count("topic", distinct=True), Count("pk"), finished=FINISHED)
    # The slot of a task is the instrument's key, or the key, a dot and the letter of a model.
    of_instrument = Q(slot=instrument.key) | Q(slot__startswith=f"{instrument.key}.")
    tasks = Assignment.objects.visible_to(user).filter(of_instrument, topic__project=instrument.project_id, kind=KIND)
    assigned = dict(tasks.order_by().values_list("member").annotate(Count("topic", distinct=True)))
    members = instrument.project.memberships.select_related("user").in_bulk()
    rows = {judge: JudgeRow(members[judge], *counts) for judge, *counts in begun}
    for judge, number in assigned.items():
        rows.setdefault(judge, JudgeRow(members[judge])).assigned = number
    return sorted(rows.values(), key=lambda row: row.judge.name)


def begun_sessions(instrument: Instrument, *, user: User, judge: str = "") -> QuerySet[Any]:
    """Returns rows for `session_rows`, to be read page by page. ``judge``: only the sessions of this judge."""
    visible = _visible_sheets(instrument, user)
    if judge:
        visible = visible.filter(owner__name=judge)
    rows = visible.values("topic", "owner", topic_key=F("topic__key"), name=F("owner__name"))
    return rows.annotate(begun=Count("pk"), finished=FINISHED).order_by("topic_key", "name")


def session_rows(instrument: Instrument, page: Iterable[Any]) -> Sequence[SessionRow]:
    """Returns the rows of a page of `begun_sessions`, with the total number of sheets. Five queries."""
    rows = list(page)
    judges = Membership.objects.in_bulk({row["owner"] for row in rows})
    expected = expected_sheets({row["topic"] for row in rows}, judges.values())
    is_open = instrument.state == Instrument.State.OPEN
    return [
        SessionRow(
            judge=judges[row["owner"]],
            topic_key=row["topic_key"],
            begun=row["begun"],
            finished=row["finished"],
            total=max(row["begun"], expected.count(instrument, row["topic"], judges[row["owner"]]) if is_open else 0),
        )
        for row in rows
    ]


def _visible_sheets(instrument: Instrument, user: User) -> Any:
    return sheets().visible_to(user).filter(sheet__instrument=instrument).order_by()


def topics_without_items(instrument: Instrument) -> QuerySet[Topic]:
    """The topics on which nothing can be judged, because they lack the list of items that the instrument needs."""
    topics = Topic.objects.filter(project=instrument.project_id)
    source = instrument_kind(instrument.kind).list_source
    if not source:
        return topics.none()
    return topics.exclude(Exists(ItemList.objects.filter(topic=OuterRef("pk"), source=source)))
