"""Reviewers and adjudicators: given for a topic, never over one's own unfinished work."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction

from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import accepts_edits, is_finished, refused_topic_role
from annotator.work.tasks.models import Assignment

Pair = tuple[int, int]


@transaction.atomic
def give_role(*, topics: Collection[Topic], member: Membership, role: str, by: Membership) -> list[str]:
    """Make a member reviewer or adjudicator of topics. Returns a sentence for each topic that was left out.

    Raises NotAllowed unless ``by`` manages the project; ServiceRefused for members or topics of another project, an
    unknown role, or if every topic was left out.
    """
    check_manage(by.role)
    if any(topic.project_id != by.project_id for topic in topics) or member.project_id != by.project_id:
        raise ServiceRefused("Topics and members must be of this project.")
    if role not in TopicRole.Role.values:
        raise ServiceRefused("There is no such role.")
    if member.user_id is None:
        raise ServiceRefused(f"{member.name} is a name without an account, and can judge nothing.")
    owed = unfinished(topics)
    reasons, new = [], []
    for topic in topics:
        if reason := refused_topic_role(member.role, has_unfinished=(topic.pk, member.pk) in owed):
            reasons.append(f"{topic.key}, {member.name}: {reason}")
        else:
            new.append(TopicRole(topic=topic, member=member, role=role))
    if reasons and not new:
        raise ServiceRefused(*reasons)
    TopicRole.objects.bulk_create(new, ignore_conflicts=True)
    return reasons


def take_role(*, topic: Topic, member: Membership, role: str, by: Membership) -> None:
    """Remove a role for a topic. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    TopicRole.objects.filter(topic=topic, topic__project=by.project_id, member=member, role=role).delete()


def unfinished(topics: Collection[Topic]) -> set[Pair]:
    """The (topic, member) pairs with work of any kind to start or to finish."""
    keys = [topic.pk for topic in topics]
    subject = ("kind", "topic", "summary", "slot")
    works = list(
        Work.objects.filter(topic__in=keys).order_by().values_list(*subject, "owner", "state", "derived", named=True)
    )
    done = {(*work[:4], work.owner) for work in works if is_finished(work.state)}
    tasks = Assignment.objects.filter(topic__in=keys).order_by().values_list(*subject, "member", named=True)
    # One that was carried over goes on in the work derived from it.
    return {
        *((work.topic, work.owner) for work in works if accepts_edits(work.state) and not work.derived),
        *((task.topic, task.member) for task in tasks if tuple(task) not in done),
    }


@dataclass(frozen=True, slots=True)
class Cell:
    """A member and a topic: whether they have the role (``holds``) and could have it (``able``)."""

    topic: Topic
    member: Membership
    holds: bool
    able: bool


def role_matrix(
    topics: Collection[Topic], *, role: str, members: Iterable[Membership]
) -> list[tuple[Topic, list[Cell]]]:
    """Who has a role for which topic, and who could have it: a row of cells for each topic."""
    holders = set(TopicRole.objects.filter(topic__in=topics, role=role).order_by().values_list("topic", "member"))
    owed = unfinished(topics)
    return [(topic, list(_cells(topic, members, holders, owed))) for topic in topics]


def _cells(topic: Topic, members: Iterable[Membership], holders: set[Pair], owed: set[Pair]) -> Iterable[Cell]:
    for member in members:
        pair = (topic.pk, member.pk)
        yield Cell(topic, member, pair in holders, not refused_topic_role(member.role, has_unfinished=pair in owed))
