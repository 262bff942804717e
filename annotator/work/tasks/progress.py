"""How far a project is: by topic and owner, over time, and who is stuck."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Topic
from annotator.projects.permissions import can_manage
from annotator.work.kinds import Kind, kind_named, kinds
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.progress_counts import Coverage, ItemCounts, WorkDay, counts_by_work, coverage_of, work_days
from annotator.work.tasks.queries import NOT_BEGUN, BegunWork, Task, beside_work, next_due, with_names, works_of
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class Point:
    """A day or week: by kind how many works were finished by its end, and how many changes were made in it."""

    start: date
    finished: Mapping[str, int]
    changes: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """A project over time; ``weekly``: each point is a week from Monday on."""

    points: Sequence[Point]
    weekly: bool


MOST_DAYS = 62
"""Of a longer time the points are weeks."""


def timeline(
    days: Iterable[WorkDay], finished: Mapping[int, date], *, kind_of: Mapping[int, str], today: date
) -> Timeline:
    """The points from the first change to today.

    ``finished``: the works finished now, with the day they were begun: a work without a state change in its log (an
    import) counts from then on. ``kind_of``: the kind of each work.
    """
    changes: Counter[date] = Counter()
    states: dict[date, dict[int, str]] = defaultdict(dict)
    with_state = set()
    for logged in days:
        changes[logged.day] += logged.changes
        if logged.state:
            states[logged.day][logged.work] = logged.state
            with_state.add(logged.work)
    for work, begun in finished.items():
        if work not in with_state:
            states[begun][work] = "submitted"
    if not (changes or states):
        return Timeline([], weekly=False)
    start = first = min([*changes, *states])
    weekly = (today - first).days >= MOST_DAYS
    if weekly:
        start -= timedelta(days=first.weekday())
    points: list[Point] = []
    done: set[int] = set()
    while start <= max(first, today):
        dates = [start + timedelta(days=n) for n in range(7 if weekly else 1)]
        for work, state in chain.from_iterable(states[day].items() for day in dates):
            (done.add if state in FINISHED_STATES else done.discard)(work)
        count = Counter(kind_of[work] for work in done)
        points.append(
            Point(start, {kind.name: count[kind.name] for kind in kinds()}, sum(changes[day] for day in dates))
        )
        start = dates[-1] + timedelta(days=1)
    return Timeline(points, weekly)


STUCK_DAYS = 3
SOME = "some"


@dataclass(slots=True)
class Line:
    """One owner's works of a kind on a topic: a pyramid, or the matchings of its peers.

    ``works``: the newest on each peer; ``active``: seconds; ``coverage``: filled in for the lines that are shown.
    """

    topic: Topic
    owner: Membership
    of: Kind
    tasks: list[Task] = field(default_factory=list)
    works: list[BegunWork] = field(default_factory=list)
    counts: ItemCounts = field(default_factory=ItemCounts)
    active: float = 0.0
    last: datetime | None = None
    coverage: Coverage = field(default_factory=Coverage)
    stuck: str = ""

    @property
    def kind(self) -> str:
        """The name of its kind in filters and tables."""
        return self.of.line_name

    @property
    def keys(self) -> list[int]:
        return [work.key for work in self.works]

    @property
    def finished(self) -> int:
        return sum(work.state in FINISHED_STATES for work in self.works)

    @property
    def number(self) -> int:
        """How many works there are, plus the tasks not begun."""
        return len(self.works) + sum(task.work is None for task in self.tasks)

    @property
    def done(self) -> bool:
        return self.finished == self.number

    @property
    def state(self) -> str:
        """The common state of its works; ``SOME`` if they differ."""
        states = {work.state for work in self.works} | {NOT_BEGUN for task in self.tasks if task.work is None}
        return states.pop() if len(states) == 1 else SOME

    @property
    def due(self) -> date | None:
        """The earliest due date of an unfinished task."""
        return next_due(self.tasks)

    @property
    def overdue(self) -> int:
        return sum(task.overdue for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Progress:
    """The lines that a member may see, and the timeline. ``everybody``: these are all lines of the project."""

    lines: Sequence[Line]
    over_time: Timeline
    everybody: bool

    @property
    def stuck(self) -> list["Stuck"]:
        """The members with stuck lines, most overdue tasks first."""
        by_owner: dict[int, list[Line]] = {}
        for line in self.lines:
            if line.stuck:
                by_owner.setdefault(line.owner.pk, []).append(line)
        people = [Stuck(lines[0].owner, lines) for lines in by_owner.values()]
        return sorted(people, key=lambda person: (-person.overdue, -len(person.lines), person.owner.name))


@dataclass(frozen=True, slots=True)
class Stuck:
    owner: Membership
    lines: Sequence[Line]

    @property
    def overdue(self) -> int:
        return sum(line.overdue for line in self.lines)


def progress_of(project: Project, *, member: Membership, user: User, now: datetime) -> Progress:
    """All lines that a member may see, without their coverage."""
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
    """The topics that a member reviews or adjudicates and whose owners they may know."""
    roles = set(TopicRole.objects.filter(member=member).order_by().values_list("topic", "role"))
    unnamed = {topic for topic, role in roles if role == TopicRole.Role.ADJUDICATOR and project.anonymous_owners}
    return {topic for topic, _ in roles} - unnamed


def _lines(
    tasks: Iterable[Task],
    works: Iterable[BegunWork],
    topics: Mapping[int, Topic],
    owners: Mapping[int, Membership],
) -> list[Line]:
    """The lines by topic, kind and owner. ``works``: the newest first."""
    lines: dict[tuple[int, int, str], Line] = {}

    def line(topic: int, owner: int, kind: str) -> Line:
        return lines.setdefault((topic, owner, kind), Line(topics[topic], owners[owner], kind_named(kind)))

    for task in tasks:
        line(task.assignment.topic_id, task.assignment.member_id, task.assignment.kind).tasks.append(task)
    shown = set()
    for work in works:
        if (work.subject, work.owner) not in shown:
            shown.add((work.subject, work.owner))
            line(work.topic, work.owner, work.kind).works.append(work)
    order = {kind.name: position for position, kind in enumerate(kinds())}
    return sorted(lines.values(), key=lambda line: (line.topic.key, order[line.of.name], line.owner.name))


def _count(lines: Collection[Line], works: Iterable[BegunWork]) -> list[WorkDay]:
    """Fill in the counts and times of the lines; returns the days in the log."""
    by_place = {(line.topic.pk, line.owner.pk, line.of.name): line for line in lines}
    # Works that were carried over to a later release took time too.
    every = {work.key: by_place[work.topic, work.owner, work.kind] for work in works}
    counts = counts_by_work([key for line in lines for key in line.keys])
    for line in lines:
        line.counts = sum((counts[key] for key in line.keys), ItemCounts())
    days = work_days(every)
    for day in days:
        line = every[day.work]
        line.active += day.active
        line.last = max(line.last, day.last) if line.last else day.last
    return days


def why_stuck(line: Line, now: datetime) -> str:
    """Why a line seems stuck, for display; empty if it does not.

    Stuck means: assigned or begun by somebody who can sign in, not finished, and overdue or unchanged for
    ``STUCK_DAYS`` (since the assignment if nothing is begun).
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
    """Add the coverage to lines that lack it. Two queries at most."""
    uncounted = [line for line in lines if line.works and not line.coverage.words]
    if not uncounted:
        return
    covered = coverage_of([key for line in uncounted for key in line.keys])
    for line in uncounted:
        line.coverage = sum((covered[key] for key in line.keys), Coverage())
