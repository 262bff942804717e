"""Assigns topics or peers to several members as evenly as possible, for managers who plan a whole project."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import TypeGuard

from django.db import transaction

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import Kind, TaskOption, kind_named
from annotator.work.models import Work
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.assignments import AssignmentOutcome, PlannedTask, assign
from annotator.work.tasks.balance import distribute_evenly
from annotator.work.tasks.models import Assignment


@transaction.atomic
def assign_evenly(
    *,
    project: Project,
    option: TaskOption,
    topics: Sequence[Topic],
    members: Sequence[Membership],
    people_per_item: int,
    due: date | None,
    release_of: str,
    seed: int,
    by: Membership,
) -> AssignmentOutcome:
    """Assign each item (a topic or a summary, as ``option`` says) to ``people_per_item`` members as evenly as possible.

    Existing tasks are kept and counted. Work that these members have begun becomes a task and is counted too. No member
    gets a topic that they review or adjudicate, or a summary that they wrote and must not judge. ``release_of``: the
    name of the pyramid owner whose latest release is used; "" leaves the choice to the member. Raises like `assign`,
    and ServiceRefused if there are too few members.
    """
    check_manage(by.role)
    if people_per_item < 1 or len(members) < people_per_item:
        raise ServiceRefused(f"Choose at least {max(1, people_per_item)} people: that is how many each item needs.")
    Project.objects.select_for_update().get(pk=project.pk)
    work_kind = kind_named(option.kind)
    items = _items(topics, option)
    begun_pairs, assigned, loads = _begun_and_assigned(project, items, option, members)
    members_by_id = {member.pk: member for member in members}
    excluded = _excluded(items, work_kind, members)
    new_pairs = distribute_evenly(
        list(items),
        list(members_by_id),
        people_per_item=people_per_item,
        assigned=assigned,
        excluded=excluded,
        loads=loads,
        seed=seed,
    )
    is_pinned = work_kind.needs_release and release_of != ""
    releases = _latest_releases(topics, owner=release_of) if is_pinned else {}
    tasks = [
        PlannedTask(topic, members_by_id[person], summary, releases.get(topic.pk), due, option.kind, option.slot)
        for item, person in [*begun_pairs, *new_pairs]
        for topic, summary in [items[item]]
    ]
    outcome = assign(project=project, tasks=tasks, by=by)
    outcome.notes += _shortfalls(items, assigned, new_pairs, people_per_item, work_kind)
    outcome.notes += [
        f"{topic.key}: {release_of} has no release yet, so its {work_kind.subject_plural} are assigned without one."
        for topic in topics
        if is_pinned and topic.pk not in releases
    ]
    return outcome


def _items(topics: Sequence[Topic], option: TaskOption) -> dict[int, tuple[Topic, Summary | None]]:
    """Maps the id of each item to (topic, None) if the item is a topic, or to (topic, summary) if it is a summary."""
    if not option.per_summary:
        return {topic.pk: (topic, None) for topic in topics}
    topics_by_id = {topic.pk: topic for topic in topics}
    summaries = Summary.objects.filter(topic__in=topics_by_id).order_by("topic__key", "kind", "position")
    if not option.about_models:
        summaries = summaries.peer_summaries()
    rows = summaries.defer("text", "words", "sentences")
    return {summary.pk: (topics_by_id[summary.topic_id], summary) for summary in rows}


def _latest_releases(topics: Sequence[Topic], *, owner: str) -> dict[int, Release]:
    """Maps each topic to the latest release of this owner's pyramid, if there is one."""
    releases = Release.objects.filter(pyramid__topic__in=topics, pyramid__owner__name=owner).order_by("number")
    return {release.pyramid.topic_id: release for release in releases.select_related("pyramid").defer("document")}


def _begun_and_assigned(
    project: Project, items: Collection[int], option: TaskOption, members: Sequence[Membership]
) -> tuple[list[tuple[int, int]], dict[int, set[int]], dict[int, int]]:
    """Returns (begun_pairs, assigned, loads), in which items and members are ids.

    ``begun_pairs``: an (item, member) pair for each work that was begun without a task. ``assigned``: by item, the
    members who have a task on it or are in such a pair. ``loads``: by member, the number of items assigned to them.
    """
    item_field = "summary" if option.per_summary else "topic"
    tasks = Assignment.objects.filter(topic__project=project, kind=option.kind, slot=option.slot)
    tasks = tasks.filter(summary__isnull=not option.per_summary)
    assigned: dict[int, set[int]] = defaultdict(set)
    loads: dict[int, int] = defaultdict(int)
    for item, person in tasks.values_list(item_field, "member"):
        assigned[item].add(person)
        loads[person] += 1
    works = Work.objects.of_kind(option.kind).filter(kind_named(option.kind).works_of_task(option.slot))
    works = works.filter(**{f"{item_field}__in": items}, owner__in=members)
    pairs = works.order_by("pk").values_list(item_field, "owner")
    begun_pairs = [(item, person) for item, person in dict.fromkeys(pairs) if person not in assigned[item]]
    for item, person in begun_pairs:
        assigned[item].add(person)
        loads[person] += 1
    return begun_pairs, assigned, loads


def _excluded(
    items: dict[int, tuple[Topic, Summary | None]], kind: Kind, members: Iterable[Membership]
) -> dict[int, set[int]]:
    """Maps each item to the members who must not get it: they review or adjudicate its topic, or wrote the summary."""
    members_with_role: dict[int, set[int]] = defaultdict(set)
    topics = {topic for topic, _ in items.values()}
    roles = TopicRole.objects.filter(topic__in=topics) if kind.is_reviewed else TopicRole.objects.none()
    for topic, member in roles.values_list("topic", "member"):
        members_with_role[topic].add(member)
    writers = {member.name: member.pk for member in members} if kind.judges_others_only else {}
    return {
        item: members_with_role[topic.pk] | ({writers[summary.summarizer]} if _is_by_any(summary, writers) else set())
        for item, (topic, summary) in items.items()
    }


def _is_by_any(summary: Summary | None, writers: Mapping[str, int]) -> TypeGuard[Summary]:
    return summary is not None and summary.summarizer in writers


def _shortfalls(
    items: dict[int, tuple[Topic, Summary | None]],
    assigned: dict[int, set[int]],
    new_pairs: Sequence[tuple[int, int]],
    people_per_item: int,
    kind: Kind,
) -> list[str]:
    """Returns a sentence for each item that fewer than ``people_per_item`` people get."""
    new_counts = Counter(item for item, _ in new_pairs)
    counts = {item: len(assigned[item]) + new_counts[item] for item in items}
    reason = "review or adjudicate the topic" if kind.is_reviewed else "wrote the text"
    return [
        f"{topic.key}{f', {summary.kind} {summary.summarizer}' if summary else ''}: only {counts[item]} of "
        f"{people_per_item} people could be found, as the others {reason}."
        for item, (topic, summary) in items.items()
        if counts[item] < people_per_item
    ]
