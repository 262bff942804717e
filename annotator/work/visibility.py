"""Which works a user may see: the rules behind every ``visible_to``.

In a blind project, a work with its log, notes and scores is visible only to its owner, its editors, managers, and the
reviewers and adjudicators of its topic, until a manager reveals the topic. In a project with ``anonymous_owners`` the
adjudicators of a topic see its works only without their owners, on the pages that compare works (ADR 188).
"""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextChoices, Value
from django.db.models.expressions import RawSQL
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, JSONObject, NullIf

from annotator.projects.models import CONSENSUS, Topic
from annotator.projects.visibility import MANAGER, sees_everything
from annotator.work.edits.events import STATE_EVENTS
from annotator.work.kinds import Kind, kinds


class WorkState(TextChoices):
    """The states of a work. `states.services.TRANSITIONS` lists the possible changes from one state to another."""

    IN_PROGRESS = "in_progress", "In progress"
    IN_REVIEW = "in_review", "In review"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    ADJUDICATED = "adjudicated", "Adjudicated"


EDITABLE_STATES = frozenset({WorkState.IN_PROGRESS, WorkState.IN_REVIEW, WorkState.RETURNED})
FINISHED_STATES = frozenset(WorkState) - EDITABLE_STATES
OPEN_STATES = EDITABLE_STATES - {WorkState.IN_REVIEW}  # the owner and the editors may edit; in review, reviewers may

# The verbs of log entries that change the state of a work.
STATE_VERBS = tuple(STATE_EVENTS)
# SQL expressions for rows of the log: the name of the person who acted, and a change of state as pages show it.
ACTOR_NAME = Coalesce("actor__username", NullIf("actor_name", Value("")))
STATE_CHANGE = JSONObject(
    verb="verb", by=ACTOR_NAME, at="at", note=Coalesce(KeyTextTransform("note", "payload"), Value(""))
)


def visible_works(user: User, kind: Kind) -> Q:
    """Returns the condition for the works of a kind that the user may see.

    Pass it to a single ``filter()``, so that all its parts refer to the same membership row.
    """
    rule_of_kind = kind.visible(user)
    return _permitted_works(user, kind) & ~_has_hidden_owner(user) if rule_of_kind is None else rule_of_kind


def comparable_works(user: User, kind: Kind) -> Q:
    """Returns the condition for the works with a visible owner, and the finished works whose owner alone is hidden."""
    return _permitted_works(user, kind) & (Q(state__in=FINISHED_STATES) | ~_has_hidden_owner(user))


def _permitted_works(user: User, kind: Kind) -> Q:
    """Returns the condition for the works that the user may see if the rule that hides owners is ignored."""
    members = "topic__project__memberships"
    takes_part = Q(owner=F(members)) | Q(pk__in=edited_by(user)) | Q(topic__in=usable_roles(user, kind).values("topic"))
    everything = sees_everything(user, project="topic__project", topic="topic")
    return everything | Q(**{f"{members}__user": user.pk}) & takes_part


# The topics that a user adjudicates without seeing the owners' names.
_NAMELESS_TOPICS_SQL = """
    SELECT t.id FROM annotator_topic t JOIN annotator_project p ON p.id = t.project_id
    JOIN annotator_topicrole r ON r.topic_id = t.id JOIN annotator_membership m ON m.id = r.member_id
    WHERE m.user_id = %s AND r.role = 'adjudicator' AND m.role <> %s AND p.anonymous_owners AND t.revealed_at IS NULL
"""
# The works of others on these topics, except those that the user edits, until the consensus on them is finished.
_HIDDEN_OWNER_SQL = f"""
    SELECT w.id FROM annotator_work w JOIN annotator_membership o ON o.id = w.owner_id
    WHERE w.topic_id IN ({_NAMELESS_TOPICS_SQL}) AND o.name <> %s AND o.user_id IS DISTINCT FROM %s AND NOT EXISTS (
        SELECT FROM annotator_work_editors e JOIN annotator_membership m ON m.id = e.membership_id
        WHERE e.work_id = w.id AND m.user_id = %s
    ) AND NOT EXISTS (
        SELECT FROM annotator_work c JOIN annotator_membership co ON co.id = c.owner_id
        WHERE co.name = %s AND c.state = ANY(%s) AND (c.kind, c.topic_id, c.slot) = (w.kind, w.topic_id, w.slot)
          AND c.summary_id IS NOT DISTINCT FROM w.summary_id AND c.release_id IS NOT DISTINCT FROM w.release_id)
"""


