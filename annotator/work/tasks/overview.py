"""The plan of a project: the tasks of each topic and of each member, with the state of each task."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import BegunWork, Task, load_assignments, make_tasks, subject_of, works_on


@dataclass(frozen=True, slots=True)
class UnassignedWork:
    """Work that somebody began without a task for it. ``peer``: None for work on the topic."""

    owner: Membership
    peer: Summary | None
    work: BegunWork


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks of a topic or of a member."""

    tasks: Sequence[Task]

    @property
    def on_topics(self) -> list[Task]:
        return [task for task in self.tasks if task.peer is None and task.work_kind.task_is_one_work]

    @property
    def tasks_of_several_works(self) -> list[Task]:
        """The tasks of kinds whose tasks are several works, sorted by name and member."""
        tasks = [task for task in self.tasks if not task.work_kind.task_is_one_work]
        return sorted(tasks, key=lambda task: (task.full_name, task.member.name))

    @property
    def on_peers(self) -> list[Task]:
        """The tasks on peers, sorted by peer and member."""
        tasks = [
            (task.peer.position, task.member.name, task)
            for task in self.tasks
            if task.peer is not None and task.work_kind.task_is_one_work
        ]
        return [task for _, _, task in sorted(tasks, key=lambda row: row[:2])]


@dataclass(frozen=True, slots=True)
class TopicPlan(Tasks):
    """The tasks of a topic, its peers, and works on it that were begun without a task."""

    topic: Topic
    peers: Sequence[Summary]
    unassigned_works: Sequence[UnassignedWork]

    @property
    def unassigned_peer_count(self) -> int:
        """The number of peers without a task."""
        return len({peer.pk for peer in self.peers} - {task.assignment.summary_id for task in self.on_peers})


@dataclass(frozen=True, slots=True)
class MemberTasks(Tasks):
    member: Membership


def task_counts(tasks: Iterable[Task]) -> dict[str, int]:
    """Returns the numbers of begun, finished and overdue tasks, and of all tasks (``total``)."""
    tasks = list(tasks)
    return {
        "total": len(tasks),
        "begun": sum(task.work is not None for task in tasks),
        "finished": sum(task.is_finished for task in tasks),
        "overdue": sum(task.is_overdue for task in tasks),
    }


@dataclass(frozen=True, slots=True)
class Plan:
    """The tasks of each topic, and those of each member who can be assigned tasks."""

    topics: Sequence[TopicPlan]
    members: Sequence[MemberTasks]

    @property
    def has_tasks_of_several_works(self) -> bool:
        return any(not task.work_kind.task_is_one_work for task in self.tasks)

    @property
    def tasks(self) -> list[Task]:
        return [task for topic in self.topics for task in topic.tasks]


def plan_of(
    project: Project, *, members: Iterable[Membership], user: User, today: date, topic: Topic | None = None
) -> Plan:
    """Returns the plan of a project, or of one topic of it.

    ``members``: the members who can be assigned tasks. ``user``: a manager.
    """
    topics = [topic] if topic else list(Topic.objects.visible_to(user).filter(project=project))
    topic_ids = [topic.pk for topic in topics]
    assignments = load_assignments(Assignment.objects.visible_to(user).filter(topic__in=topic_ids))
    works = works_on(topic_ids, user=user)
    peers: dict[int, list[Summary]] = defaultdict(list)  # by topic
    all_peers = Summary.objects.peer_summaries().filter(topic__in=topics)
    for peer in all_peers.only("topic", "summarizer", "mask", "position"):
        peers[peer.topic_id].append(peer)
    topic_tasks: dict[int, list[Task]] = defaultdict(list)
    member_tasks: dict[int, list[Task]] = defaultdict(list)
    for task in make_tasks(assignments, works, today=today):
        topic_tasks[task.topic.pk].append(task)
        member_tasks[task.assignment.member_id].append(task)
    unassigned_works = _unassigned_works(assignments, works, members, peers)
    plans = [TopicPlan(topic_tasks[topic.pk], topic, peers[topic.pk], unassigned_works[topic.pk]) for topic in topics]
    return Plan(plans, [MemberTasks(member_tasks[member.pk], member) for member in members])


def _unassigned_works(
    assignments: Sequence[Assignment],
    works: Iterable[BegunWork],
    members: Iterable[Membership],
    peers: dict[int, list[Summary]],
) -> dict[int, list[UnassignedWork]]:
    """Maps each topic to works that members began without a task: for each subject and owner, only the newest work.

    ``works``: newest first. ``peers``: by topic.
    """
    assigned_or_seen = {(subject_of(assignment), assignment.member_id) for assignment in assignments}
    members_by_id = {member.pk: member for member in members}
    peers_by_id = {peer.pk: peer for topic_peers in peers.values() for peer in topic_peers}
    unassigned_works: dict[int, list[UnassignedWork]] = defaultdict(list)
    for work in works:
        key = (work.subject, work.owner)
        if not work.work_kind.task_is_one_work:
            continue
        if work.owner in members_by_id and key not in assigned_or_seen:
            assigned_or_seen.add(key)
            unassigned_works[work.topic].append(
                UnassignedWork(members_by_id[work.owner], peers_by_id.get(work.summary or 0), work)
            )
    return unassigned_works
