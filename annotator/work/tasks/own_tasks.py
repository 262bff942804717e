"""A member's own tasks: what to do next, what has to wait, and what is finished."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Topic
from annotator.work.release_models import Release
from annotator.work.releases import default_release
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import Task, next_due, tasks_of


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
    assignments = Assignment.objects.of_known_kinds().filter(member__user=user.pk)
    assignments = assignments.exclude(member__role=Membership.Role.VIEWER)
    if project:
        assignments = assignments.filter(topic__project=project)
    tasks = tasks_of(assignments, user=user, today=today)
    tasks.sort(key=lambda task: task.urgency)
    tasks = _one_per_page(tasks)
    unfinished = [task for task in tasks if not task.is_finished and not task.is_in_review and task.is_possible]
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


def _one_per_page(tasks: Iterable[Task]) -> list[Task]:
    """Returns the tasks. Tasks of several works that are done on the same page are joined into one task."""
    by_page: dict[Any, list[Task]] = defaultdict(list)
    for task in tasks:
        page = str((task.topic.pk, task.work_kind.task_page(task.assignment.slot))) if task.details else None
        by_page[page or task.assignment.pk].append(task)  # a task of one work is on a page of its own
    return [_joined(group) for group in by_page.values()]


def _joined(tasks: Sequence[Task]) -> Task:
    """Returns one task with the works of all these tasks, due when the first task is due."""
    first = tasks[0]
    if len(tasks) == 1 or first.details is None:
        return first
    works = tuple({work.pk: work for task in tasks for work in task.works}.values())
    total = 0
    for slot in {task.slot for task in tasks}:
        totals = {
            task.assignment.summary_id: task.details.total for task in tasks if task.details and task.slot == slot
        }
        # A task about the whole topic includes the tasks about single summaries.
        total += totals[None] if None in totals else sum(totals.values())
    return replace(first, work=works[0] if works else None, works=works, details=replace(first.details, total=total))


def _releases_to_choose_from(tasks: Iterable[Task], user: User) -> defaultdict[int, list[Release]]:
    """Returns the visible releases by topic id. Only topics on which the user has yet to choose a release are keys."""
    by_topic: defaultdict[int, list[Release]] = defaultdict(list)
    unpinned = [task for task in tasks if task.work_kind.needs_release and not (task.work or task.assignment.release)]
    if unpinned:
        releases = Release.objects.visible_to(user).filter(pyramid__topic__in={task.topic.pk for task in unpinned})
        for release in releases.select_related("pyramid__owner").defer("document"):
            by_topic[release.pyramid.topic_id].append(release)
    return by_topic
