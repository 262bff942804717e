"""How far a team is: a line for each topic and owner, who is stuck, and the project over time.

A manager sees all lines, a reviewer or adjudicator also those of their topics, everybody their own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Topic
from annotator.projects.permissions import can_manage
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.progress_counts import PEER, PYRAMID, Coverage, Held, WorkKey, coverage_of, held_by
from annotator.work.tasks.progress_log import Timeline, WorkDay, work_days
from annotator.work.tasks.queries import Task, Work, annotations_of, beside_work, pyramids_of, with_names
from annotator.work.tasks.timeline import timeline
from annotator.work.visibility import FINISHED_STATES

STUCK_DAYS = 3
NOT_BEGUN, SOME = "not_begun", "some"


@dataclass(slots=True)
class Line:
    """One owner's pyramid of a topic, or their matching of its peers.

    ``works``: what counts now (of a peer the newest annotation); ``active``: seconds; ``coverage`` is filled in for
    the lines that are shown.
    """

    topic: Topic
    owner: Membership
    kind: str
    tasks: list[Task] = field(default_factory=list)
    works: list[Work] = field(default_factory=list)
    held: Held = field(default_factory=Held)
    active: float = 0.0
    last: datetime | None = None
    coverage: Coverage | None = None
    stuck: str = ""

    @property
    def keys(self) -> list[WorkKey]:
        """Its works as the counts know them."""
        return [(self.kind, work.key) for work in self.works]

    @property
    def finished(self) -> int:
        """How many of its works are finished."""
        return sum(work.state in FINISHED_STATES for work in self.works)

    @property
    def number(self) -> int:
        """How many works there are or are to be: those begun, and the tasks that are not."""
        return len(self.works) + sum(task.work is None for task in self.tasks)

    @property
    def done(self) -> bool:
        """Whether all of it is finished."""
        return self.finished == self.number

    @property
    def state(self) -> str:
        """The state of the works if they have the same one, else that some are begun or finished."""
        states = {work.state for work in self.works} | {NOT_BEGUN for task in self.tasks if task.work is None}
        return states.pop() if len(states) == 1 else SOME

    @property
    def due(self) -> date | None:
        """The first day by which something unfinished is due."""
        return min(
            (task.assignment.due for task in self.tasks if task.assignment.due and not task.finished), default=None
        )

    @property
    def overdue(self) -> int:
        """How many of its tasks should have been done by now."""
        return sum(task.overdue for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Progress:
    """The lines that somebody may see, and the time they took. ``everybody``: these are all the project has."""

    lines: Sequence[Line]
    over_time: Timeline
    everybody: bool

    @property
    def stuck(self) -> list["Stuck"]:
        """Who seems stuck, those with most overdue first."""
        found: dict[int, list[Line]] = {}
        for line in self.lines:
            if line.stuck:
                found.setdefault(line.owner.pk, []).append(line)
        people = [Stuck(lines[0].owner, lines) for lines in found.values()]
        return sorted(people, key=lambda one: (-one.overdue, -len(one.lines), one.owner.name))


@dataclass(frozen=True, slots=True)
class Stuck:
    """Somebody with lines that seem stuck."""

    owner: Membership
    lines: Sequence[Line]

    @property
    def overdue(self) -> int:
        """How many tasks should have been done by now."""
        return sum(line.overdue for line in self.lines)


def progress_of(project: Project, *, member: Membership, user: User, now: datetime) -> Progress:
    """All lines that a member may see, without their coverage. Eight statements at most, whatever the size."""
    topics = {topic.pk: topic for topic in Topic.objects.visible_to(user).filter(project=project).defer("statement")}
    owners = {one.pk: one for one in project.memberships.all()}
    rows = with_names(Assignment.objects.visible_to(user).filter(topic__project=project))
    judged = set() if can_manage(member.role) else _judged(project, member)

    def mine(topic: int, owner: int) -> bool:
        return can_manage(member.role) or owner == member.pk or topic in judged

    pyramids = [one for one in pyramids_of(topics, user=user) if mine(one.topic, one.owner)]
    annotations = [one for one in annotations_of(topics, user=user) if mine(one.topic, one.owner)]
    tasks = beside_work(rows, pyramids, annotations, today=now.date())
    lines = _lines(tasks, pyramids, annotations, topics, owners)
    days = _count(lines, annotations)
    for line in lines:
        line.stuck = why_stuck(line, now)
    begun = {
        (kind, work.key): work.begun_at.date()
        for kind, several in ((PYRAMID, pyramids), (PEER, annotations))
        for work in several
        if work.state in FINISHED_STATES and work.begun_at
    }
    return Progress(lines, timeline(days, begun, today=now.date()), can_manage(member.role))


def _judged(project: Project, member: Membership) -> set[int]:
    """The topics whose work a member judges and whose owners they may know."""
    roles = set(TopicRole.objects.filter(member=member).order_by().values_list("topic", "role"))
    unnamed = {topic for topic, role in roles if role == TopicRole.Role.ADJUDICATOR and project.anonymous_owners}
    return {topic for topic, _ in roles} - unnamed


def _lines(
    tasks: Iterable[Task],
    pyramids: Iterable[Work],
    annotations: Iterable[Work],
    topics: Mapping[int, Topic],
    owners: Mapping[int, Membership],
) -> list[Line]:
    found: dict[tuple[int, int, str], Line] = {}

    def line(topic: int, owner: int, kind: str) -> Line:
        return found.setdefault((topic, owner, kind), Line(topics[topic], owners[owner], kind))

    for task in tasks:
        kind = PEER if task.peer else PYRAMID
        line(task.assignment.topic_id, task.assignment.member_id, kind).tasks.append(task)
    for work in pyramids:
        line(work.topic, work.owner, PYRAMID).works.append(work)
    shown = set()
    for work in annotations:  # the newest first
        if (work.summary, work.owner) not in shown:
            shown.add((work.summary, work.owner))
            line(work.topic, work.owner, PEER).works.append(work)
    return sorted(found.values(), key=lambda one: (one.topic.key, one.kind == PEER, one.owner.name))


def _count(lines: Collection[Line], annotations: Iterable[Work]) -> list[WorkDay]:
    """Fill in what the lines hold and what the log tells of them; gives the days. Two statements."""
    by_work = {key: line for line in lines for key in line.keys}
    by_place = {(line.topic.pk, line.owner.pk): line for line in lines if line.kind == PEER}
    # Annotations of older releases took time too.
    every = by_work | {(PEER, one.key): by_place[one.topic, one.owner] for one in annotations}
    held = held_by(by_work)
    for key, line in by_work.items():
        line.held += held[key]
    days = work_days(every)
    for day in days:
        line = every[day.work]
        line.active += day.active
        line.last = max(line.last, day.last) if line.last else day.last
    return days


def why_stuck(line: Line, now: datetime) -> str:
    """A sentence for a line that seems stuck, else an empty one.

    The rule: assigned or begun, by somebody who can sign in, not finished, and overdue or unchanged for ``STUCK_DAYS``
    (from the assignment on, where nothing is begun).
    """
    if line.done or line.owner.user_id is None:
        return ""
    if line.overdue:
        return "overdue"
    starts = [task.assignment.created_at for task in line.tasks] + [one.begun_at for one in line.works if one.begun_at]
    last = line.last or max(starts, default=now)
    quiet = (now - last) // timedelta(days=1)
    return f"no change for {quiet} days" if quiet >= STUCK_DAYS else ""


def fill_coverage(lines: Iterable[Line]) -> None:
    """Add their coverage to those of these lines that lack it. Two statements, or none."""
    several = [line for line in lines if line.coverage is None]
    if not several:
        return
    covered = coverage_of([key for line in several for key in line.keys])
    for line in several:
        line.coverage = sum((covered[key] for key in line.keys), Coverage())
