"""Gives and removes topic roles. Members with unfinished work on a topic cannot get a role for it."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from annotator.projects.models import Membership, Topic
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import kinds
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import accepts_edits, is_finished, topic_role_obstacle
from annotator.work.tasks.models import Assignment

TopicAndMember = tuple[int, int]


@transaction.atomic
def give_role(*, topics: Collection[Topic], member: Membership, role: str, by: Membership) -> list[str]:
    """Make a member reviewer or adjudicator of topics. Returns a sentence for each topic where that is impossible.

    Raises NotAllowed unless ``by`` manages the project; ServiceRefused for members or topics of another project, an
    unknown role, or if it is impossible for every topic.
    """
    check_manage(by.role)
    if any(topic.project_id != by.project_id for topic in topics) or member.project_id != by.project_id:
        raise ServiceRefused("Topics and members must be of this project.")
    if role not in TopicRole.Role.values:
        raise ServiceRefused("There is no such role.")
    if member.user_id is None:
        raise ServiceRefused(f"{member.name} is a name without an account and cannot review or adjudicate.")
    unfinished = topics_and_members_with_unfinished_work(topics)
    reasons, new_roles = [], []
    for topic in topics:
        if reason := topic_role_obstacle(member.role, has_unfinished=(topic.pk, member.pk) in unfinished):
            reasons.append(f"{topic.key}, {member.name}: {reason}")
        else:
            new_roles.append(TopicRole(topic=topic, member=member, role=role))
    if reasons and not new_roles:
        raise ServiceRefused(*reasons)
    TopicRole.objects.bulk_create(new_roles, ignore_conflicts=True)
    return reasons


def remove_role(*, topic: Topic, member: Membership, role: str, by: Membership) -> None:
    """Remove a role for a topic. Raises NotAllowed unless ``by`` manages the project."""
    check_manage(by.role)
    TopicRole.objects.filter(topic=topic, topic__project=by.project_id, member=member, role=role).delete()


def topics_and_members_with_unfinished_work(topics: Collection[Topic]) -> set[TopicAndMember]:
    """Returns the (topic id, member id) pairs where the member has work to start or to finish on the topic.

    Only works of kinds that are reviewed count.
    """
    topic_ids, reviewed = [topic.pk for topic in topics], [kind.name for kind in kinds() if kind.is_reviewed]
    subject_fields = ("kind", "topic", "summary", "slot")
    works_on_topics = Work.objects.of_kind(*reviewed).filter(topic__in=topic_ids).order_by()
    works = list(works_on_topics.values_list(*subject_fields, "owner", "state", "derived", named=True))
    finished = {
        (work.kind, work.topic, work.summary, work.slot, work.owner) for work in works if is_finished(work.state)
    }
    tasks = (
        Assignment.objects.filter(topic__in=topic_ids, kind__in=reviewed)
        .order_by()
        .values_list(*subject_fields, "member", named=True)
    )
    # ``derived``: the id of the work that continues this one on another release; None if it was not carried over.
    return {
        *((work.topic, work.owner) for work in works if accepts_edits(work.state) and not work.derived),
        *((task.topic, task.member) for task in tasks if tuple(task) not in finished),
    }


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table of topic roles: whether a member has the role for a topic, and whether they could have it."""

    topic: Topic
    member: Membership
    has_role: bool
    can_have_role: bool


def role_matrix(
    topics: Collection[Topic], *, role: str, members: Collection[Membership]
) -> list[tuple[Topic, list[Cell]]]:
    """Returns the table of who has a role for which topic: for each topic, one cell per member in ``members``."""
    holders = set(TopicRole.objects.filter(topic__in=topics, role=role).order_by().values_list("topic", "member"))
    unfinished = topics_and_members_with_unfinished_work(topics)

    def cell(topic: Topic, member: Membership) -> Cell:
        pair = (topic.pk, member.pk)
        reason = topic_role_obstacle(member.role, has_unfinished=pair in unfinished)
        return Cell(topic, member, has_role=pair in holders, can_have_role=not reason)

    return [(topic, [cell(topic, member) for member in members]) for topic in topics]
