"""Assigns tasks by hand, reassigns them, and sets due dates. Tasks are plans: they do not change any work."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_annotate, check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import Kind, first_kind, kind_named, kinds
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import Subject, subject_of


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task to assign: a work on a topic or, with ``summary``, on a peer; pinned to ``release`` unless that is None.

    ``kind``: the name of the kind of work; "" for the first kind about topics, or about peers if there is a summary.
    ``slot``: distinguishes several works of one member and kind on the same topic or peer; usually "".
    """

    topic: Topic
    member: Membership
    summary: Summary | None = None
    release: Release | None = None
    due: date | None = None
    kind: str = ""
    slot: str = ""

    @property
    def work_kind(self) -> Kind:
        return kind_named(self.kind) if self.kind else first_kind(per_peer=self.summary is not None)

    @property
    def key(self) -> tuple[Subject, int]:
        """The subject and the member's id, which only one `Assignment` can have."""
        summary = self.summary.pk if self.summary else None
        return (self.work_kind.name, self.topic.pk, summary, self.slot), self.member.pk


@dataclass(slots=True)
class AssignmentOutcome:
    """The numbers of new tasks, and of existing tasks with a new due date or release; ``notes`` on special cases."""

    new_count: int = 0
    changed_count: int = 0
    notes: list[str] = field(default_factory=list)


def possible_members(project: Project) -> QuerySet[Membership]:
    """Returns the members who can be assigned tasks, because they can sign in and may annotate."""
    return project.memberships.filter(user__is_active=True).exclude(role=Membership.Role.VIEWER)


@transaction.atomic
def assign(*, project: Project, tasks: Sequence[PlannedTask], by: Membership) -> AssignmentOutcome:
    """Create these tasks, or set the due date and release of tasks that exist already. All or nothing.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused with a sentence for each problem.
    """
    check_manage(by.role)
    Project.objects.select_for_update().get(pk=project.pk)
    problems = dict.fromkeys(problem for task in tasks for problem in _problems(project, task))  # each problem once
    if problems:
        raise ServiceRefused(*problems)
    topics = {task.topic.pk for task in tasks}
    existing = {(subject_of(row), row.member_id): row for row in Assignment.objects.filter(topic__in=topics)}
    by_key = {task.key: task for task in tasks}
    new = [_assignment(task, by) for key, task in by_key.items() if key not in existing]
    changed = [existing[key] for key, task in by_key.items() if key in existing and _update(existing[key], task)]
    Assignment.objects.bulk_create(new)
    Assignment.objects.bulk_update(changed, ["due", "release"])
    return AssignmentOutcome(len(new), len(changed), _notes_on_inactive_roles(list(by_key.values())))


def _problems(project: Project, task: PlannedTask) -> Iterable[str]:
    """Yields a sentence for each reason why the task cannot be assigned."""
    member, summary = task.member, task.summary
    if task.topic.project_id != project.pk or member.project_id != project.pk:
        yield "Topics and members must be of this project."
    if member.user_id is None:
        yield f"{member.name} is a name without an account, and cannot be assigned anything."
    elif not can_annotate(member.role):
        yield f"{member.name} is a viewer, who reads but does not annotate."
    is_assignable = summary is None or summary.kind == Summary.Kind.PEER or not task.work_kind.task_is_one_work
    if summary and (summary.topic_id != task.topic.pk or not is_assignable):
        yield f"{summary.summarizer} is not a peer of topic {task.topic.key}."
    if summary and task.work_kind.judges_others_only and summary.summarizer == member.name:
        yield f"{member.name} wrote the summary {summary.summarizer} of topic {task.topic.key}, and does not judge it."
    if task.release and task.release.pyramid.topic_id != task.topic.pk:
        yield f"A peer of topic {task.topic.key} is matched against a release of its own topic."


def _assignment(task: PlannedTask, by: Membership) -> Assignment:
    release = task.release if task.work_kind.needs_release else None
    fields = {"topic": task.topic, "summary": task.summary, "slot": task.slot, "release": release, "due": task.due}
    return Assignment(kind=task.work_kind.name, member=task.member, created_by=by.user, **fields)


def _update(assignment: Assignment, task: PlannedTask) -> bool:
    """Copy the due date and release of the task to the assignment, except None. Returns whether this changed it."""
    before = (assignment.due, assignment.release_id)
    assignment.due = task.due or assignment.due
    assignment.release_id = task.release.pk if task.release else assignment.release_id
    return (assignment.due, assignment.release_id) != before


