"""Tasks: assignments together with the works done for them, and each member's next tasks."""

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
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.releases import default_release
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import FINISHED_STATES, WorkState

NOT_BEGUN = "not_begun"
Subject = tuple[str, int, int | None, str]
"""The subject of a task: the name of a kind, the ids of a topic and of a peer or None, and `Assignment.slot`."""


@dataclass(frozen=True, slots=True)
class BegunWork:
    """The fields of a work that tasks need; a foreign key is an id. ``pyramid``: the pyramid of ``release``, if any."""

    pk: int
    kind: str
    topic: int
    summary: int | None
    slot: str
    owner: int
    state: str
    pyramid: int | None
    release: int | None
    release_number: int | None
    begun_at: datetime

    @property
    def work_kind(self) -> Kind:
        return kind_named(self.kind)

    @property
    def subject(self) -> Subject:
        return (self.kind, self.topic, self.summary, self.slot)


@dataclass(frozen=True, slots=True)
class Task:
    """An assignment and the work done for it. ``today``: the date from which ``is_overdue`` is derived."""

    assignment: Assignment
    work: BegunWork | None
    today: date

    @property
    def work_kind(self) -> Kind:
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
        """The task's name in lists that name its topic before it."""
        return self.work_kind.task_name(self.peer.shown_name if self.peer else "")

    @property
    def url(self) -> str:
        """The URL of the work, with the release that it is pinned to."""
        url = self._reverse(self.work_kind.route, self.member.name)
        return f"{url}?pin={self.work.release}" if self.work and self.work.release else url

    @property
    def start_url(self) -> str:
        """The URL at which the work is begun; empty if its kind has no such page."""
        return self._reverse(self.work_kind.start_route) if self.work_kind.start_route else ""

    def _reverse(self, route: str, *arguments: str) -> str:
        peer = [self.peer.shown_name] if self.peer else []
        slot = [self.assignment.slot] if self.assignment.slot else []
        return reverse(route, args=[self.topic.project.slug, self.topic.key, *peer, *slot, *arguments])

    @property
    def state(self) -> str:
        return self.work.state if self.work else NOT_BEGUN

    @property
    def is_finished(self) -> bool:
        return self.state in FINISHED_STATES

    @property
    def is_in_review(self) -> bool:
        return self.state == WorkState.IN_REVIEW

    @property
    def is_overdue(self) -> bool:
        return self.assignment.due is not None and self.assignment.due < self.today and not self.is_finished

    @property
    def urgency(self) -> tuple[Any, ...]:
        """A sort key: by due date, then begun tasks first, then by topic; pyramids before peers."""
        due = self.assignment.due or date.max
        return (due, self.work is None, self.topic.project_id, self.topic.key, *self._position, self.assignment.pk)

    @property
    def _position(self) -> tuple[Any, ...]:
        """The sort key within a topic. If the project shuffles peers, each member has an order of their own."""
        if self.peer is None:
            return (0,)
        if self.topic.project.shuffle_peers and not can_manage(self.member.role):
            return (1, shuffle_key(self.member.pk, self.peer.pk))
        # A hidden name is replaced by the peer's mask, such as "P10".
        return (1, mask_sort_key(self.peer.mask) if self.peer.hides_name else (0, self.peer.position, ""))


def tasks_of(assignments: QuerySet[Assignment], *, user: User, today: date) -> list[Task]:
    """Returns the tasks of these assignments, with the works that the user may see. At most two queries."""
    loaded = load_assignments(assignments)
    if not loaded:
        return []
    works = works_on({assignment.topic_id for assignment in loaded}, user=user)
    _hide_names(loaded, visible_works={work.pk for work in works}, user=user)
    return make_tasks(loaded, works, today=today)


def _hide_names(assignments: Iterable[Assignment], *, visible_works: Collection[int], user: User) -> None:
    """Mark the peers whose names, and the releases whose owners, the user must not see. ``visible_works``: ids."""
    for assignment in assignments:
        if assignment.member.user_id != user.pk:
            continue  # only managers get assignments of others, and nothing is hidden from them
        is_masked = assignment.topic.project.mask_summarizers and assignment.topic.revealed_at is None
        if assignment.summary:
            assignment.summary.hides_name = is_masked and not can_manage(assignment.member.role)
        if assignment.release:
            assignment.release.hides_owner = assignment.release.pyramid_id not in visible_works  # a pyramid is a work


def load_assignments(assignments: QuerySet[Assignment]) -> list[Assignment]:
    """Returns the assignments with the related rows that pages show. One query."""
    large_fields = ("summary__text", "summary__words", "summary__sentences", "release__document", "topic__statement")
    related = assignments.select_related("topic__project", "member", "summary", "release__pyramid__owner")
    return list(related.defer(*large_fields))


