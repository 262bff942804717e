"""The progress of a project: by topic and owner, over time, and members who may be stuck."""

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
from annotator.work.tasks.queries import NOT_BEGUN, BegunWork, Task, load_assignments, make_tasks, next_due, works_on
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class Point:
    """A day or week of a timeline. ``finished``: by kind, the number of works that were finished when it ended.

    ``changes``: the number of entries made during it in the logs of works.
    """

    start: date
    finished: Mapping[str, int]
    changes: int


@dataclass(frozen=True, slots=True)
class Timeline:
    """The progress of a project over time. ``weekly``: each point is a week from Monday, not a day."""

    points: Sequence[Point]
    weekly: bool


MAX_DAYS = 62
"""A timeline of more days has weekly points."""


def make_timeline(
    days: Iterable[WorkDay], begin_days: Mapping[int, date], *, kind_of: Mapping[int, str], today: date
) -> Timeline:
    """Returns the timeline from the first change to today.

    ``begin_days``: for each work that is finished now, the day on which it was begun. A work whose log has no change of
    state (an imported work) counts as finished from that day. ``kind_of``: the kind of each work.
    """
    changes: Counter[date] = Counter()
    states: dict[date, dict[int, str]] = defaultdict(dict)
    works_with_state = set()
    for work_day in days:
        changes[work_day.day] += work_day.changes
        if work_day.state:
            states[work_day.day][work_day.work] = work_day.state
            works_with_state.add(work_day.work)
    for work, begun_on in begin_days.items():
        if work not in works_with_state:
            states[begun_on][work] = "submitted"
    if not (changes or states):
        return Timeline([], weekly=False)
    start = first_day = min([*changes, *states])
    weekly = (today - first_day).days >= MAX_DAYS
    if weekly:
        start -= timedelta(days=first_day.weekday())
    points: list[Point] = []
    finished_works: set[int] = set()
    while start <= max(first_day, today):
        dates = [start + timedelta(days=n) for n in range(7 if weekly else 1)]
        for work, state in chain.from_iterable(states[day].items() for day in dates):
            if state in FINISHED_STATES:
                finished_works.add(work)
            else:
                finished_works.discard(work)
        by_kind = Counter(kind_of[work] for work in finished_works)
        counts = {kind.name: by_kind[kind.name] for kind in kinds()}
        points.append(Point(start, counts, sum(changes[day] for day in dates)))
        start = dates[-1] + timedelta(days=1)
    return Timeline(points, weekly)


STUCK_DAYS = 3
"""An unfinished row seems stuck after this number of days without a change."""
MIXED_STATES = "some"
"""The state of a row whose works and tasks are in different states."""


