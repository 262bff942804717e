"""Assigning tasks: by hand, evenly, reassigning, due dates. Tasks are a plan: no work is changed by them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.projects.permissions import can_annotate, check_manage
from annotator.web.refusals import ServiceRefused
from annotator.work.kinds import Kind, first_kind, kind_named, kinds
from annotator.work.models import Release, Work
from annotator.work.states.models import TopicRole
from annotator.work.tasks.balance import share_out
from annotator.work.tasks.models import Assignment
from annotator.work.tasks.queries import Subject, subject_of


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """A task to assign: a work on a topic or, with ``summary``, on a peer of it, pinned to ``release`` if given.

    ``kind``: empty for the first kind of work about topics, or about peers.
    """

    topic: Topic
    member: Membership
    summary: Summary | None = None
    release: Release | None = None
    due: date | None = None
    kind: str = ""
    slot: str = ""

    @property
    def of(self) -> Kind:
        return kind_named(self.kind) if self.kind else first_kind(per_peer=self.summary is not None)

    @property
    def key(self) -> tuple[Subject, int]:
        summary = self.summary.pk if self.summary else None
        return (self.of.name, self.topic.pk, summary, self.slot), self.member.pk


@dataclass(slots=True)
class Assigned:
    """How many tasks are new, and how many got another date or release; ``notes``: sentences about them."""

    new: int = 0
    changed: int = 0
    notes: list[str] = field(default_factory=list)


def possible_members(project: Project) -> QuerySet[Membership]:
    """The members who can be assigned: they can sign in and may annotate."""
    return project.memberships.filter(user__is_active=True).exclude(role=Membership.Role.VIEWER)


@transaction.atomic
def assign(*, project: Project, tasks: Sequence[PlannedTask], by: Membership) -> Assigned:
    """Create these tasks, or give those that exist the due date and release. All or nothing.

    Raises NotAllowed unless ``by`` manages the project, ServiceRefused with a sentence for each problem.
    """
    check_manage(by.role)
    Project.objects.select_for_update().get(pk=project.pk)
    problems = {reason: None for task in tasks for reason in _problems(project, task)}
    if problems:
        raise ServiceRefused(*problems)
    topics = {task.topic.pk for task in tasks}
    existing = {(subject_of(row), row.member_id): row for row in Assignment.objects.filter(topic__in=topics)}
    by_key = {task.key: task for task in tasks}
    new = [_row(task, by) for key, task in by_key.items() if key not in existing]
    changed = [existing[key] for key, task in by_key.items() if key in existing and _update(existing[key], task)]
    Assignment.objects.bulk_create(new)
    Assignment.objects.bulk_update(changed, ["due", "release"])
    return Assigned(len(new), len(changed), _resting_roles(list(by_key.values())))


def _problems(project: Project, task: PlannedTask) -> Iterable[str]:
    member, summary = task.member, task.summary
    if task.topic.project_id != project.pk or member.project_id != project.pk:
        yield "Topics and members must be of this project."
    if member.user_id is None:
        yield f"{member.name} is a name without an account, and cannot be assigned anything."
    elif not can_annotate(member.role):
        yield f"{member.name} is a viewer, who reads but does not annotate."
    if summary and (summary.topic_id != task.topic.pk or summary.kind != Summary.Kind.PEER):
        yield f"{summary.summarizer} is no peer of topic {task.topic.key}."
    if task.release and task.release.pyramid.topic_id != task.topic.pk:
        yield f"A peer of topic {task.topic.key} is matched against a release of its own topic."


def _row(task: PlannedTask, by: Membership) -> Assignment:
    release = task.release if task.of.pinned else None
    own = {"kind": task.of.name, "summary": task.summary, "slot": task.slot, "release": release, "due": task.due}
    return Assignment(topic=task.topic, member=task.member, created_by=by.user, **own)


def _update(row: Assignment, task: PlannedTask) -> bool:
    """Give an existing assignment the date and release of the task, if it has one. Returns whether that changed it."""
    due, release = task.due or row.due, (task.release.pk if task.release else None) or row.release_id
    changed = (due, release) != (row.due, row.release_id)
    row.due, row.release_id = due, release
    return changed


def _resting_roles(tasks: Sequence[PlannedTask]) -> list[str]:
    """Notes about members who review or adjudicate a topic and now have a task on it."""
    pairs = {(task.topic.pk, task.member.pk): task for task in tasks}
    roles = TopicRole.objects.filter(topic__in={pk for pk, _ in pairs}, member__in={pk for _, pk in pairs})
    return [
        f"{task.member.name} is {role.get_role_display().lower()} of {task.topic.key}: "
        "that rests until this work is finished."
        for role in roles
        if (task := pairs.get((role.topic_id, role.member_id)))
    ]


@transaction.atomic
def assign_evenly(
    *,
    project: Project,
    kind: str,
    topics: Sequence[Topic],
    members: Sequence[Membership],
    each: int,
    due: date | None,
    release_of: str,
    seed: int,
    by: Membership,
) -> Assigned:
    """Assign each topic, or each peer for kinds about peers, to ``each`` people with balanced loads.

    Existing tasks stay and count; so does work that these members have begun, which becomes their task. Nobody gets a
    topic that they review or adjudicate. ``release_of``: whose latest release the works are pinned to; "" leaves the
    choice to the member. Raises as `assign`, and ServiceRefused for fewer members than ``each``.
    """
    check_manage(by.role)
    if each < 1 or len(members) < each:
        raise ServiceRefused(f"Choose at least {max(1, each)} people: each item needs so many.")
    Project.objects.select_for_update().get(pk=project.pk)
    of = kind_named(kind)
    items = _items(topics, of)
    begun, assigned, loads = _present_tasks(project, items, of, members)
    people = {member.pk: member for member in members}
    taken = {"assigned": assigned, "excluded": _excluded(topics, items)}
    shared = share_out(list(items), list(people), each=each, **taken, loads=loads, seed=seed)
    pinned = of.pinned and release_of != ""
    releases: dict[int, Release] = {}
    if pinned:
        rows = Release.objects.filter(pyramid__topic__in=topics, pyramid__owner__name=release_of).order_by("number")
        releases = {row.pyramid.topic_id: row for row in rows.select_related("pyramid").defer("document")}
    tasks = [
        PlannedTask(topic, people[person], summary, releases.get(topic.pk), due, kind)
        for item, person in [*begun, *shared]
        for topic, summary in [items[item]]
    ]
    outcome = assign(project=project, tasks=tasks, by=by)
    outcome.notes += _shortfalls(items, assigned, shared, each)
    outcome.notes += [
        f"{topic.key}: {release_of} has no release yet, so its {of.subjects} are assigned without one."
        for topic in topics
        if pinned and topic.pk not in releases
    ]
    return outcome


def _items(topics: Sequence[Topic], kind: Kind) -> dict[int, tuple[Topic, Summary | None]]:
    if not kind.per_peer:
        return {topic.pk: (topic, None) for topic in topics}
    by_key = {topic.pk: topic for topic in topics}
    peers = Summary.objects.peer_summaries().filter(topic__in=by_key).order_by("topic__key", "position")
    return {peer.pk: (by_key[peer.topic_id], peer) for peer in peers.defer("text", "words", "sentences")}


def _present_tasks(
    project: Project, items: Collection[int], kind: Kind, members: Sequence[Membership]
) -> tuple[list[tuple[int, int]], dict[int, set[int]], dict[int, int]]:
    """The items that members have begun without a task, who has each item, and how much each person has."""
    item_of = "summary" if kind.per_peer else "topic"
    rows = Assignment.objects.filter(topic__project=project, kind=kind.name)
    assigned: dict[int, set[int]] = defaultdict(set)
    loads: dict[int, int] = defaultdict(int)
    for item, person in rows.values_list(item_of, "member"):
        assigned[item].add(person)
        loads[person] += 1
    works = Work.objects.of_kind(kind.name).filter(**{f"{item_of}__in": items}, owner__in=members)
    pairs = works.order_by("pk").values_list(item_of, "owner")
    begun = [pair for pair in dict.fromkeys(pairs) if pair[1] not in assigned[pair[0]]]
    for item, person in begun:
        assigned[item].add(person)
        loads[person] += 1
    return begun, assigned, loads


def _excluded(topics: Sequence[Topic], items: dict[int, tuple[Topic, Summary | None]]) -> dict[int, set[int]]:
    over: dict[int, set[int]] = defaultdict(set)
    for topic, member in TopicRole.objects.filter(topic__in=topics).values_list("topic", "member"):
        over[topic].add(member)
    return {item: over[topic.pk] for item, (topic, _) in items.items()}


def _shortfalls(
    items: dict[int, tuple[Topic, Summary | None]],
    assigned: dict[int, set[int]],
    shared: Sequence[tuple[int, int]],
    each: int,
) -> list[str]:
    added = Counter(item for item, _ in shared)
    number = {item: len(assigned[item]) + added[item] for item in items}
    return [
        f"{topic.key}{f', peer {summary.summarizer}' if summary else ''}: only {number[item]} of {each} people could "
        "be found, as the others review or adjudicate the topic."
        for item, (topic, summary) in items.items()
        if number[item] < each
    ]


@transaction.atomic
def reassign(*, assignment: Assignment, to: Membership, as_editor: bool, by: Membership) -> Assignment:
    """Give a task to another member. The former member's work stays theirs; ``as_editor``: ``to`` may edit it.

    Raises as `assign`, and ServiceRefused if ``to`` already has this task.
    """
    check_manage(by.role)
    project = assignment.topic.project
    Project.objects.select_for_update().get(pk=project.pk)
    row = Assignment.objects.select_related("topic", "summary", "release__pyramid").get(pk=assignment.pk)
    if reasons := list(_problems(project, PlannedTask(row.topic, to, row.summary, row.release, kind=row.kind))):
        raise ServiceRefused(*reasons)
    same = Assignment.objects.filter(kind=row.kind, topic=row.topic_id, summary=row.summary_id, slot=row.slot)
    if same.filter(member=to).exists():
        raise ServiceRefused(f"{to.name} has this already.")
    if as_editor:
        for work in work_for(row):
            work.editors.add(to)
    row.member = to
    row.save(update_fields=["member"])
    return row


def work_for(assignment: Assignment) -> list[Work]:
    """The works that the member of an assignment has made for it."""
    kind, topic, summary, slot = subject_of(assignment)
    works = Work.objects.of_kind(kind).filter(topic=topic, summary=summary, slot=slot)
    return list(works.filter(owner=assignment.member_id))


def set_due(*, assignment: Assignment, due: date | None, by: Membership) -> None:
    """Set or (None) remove the due date of a task. Raises NotAllowed."""
    check_manage(by.role)
    assignment.due = due
    assignment.save(update_fields=["due"])


@transaction.atomic
def change_all(*, topic: Topic, due: date | None, release: Release | None, by: Membership) -> tuple[int, int]:
    """Set a due date, a release or both for all tasks of a topic. Returns how many got each.

    Only tasks not begun get the release: begun work stays pinned. Raises NotAllowed, or ServiceRefused for a release of
    another topic or if neither is given.
    """
    check_manage(by.role)
    if due is None and release is None:
        raise ServiceRefused("Choose a date or a release.")
    if release and release.pyramid.topic_id != topic.pk:
        raise ServiceRefused("A peer is matched against a release of its own topic.")
    tasks = Assignment.objects.filter(topic=topic, topic__project=by.project_id)
    dated = tasks.update(due=due) if due else 0
    begun = Work.objects.filter(
        kind=OuterRef("kind"), summary=OuterRef("summary"), slot=OuterRef("slot"), owner=OuterRef("member")
    )
    pinned = tasks.filter(kind__in=[kind.name for kind in kinds() if kind.pinned]).exclude(Exists(begun))
    return dated, pinned.update(release=release) if release else 0


def unassign(*, assignment: Assignment, by: Membership) -> None:
    """Remove a task; work that was begun stays. Raises NotAllowed."""
    check_manage(by.role)
    assignment.delete()
