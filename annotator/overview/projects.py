"""The lists of projects and of a project's topics, with their counts, in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, Max, Q, QuerySet

from annotator.matching.models import matchings
from annotator.projects.models import CONSENSUS, Membership, Project, Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.pyramids.status import PyramidStatus, pyramid_statuses
from annotator.work.kinds import kinds
from annotator.work.log.models import Edit
from annotator.work.models import Release, Work
from annotator.work.visibility import FINISHED_STATES

PLACES = 8  # in the list of projects; the last one links to the other topics


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic with its counts. ``begun``, ``finished``: peers with at least one such annotation."""

    topic: Topic
    models: int
    peers: int
    begun: int
    finished: int
    pyramids: list[PyramidStatus]

    @property
    def pictured(self) -> PyramidStatus | None:
        """The pyramid in the topic's picture: the consensus, else the user's own, else the first."""
        ranked = sorted(
            self.pyramids, key=lambda status: (status.owner != CONSENSUS, not status.is_mine, status.pyramid.created_at)
        )
        return ranked[0] if ranked else None


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """A project with its topics. ``changed_at``: time of the last edit; None if there is none."""

    project: Project
    role: str
    topics: list[TopicLine]
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
    def pictured(self) -> list[TopicLine]:
        """The topics with a picture in the list of projects, those with a pyramid first."""
        ranked = sorted(self.topics, key=lambda line: not line.pyramids)
        return ranked if len(ranked) <= PLACES else ranked[: PLACES - 1]

    @property
    def hidden(self) -> int:
        """The number of topics without a picture."""
        return len(self.topics) - len(self.pictured)


def topic_lines(topics: Iterable[Topic], *, user: User) -> list[TopicLine]:
    """Topics with their counts and pyramids, as far as the user may see them."""
    topics = list(topics)
    keys = [topic.pk for topic in topics]
    counts = _counts(keys, user)
    statuses: dict[int, list[PyramidStatus]] = defaultdict(list)
    for status in pyramid_statuses(pyramids().visible_to(user).filter(topic__in=keys), user=user):
        statuses[status.pyramid.topic_id].append(status)
    return [
        TopicLine(
            topic=topic,
            models=counts[topic.pk, Summary.Kind.MODEL],
            peers=counts[topic.pk, Summary.Kind.PEER],
            begun=counts[topic.pk, "begun"],
            finished=counts[topic.pk, "finished"],
            pyramids=statuses[topic.pk],
        )
        for topic in topics
    ]


def _counts(topics: Collection[int], user: User) -> Counter[tuple[int, str]]:
    """By topic: the summaries of each kind, and the peers begun and finished."""
    summaries = Summary.objects.filter(topic__in=topics).order_by().values_list("topic", "kind").annotate(Count("pk"))
    counts = Counter({(topic, kind): number for topic, kind, number in summaries})
    annotations = matchings().visible_to(user).filter(topic__in=topics).order_by().values_list("topic")
    begun = Count("summary", distinct=True)
    finished = Count("summary", distinct=True, filter=Q(state__in=FINISHED_STATES))
    for topic, *numbers in annotations.annotate(begun=begun, finished=finished):
        counts[topic, "begun"], counts[topic, "finished"] = numbers
    return counts


def project_cards(user: User) -> list[ProjectCard]:
    """The user's projects with their topics."""
    roles = dict(Membership.objects.filter(user=user).values_list("project", "role"))
    lines: dict[int, list[TopicLine]] = defaultdict(list)
    for line in topic_lines(Topic.objects.visible_to(user), user=user):
        lines[line.topic.project_id].append(line)
    # The last edits that the user may see: one row of the log for each work.
    last = Edit.objects.visible_to(user).filter(revision=F("work__revision")).order_by()
    changed = dict(last.values_list("work__topic__project").annotate(at=Max("at")))
    return [
        ProjectCard(
            project=project,
            role=Membership.Role(roles[project.pk]).label,
            topics=lines[project.pk],
            changed_at=changed.get(project.pk),
        )
        for project in Project.objects.visible_to(user)
    ]


def project_size(project: Project) -> list[tuple[str, int]]:
    """The numbers of topics, summaries, works and releases, with their names in the singular."""
    rows: list[tuple[str, QuerySet[Any]]] = [
        ("topic", Topic.objects.filter(project=project)),
        ("summary", Summary.objects.filter(topic__project=project)),
    ]
    for kind in kinds():
        rows.append((kind.title, Work.objects.of_kind(kind.name).filter(topic__project=project)))
        if kind.has_releases:
            rows.append(("release", Release.objects.filter(pyramid__kind=kind.name, pyramid__topic__project=project)))
    return [(name, queryset.count()) for name, queryset in rows]