@dataclass(slots=True)
class ProgressRow:
    """A row of the progress table: one owner's works of a kind on a topic (a pyramid, or annotations of peers).

    ``works``: the newest work on each subject. ``active_seconds``: see `WorkDay`. ``coverage``: empty until
    `fill_coverage`. ``stuck``: why the row seems stuck; empty if it does not.
    """

    topic: Topic
    owner: Membership
    work_kind: Kind
    tasks: list[Task] = field(default_factory=list)
    works: list[BegunWork] = field(default_factory=list)
    counts: ItemCounts = field(default_factory=ItemCounts)
    active_seconds: float = 0.0
    last_change: datetime | None = None
    coverage: Coverage = field(default_factory=Coverage)
    stuck: str = ""

    @property
    def kind(self) -> str:
        """The name of its kind in filters and tables."""
        return self.work_kind.progress_name

    @property
    def work_ids(self) -> list[int]:
        return [work.pk for work in self.works]

    @property
    def finished_count(self) -> int:
        return sum(work.state in FINISHED_STATES for work in self.works)

    @property
    def total(self) -> int:
        """The number of works and of tasks not begun."""
        return len(self.works) + sum(task.unbegun_count for task in self.tasks)

    @property
    def is_finished(self) -> bool:
        return self.finished_count == self.total

    @property
    def state(self) -> str:
        """The common state of the works and tasks, or ``MIXED_STATES``."""
        states = {work.state for work in self.works} | {NOT_BEGUN for task in self.tasks if task.unbegun_count}
        return states.pop() if len(states) == 1 else MIXED_STATES

    @property
    def due(self) -> date | None:
        """The earliest due date of an unfinished task."""
        return next_due(self.tasks)

    @property
    def overdue_count(self) -> int:
        return sum(task.is_overdue for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress rows that a member may see, and their timeline. ``has_all_rows``: the member may see all rows."""

    rows: Sequence[ProgressRow]
    timeline: Timeline
    has_all_rows: bool

    @property
    def stuck_members(self) -> list["StuckMember"]:
        """The members with stuck rows, most overdue tasks first."""
        by_owner: dict[int, list[ProgressRow]] = {}
        for row in self.rows:
            if row.stuck:
                by_owner.setdefault(row.owner.pk, []).append(row)
        members = [StuckMember(rows[0].owner, rows) for rows in by_owner.values()]
        return sorted(members, key=lambda member: (-member.overdue_count, -len(member.rows), member.owner.name))


@dataclass(frozen=True, slots=True)
class StuckMember:
    owner: Membership
    rows: Sequence[ProgressRow]

    @property
    def overdue_count(self) -> int:
        return sum(row.overdue_count for row in self.rows)


def progress_of(project: Project, *, member: Membership, user: User, now: datetime) -> Progress:
    """Returns the progress that a member may see. Its rows have no coverage yet."""
    topics = {topic.pk: topic for topic in Topic.objects.visible_to(user).filter(project=project).defer("statement")}
    owners = {owner.pk: owner for owner in project.memberships.all()}
    assignments = load_assignments(Assignment.objects.visible_to(user).filter(topic__project=project))
    roles = TopicRole.objects.none() if can_manage(member.role) else TopicRole.objects.filter(member=member)
    role_topics = set(roles.order_by().values_list("topic", flat=True))
    works = [
        work
        for work in works_on(topics, user=user)
        if can_manage(member.role) or work.owner == member.pk or work.topic in role_topics
    ]
    rows = _rows(make_tasks(assignments, works, today=now.date()), works, topics, owners)
    days = _fill_counts(rows, works)
    for row in rows:
        row.stuck = why_stuck(row, now)
    begin_days = {work.pk: work.begun_at.date() for work in works if work.state in FINISHED_STATES}
    timeline = make_timeline(days, begin_days, kind_of={work.pk: work.kind for work in works}, today=now.date())
    return Progress(rows, timeline, can_manage(member.role))


def _rows(
    tasks: Iterable[Task], works: Iterable[BegunWork], topics: Mapping[int, Topic], owners: Mapping[int, Membership]
) -> list[ProgressRow]:
    """Returns one row per topic, kind and owner. ``works``: newest first. ``topics``, ``owners``: by id."""
    rows: dict[tuple[int, int, str], ProgressRow] = {}

    def row_of(topic: int, owner: int, kind: str) -> ProgressRow:
        return rows.setdefault((topic, owner, kind), ProgressRow(topics[topic], owners[owner], kind_named(kind)))

    for task in tasks:
        row_of(task.assignment.topic_id, task.assignment.member_id, task.assignment.kind).tasks.append(task)
    subjects_with_work = set()
    for work in works:
        if (work.subject, work.owner) not in subjects_with_work:  # only the newest work on a subject
            subjects_with_work.add((work.subject, work.owner))
            row_of(work.topic, work.owner, work.kind).works.append(work)
    order = {kind.name: position for position, kind in enumerate(kinds())}
    return sorted(rows.values(), key=lambda row: (row.topic.key, order[row.work_kind.name], row.owner.name))


def _fill_counts(rows: Collection[ProgressRow], works: Iterable[BegunWork]) -> list[WorkDay]:
    """Set the counts and times of the rows. Returns the days on which the works were changed."""
    rows_by_key = {(row.topic.pk, row.owner.pk, row.work_kind.name): row for row in rows}
    # All works, not only the newest: works that were carried over to a later release took time too.
    row_of_work = {work.pk: rows_by_key[work.topic, work.owner, work.kind] for work in works}
    counts = counts_by_work([work for row in rows for work in row.work_ids])
    for row in rows:
        row.counts = sum((counts[work] for work in row.work_ids), ItemCounts())
    days = work_days(row_of_work)
    for day in days:
        row = row_of_work[day.work]
        row.active_seconds += day.active_seconds
        row.last_change = max(row.last_change, day.last_change) if row.last_change else day.last_change
    return days


def why_stuck(row: ProgressRow, now: datetime) -> str:
    """Returns why a row seems stuck, as text for pages; empty if it does not seem stuck.

    A row is stuck if its owner can sign in, it is not finished, and it is overdue or has not changed for ``STUCK_DAYS``
    (counted from the assignment if nothing is begun).
    """
    if row.is_finished or row.owner.user_id is None:
        return ""
    if row.overdue_count:
        return "overdue"
    starts = [task.assignment.created_at for task in row.tasks] + [work.begun_at for work in row.works]
    last_change = row.last_change or max(starts, default=now)
    idle_days = (now - last_change) // timedelta(days=1)
    return f"no change for {idle_days} days" if idle_days >= STUCK_DAYS else ""


def fill_coverage(rows: Iterable[ProgressRow]) -> None:
    """Set the coverage of the rows where it is not yet set. Two queries at most."""
    uncounted = [row for row in rows if row.works and not row.coverage.words]
    if not uncounted:
        return
    coverage = coverage_of([work for row in uncounted for work in row.work_ids])
    for row in uncounted:
        row.coverage = sum((coverage[work] for work in row.work_ids), Coverage())
