"""The plan of a project: who is to do what in each topic, and how far it is."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import BegunWork, Task, beside_work, subject_of, with_names, works_of


@dataclass(frozen=True, slots=True)
class Outside:
    """Work that somebody began without a task for it. ``peer``: None for work on the topic."""

    owner: Membership
    peer: Summary | None
    work: BegunWork


@dataclass(frozen=True, slots=True)
class Tasks:
    """Tasks of a topic or of a member."""

    tasks: Sequence[Task]

    @property
    def on_topics(self) -> list[Task]:
        """The tasks on whole topics."""
        return [task for task in self.tasks if task.peer is None]

    @property
    def on_peers(self) -> list[Task]:
        """The tasks on peers, by peer and member."""
        tasks = [(task.peer.position, task.member.name, task) for task in self.tasks if task.peer is not None]
        return [task for _, _, task in sorted(tasks, key=lambda row: row[:2])]


@dataclass(frozen=True, slots=True)
class TopicPlan(Tasks):
    topic: Topic
    peers: Sequence[Summary]
    outside: Sequence[Outside]

    @property
    def unassigned(self) -> int:
        """How many peers have no task."""
        return len({peer.pk for peer in self.peers} - {task.assignment.summary_id for task in self.tasks})


@dataclass(frozen=True, slots=True)
class Load(Tasks):
    member: Membership


def counted(tasks: Iterable[Task]) -> dict[str, int]:
    tasks = list(tasks)
    return {
        "all": len(tasks),
        "begun": sum(task.work is not None for task in tasks),
        "finished": sum(task.finished for task in tasks),
        "overdue": sum(task.overdue for task in tasks),
    }


@dataclass(frozen=True, slots=True)
class Plan:
    """All topics and all members who can be assigned something."""

    topics: Sequence[TopicPlan]
    loads: Sequence[Load]

    @property
    def tasks(self) -> list[Task]:
        return [task for topic in self.topics for task in topic.tasks]


def plan_of(
    project: Project, *, members: Iterable[Membership], user: User, today: date, topic: Topic | None = None
) -> Plan:
    """The plan of a project, or of one topic, for a manager."""
    topics = [topic] if topic else list(Topic.objects.visible_to(user).filter(project=project))
    keys = [topic.pk for topic in topics]
    rows = with_names(Assignment.objects.visible_to(user).filter(topic__in=keys))
    works = works_of(keys, user=user)
    peers: dict[int, list[Summary]] = defaultdict(list)
    for peer in Summary.objects.peer_summaries().filter(topic__in=keys).only("topic", "summarizer", "mask", "position"):
        peers[peer.topic_id].append(peer)
    tasks: dict[int, list[Task]] = defaultdict(list)
    loads: dict[int, list[Task]] = defaultdict(list)
    for task in beside_work(rows, works, today=today):
        tasks[task.topic.pk].append(task)
        loads[task.assignment.member_id].append(task)
    outside = _outside(rows, works, members, peers)
    plans = [TopicPlan(tasks[topic.pk], topic, peers[topic.pk], outside[topic.pk]) for topic in topics]
    return Plan(plans, [Load(loads[member.pk], member) for member in members])


def _outside(
    rows: Sequence[Assignment],
    works: Iterable[BegunWork],
    members: Iterable[Membership],
    peers: dict[int, list[Summary]],
) -> dict[int, list[Outside]]:
    """By topic the works of members that have no task; of several on the same peer the newest."""
    planned = {(subject_of(row), row.member_id) for row in rows}
    people = {member.pk: member for member in members}
    texts = {peer.pk: peer for on_topic in peers.values() for peer in on_topic}
    outside: dict[int, list[Outside]] = defaultdict(list)
    for work in works:
        key = (work.subject, work.owner)
        if work.owner in people and key not in planned:
            planned.add(key)
            outside[work.topic].append(Outside(people[work.owner], texts.get(work.summary or 0), work))
    return outside
