"""Reads the lists of projects and of a project's topics, with their counts, in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Case, Count, F, Max, QuerySet, Value, When

from annotator.matching.models import KIND, peer_annotations
from annotator.projects.models import CONSENSUS, Membership, Project, Summary, Topic
from annotator.pyramids.models import pyramids
from annotator.pyramids.status import PyramidStatus, pyramid_statuses
from annotator.work.kinds import kinds
from annotator.work.log.models import Edit
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.tasks.models import Assignment
from annotator.work.visibility import FINISHED_STATES

MAX_SHOWN_TOPICS = 8  # per project in the list of projects; if it has more, the last place is taken by a link


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A row in a list of topics. ``annotations``: the progress of the annotations of the topic's peers."""

    topic: Topic
    model_count: int
    peer_count: int
    annotations: "AnnotationCounts"
    pyramids: list[PyramidStatus]

    @property
    def main_pyramid(self) -> PyramidStatus | None:
        """The pyramid to be drawn for the topic: the consensus, else the user's own, else the oldest."""
        preferred_first = sorted(
            self.pyramids, key=lambda status: (status.owner != CONSENSUS, not status.is_mine, status.pyramid.created_at)
        )
        return preferred_first[0] if preferred_first else None


@dataclass(frozen=True, slots=True)
class AnnotationCounts:
    """The progress of the annotations of a topic's peers, as far as the user may see them.

    ``total``: the annotations to be made: one for each pair of a peer and a member who has begun to match the peer or
    is assigned to it, and one for each peer without such a member. ``peers``: the peers with such a member;
    ``peers_begun``, ``peers_finished``: the peers with a begun and with a finished annotation.
    """

    total: int = 0
    begun: int = 0
    finished: int = 0
    peers: int = 0
    peers_begun: int = 0
    peers_finished: int = 0


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """A project in the list of projects. ``role``: a label. ``changed_at``: time of its last edit; None if none."""

    project: Project
    role: str
    topics: list[TopicLine]
    changed_at: datetime | None

    @property
    def model_count(self) -> int:
        return sum(line.model_count for line in self.topics)

    @property
    def peer_count(self) -> int:
        return sum(line.peer_count for line in self.topics)

    @property
    def shown_topics(self) -> list[TopicLine]:
        """The topics in the list of projects: those with a pyramid first, at most `MAX_SHOWN_TOPICS`."""
        topics = sorted(self.topics, key=lambda line: not line.pyramids)
        return topics if len(topics) <= MAX_SHOWN_TOPICS else topics[: MAX_SHOWN_TOPICS - 1]  # leaves room for the link

    @property
    def hidden_topic_count(self) -> int:
        return len(self.topics) - len(self.shown_topics)


def topic_lines(topics: Iterable[Topic], *, user: User) -> list[TopicLine]:
    """Returns the topics with their counts and pyramids, as far as the user may see them."""
    topics = list(topics)
    topic_ids = [topic.pk for topic in topics]
    summaries = _summary_counts(topic_ids)
    annotations = _annotation_counts(topic_ids, user)
    statuses_by_topic: dict[int, list[PyramidStatus]] = defaultdict(list)
    for status in pyramid_statuses(pyramids().visible_to(user).filter(topic__in=topic_ids), user=user):
        statuses_by_topic[status.pyramid.topic_id].append(status)
    return [
        _topic_line(topic, summaries, annotations.get(topic.pk, AnnotationCounts()), statuses_by_topic[topic.pk])
        for topic in topics
    ]


def _topic_line(
    topic: Topic, summaries: Counter[tuple[int, str]], annotations: AnnotationCounts, statuses: list[PyramidStatus]
) -> TopicLine:
    peer_count = summaries[topic.pk, Summary.Kind.PEER]
    # ``annotations`` leaves out peers that nobody has begun or is assigned to; each is one annotation to be made.
    counts = replace(annotations, total=annotations.total + peer_count - annotations.peers)
    return TopicLine(topic, summaries[topic.pk, Summary.Kind.MODEL], peer_count, counts, statuses)


def _summary_counts(topics: Collection[int]) -> Counter[tuple[int, str]]:
    """Returns the numbers of summaries by topic id and kind."""
    rows = Summary.objects.filter(topic__in=topics).order_by().values_list("topic", "kind").annotate(Count("pk"))
    return Counter({(topic, kind): number for topic, kind, number in rows})


def _annotation_counts(topics: Collection[int], user: User) -> dict[int, AnnotationCounts]:
    """Returns the counts by topic id. They leave out peers that nobody has begun or is assigned to."""
    if not topics:
        return {}
    works = peer_annotations().visible_to(user).filter(topic__in=topics).order_by()
    tasks = Assignment.objects.visible_to(user).filter(topic__in=topics, kind=KIND).order_by()
    is_finished = Case(When(state__in=FINISHED_STATES, then=Value(value=True)), default=Value(value=False))
    begun, not_begun = Value(value=True), Value(value=False)
    rows = works.values_list("topic", "summary", "owner", begun, is_finished).union(
        tasks.values_list("topic", "summary", "member", not_begun, not_begun)
    )
    sql, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH rows (topic, peer, member, begun, finished) AS ({sql}), pairs AS (
                SELECT topic, peer, bool_or(begun) AS begun, bool_or(finished) AS finished
                FROM rows GROUP BY topic, peer, member)
            SELECT topic, count(*), count(*) FILTER (WHERE begun), count(*) FILTER (WHERE finished),
                   count(DISTINCT peer), count(DISTINCT peer) FILTER (WHERE begun),
                   count(DISTINCT peer) FILTER (WHERE finished)
            FROM pairs GROUP BY topic
            """,  # noqa: S608  # the inserted SQL is Django's, with parameters
            parameters,
        )
        return {topic: AnnotationCounts(*counts) for topic, *counts in cursor.fetchall()}


def project_cards(user: User) -> list[ProjectCard]:
    """Returns the projects that the user is a member of, by name."""
    roles = dict(Membership.objects.filter(user=user).values_list("project", "role"))
    lines_by_project: dict[int, list[TopicLine]] = defaultdict(list)
    for line in topic_lines(Topic.objects.visible_to(user), user=user):
        lines_by_project[line.topic.project_id].append(line)
    # The last edit of each work that the user may see, so that the query does not read whole logs.
    last_edits = Edit.objects.visible_to(user).filter(revision=F("work__revision")).order_by()
    changed_at = dict(last_edits.values_list("work__topic__project").annotate(at=Max("at")))
    return [
        ProjectCard(
            project=project,
            role=Membership.Role(roles[project.pk]).label,
            topics=lines_by_project[project.pk],
            changed_at=changed_at.get(project.pk),
        )
        for project in Project.objects.visible_to(user)
    ]


def project_counts(project: Project) -> list[tuple[str, int]]:
    """Returns (name in the singular, number) of the project's topics, summaries, works of each kind, and releases."""
    querysets: list[tuple[str, QuerySet[Any]]] = [
        ("topic", Topic.objects.filter(project=project)),
        ("summary", Summary.objects.filter(topic__project=project)),
    ]
    for kind in kinds():
        querysets.append((kind.title, Work.objects.of_kind(kind.name).filter(topic__project=project)))
        if kind.has_releases:
            releases = Release.objects.filter(pyramid__kind=kind.name, pyramid__topic__project=project)
            querysets.append(("release", releases))
    return [(name, queryset.count()) for name, queryset in querysets]
