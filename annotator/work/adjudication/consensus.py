"""Starts a consensus from finished works, its *sources*, and later includes the changes made in these sources."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import CONSENSUS, Membership, Topic
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.adjudication.work_comparison import Comparison, compare_sources, sources_of
from annotator.work.edits.request import EditRequest, Group
from annotator.work.kinds import Kind
from annotator.work.log.append import log_event
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import WorkRoles, check_accepts_edits, check_adjudicate, check_edit
from annotator.work.visibility import FINISHED_STATES, topics_with_roles

MIN_SOURCES, MAX_SOURCES = 2, 26  # each source gets a letter
WRONG_NUMBER = f"Choose {MIN_SOURCES} to {MAX_SOURCES} pyramids or annotations for the consensus, each only once."


def check_may_adjudicate(kind: Kind, *, topic: Topic, by: Membership) -> None:
    """Raise NotAllowed unless the member may make a consensus of works of this kind on the topic."""
    topic_with_roles: Any = topics_with_roles(_account_of(by)).get(pk=topic.pk)
    may_adjudicate = getattr(topic_with_roles, f"adjudicates_{kind.name}")
    check_adjudicate(WorkRoles(topic_with_roles.member_role, adjudicates=may_adjudicate))


@transaction.atomic
def start_consensus(*, sources: Sequence[Work], by: Membership, now: datetime) -> Work:
    """Start the consensus of two or more finished works of one kind about the same texts, and return it.

    The items on which all sources agree are copied to the consensus. Raises NotAllowed, ServiceRefused, or
    Work.DoesNotExist if a source was deleted meanwhile.
    """
    if not sources:
        raise ServiceRefused(WRONG_NUMBER)
    sources = _locked(sources)
    topic, kind = sources[0].topic, sources[0].work_kind
    check_may_adjudicate(kind, topic=topic, by=by)
    _check_sources(sources)
    work = _create_consensus(sources[0], _consensus_member(topic))
    adjudicators = Membership.objects.filter(topic_roles__topic=topic, topic_roles__role=TopicRole.Role.ADJUDICATOR)
    work.editors.set([by, *adjudicators.exclude(pk=by.pk)])
    ConsensusSource.objects.bulk_create(
        ConsensusSource(work=work, source=source, kind=kind.name, position=position, revision=source.revision)
        for position, source in enumerate(sources)
    )
    user = _account_of(by)
    locked = lock(work.pk, kind=kind, user=user)
    payload = {"sources": [source.revision for source in sources]}
    log_event(work.pk, revision=locked.revision, verb="consensus", payload=payload, by=user, now=now)
    _copy_agreements(work, compare_sources(work, sources_of(work)), by=user, now=now)
    work.refresh_from_db()
    return work


def join_consensus(*, work: Work, by: Membership) -> None:
    """Make a further adjudicator of the topic, or a manager, an editor of a consensus. Raises NotAllowed."""
    check_may_adjudicate(work.work_kind, topic=work.topic, by=by)
    work.editors.add(by)


@transaction.atomic
def update_sources(*, work: Work, by: User, now: datetime) -> int:
    """Let a consensus use the present revisions of its changed sources. Returns the number of changed sources.

    Decisions on unchanged items are kept. Raises NotAllowed, NotEditable, or ServiceRefused for unfinished sources.
    """
    locked = lock(work.pk, kind=work.work_kind, user=by)
    check_edit(locked.roles)
    check_accepts_edits(locked.state)
    changed = [row for row in sources_of(work) if row.changed]
    if any(row.source.state not in FINISHED_STATES for row in changed):
        raise ServiceRefused("A source of this consensus is being changed. Wait until it is finished again.")
    for row in changed:
        row.revision = row.source.revision
        row.save(update_fields=["revision"])
    if changed:
        payload = {"sources": [row.revision for row in sources_of(work)]}
        log_event(work.pk, revision=locked.revision, verb="consensus", payload=payload, by=by, now=now)
    return len(changed)


def _locked(sources: Sequence[Work]) -> list[Work]:
    """Returns the sources in the given order, locked so that nobody can reopen a source before the consensus is stored.

    Raises Work.DoesNotExist if a source was deleted meanwhile.
    """
    rows = Work.objects.select_for_update(of=["self"], no_key=True).select_related("owner", "topic__project")
    locked = {work.pk: work for work in rows.order_by("pk").filter(pk__in=[source.pk for source in sources])}
    if any(source.pk not in locked for source in sources):
        raise Work.DoesNotExist
    return [locked[source.pk] for source in sources]


def _check_sources(sources: Sequence[Work]) -> None:
    has_duplicates = len({source.pk for source in sources}) < len(sources)
    if has_duplicates or not MIN_SOURCES <= len(sources) <= MAX_SOURCES:
        raise ServiceRefused(WRONG_NUMBER)
    if any(source.state not in FINISHED_STATES for source in sources):
        raise ServiceRefused("A consensus is made from finished work only.")
    if any(source.owner.name == CONSENSUS for source in sources):
        raise ServiceRefused("A consensus is not made from a consensus.")
    if any(_common_fields(source) != _common_fields(sources[0]) for source in sources):
        raise ServiceRefused("Only pyramids of one topic, or annotations of one peer and release, can be combined.")


def _consensus_member(topic: Topic) -> Membership:
    member, _ = Membership.objects.get_or_create(project=topic.project, name=CONSENSUS)
    if member.user_id is not None:
        raise ServiceRefused(f"A member with an account is called “{CONSENSUS}”; rename this member first.")
    return member


def _common_fields(work: Work) -> dict[str, Any]:
    """Returns the fields in which a consensus equals all its sources."""
    return {name: getattr(work, name) for name in ("kind", "topic", "summary_id", "release_id", "slot")}


def _create_consensus(source: Work, owner: Membership) -> Work:
    work, is_new = Work.objects.get_or_create(**_common_fields(source), owner=owner)
    if not is_new:
        raise ServiceRefused("There is a consensus already.")
    return work


def _account_of(member: Membership) -> User:
    if member.user is None:
        raise ServiceRefused("Only somebody with an account can adjudicate.")
    return member.user


def _copy_agreements(work: Work, compared: Comparison, *, by: User, now: datetime) -> None:
    """Copy the items on which all sources agree: all as one group or, if the group is refused, one by one."""
    first_source_items = {item["id"]: item for item in compared.sides[0].items}
    edits_by_item = []
    for difference in compared.differences:
        if difference.kind == "same":
            sides_with_items = zip(compared.sides, difference.items, strict=True)
            source_ids = {side.letter: [item.id for item in items] for side, items in sides_with_items}
            item = first_source_items[difference.items[0][0].id]
            edits_by_item.append(agreement_edits(work.work_kind, item, key=difference.key, source_ids=source_ids))
    if edits_by_item and _apply(work, list(chain.from_iterable(edits_by_item)), by, now) is not None:
        for item_edits in edits_by_item:
            _apply(work, item_edits, by, now)


def _apply(work: Work, edits: Sequence[EditRequest], by: User, now: datetime) -> dict[str, str] | None:
    """Apply edits as one group. Returns the refusal, or None if the edits were applied."""
    groups = [Group(str(uuid4()), tuple(edits))]
    locked = lock(work.pk, kind=work.work_kind, user=by)
    return apply_groups(locked=locked, base=locked.revision, groups=groups, by=by, now=now).refused


def agreement_edits(
    kind: Kind, item: dict[str, Any], *, key: str, source_ids: dict[str, list[str]]
) -> list[EditRequest]:
    """Returns the edits that copy an item to the consensus and record the agreement of all sources as a decision.

    ``item``: the page item (see `work_comparison`) of the first source. ``key``: the key of the `Difference`, whose
    kind is "same". ``source_ids``: by letter of the source, the ids of its items with this content.
    """
    new_id = str(uuid4())
    decision = {"difference": key, "choice": "agree", "note": "", "sources": source_ids, kind.items: [new_id]}
    return [
        EditRequest(str(uuid4()), verb, payload)
        for verb, payload in [*kind.agreement_edits(item, new_id=new_id), ("decide", decision)]
    ]
