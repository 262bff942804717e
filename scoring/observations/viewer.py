"""The viewer of results, and what the viewer may see of a project. All querysets of scoring are limited to it here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from annotator.judgments.models import sheets
from annotator.judgments.sheet_kind import sheets_of_all_judges
from annotator.matching.kind import shows_scores
from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Project, Topic
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import pyramids
from annotator.runs.registry import EVERYTHING
from annotator.work.models import Work, WorkQuerySet
from annotator.work.release_models import Release
from annotator.work.sizes import with_work_counts
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the results of ``project``: a member, with ``user`` and ``role``, or a command or administrator, who
    sees everything and has neither. ``work_count``: the number of the project's works (pyramids and annotations), to
    estimate running times.
    """

    project: Project
    user: User | AnonymousUser | None = None
    role: str | None = None
    work_count: int = 0

    @classmethod
    def member(cls, user: User | AnonymousUser, slug: str) -> "Viewer":
        """Returns the user as a member of the project with this slug. Raises Membership.DoesNotExist."""
        members = with_work_counts(Membership.objects.select_related("project"))
        member: Any = members.get(project__slug=slug, user=user.pk)
        return cls(member.project, user, member.role, member.project_work_count)

    @property
    def is_limited(self) -> bool:
        """Whether the project hides other people's work from this member."""
        return self.project.blind and self.role is not None and not can_manage(self.role)

    def annotations(self, topic: Topic | None = None) -> WorkQuerySet:
        visible = peer_annotations() if self.user is None else peer_annotations().visible_to(self.user)
        visible = visible.filter(topic__project=self.project)
        return visible if topic is None else visible.filter(topic=topic)

    def pyramids(self, topic: Topic | None = None) -> QuerySet[Work]:
        visible = self._visible_pyramids.filter(topic__project=self.project)
        return visible if topic is None else visible.filter(topic=topic)

    def releases(self) -> QuerySet[Release]:
        releases = Release.objects.filter(pyramid__topic__project=self.project)
        return releases if self.user is None else releases.filter(pyramid__in=self._visible_pyramids)

    def topics(self) -> list[Topic]:
        return list(self._visible_topics.filter(project=self.project).only("key", "title"))

    def topic(self, key: str) -> Topic:
        return self._visible_topics.get(project=self.project, key=key)

    @property
    def _visible_topics(self) -> QuerySet[Topic]:
        return Topic.objects.all() if self.user is None else Topic.objects.visible_to(self.user)

    @property
    def _visible_pyramids(self) -> QuerySet[Work]:
        return pyramids() if self.user is None else pyramids().visible_to(self.user)


def visible_identifiers(user: User, slug: str) -> frozenset[str]:
    """Returns identifiers of what a member may see of a project now, such as works, their scores and names of peers.
    A background run stores them as its basis (see `Job`): a member who may no longer see all of these cannot open the
    run's result. Raises Membership.DoesNotExist.
    """
    viewer = Viewer.member(user, slug)
    if viewer.role is not None and can_manage(viewer.role):
        return frozenset([EVERYTHING])
    project = viewer.project
    settings = (project.blind, project.mask_summarizers, project.anonymous_owners, project.live_scores)
    identifiers = {f"settings {settings}"}
    identifiers |= {f"pyramid {key}" for key in viewer.pyramids().values_list("pk", flat=True)}
    judged = sheets().filter(sheets_of_all_judges(user), topic__project=project, state__in=FINISHED_STATES)
    pairs = judged.order_by().values_list("topic", "sheet__instrument").distinct()
    identifiers |= {f"sheets of {instrument} on {topic}" for topic, instrument in pairs}
    for annotation in viewer.annotations().select_related("topic__project").only("state", "topic__project"):
        identifiers.add(f"peer {annotation.pk}")
        if may_see_scores(annotation, viewer.role):
            identifiers.add(f"scores {annotation.pk}")
        if not annotation.hides_peer:
            identifiers.add(f"name {annotation.pk}")
    return frozenset(identifiers)


def may_see_scores(annotation: Work, role: str | None) -> bool:
    """Whether a role may see the scores of an annotation now. Managers and commands (None) may see all scores."""
    return role is None or can_manage(role) or shows_scores(annotation)


def chosen_topic(key: str, topics: Iterable[Topic]) -> Topic | None:
    """Returns the topic with this key among ``topics``; None if ``key`` is "". Raises Topic.DoesNotExist."""
    if not key:
        return None
    for topic in topics:
        if topic.key == key:
            return topic
    raise Topic.DoesNotExist
