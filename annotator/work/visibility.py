"""Who sees whose work: the rule behind every ``visible_to`` (blind by construction, DESIGN §3).

In a blind project, only their owners and editors, managers, and the topic's reviewers and adjudicators see a topic's
works and their logs, notes and scores, until a manager reveals the topic.
"""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextChoices, Value
from django.db.models.expressions import RawSQL
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, JSONObject, NullIf

from annotator.projects.models import Topic
from annotator.projects.visibility import MANAGER, sees_everything
from annotator.work.edits.events import STATE_EVENTS
from annotator.work.kinds import Kind, kinds


class WorkState(TextChoices):
    """States of a work (DESIGN §3)."""

    IN_PROGRESS = "in_progress", "In progress"
    IN_REVIEW = "in_review", "In review"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    ADJUDICATED = "adjudicated", "Adjudicated"


EDITABLE_STATES = frozenset({WorkState.IN_PROGRESS, WorkState.IN_REVIEW, WorkState.RETURNED})
FINISHED_STATES = frozenset(WorkState) - EDITABLE_STATES
OPEN_STATES = EDITABLE_STATES - {WorkState.IN_REVIEW}

# What changes the state of a work, as the log calls it, and what pages say of such a change.
STATE_VERBS = tuple(STATE_EVENTS)
ACTED_BY = Coalesce("actor__username", NullIf("actor_name", Value("")))
STATE_CHANGE = JSONObject(
    verb="verb", by=ACTED_BY, at="at", note=Coalesce(KeyTextTransform("note", "payload"), Value(""))
)


def sees_work(user: User, *, kind: Kind) -> Q:
    """The works of a kind that the user may see; use it alone in one ``filter()`` call."""
    members = "topic__project__memberships"
    own = Q(owner=F(members)) | Q(pk__in=edited_by(user)) | Q(topic__in=roles_over(user, kind).values("topic"))
    return sees_everything(user, project="topic__project", topic="topic") | Q(**{f"{members}__user": user.pk}) & own


def releasable(user: User) -> Any:
    """The works that the user may see of kinds with releases."""
    works: Any = apps.get_model("annotator", "Work").objects
    return works.of_kind(*(kind.name for kind in kinds() if kind.has_releases)).visible_to(user)


def hides_owner_of_release(user: User) -> Q:
    """The works whose release's pyramid the user may not see."""
    return Q(release__isnull=False) & ~Q(release__pyramid__in=releasable(user))


def edited_by(user: User) -> QuerySet[Any]:
    """The keys of the works that list the user as an editor."""
    editors: QuerySet[Any] = apps.get_model("annotator", "Work").editors.through.objects.all()
    return editors.filter(membership__user=user.pk).values("work")


# Plain SQL, as one query contains this several times: Django takes longer to build it than Postgres to run it.
_OWED = """
    SELECT w.topic_id FROM annotator_work w JOIN annotator_membership m ON m.id = w.owner_id
    WHERE m.user_id = %s AND w.kind = ANY(%s) AND w.state <> ALL(%s) AND NOT EXISTS (
        SELECT FROM annotator_work later WHERE later.derived_from_id = w.id)
    UNION ALL
    SELECT a.topic_id FROM annotator_assignment a JOIN annotator_membership m ON m.id = a.member_id
    WHERE m.user_id = %s AND a.kind = ANY(%s) AND NOT EXISTS (
        SELECT FROM annotator_work w
        WHERE w.topic_id = a.topic_id AND w.owner_id = a.member_id AND w.kind = a.kind AND w.slot = a.slot
          AND w.summary_id IS NOT DISTINCT FROM a.summary_id AND w.state = ANY(%s))
"""


def owes(user: User, kind_names: Iterable[str], *, topic: str) -> Q:
    """Topics on which the user has unfinished work of these kinds. ``topic``: the path to the topic of a row.

    A work that was carried over counts as the one derived from it.
    """
    names, finished = sorted(kind_names), sorted(FINISHED_STATES)
    owed = RawSQL(_OWED, [user.pk, names, finished, user.pk, names, finished])  # noqa: S611  # the text above
    return Q(**{f"{topic}__in": owed})


def roles_over(user: User, kind: Kind) -> QuerySet[Any]:
    """The user's topic roles that they may use now over works of a kind.

    A role rests while the user has unfinished work of this kind, or of one that comes before it, on the topic.
    """
    roles: QuerySet[Any] = apps.get_model("annotator", "TopicRole").objects.filter(member__user=user.pk).order_by()
    return roles.exclude(owes(user, [kind.name, *kind.prerequisites], topic="topic"))


def topics_with_roles(user: User | AnonymousUser) -> QuerySet[Any]:
    """The topics that the user sees, with ``hides_work``: whether others' work on it is hidden from the user.

    And for each kind ``reviews_KIND`` and ``adjudicates_KIND``: the user has this role and may use it now.
    """
    topics = Topic.objects.for_member(user)
    if not user.is_authenticated:
        return topics
    over = {kind: roles_over(user, kind) for kind in kinds()}
    may_use = {
        f"{does}_{kind.name}": Q(pk__in=roles.filter(role=role).values("topic"))
        for kind, roles in over.items()
        for does, role in (("reviews", "reviewer"), ("adjudicates", "adjudicator"))
    }
    sees = Q(pk__in=[])
    for kind, roles in over.items():
        if not kind.prerequisites:
            sees |= Q(pk__in=roles.values("topic"))
    closed = Q(project__blind=True, revealed_at=None) & ~Q(project__memberships__role=MANAGER)
    return topics.annotate(**may_use, hides_work=closed & ~sees)


def last_state_change() -> Subquery:
    """For a work, the latest change of its state, if any: ``verb``, ``by``, ``at`` and ``note``."""
    edits: QuerySet[Any] = apps.get_model("annotator", "Edit").objects.filter(work=OuterRef("pk"))
    return Subquery(edits.filter(verb__in=STATE_VERBS).order_by("-revision").values(change=STATE_CHANGE)[:1])


def open_notes() -> Coalesce:
    """For a work, its number of open threads of notes."""
    threads: QuerySet[Any] = apps.get_model("annotator", "NoteThread").objects.filter(work=OuterRef("pk"))
    counted = threads.filter(resolved_at=None).order_by().values("work").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)
