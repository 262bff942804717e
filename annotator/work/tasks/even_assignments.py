"""Assigns topics or peers to several members as evenly as possible, for managers who plan a whole project."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import date

from django.db import transaction

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import Kind, kind_named
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
    kind: str,
    topics: Sequence[Topic],
    members: Sequence[Membership],
    people_per_item: int,
    due: date | None,
    release_of: str,
    seed: int,
    by: Membership,
) -> AssignmentOutcome:
    """Assign each item (a topic, or a peer for kinds about peers) to ``people_per_item`` members as evenly as possible.

    Existing tasks are kept and counted. Work that these members have begun becomes a task and is counted too. Nobody
    gets a topic that they review or adjudicate. ``release_of``: the name of the pyramid owner whose latest release is
    used; "" leaves the choice to the member. Raises like `assign`, and ServiceRefused for too few members.
    """
    check_manage(by.role)
    if people_per_item < 1 or len(members) < people_per_item:
        raise ServiceRefused(f"Choose at least {max(1, people_per_item)} people: that is how many each item needs.")
    Project.objects.select_for_update().get(pk=project.pk)
    work_kind = kind_named(kind)
    items = _items(topics, work_kind)
    begun_pairs, assigned, loads = _begun_and_assigned(project, items, work_kind, members)
    members_by_id = {member.pk: member for member in members}
    excluded = _excluded(topics, items)
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
        PlannedTask(topic, members_by_id[person], summary, releases.get(topic.pk), due, kind)
        for item, person in [*begun_pairs, *new_pairs]
        for topic, summary in [items[item]]
    ]
    outcome = assign(project=project, tasks=tasks, by=by)
    outcome.notes += _shortfalls(items, assigned, new_pairs, people_per_item)
    outcome.notes += [
        f"{topic.key}: {release_of} has no release yet, so its {work_kind.subject_plural} are assigned without one."
        for topic in topics
        if is_pinned and topic.pk not in releases
    ]
    return outcome


def _items(topics: Sequence[Topic], kind: Kind) -> dict[int, tuple[Topic, Summary | None]]:
    """Maps the id of each item, a topic or a peer, to (topic, None) or (topic, peer)."""
    if not kind.per_peer:
        return {topic.pk: (topic, None) for topic in topics}
    topics_by_id = {topic.pk: topic for topic in topics}
    peers = Summary.objects.peer_summaries().filter(topic__in=topics_by_id).order_by("topic__key", "position")
    return {peer.pk: (topics_by_id[peer.topic_id], peer) for peer in peers.defer("text", "words", "sentences")}


def _latest_releases(topics: Sequence[Topic], *, owner: str) -> dict[int, Release]:
    """Maps each topic to the latest release of this owner's pyramid, if there is one."""
    releases = Release.objects.filter(pyramid__topic__in=topics, pyramid__owner__name=owner).order_by("number")
    return {release.pyramid.topic_id: release for release in releases.select_related("pyramid").defer("document")}


def _begun_and_assigned(
    project: Project, items: Collection[int], kind: Kind, members: Sequence[Membership]
) -> tuple[list[tuple[int, int]], dict[int, set[int]], dict[int, int]]:
    """Returns (begun_pairs, assigned, loads). All items and members are ids.

    ``begun_pairs``: an (item, member) pair for each work that was begun without a task. ``assigned``: by item, the
    members who have it as a task or in such a pair. ``loads``: by member, the number of these items.
    """
    item_field = "summary" if kind.per_peer else "topic"
    tasks = Assignment.objects.filter(topic__project=project, kind=kind.name)
    assigned: dict[int, set[int]] = defaultdict(set)
    loads: dict[int, int] = defaultdict(int)
    for item, person in tasks.values_list(item_field, "member"):
        assigned[item].add(person)
        loads[person] += 1
    works = Work.objects.of_kind(kind.name).filter(**{f"{item_field}__in": items}, owner__in=members)
    pairs = works.order_by("pk").values_list(item_field, "owner")
    begun_pairs = [(item, person) for item, person in dict.fromkeys(pairs) if person not in assigned[item]]
    for item, person in begun_pairs:
        assigned[item].add(person)
        loads[person] += 1
    return begun_pairs, assigned, loads


def _excluded(topics: Sequence[Topic], items: dict[int, tuple[Topic, Summary | None]]) -> dict[int, set[int]]:
    """Maps each item to the members who review or adjudicate its topic."""
    members_with_role: dict[int, set[int]] = defaultdict(set)
    for topic, member in TopicRole.objects.filter(topic__in=topics).values_list("topic", "member"):
        members_with_role[topic].add(member)
    return {item: members_with_role[topic.pk] for item, (topic, _) in items.items()}


def _shortfalls(
    items: dict[int, tuple[Topic, Summary | None]],
    assigned: dict[int, set[int]],
    new_pairs: Sequence[tuple[int, int]],
    people_per_item: int,
) -> list[str]:
    """Returns a sentence for each item that fewer than ``people_per_item`` people get."""
    new_counts = Counter(item for item, _ in new_pairs)
    counts = {item: len(assigned[item]) + new_counts[item] for item in items}
    return [
        f"{topic.key}{f', peer {summary.summarizer}' if summary else ''}: only {counts[item]} of {people_per_item} "
        "people could be found, as the others review or adjudicate the topic."
        for item, (topic, summary) in items.items()
        if counts[item] < people_per_item
    ]