def _has_hidden_owner(user: User) -> Q:
    """Returns the condition for the works whose owners are hidden from an adjudicator; managers see all owners."""
    parameters = [user.pk, MANAGER, CONSENSUS, user.pk, user.pk, CONSENSUS, sorted(FINISHED_STATES)]
    return Q(pk__in=RawSQL(_HIDDEN_OWNER_SQL, parameters))  # noqa: S611  # constant SQL with parameters


def visible_works_with_releases(user: User) -> Any:
    """Returns the visible works of the kinds that have releases."""
    works: Any = apps.get_model("annotator", "Work").objects
    return works.of_kind(*(kind.name for kind in kinds() if kind.has_releases)).visible_to(user)


def hides_pyramid_owner(user: User) -> Q:
    """Returns the condition for the works pinned to a release of a pyramid that the user may not see."""
    return Q(release__isnull=False) & ~Q(release__pyramid__in=visible_works_with_releases(user))


def edited_by(user: User) -> QuerySet[Any]:
    """Returns the ids of the works that list the user as an editor."""
    editors: QuerySet[Any] = apps.get_model("annotator", "Work").editors.through.objects.all()
    return editors.filter(membership__user=user.pk).values("work")


# The topics of unfinished works and of assignments without a finished work. Plain SQL, because one query can contain it
# several times, and Django would take longer to build it than Postgres to run it.
_UNFINISHED_SQL = """
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


def has_unfinished_work(user: User, kind_names: Iterable[str], *, topic: str) -> Q:
    """Returns the condition for rows on whose topic the user has unfinished work of these kinds.

    ``topic``: the lookup from a row to its topic. Of a work that was carried over to a later release, only the new work
    counts.
    """
    parameters = [user.pk, sorted(kind_names), sorted(FINISHED_STATES)] * 2
    return Q(**{f"{topic}__in": RawSQL(_UNFINISHED_SQL, parameters)})  # noqa: S611  # constant SQL with parameters


def usable_roles(user: User, kind: Kind) -> QuerySet[Any]:
    """Returns the user's topic roles that they may use now for works of a kind.

    A role may not be used while the user has unfinished work on the topic, of this kind or of its ``prerequisites``.
    """
    roles: QuerySet[Any] = apps.get_model("annotator", "TopicRole").objects.filter(member__user=user.pk).order_by()
    if not kind.is_reviewed:
        return roles.none()
    return roles.exclude(has_unfinished_work(user, [kind.name, *kind.prerequisites], topic="topic"))


def topics_with_roles(user: User | AnonymousUser) -> QuerySet[Any]:
    """Returns the topics that the user may see. For signed-in users each has these annotations:

    ``hides_owners``: the user adjudicates the topic without seeing owners. ``hides_work``: others' work on the topic,
    or who owns it, is hidden from the user. ``reviews_KIND`` and ``adjudicates_KIND``, for each kind whose works are
    reviewed: the user has this role and may use it now.
    """
    topics = Topic.objects.visible_with_role(user)
    if not user.is_authenticated:
        return topics
    roles_by_kind = {kind: usable_roles(user, kind) for kind in kinds() if kind.is_reviewed}
    may_use = {
        f"{prefix}_{kind.name}": Q(pk__in=roles.filter(role=role).values("topic"))
        for kind, roles in roles_by_kind.items()
        for prefix, role in (("reviews", "reviewer"), ("adjudicates", "adjudicator"))
    }
    sees_by_role = Q(pk__in=[])
    for kind, roles in roles_by_kind.items():
        if not kind.prerequisites:  # whoever may use a role for a kind may use it for the kind's prerequisites too
            sees_by_role |= Q(pk__in=roles.values("topic"))
    is_blind = Q(project__blind=True, revealed_at=None) & ~Q(project__memberships__role=MANAGER)
    hides_owners = Q(pk__in=RawSQL(_NAMELESS_TOPICS_SQL, [user.pk, MANAGER]))  # noqa: S611  # as above
    return topics.annotate(**may_use, hides_owners=hides_owners, hides_work=is_blind & ~sees_by_role | hides_owners)


def last_state_change() -> Subquery:
    """Returns an annotation for works: the latest change of state (``verb``, ``by``, ``at``, ``note``), or null."""
    edits: QuerySet[Any] = apps.get_model("annotator", "Edit").objects.filter(work=OuterRef("pk"))
    return Subquery(edits.filter(verb__in=STATE_VERBS).order_by("-revision").values(change=STATE_CHANGE)[:1])


def open_thread_count() -> Coalesce:
    """Returns an annotation for works: the number of open threads of notes."""
    threads: QuerySet[Any] = apps.get_model("annotator", "NoteThread").objects.filter(work=OuterRef("pk"))
    counts = threads.filter(resolved_at=None).order_by().values("work").annotate(number=Count("pk"))
    return Coalesce(Subquery(counts.values("number")), 0)
