"""What stands where: the lists of projects and of a project's topics. The number of statements is fixed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, Max, Q, QuerySet

from annotator.matching.models import matchings
from annotator.projects.models import CONSENSUS, Membership, Project, Summary, Topic
from annotator.pyramids.lines import PyramidLine, pyramid_lines
from annotator.pyramids.models import pyramids
from annotator.work.kinds import kinds
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work
from annotator.work.visibility import FINISHED_STATES

PLACES = 8


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic with its counts. ``begun`` and ``finished`` count peers with at least one such annotation."""

    topic: Topic
    models: int
    peers: int
    begun: int
    finished: int
    pyramids: list[PyramidLine]

    @property
    def shown(self) -> PyramidLine | None:
        """The pyramid that stands for the topic in a picture: the consensus, one's own, else the first begun."""
        ranked = sorted(
            self.pyramids, key=lambda line: (line.owner != CONSENSUS, not line.mine, line.pyramid.created_at)
        )
        return ranked[0] if ranked else None

    @property
    def released(self) -> bool:
        """Whether peers can be matched: some pyramid has a release."""
        return any(line.release for line in self.pyramids)


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """A project with its first topics; ``changed_at`` is the time of the last edit, None before the first."""

    project: Project
    role: str
    topics: list[TopicLine]
    topic_count: int
    changed_at: datetime | None

    @property
    def models(self) -> int:
        """Model summaries of all topics."""
        return sum(line.models for line in self.topics)

    @property
    def peers(self) -> int:
        """Peer summaries of all topics."""
        return sum(line.peers for line in self.topics)

    @property
    def shown(self) -> list[TopicLine]:
        """The topics that the list of projects pictures, those with a pyramid first; a place is left for the rest."""
        ranked = sorted(self.topics, key=lambda line: not line.pyramids)
        return ranked if len(ranked) <= PLACES else ranked[: PLACES - 1]

    @property
    def hidden(self) -> int:
        """How many topics it does not picture."""
        return len(self.topics) - len(self.shown)


def topic_lines(topics: Iterable[Topic], *, user: User) -> list[TopicLine]:
    """Topics with their counts and pyramids, as far as the user may see them. Four statements, however many topics."""
    topics = list(topics)
    keys = [topic.pk for topic in topics]
    summaries = _by_kind(keys)
    begun, finished = _peers_annotated(keys, user)
    lines: dict[int, list[PyramidLine]] = defaultdict(list)
    for line in pyramid_lines(pyramids().visible_to(user).filter(topic__in=keys), user=user):
        lines[line.pyramid.topic_id].append(line)
    return [
        TopicLine(
            topic=topic,
            models=summaries[topic.pk, Summary.Kind.MODEL],
            peers=summaries[topic.pk, Summary.Kind.PEER],
            begun=begun[topic.pk],
            finished=finished[topic.pk],
            pyramids=lines[topic.pk],
        )
        for topic in topics
    ]


def _by_kind(topics: Collection[int]) -> Counter[tuple[int, str]]:
    rows = Summary.objects.filter(topic__in=topics).order_by().values_list("topic", "kind").annotate(n=Count("pk"))
    return Counter({(topic, kind): n for topic, kind, n in rows})


def _peers_annotated(topics: Collection[int], user: User) -> tuple[Counter[int], Counter[int]]:
    rows = (
        matchings()
        .visible_to(user)
        .filter(topic__in=topics)
        .order_by()
        .values_list("topic")
        .annotate(
            begun=Count("summary", distinct=True),
            finished=Count("summary", distinct=True, filter=Q(state__in=FINISHED_STATES)),
        )
    )
    begun, finished = Counter[int](), Counter[int]()
    for topic, n, done in rows:
        begun[topic], finished[topic] = n, done
    return begun, finished


def project_cards(user: User) -> list[ProjectCard]:
    """The user's projects with their topics. Eight statements, however many projects."""
    roles = dict(Membership.objects.filter(user=user).values_list("project", "role"))
    projects = list(Project.objects.visible_to(user))
    lines: dict[int, list[TopicLine]] = defaultdict(list)
    for line in topic_lines(Topic.objects.visible_to(user), user=user):
        lines[line.topic.project_id].append(line)
    changed = _last_edits(user)
    return [
        ProjectCard(
            project=project,
            role=Membership.Role(roles[project.pk]).label,
            topics=lines[project.pk],
            topic_count=len(lines[project.pk]),
            changed_at=changed.get(project.pk),
        )
        for project in projects
    ]


def _last_edits(user: User) -> dict[int, datetime]:
    """By project, when what the user may see of it last changed; reads one row of the log for each of its works."""
    last = Edit.objects.visible_to(user).filter(revision=F("work__revision")).order_by()
    return dict(last.values_list("work__topic__project").annotate(at=Max("at")))


def project_size(project: Project) -> list[tuple[str, int]]:
    """What a project holds, as names for one and their numbers. A query each."""
    rows: list[tuple[str, QuerySet[Any]]] = [
        ("topic", Topic.objects.filter(project=project)),
        ("summary", Summary.objects.filter(topic__project=project)),
    ]
    for kind in kinds():
        rows.append((kind.title, Work.objects.of_kind(kind.name).filter(topic__project=project)))
        if kind.has_releases:
            rows.append(("release", Release.objects.filter(pyramid__kind=kind.name, pyramid__topic__project=project)))
    return [(name, found.count()) for name, found in rows]
