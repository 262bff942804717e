"""Who sees whose work: the one rule behind every ``visible_to`` (blind by construction, DESIGN §3).

In a blind project a topic's work (pyramids, peer annotations, and all that hangs on them) is seen by its owner and
editors, by managers, and by the topic's reviewers and adjudicators, until a manager reveals the topic.
"""

from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextChoices, Value
from django.db.models.expressions import RawSQL
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, JSONObject, NullIf

from annotator.projects.visibility import unveiled
from annotator.work.edits.events import STATE_EVENTS


class WorkState(TextChoices):
    """States of a pyramid or peer annotation (DESIGN §3)."""

    IN_PROGRESS = "in_progress", "In progress"
    IN_REVIEW = "in_review", "In review"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Returned"
    ADJUDICATED = "adjudicated", "Adjudicated"


EDITABLE_STATES = frozenset({WorkState.IN_PROGRESS, WorkState.IN_REVIEW, WorkState.RETURNED})


FINISHED_STATES = frozenset(WorkState) - EDITABLE_STATES


OPEN_STATES = EDITABLE_STATES - {WorkState.IN_REVIEW}
STATE_VERBS = tuple(STATE_EVENTS)
ACTED_BY = Coalesce("actor__username", NullIf("actor_name", Value("")))


TOLD = JSONObject(verb="verb", by=ACTED_BY, at="at", note=Coalesce(KeyTextTransform("note", "payload"), Value("")))


def sees_work(user: User, *, topic: str, editors: QuerySet[Any], roles: QuerySet[Any]) -> Q:
    """The pyramids or peer annotations that the user may see; for one ``filter()`` call.

    ``topic``: where a row's topic is; ``editors``: keys of the rows that the user is a listed editor of; ``roles``: the
    roles for topics that the user has and may use now.
    """
    members = f"{topic}__project__memberships"
    own = Q(owner=F(members)) | Q(pk__in=editors) | Q(**{f"{topic}__in": roles.values("topic")})
    return unveiled(user, project=f"{topic}__project", topic=topic) | Q(**{f"{members}__user": user.pk}) & own


# In plain SQL: these stand several times in one statement, which Django takes longer to build than Postgres to run.
_OWED_PYRAMIDS = """
    SELECT p.topic_id FROM annotator_pyramid p JOIN annotator_membership m ON m.id = p.owner_id
    WHERE m.user_id = %s AND p.state <> ALL(%s)
    UNION ALL
    SELECT a.topic_id FROM annotator_assignment a JOIN annotator_membership m ON m.id = a.member_id
    WHERE m.user_id = %s AND a.summary_id IS NULL AND NOT EXISTS (
        SELECT FROM annotator_pyramid p
        WHERE p.topic_id = a.topic_id AND p.owner_id = a.member_id AND p.state = ANY(%s))
"""


_OWED_PEERS = """
    SELECT s.topic_id FROM annotator_peerannotation p JOIN annotator_membership m ON m.id = p.owner_id
    JOIN annotator_summary s ON s.id = p.summary_id
    WHERE m.user_id = %s AND p.state <> ALL(%s) AND NOT EXISTS (
        SELECT FROM annotator_peerannotation later WHERE later.derived_from_id = p.id)
    UNION ALL
    SELECT a.topic_id FROM annotator_assignment a JOIN annotator_membership m ON m.id = a.member_id
    WHERE m.user_id = %s AND a.summary_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM annotator_peerannotation p
        WHERE p.summary_id = a.summary_id AND p.owner_id = a.member_id AND p.state = ANY(%s))
"""


def owes_pyramid(user: User, *, topic: str) -> Q:
    """Topics on which the user has a pyramid of their own to make or to finish. ``topic``: where a row's topic is."""
    return Q(**{f"{topic}__in": _owed(_OWED_PYRAMIDS, user)})


def owes_peers(user: User, *, topic: str) -> Q:
    """Topics on which the user has peers to match, or to go on with; what was carried over goes on elsewhere."""
    return Q(**{f"{topic}__in": _owed(_OWED_PEERS, user)})


def _owed(sql: str, user: User) -> RawSQL:
    finished = sorted(FINISHED_STATES)
    return RawSQL(sql, [user.pk, finished, user.pk, finished])  # noqa: S611  # the texts above


def last_turn(of: str) -> Subquery:
    """For a row, the latest change of its state, if any: ``verb``, ``by``, ``at`` and ``note``. ``of``: its column."""
    edits: QuerySet[Any] = apps.get_model("annotator", "Edit").objects.filter(**{of: OuterRef("pk")})
    return Subquery(edits.filter(verb__in=STATE_VERBS).order_by("-revision").values(told=TOLD)[:1])


def open_notes(of: str) -> Coalesce:
    """For a row, how many of its threads of notes are open. ``of``: the threads' column that points to it."""
    threads: QuerySet[Any] = apps.get_model("annotator", "NoteThread").objects.filter(**{of: OuterRef("pk")})
    counted = threads.filter(resolved_at=None).order_by().values(of).annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def roles_over_pyramids(user: User) -> QuerySet[Any]:
    """The user's roles for topics, those left out where a pyramid of their own is still to be made or finished."""
    held = apps.get_model("annotator", "TopicRole").objects.filter(member__user=user.pk).order_by()
    return held.exclude(owes_pyramid(user, topic="topic"))


def roles_over_peers(user: User) -> QuerySet[Any]:
    """Likewise for peer annotations. They quote pyramids, so that one's own pyramid must be finished too."""
    return roles_over_pyramids(user).exclude(owes_peers(user, topic="topic"))
