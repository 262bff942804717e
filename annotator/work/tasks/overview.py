"""The plan of a project: who is to do what in each topic, and how far it is. The number of queries is fixed."""

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
    """What somebody has begun without being assigned it (any more). ``peer``: what it is about, if not the topic."""

    owner: Membership
    peer: Summary | None
    work: BegunWork


@dataclass(frozen=True, slots=True)
class TopicPlan:
    """A topic: its tasks, and work outside the plan."""

    topic: Topic
    peers: Sequence[Summary]
    tasks: Sequence[Task]
    outside: Sequence[Outside]

    @property
    def on_topic(self) -> list[Task]:
        """The tasks about the topic as a whole."""
        return [task for task in self.tasks if task.peer is None]

    @property
    def on_peers(self) -> list[Task]:
        """The tasks about its peers, by peer."""
        tasks = [(task.peer.position, task.member.name, task) for task in self.tasks if task.peer is not None]
        return [task for _, _, task in sorted(tasks, key=lambda row: row[:2])]

    @property
    def unassigned(self) -> int:
        """How many peers have no task."""
        return len({peer.pk for peer in self.peers} - {task.assignment.summary_id for task in self.tasks})


@dataclass(frozen=True, slots=True)
class Load:
    """What one member is to do, and has done."""

    member: Membership
    tasks: Sequence[Task]

    def _finished(self, *, peers: bool) -> tuple[int, int]:
        states = [task.finished for task in self.tasks if (task.peer is not None) == peers]
        return sum(states), len(states)

    @property
    def on_topics(self) -> tuple[int, int]:
        """Of the tasks about whole topics, how many are finished, and their number."""
        return self._finished(peers=False)

    @property
    def on_peers(self) -> tuple[int, int]:
        """Of the tasks about peers, how many are finished, and their number."""
        return self._finished(peers=True)


def counted(tasks: Iterable[Task]) -> dict[str, int]:
    """How many tasks there are, are begun, finished and overdue."""
    several = list(tasks)
    return {
        "all": len(several),
        "begun": sum(task.work is not None for task in several),
        "finished": sum(task.finished for task in several),
        "overdue": sum(task.overdue for task in several),
    }


def next_due(tasks: Iterable[Task]) -> date | None:
    """The first day by which something that is not finished is to be done."""
    return min((task.assignment.due for task in tasks if task.assignment.due and not task.finished), default=None)


@dataclass(frozen=True, slots=True)
class Plan:
    """All topics and all who can be assigned something."""

    topics: Sequence[TopicPlan]
    loads: Sequence[Load]

    @property
    def tasks(self) -> list[Task]:
        """All tasks."""
        return [task for topic in self.topics for task in topic.tasks]


def plan_of(
    project: Project, *, members: Sequence[Membership], user: User, today: date, topic: Topic | None = None
) -> Plan:
    """The plan of a project, or of one topic of it, for a manager. Four queries."""
    topics = [topic] if topic else list(Topic.objects.visible_to(user).filter(project=project))
    keys = [one.pk for one in topics]
    rows = with_names(Assignment.objects.visible_to(user).filter(topic__in=keys))
    works = works_of(keys, user=user)
    peers: dict[int, list[Summary]] = defaultdict(list)
    for peer in Summary.objects.peer_summaries().filter(topic__in=keys).only("topic", "summarizer", "mask", "position"):
        peers[peer.topic_id].append(peer)
    tasks: dict[int, list[Task]] = defaultdict(list)
    for task in beside_work(rows, works, today=today):
        tasks[task.topic.pk].append(task)
    outside = _outside(rows, works, members, peers)
    plans = [TopicPlan(one, peers[one.pk], tasks[one.pk], outside[one.pk]) for one in topics]
    return Plan(plans, _loads(members, plans))


def _outside(
    rows: Sequence[Assignment],
    works: Iterable[BegunWork],
    members: Sequence[Membership],
    peers: dict[int, list[Summary]],
) -> dict[int, list[Outside]]:
    """By topic what these members have begun without a task; of works on the same, the newest."""
    planned = {(subject_of(row), row.member_id) for row in rows}
    people = {member.pk: member for member in members}
    texts = {peer.pk: peer for several in peers.values() for peer in several}
    found: dict[int, list[Outside]] = defaultdict(list)
    for work in works:
        key = (work.subject, work.owner)
        if work.owner in people and key not in planned:
            planned.add(key)
            found[work.topic].append(Outside(people[work.owner], texts.get(work.summary or 0), work))
    return found


def _loads(members: Sequence[Membership], plans: Iterable[TopicPlan]) -> list[Load]:
    by_member: dict[int, list[Task]] = defaultdict(list)
    for plan in plans:
        for task in plan.tasks:
            by_member[task.assignment.member_id].append(task)
    return [Load(member, by_member[member.pk]) for member in members]
