"""The plan of a project: who is to do what in each topic, and how far it is. The number of statements is fixed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import Task, Work, annotations_of, beside_work, pyramids_of, with_names


@dataclass(frozen=True, slots=True)
class Outside:
    """What somebody has begun without being assigned it (any more); ``peer`` is None for a pyramid."""

    owner: Membership
    peer: Summary | None
    work: Work


@dataclass(frozen=True, slots=True)
class TopicPlan:
    """A topic: its tasks, and work outside the plan."""

    topic: Topic
    peers: Sequence[Summary]
    tasks: Sequence[Task]
    outside: Sequence[Outside]

    @property
    def pyramids(self) -> list[Task]:
        """Who is to make the pyramid."""
        return [task for task in self.tasks if task.peer is None]

    @property
    def matchings(self) -> list[Task]:
        """Who is to match which peer, by peer."""
        matchings = [(task.peer.position, task.member.name, task) for task in self.tasks if task.peer is not None]
        return [task for _, _, task in sorted(matchings, key=lambda one: one[:2])]

    @property
    def unassigned(self) -> int:
        """How many peers nobody is to match."""
        return len({peer.pk for peer in self.peers} - {task.assignment.summary_id for task in self.tasks})


@dataclass(frozen=True, slots=True)
class Load:
    """What one member is to do, and has done."""

    member: Membership
    tasks: Sequence[Task]

    def _count(self, *, peers: bool, finished: bool) -> int:
        return sum((task.peer is not None) == peers and (task.finished or not finished) for task in self.tasks)

    @property
    def pyramids(self) -> tuple[int, int]:
        """Finished pyramids and all of them."""
        return self._count(peers=False, finished=True), self._count(peers=False, finished=False)

    @property
    def peers(self) -> tuple[int, int]:
        """Finished peers and all of them."""
        return self._count(peers=True, finished=True), self._count(peers=True, finished=False)


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
    """The plan of a project, or of one topic of it, for a manager. Five statements."""
    topics = [topic] if topic else list(Topic.objects.visible_to(user).filter(project=project))
    keys = [one.pk for one in topics]
    rows = with_names(Assignment.objects.visible_to(user).filter(topic__in=keys))
    pyramids, annotations = pyramids_of(keys, user=user), annotations_of(keys, user=user)
    peers: dict[int, list[Summary]] = defaultdict(list)
    for peer in (
        Summary.objects.peers_of_topics().filter(topic__in=keys).only("topic", "summarizer", "mask", "position")
    ):
        peers[peer.topic_id].append(peer)
    tasks: dict[int, list[Task]] = defaultdict(list)
    for task in beside_work(rows, pyramids, annotations, today=today):
        tasks[task.topic.pk].append(task)
    outside = _outside(rows, [*pyramids, *annotations], members, peers)
    plans = [TopicPlan(one, peers[one.pk], tasks[one.pk], outside[one.pk]) for one in topics]
    return Plan(plans, _loads(members, plans))


def _outside(
    rows: Sequence[Assignment], work: Iterable[Work], members: Sequence[Membership], peers: dict[int, list[Summary]]
) -> dict[int, list[Outside]]:
    """By topic what these members have begun without a task, an annotation of each peer once."""
    planned = {(row.topic_id, row.summary_id, row.member_id) for row in rows}
    people = {member.pk: member for member in members}
    texts = {peer.pk: peer for several in peers.values() for peer in several}
    found: dict[int, list[Outside]] = defaultdict(list)
    for one in work:
        key = (one.topic, one.summary, one.owner)
        if one.owner in people and key not in planned:
            planned.add(key)
            found[one.topic].append(Outside(people[one.owner], texts.get(one.summary or 0), one))
    return found


def _loads(members: Sequence[Membership], plans: Iterable[TopicPlan]) -> list[Load]:
    by_member: dict[int, list[Task]] = defaultdict(list)
    for plan in plans:
        for task in plan.tasks:
            by_member[task.assignment.member_id].append(task)
    return [Load(member, by_member[member.pk]) for member in members]
