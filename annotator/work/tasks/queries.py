"""Tasks: assignments together with the works done for them."""

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
from annotator.work.kinds import Kind, TaskDetails, kind_named
from annotator.work.models import Work
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
    """An assignment and the work done for it. ``today``: the date from which ``is_overdue`` is derived.

    ``details``: None for tasks of one work. Other tasks have ``works``, of which ``work`` is the first.
    """

    assignment: Assignment
    work: BegunWork | None
    today: date
    works: Sequence[BegunWork] = ()
    details: TaskDetails | None = None

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
    def slot(self) -> str:
        return self.assignment.slot

    @property
    def named_peer(self) -> Summary | None:
        """The peer; None if members must not know which summary they get."""
        return None if self.details else self.peer

    @property
    def total(self) -> int:
        """The number of works that the task consists of, or the number of begun works if that is greater."""
        return max(self.details.total, len(self.works)) if self.details else 1

    @property
    def unbegun_count(self) -> int:
        """The number of its works that are not begun."""
        return self.total - len(self.works) if self.details else int(self.work is None)

    @property
    def finished_count(self) -> int:
        works = self.works if self.details else [self.work] if self.work else []
        return sum(work.state in FINISHED_STATES for work in works)

    @property
    def is_possible(self) -> bool:
        """Whether the member can work on it now."""
        return self.details is None or self.details.total > 0

    @property
    def full_name(self) -> str:
        """The task's name for managers, on pages of its topic."""
        if self.details:
            return self.details.full_name
        return self.peer.summarizer if self.peer else self.work_kind.subject.capitalize()

    @property
    def name(self) -> str:
        """The task's name in lists that name its topic before it."""
        if self.details:
            return self.details.name
        return self.work_kind.task_name(self.peer.shown_name if self.peer else "")

    @property
    def url(self) -> str:
        """The URL of the work, with its release as ``?pin=``; for a kind with a task page, the URL of that page."""
        if page := self.work_kind.task_page(self.assignment.slot):
            route, arguments = page
            return reverse(route, args=[self.topic.project.slug, *arguments, self.topic.key])
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
        """The work's state or ``NOT_BEGUN``. Several works are "submitted" if all are finished, else "in_progress"."""
        if self.work is None:
            return NOT_BEGUN
        if self.details is None:
            return self.work.state
        return WorkState.SUBMITTED if self.finished_count == self.total else WorkState.IN_PROGRESS

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
    """Returns the tasks of these assignments, with the works that the user may see.

    At most two queries, besides those of `Kind.task_details`.
    """
    loaded = load_assignments(assignments)
    if not loaded:
        return []
    works = works_on({assignment.topic_id for assignment in loaded}, user=user)
    _hide_names(loaded, visible_works={work.pk for work in works}, user=user)
    return make_tasks(loaded, works, today=today)


def _hide_names(assignments: Iterable[Assignment], *, visible_works: Collection[int], user: User) -> None:
    """Mark peers whose name, and releases whose owner, must be hidden from the user. ``visible_works``: ids."""
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
    assignments = list(assignments)
    works_by_task: dict[tuple[Subject, int], list[BegunWork]] = defaultdict(list)
    for work in works:
        for subject in _task_subjects(work):
            works_by_task[subject, work.owner].append(work)
    details_by_assignment = _details_by_assignment(assignments)
    tasks = []
    for assignment in assignments:
        task_works = works_by_task[subject_of(assignment), assignment.member_id]
        details = details_by_assignment.get(assignment.pk)
        several_works = tuple(task_works) if details else ()
        tasks.append(Task(assignment, _work_for(assignment, task_works), today, several_works, details))
    return tasks


def _task_subjects(work: BegunWork) -> Iterable[Subject]:
    """Yields the subjects of the tasks to which a work belongs."""
    if work.work_kind.task_is_one_work:
        yield work.subject
        return
    for slot in work.work_kind.task_slots(work.slot):
        for summary in {work.summary, None}:  # a task without a summary is about all summaries of the topic
            yield (work.kind, work.topic, summary, slot)


def _details_by_assignment(assignments: Iterable[Assignment]) -> dict[int, TaskDetails]:
    """Returns the details of tasks of several works, by the id of the assignment."""
    assignments_by_kind: dict[str, list[Assignment]] = defaultdict(list)
    for assignment in assignments:
        assignments_by_kind[assignment.kind].append(assignment)
    details: dict[int, TaskDetails] = {}
    for kind, kind_assignments in assignments_by_kind.items():
        details.update(kind_named(kind).task_details(kind_assignments))
    return details


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
    """Returns the first of the works that fulfils the assignment; None if no work does.

    If the assignment names a release, only works that are pinned to it or to a later release of its pyramid count.
    """
    release = assignment.release
    if release is None:
        return next(iter(works), None)
    numbers = ((work, work.release_number or 0) for work in works if work.pyramid == release.pyramid_id)
    return next((work for work, number in numbers if number >= release.number), None)