def make_tasks(assignments: Iterable[Assignment], works: Iterable[BegunWork], *, today: date) -> list[Task]:
    """Returns one task per assignment, with the work done for it. ``works``: newest first."""
    by_subject: dict[tuple[Subject, int], list[BegunWork]] = defaultdict(list)
    for work in works:
        by_subject[work.subject, work.owner].append(work)
    return [Task(row, _work_for(row, by_subject[subject_of(row), row.member_id]), today) for row in assignments]


def next_due(tasks: Iterable[Task]) -> date | None:
    """Returns the earliest due date of an unfinished task."""
    return min((task.assignment.due for task in tasks if task.assignment.due and not task.is_finished), default=None)


def works_on(topics: Iterable[int], *, user: User) -> list[BegunWork]:
    """Returns the works on these topics that the user may see, newest first. One query."""
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


def subject_of(assignment: Assignment) -> Subject:
    return (assignment.kind, assignment.topic_id, assignment.summary_id, assignment.slot)


def _work_for(assignment: Assignment, works: Iterable[BegunWork]) -> BegunWork | None:
    """Returns the first work that fulfils the assignment: pinned to its release, or to a later one of the pyramid."""
    release = assignment.release
    if release is None:
        return next(iter(works), None)
    numbers = ((work, work.release_number or 0) for work in works if work.pyramid == release.pyramid_id)
    return next((work for work, number in numbers if number >= release.number), None)


@dataclass(frozen=True, slots=True)
class OpenTask:
    """A task that the user can begin or continue now. ``release``: the default release for new work."""

    task: Task
    release: Release | None


@dataclass(frozen=True, slots=True)
class WaitingTasks:
    """The tasks of a kind on a topic that the user can begin once the topic has a release."""

    tasks: Sequence[Task]

    @property
    def topic(self) -> Topic:
        return self.tasks[0].topic

    @property
    def subjects(self) -> str:
        """What the tasks are about, with their number ("2 peers")."""
        kind, count = self.tasks[0].work_kind, len(self.tasks)
        return f"{count} {kind.subject if count == 1 else kind.subject_plural}"

    @property
    def due(self) -> date | None:
        """The earliest due date."""
        return next_due(self.tasks)

    @property
    def is_overdue(self) -> bool:
        return any(task.is_overdue for task in self.tasks)


@dataclass(frozen=True, slots=True)
class OwnTasks:
    """The user's own tasks: open and waiting, most urgent first; in review; and finished."""

    open: Sequence[OpenTask]
    waiting: Sequence[WaitingTasks]
    in_review: Sequence[Task]
    finished: Sequence[Task]

    def __bool__(self) -> bool:
        return bool(self.unfinished or self.in_review or self.finished)

    @property
    def unfinished(self) -> list[Task]:
        """The open and the waiting tasks."""
        return [open_task.task for open_task in self.open] + [task for group in self.waiting for task in group.tasks]

    @property
    def overdue_count(self) -> int:
        return sum(task.is_overdue for task in self.unfinished)


def own_tasks(*, user: User, today: date, project: int | None = None) -> OwnTasks:
    """Returns the user's own tasks in one project or in all. One query if the user has no tasks, else three at most."""
    own = Assignment.objects.of_known_kinds().filter(member__user=user.pk).exclude(member__role=Membership.Role.VIEWER)
    tasks = tasks_of(own.filter(topic__project=project) if project else own, user=user, today=today)
    tasks.sort(key=lambda task: task.urgency)
    unfinished = [task for task in tasks if not task.is_finished and not task.is_in_review]
    releases = _releases_to_choose_from(unfinished, user)
    waiting: dict[tuple[int, str], list[Task]] = defaultdict(list)
    open_tasks = []
    for task in unfinished:
        choices = [task.assignment.release] if task.assignment.release else releases[task.topic.pk]
        if task.work or choices or not task.work_kind.needs_release:
            open_tasks.append(OpenTask(task, task.assignment.release or default_release(choices)))
        else:
            waiting[task.topic.pk, task.assignment.kind].append(task)
    return OwnTasks(
        open=open_tasks,
        waiting=[WaitingTasks(group) for group in waiting.values()],
        in_review=[task for task in tasks if task.is_in_review],
        finished=[task for task in tasks if task.is_finished],
    )


def _releases_to_choose_from(tasks: Iterable[Task], user: User) -> defaultdict[int, list[Release]]:
    """Returns the visible releases by topic id, for the topics of tasks that are begun by choosing a release."""
    by_topic: defaultdict[int, list[Release]] = defaultdict(list)
    unpinned = [task for task in tasks if task.work_kind.needs_release and not (task.work or task.assignment.release)]
    if unpinned:
        releases = Release.objects.visible_to(user).filter(pyramid__topic__in={task.topic.pk for task in unpinned})
        for release in releases.select_related("pyramid__owner").defer("document"):
            by_topic[release.pyramid.topic_id].append(release)
    return by_topic
