"""Assignments beside the work that was done for them: how far each is, and what its member does next."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.urls import reverse

from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import mask_sort_key, shuffle_key
from annotator.projects.permissions import can_manage
from annotator.work.kinds import Kind, kind_named
from annotator.work.models import Release, Work
from annotator.work.releases import default_release
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import FINISHED_STATES, WorkState

NOT_BEGUN = "not_begun"
Subject = tuple[str, int, int | None, str]
"""What is worked on: a kind, a topic, a summary of it or None, and a slot."""


@dataclass(frozen=True, slots=True)
class BegunWork:
    """A work beside tasks. ``pyramid``, ``release``, ``number``: of the release it is pinned to, if any."""

    key: int
    kind: str
    topic: int
    summary: int | None
    slot: str
    owner: int
    state: str
    pyramid: int | None
    release: int | None
    number: int | None
    begun_at: datetime

    @property
    def of(self) -> Kind:
        return kind_named(self.kind)

    @property
    def subject(self) -> Subject:
        return (self.kind, self.topic, self.summary, self.slot)


@dataclass(frozen=True, slots=True)
class Task:
    """An assignment and the work done for it. ``today`` decides what is overdue."""

    assignment: Assignment
    work: BegunWork | None
    today: date

    @property
    def of(self) -> Kind:
        return kind_named(self.assignment.kind)

    @property
    def topic(self) -> Topic:
        return self.assignment.topic

    @property
    def member(self) -> Membership:
        return self.assignment.member

    @property
    def peer(self) -> Summary | None:
        return self.assignment.summary

    @property
    def name(self) -> str:
        """What its member calls it, after the topic."""
        return self.of.task_name(self.peer.shown_name if self.peer else "")

    @property
    def url(self) -> str:
        """The URL of the work, pinned to its release."""
        url = self._reverse(self.of.route, self.member.name)
        return f"{url}?pin={self.work.release}" if self.work and self.work.release else url

    @property
    def start_url(self) -> str:
        """The URL at which the work is begun; empty if its kind has none."""
        return self._reverse(self.of.start_route) if self.of.start_route else ""

    def _reverse(self, route: str, *steps: str) -> str:
        peer = [self.peer.shown_name] if self.peer else []
        slot = [self.assignment.slot] if self.assignment.slot else []
        return reverse(route, args=[self.topic.project.slug, self.topic.key, *peer, *slot, *steps])

    @property
    def state(self) -> str:
        return self.work.state if self.work else NOT_BEGUN

    @property
    def finished(self) -> bool:
        return self.state in FINISHED_STATES

    @property
    def waits(self) -> bool:
        """Whether it is in review."""
        return self.state == WorkState.IN_REVIEW

    @property
    def overdue(self) -> bool:
        return self.assignment.due is not None and self.assignment.due < self.today and not self.finished

    @property
    def by_urgency(self) -> tuple[Any, ...]:
        """The sort key: due date, begun tasks first, topic, the topic itself before its peers."""
        due = self.assignment.due or date.max
        return (due, self.work is None, self.topic.project_id, self.topic.key, *self._place, self.assignment.pk)

    @property
    def _place(self) -> tuple[Any, ...]:
        """The sort key within its topic, see `in_order_for`."""
        if self.peer is None:
            return (0,)
        if self.topic.project.shuffle_peers and not can_manage(self.member.role):
            return (1, shuffle_key(self.member.pk, self.peer.pk))
        return (1, mask_sort_key(self.peer.mask) if self.peer.hides_name else (0, self.peer.position, ""))


def tasks_of(assignments: QuerySet[Assignment], *, user: User, today: date) -> list[Task]:
    """The assignments with the works that the user may see. Two queries, or one if there are no assignments."""
    rows = with_names(assignments)
    if not rows:
        return []
    works = works_of({row.topic_id for row in rows}, user=user)
    _hide(rows, seen={work.key for work in works}, user=user)
    return beside_work(rows, works, today=today)


def _hide(rows: Iterable[Assignment], *, seen: Collection[int], user: User) -> None:
    """Hide from the user what other pages hide. ``seen``: keys of the works the user may see."""
    for row in rows:
        if row.member.user_id != user.pk:
            continue  # only managers see the others'
        masked = row.topic.project.mask_summarizers and row.topic.revealed_at is None
        if row.summary:
            row.summary.hides_name = masked and not can_manage(row.member.role)
        if row.release:
            row.release.hides_owner = row.release.pyramid_id not in seen


def with_names(assignments: QuerySet[Assignment]) -> list[Assignment]:
    """The assignments with the related rows that pages show. One query."""
    rows = assignments.select_related("topic__project", "member", "summary", "release__pyramid__owner")
    texts = ("summary__text", "summary__words", "summary__sentences", "release__document", "topic__statement")
    return list(rows.defer(*texts))


def beside_work(rows: Iterable[Assignment], works: Iterable[BegunWork], *, today: date) -> list[Task]:
    """Each assignment with the work done for it. ``works``: the newest first."""
    by_subject: dict[tuple[Subject, int], list[BegunWork]] = defaultdict(list)
    for work in works:
        by_subject[work.subject, work.owner].append(work)
    return [Task(row, _work_for(row, by_subject[subject_of(row), row.member_id]), today) for row in rows]


def next_due(tasks: Iterable[Task]) -> date | None:
    """The earliest due date of an unfinished task."""
    return min((task.assignment.due for task in tasks if task.assignment.due and not task.finished), default=None)


def works_of(topics: Iterable[int], *, user: User) -> list[BegunWork]:
    """The works on these topics that the user may see, newest first. One query."""
    rows = (
        Work.objects.visible_to(user)
        .filter(topic__in=topics)
        .order_by("-release__created_at", "-release__number", "-created_at")
        .values_list(
            *("pk", "kind", "topic", "summary", "slot", "owner", "state"),
            *("release__pyramid", "release", "release__number", "created_at"),
        )
    )
    return [BegunWork(*row) for row in rows]


def subject_of(row: Assignment) -> Subject:
    return (row.kind, row.topic_id, row.summary_id, row.slot)


def _work_for(row: Assignment, works: Iterable[BegunWork]) -> BegunWork | None:
    """The first work that fulfils the assignment: pinned to its release, or carried on to a later one."""
    release = row.release
    if release is None:
        return next(iter(works), None)
    numbers = ((work, work.number or 0) for work in works if work.pyramid == release.pyramid_id)
    return next((work for work, number in numbers if number >= release.number), None)


@dataclass(frozen=True, slots=True)
class Step:
    """One of the user's tasks to do.

    ``release``: what its work would be pinned to by default. ``ready``: it can be begun or continued.
    """

    task: Task
    release: Release | None
    ready: bool


@dataclass(frozen=True, slots=True)
class NextUp:
    """The user's own tasks: to do in order, in review, and finished."""

    steps: Sequence[Step]
    waiting: Sequence[Task]
    done: Sequence[Task]

    def __bool__(self) -> bool:
        return bool(self.steps or self.waiting or self.done)

    @property
    def overdue(self) -> int:
        return sum(step.task.overdue for step in self.steps)