def _notes_on_inactive_roles(tasks: Sequence[PlannedTask]) -> list[str]:
    """Returns notes about members who review or adjudicate a topic and now have a task on it."""
    by_topic_and_member = {(task.topic.pk, task.member.pk): task for task in tasks if task.work_kind.is_reviewed}
    topics, members = {task.topic for task in tasks}, {task.member for task in tasks}
    roles = TopicRole.objects.filter(topic__in=topics, member__in=members)
    return [
        f"{task.member.name} is {role.get_role_display().lower()} of {task.topic.key}; "
        "this role is inactive until their own task on the topic is finished."
        for role in roles
        if (task := by_topic_and_member.get((role.topic_id, role.member_id)))
    ]


@transaction.atomic
def reassign(*, assignment: Assignment, to: Membership, may_edit_begun_work: bool, by: Membership) -> Assignment:
    """Reassign a task to the member ``to``. Begun work stays with the former member.

    ``may_edit_begun_work``: whether the new member becomes an editor of that work.
    Raises like `assign`, and ServiceRefused if the new member already has this task.
    """
    check_manage(by.role)
    project = assignment.topic.project
    Project.objects.select_for_update().get(pk=project.pk)
    row = Assignment.objects.select_related("topic", "summary", "release__pyramid").get(pk=assignment.pk)
    if reasons := list(
        _problems(project, PlannedTask(row.topic, to, row.summary, row.release, kind=row.kind, slot=row.slot))
    ):
        raise ServiceRefused(*reasons)
    tasks_on_same_subject = Assignment.objects.filter(
        kind=row.kind, topic=row.topic_id, summary=row.summary_id, slot=row.slot
    )
    if tasks_on_same_subject.filter(member=to).exists():
        raise ServiceRefused(f"{to.name} has this task already.")
    if may_edit_begun_work and kind_named(row.kind).is_reviewed:
        for work in works_for(row):
            work.editors.add(to)
    row.member = to
    row.save(update_fields=["member"])
    return row


def works_for(assignment: Assignment) -> list[Work]:
    """Returns the works that the member of an assignment has begun for it."""
    kind, topic, summary, slot = subject_of(assignment)
    work_kind = kind_named(kind)
    works = Work.objects.of_kind(kind).filter(work_kind.works_of_task(slot), topic=topic, owner=assignment.member_id)
    # A task of several works that names no summary is about all summaries of the topic.
    return list(works.filter(summary=summary) if summary or work_kind.task_is_one_work else works)


def set_due(*, assignment: Assignment, due: date | None, by: Membership) -> None:
    """Set the due date of a task; None removes it. Raises NotAllowed, or DoesNotExist if the task has been deleted."""
    check_manage(by.role)
    if not Assignment.objects.filter(pk=assignment.pk).update(due=due):
        raise Assignment.DoesNotExist
    assignment.due = due


@transaction.atomic
def change_tasks(*, topic: Topic, due: date | None, release: Release | None, by: Membership) -> tuple[int, int]:
    """Set a due date, a release or both for all tasks of a topic. Returns the numbers of tasks: (dated, pinned).

    Only tasks not begun get the release, because begun work stays pinned. Raises NotAllowed, or ServiceRefused if the
    release is of another topic or if there is neither a date nor a release.
    """
    check_manage(by.role)
    if due is None and release is None:
        raise ServiceRefused("Choose a date or a release.")
    if release and release.pyramid.topic_id != topic.pk:
        raise ServiceRefused("A peer is matched against a release of its own topic.")
    tasks = Assignment.objects.filter(topic=topic, topic__project=by.project_id)
    dated_count = tasks.update(due=due) if due else 0
    begun = Work.objects.filter(
        kind=OuterRef("kind"), summary=OuterRef("summary"), slot=OuterRef("slot"), owner=OuterRef("member")
    )
    not_begun = tasks.filter(kind__in=[kind.name for kind in kinds() if kind.needs_release]).exclude(Exists(begun))
    pinned_count = not_begun.update(release=release) if release else 0
    return dated_count, pinned_count


def unassign(*, assignment: Assignment, by: Membership) -> None:
    """Delete a task. Work that has been begun is kept. Raises NotAllowed."""
    check_manage(by.role)
    assignment.delete()
