"""How far a project is: by topic and owner, over time, and who is stuck."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Topic
from annotator.projects.permissions import can_manage
from annotator.work.kinds import Kind, kind_named, kinds
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.progress_counts import Coverage, Held, coverage_of, held_by
from annotator.work.tasks.progress_log import Point, Timeline, WorkDay, work_days
from annotator.work.tasks.queries import BegunWork, Task, beside_work, with_names, works_of
from annotator.work.visibility import FINISHED_STATES

MOST_DAYS = 62
"""Of a longer time the points are weeks."""


def timeline(
    days: Iterable[WorkDay], finished: Mapping[int, date], *, kind_of: Mapping[int, str], today: date
) -> Timeline:
    """The points from the first change to today.

    ``finished``: the works that are finished now, with the day they were begun; a work without a state in its log
    counts from then on. ``kind_of``: the kind of each work.
    """
    changes: dict[date, int] = defaultdict(int)
    turns: dict[date, dict[int, str]] = defaultdict(dict)
    with_state = set()
    for one in days:
        changes[one.day] += one.changes
        if one.state:
            turns[one.day][one.work] = one.state
            with_state.add(one.work)
    for work, begun in finished.items():
        if work not in with_state:
            turns[begun][work] = "submitted"
    first = min([*changes, *turns], default=None)
    if first is None:
        return Timeline([], weekly=False)
    weekly = (today - first).days >= MOST_DAYS
    points = _points(first, max(today, first), changes, turns, kind_of, weekly=weekly)
    return Timeline(list(points), weekly)


def _points(
    first: date,
    last: date,
    changes: Mapping[date, int],
    turns: Mapping[date, Mapping[int, str]],
    kind_of: Mapping[int, str],
    *,
    weekly: bool,
) -> Iterable[Point]:
    step = 7 if weekly else 1
    start = first - timedelta(days=first.weekday()) if weekly else first
    done: set[int] = set()
    while start <= last:
        within = [start + timedelta(days=n) for n in range(step)]
        for day in within:
            for work, state in turns.get(day, {}).items():
                (done.add if state in FINISHED_STATES else done.discard)(work)
        count = Counter(kind_of[work] for work in done)
        finished = {kind.name: count[kind.name] for kind in kinds()}
        yield Point(start, finished, sum(changes.get(day, 0) for day in within))
        start += timedelta(days=step)


STUCK_DAYS = 3
NOT_BEGUN, SOME = "not_begun", "some"


@dataclass(slots=True)
class Line:
    """One owner's works of a kind on a topic: a pyramid, or the matchings of its peers.

    ``works``: what counts now (of several on the same peer the newest); ``active``: seconds; ``coverage`` is filled in
    for the lines that are shown.
    """

    topic: Topic
    owner: Membership
    of: Kind
    tasks: list[Task] = field(default_factory=list)
    works: list[BegunWork] = field(default_factory=list)
    held: Held = field(default_factory=Held)
    active: float = 0.0
    last: datetime | None = None
    coverage: Coverage | None = None
    stuck: str = ""

    @property
    def kind(self) -> str:
        """What filters and tables call its kind."""
        return self.of.line_name

    @property
    def keys(self) -> list[int]:
        """The keys of its works."""
        return [work.key for work in self.works]

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
    """All lines that a member may see, without their coverage. Seven queries at most, whatever the size."""
    topics = {topic.pk: topic for topic in Topic.objects.visible_to(user).filter(project=project).defer("statement")}
    owners = {owner.pk: owner for owner in project.memberships.all()}
    rows = with_names(Assignment.objects.visible_to(user).filter(topic__project=project))
    judged = set() if can_manage(member.role) else _judged(project, member)
    works = [
        work
        for work in works_of(topics, user=user)
        if can_manage(member.role) or work.owner == member.pk or work.topic in judged
    ]
    lines = _lines(beside_work(rows, works, today=now.date()), works, topics, owners)
    days = _count(lines, works)
    for line in lines:
        line.stuck = why_stuck(line, now)
    finished = {work.key: work.begun_at.date() for work in works if work.state in FINISHED_STATES}
    over_time = timeline(days, finished, kind_of={work.key: work.kind for work in works}, today=now.date())
    return Progress(lines, over_time, can_manage(member.role))


def _judged(project: Project, member: Membership) -> set[int]:
    """The topics whose work a member judges and whose owners they may know."""
    roles = set(TopicRole.objects.filter(member=member).order_by().values_list("topic", "role"))
    unnamed = {topic for topic, role in roles if role == TopicRole.Role.ADJUDICATOR and project.anonymous_owners}
    return {topic for topic, _ in roles} - unnamed


Place = tuple[int, int, str]
"""What a line is about: a topic, an owner and a kind."""


def _lines(
    tasks: Iterable[Task],
    works: Iterable[BegunWork],
    topics: Mapping[int, Topic],
    owners: Mapping[int, Membership],
) -> list[Line]:
    """The lines in the order of topics, kinds and owners. ``works``: the newest first."""
    found: dict[Place, Line] = {}

    def line(place: Place) -> Line:
        topic, owner, kind = place
        return found.setdefault(place, Line(topics[topic], owners[owner], kind_named(kind)))

    for task in tasks:
        line((task.assignment.topic_id, task.assignment.member_id, task.assignment.kind)).tasks.append(task)
    shown = set()
    for work in works:
        if (work.subject, work.owner) not in shown:
            shown.add((work.subject, work.owner))
            line(_place(work)).works.append(work)
    order = {kind.name: position for position, kind in enumerate(kinds())}
    return sorted(found.values(), key=lambda line: (line.topic.key, order[line.of.name], line.owner.name))


def _place(work: BegunWork) -> Place:
    return (work.topic, work.owner, work.kind)


def _count(lines: Collection[Line], works: Iterable[BegunWork]) -> list[WorkDay]:
    """Fill in what the lines hold and what the log has of them; gives the days. Two queries."""
    by_place = {(line.topic.pk, line.owner.pk, line.of.name): line for line in lines}
    # Works that were carried over to a later release took time too.
    every = {work.key: by_place[_place(work)] for work in works}
    held = held_by([key for line in lines for key in line.keys])
    for line in lines:
        line.held = sum((held[key] for key in line.keys), Held())
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
    starts = [task.assignment.created_at for task in line.tasks] + [work.begun_at for work in line.works]
    last = line.last or max(starts, default=now)
    quiet = (now - last) // timedelta(days=1)
    return f"no change for {quiet} days" if quiet >= STUCK_DAYS else ""


def fill_coverage(lines: Iterable[Line]) -> None:
    """Add their coverage to those of these lines that lack it. Two queries, or none."""
    several = [line for line in lines if line.coverage is None]
    if not several:
        return
    covered = coverage_of([key for line in several for key in line.keys])
    for line in several:
        line.coverage = sum((covered[key] for key in line.keys), Coverage())
