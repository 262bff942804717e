"""Assignments beside the work that was done for them: how far each is, and what its member does next."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet

from annotator.matching.models import matchings
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import natural, place_of
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import pyramids
from annotator.work.models import Release
from annotator.work.releases import default_release
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import FINISHED_STATES, WorkState

NOT_BEGUN = "not_begun"


@dataclass(frozen=True, slots=True)
class Work:
    """A pyramid, or with ``summary`` a peer annotation: ``release`` is the key of what it is pinned to."""

    key: int
    topic: int
    owner: int
    state: str
    summary: int | None = None
    pyramid: int | None = None
    release: int | None = None
    number: int = 0
    begun_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """An assignment and the work for it. ``today`` decides what is overdue."""

    assignment: Assignment
    work: Work | None
    today: date

    @property
    def topic(self) -> Topic:
        """The topic, with its project."""
        return self.assignment.topic

    @property
    def member(self) -> Membership:
        """Whose task it is."""
        return self.assignment.member

    @property
    def peer(self) -> Summary | None:
        """The peer to match; None for a pyramid."""
        return self.assignment.summary

    @property
    def state(self) -> str:
        """The state of the work, or that there is none."""
        return self.work.state if self.work else NOT_BEGUN

    @property
    def finished(self) -> bool:
        """Whether it is done."""
        return self.state in FINISHED_STATES

    @property
    def waits(self) -> bool:
        """Whether somebody else has it now."""
        return self.state == WorkState.IN_REVIEW

    @property
    def overdue(self) -> bool:
        """Whether its day has passed."""
        return self.assignment.due is not None and self.assignment.due < self.today and not self.finished

    @property
    def by_urgency(self) -> tuple[Any, ...]:
        """What to do first: by due date, then what is begun, then by topic, the pyramid before its peers."""
        due = self.assignment.due or date.max
        return (due, self.work is None, self.topic.project_id, self.topic.key, *self._place, self.assignment.pk)

    @property
    def _place(self) -> tuple[Any, ...]:
        """Where it stands among the tasks of its topic: see `in_order_for`."""
        if self.peer is None:
            return (0,)
        if self.topic.project.shuffle_peers and not can_manage(self.member.role):
            return (1, place_of(self.member.pk, self.peer.pk))
        return (1, natural(self.peer.mask) if self.peer.hides_name else (0, self.peer.position, ""))


def tasks_of(assignments: QuerySet[Assignment], *, user: User, today: date) -> list[Task]:
    """These assignments with the work that the user may see of it. Three statements, one where there are none."""
    rows = with_names(assignments)
    if not rows:
        return []
    topics = {row.topic_id for row in rows}
    pyramids = pyramids_of(topics, user=user)
    _hide(rows, seen={one.key for one in pyramids}, user=user)
    return beside_work(rows, pyramids, annotations_of(topics, user=user), today=today)


def _hide(rows: Iterable[Assignment], *, seen: Collection[int], user: User) -> None:
    """Have the user's own tasks tell no more than other pages do. ``seen``: keys of the pyramids the user may see."""
    for row in rows:
        if row.member.user_id != user.pk:
            continue  # only managers see the others'
        masked = row.topic.project.mask_summarizers and row.topic.revealed_at is None
        if row.summary:
            row.summary.hides_name = masked and not can_manage(row.member.role)
        if row.release:
            row.release.hides_owner = row.release.pyramid_id not in seen


def with_names(assignments: QuerySet[Assignment]) -> list[Assignment]:
    """Assignments with all that pages call them by. One statement."""
    named = assignments.select_related("topic__project", "member", "summary", "release__pyramid__owner")
    texts = ("summary__text", "summary__words", "summary__sentences", "release__document", "topic__statement")
    return list(named.defer(*texts))


def beside_work(
    rows: Iterable[Assignment], pyramids: Iterable[Work], annotations: Iterable[Work], *, today: date
) -> list[Task]:
    """Each assignment with the work that was done for it. ``annotations``: the newest first."""
    made = {(one.topic, one.owner): one for one in pyramids}
    matched = newest_first(annotations)
    return [Task(row, _work_for(row, made, matched), today) for row in rows]