def next_up(*, user: User, today: date, project: int | None = None) -> NextUp:
    """The user's own tasks in one project or all. One query if there are none, else three at most."""
    mine = Assignment.objects.of_known_kinds().filter(member__user=user.pk).exclude(member__role=Membership.Role.VIEWER)
    tasks = tasks_of(mine.filter(topic__project=project) if project else mine, user=user, today=today)
    ordered = sorted(tasks, key=lambda task: task.by_urgency)
    todo = [task for task in ordered if not task.finished and not task.waits]
    return NextUp(
        steps=_steps(todo, user),
        waiting=[task for task in ordered if task.waits],
        done=[task for task in ordered if task.finished],
    )


def _steps(tasks: Sequence[Task], user: User) -> list[Step]:
    asking = {task.topic.pk for task in tasks if task.of.pinned and not task.work and not task.assignment.release}
    by_topic: dict[int, list[Release]] = defaultdict(list)
    if asking:
        releases = Release.objects.visible_to(user).filter(pyramid__topic__in=asking)
        for release in releases.select_related("pyramid__owner").defer("document"):
            by_topic[release.pyramid.topic_id].append(release)
    steps = []
    for task in tasks:
        choices = [task.assignment.release] if task.assignment.release else by_topic[task.topic.pk]
        ready = task.work is not None or not task.of.pinned or bool(choices)
        steps.append(Step(task, task.assignment.release or default_release(choices), ready))
    return steps
