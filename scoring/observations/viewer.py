"""Who asks for results, and what of a project they may see: the one place where scoring scopes querysets to people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from annotator.matching.kind import shows_scores
from annotator.matching.models import matchings
from annotator.projects.models import Membership, Project, Topic
from annotator.projects.permissions import can_manage
from annotator.pyramids.models import pyramids
from annotator.runs.registry import EVERYTHING
from annotator.work.models import Release, Work, WorkQuerySet
from annotator.work.sizes import with_works


@dataclass(frozen=True, slots=True)
class Viewer:
    """A member of ``project``; without ``user`` and ``role`` a command or an administrator, who sees everything.

    ``works``: how many works the project has, for estimates of time.
    """

    project: Project
    user: User | AnonymousUser | None = None
    role: str | None = None
    works: int = 0

    @classmethod
    def member(cls, user: User | AnonymousUser, slug: str) -> "Viewer":
        """The user as a member of the project of this slug. Raises Membership.DoesNotExist."""
        members = with_works(Membership.objects.select_related("project"))
        member: Any = members.get(project__slug=slug, user=user.pk)
        return cls(member.project, user, member.role, member.project_works)

    @property
    def is_limited(self) -> bool:
        """Whether the project hides other people's work from this member."""
        return self.project.blind and self.role is not None and not can_manage(self.role)

    def annotations(self, topic: Topic | None = None) -> WorkQuerySet:
        """The peer annotations of the project, or of one topic, that may be seen."""
        seen = matchings() if self.user is None else matchings().visible_to(self.user)
        seen = seen.filter(topic__project=self.project)
        return seen if topic is None else seen.filter(topic=topic)

    def pyramids(self, topic: Topic | None = None) -> QuerySet[Work]:
        """The pyramids of the project, or of one topic, that may be seen."""
        seen = self._all_pyramids.filter(topic__project=self.project)
        return seen if topic is None else seen.filter(topic=topic)

    def releases(self) -> QuerySet[Release]:
        """The releases of pyramids that may be seen."""
        found = Release.objects.filter(pyramid__topic__project=self.project)
        return found if self.user is None else found.filter(pyramid__in=self._all_pyramids)

    def topics(self) -> list[Topic]:
        """The topics that may be seen, with key and title."""
        found = Topic.objects.all() if self.user is None else Topic.objects.visible_to(self.user)
        return list(found.filter(project=self.project).only("key", "title"))

    def topic(self, key: str) -> Topic:
        """The topic of this key. Raises Topic.DoesNotExist."""
        found = Topic.objects.all() if self.user is None else Topic.objects.visible_to(self.user)
        return found.get(project=self.project, key=key)

    def may_see_scores(self, annotation: Work) -> bool:
        """Managers see all scores; others those that the project shows now (``live_scores``, DESIGN §3)."""
        return may_see_scores(annotation, self.role)

    @property
    def _all_pyramids(self) -> QuerySet[Work]:
        return pyramids() if self.user is None else pyramids().visible_to(self.user)


def result_basis(user: User, slug: str) -> frozenset[str]:
    """What of a project a member may see now, as a run keeps it of its result: works, their scores, names of peers.

    Raises Membership.DoesNotExist.
    """
    viewer = Viewer.member(user, slug)
    if viewer.role is not None and can_manage(viewer.role):
        return frozenset([EVERYTHING])
    project = viewer.project
    hidden = (project.blind, project.mask_summarizers, project.anonymous_owners, project.live_scores)
    facts = {f"settings {hidden}"}
    facts |= {f"pyramid {key}" for key in viewer.pyramids().values_list("pk", flat=True)}
    for annotation in viewer.annotations().select_related("topic__project").only("state", "topic__project"):
        facts.add(f"peer {annotation.pk}")
        if viewer.may_see_scores(annotation):
            facts.add(f"scores {annotation.pk}")
        if not annotation.hides_peer:
            facts.add(f"name {annotation.pk}")
    return frozenset(facts)


def may_see_scores(annotation: Work, role: str | None) -> bool:
    """Whether a member of this role (None: a command) is shown the scores of an annotation now."""
    return role is None or can_manage(role) or shows_scores(annotation)


def chosen_topic(key: str, topics: Iterable[Topic]) -> Topic | None:
    """The topic of this key among those that may be seen, None for no key. Raises Topic.DoesNotExist."""
    found = next((one for one in topics if one.key == key), None)
    if key and found is None:
        raise Topic.DoesNotExist
    return found