def pyramids_of(topics: Iterable[int], *, user: User) -> list[Work]:
    """The pyramids of these topics that the user may see. One statement."""
    found = pyramids().visible_to(user).filter(topic__in=topics).order_by("pk")
    rows = found.values_list("pk", "topic", "owner", "state", "created_at")
    return [Work(key, topic, owner, state, begun_at=at) for key, topic, owner, state, at in rows]


def annotations_of(topics: Iterable[int], *, user: User) -> list[Work]:
    """The peer annotations of these topics that the user may see, the newest first. One statement."""
    found = matchings().visible_to(user).filter(summary__topic__in=topics)
    rows = found.order_by("-release__created_at", "-release__number", "-created_at").values_list(
        "pk",
        "summary__topic",
        "owner",
        "state",
        "summary",
        "release__pyramid",
        "release",
        "release__number",
        "created_at",
    )
    return [Work(*row) for row in rows]


def newest_first(annotations: Iterable[Work]) -> dict[tuple[int | None, int], list[Work]]:
    """Annotations by peer and owner, in the order given."""
    found: dict[tuple[int | None, int], list[Work]] = defaultdict(list)
    for work in annotations:
        found[work.summary, work.owner].append(work)
    return found


def _work_for(
    row: Assignment, pyramids: dict[tuple[int, int], Work], annotations: dict[tuple[int | None, int], list[Work]]
) -> Work | None:
    if row.summary_id is None:
        return pyramids.get((row.topic_id, row.member_id))
    return next((one for one in annotations.get((row.summary_id, row.member_id), []) if _answers(one, row)), None)


def _answers(work: Work, row: Assignment) -> bool:
    """Whether an annotation is what was asked for: pinned to the assigned release, or carried on to a later one."""
    release = row.release
    return release is None or (work.pyramid == release.pyramid_id and work.number >= release.number)


@dataclass(frozen=True, slots=True)
class Step:
    """A task of one's own that is to be done. ``release``: what its peer would be matched against.

    ``choices``: how many releases there are to choose from where none is set.
    """

    task: Task
    release: Release | None
    choices: int

    @property
    def ready(self) -> bool:
        """Whether it can be begun or gone on with: a peer needs a release."""
        return self.task.work is not None or self.task.peer is None or self.choices > 0


@dataclass(frozen=True, slots=True)
class NextUp:
    """One's own tasks: what to do in order, what waits for a reviewer, and what is done."""

    steps: Sequence[Step]
    waiting: Sequence[Task]
    done: Sequence[Task]

    def __bool__(self) -> bool:
        return bool(self.steps or self.waiting or self.done)

    @property
    def overdue(self) -> int:
        """How many should have been done by now."""
        return sum(step.task.overdue for step in self.steps)


def next_up(*, user: User, today: date, project: int | None = None) -> NextUp:
    """The user's own tasks, in one project or all. One statement where there are none, else at most four."""
    mine = Assignment.objects.filter(member__user=user.pk).exclude(member__role=Membership.Role.VIEWER)
    found = tasks_of(mine.filter(topic__project=project) if project else mine, user=user, today=today)
    ordered = sorted(found, key=lambda task: task.by_urgency)
    todo = [task for task in ordered if not task.finished and not task.waits]
    return NextUp(
        steps=_steps(todo, user),
        waiting=[task for task in ordered if task.waits],
        done=[task for task in ordered if task.finished],
    )


def _steps(tasks: Sequence[Task], user: User) -> list[Step]:
    asking = {task.topic.pk for task in tasks if task.peer and not task.work and not task.assignment.release}
    by_topic: dict[int, list[Release]] = defaultdict(list)
    if asking:
        releases = Release.objects.visible_to(user).filter(pyramid__topic__in=asking)
        for release in releases.select_related("pyramid__owner").defer("document"):
            by_topic[release.pyramid.topic_id].append(release)
    return [_step(task, by_topic[task.topic.pk]) for task in tasks]


def _step(task: Task, releases: list[Release]) -> Step:
    if task.assignment.release:
        return Step(task, task.assignment.release, 1)
    return Step(task, default_release(releases), len(releases))
