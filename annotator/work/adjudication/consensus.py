"""Adjudication: a consensus begun from finished work, and taking in what changed. ``states`` knows how it ends."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from annotator.matching.models import PeerAnnotation
from annotator.matching.store import PeerStore
from annotator.overview.projects import FINISHED
from annotator.projects.models import CONSENSUS, Membership, Topic
from annotator.pyramids.models import Pyramid
from annotator.pyramids.store import PyramidStore
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.compared import Comparison
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.adjudication.sources import consensus_compared, sources_of
from annotator.work.edits.request import EditRequest, Group
from annotator.work.log.editing import Store, apply_groups
from annotator.work.log.events import log_event
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import check_accepts_edits, check_adjudicate, check_edit

FEWEST, MOST = 2, 26


def check_may_adjudicate(kind: type[Pyramid] | type[PeerAnnotation], *, topic: Topic, by: Membership) -> None:
    """Raise NotAllowed unless the member may make a consensus of the topic's pyramids, or of matchings of its peers."""
    known = Topic.objects.for_member(_user(by)).get(pk=topic.pk)
    adjudicates = known.adjudicates_pyramids if kind is Pyramid else known.adjudicates_peers
    check_adjudicate(known.member_role, adjudicates=adjudicates)


@transaction.atomic
def start_consensus(
    *, sources: Sequence[Pyramid | PeerAnnotation], by: Membership, now: datetime
) -> Pyramid | PeerAnnotation:
    """Begin the consensus of two or more finished pyramids of a topic, or matchings of a peer against one release.

    What agrees is taken over at once, as one step of ``by``. Raises NotAllowed or ServiceRefused.
    """
    topic = _topic_of(sources)
    sources = _locked(sources)
    check_may_adjudicate(type(sources[0]), topic=topic, by=by)
    _check_sources(sources)
    target = _make(sources[0], _consensus_member(topic))
    adjudicators = Membership.objects.filter(topic_roles__topic=topic, topic_roles__role=TopicRole.Role.ADJUDICATOR)
    target.editors.set([by, *adjudicators.exclude(pk=by.pk)])
    column = "pyramid" if isinstance(target, Pyramid) else "annotation"
    pinned = [(at, {column: target, f"source_{column}": source}, source.revision) for at, source in enumerate(sources)]
    ConsensusSource.objects.bulk_create(
        ConsensusSource(**which, position=at, revision=revision) for at, which, revision in pinned
    )
    user = _user(by)
    store = _lock(target, user)
    payload = {"sources": [revision for _, _, revision in pinned]}
    log_event(store.locked.target, revision=store.locked.revision, verb="consensus", payload=payload, by=user, now=now)
    _take_over(target, consensus_compared(target, sources_of(target)), by=user, now=now)
    target.refresh_from_db()
    return target


def join_consensus(*, target: Pyramid | PeerAnnotation, by: Membership) -> None:
    """Let another adjudicator of the topic, or a manager, work on a consensus that was begun. Raises NotAllowed."""
    check_may_adjudicate(type(target), topic=_topic_of([target]), by=by)
    target.editors.add(by)


@transaction.atomic
def take_in_changes(*, target: Pyramid | PeerAnnotation, by: User, now: datetime) -> int:
    """Pin the sources as they stand now; gives the number of those that changed.

    What did not change stays decided. Raises NotAllowed, NotEditable, or ServiceRefused while one is being changed.
    """
    store = _lock(target, by)
    check_edit(store.locked.role, is_editor=store.locked.standing.is_editor)
    check_accepts_edits(store.locked.state)
    changed = [source for source in sources_of(target) if source.changed]
    if any(source.work.state not in FINISHED for source in changed):
        raise ServiceRefused("What this is made from is being changed; take it in when it is finished again.")
    for source in changed:
        source.revision = source.work.revision
        source.save(update_fields=["revision"])
    if changed:
        payload = {"sources": [source.revision for source in sources_of(target)]}
        revision = store.locked.revision
        log_event(store.locked.target, revision=revision, verb="consensus", payload=payload, by=by, now=now)
    return len(changed)


def _topic_of(works: Sequence[Pyramid | PeerAnnotation]) -> Topic:
    if not works:
        raise ServiceRefused("Choose two or more to make a consensus from.")
    return works[0].topic if isinstance(works[0], Pyramid) else works[0].summary.topic


def _locked(sources: Sequence[Pyramid | PeerAnnotation]) -> list[Any]:
    """The sources as they stand, so that nobody reopens one meanwhile; in the order given."""
    kind: Any = type(sources[0])
    rows = kind.objects.select_for_update(of=["self"]).select_related("owner").order_by("pk")
    found = {one.pk: one for one in rows.filter(pk__in=[source.pk for source in sources])}
    return [found[source.pk] for source in sources]


def _check_sources(sources: Sequence[Pyramid | PeerAnnotation]) -> None:
    if not FEWEST <= len({source.pk for source in sources}) == len(sources) <= MOST:
        raise ServiceRefused("Choose two or more to make a consensus from.")
    if any(source.state not in FINISHED for source in sources):
        raise ServiceRefused("A consensus is made from finished work only.")
    if any(source.owner.name == CONSENSUS for source in sources):
        raise ServiceRefused("A consensus is not made from a consensus.")
    places = {
        source.topic_id if isinstance(source, Pyramid) else (source.summary_id, source.release_id) for source in sources
    }
    if len(places) > 1:
        raise ServiceRefused("Only pyramids of one topic, or annotations of one peer and release, go together.")


def _consensus_member(topic: Topic) -> Membership:
    member, _ = Membership.objects.get_or_create(project=topic.project, name=CONSENSUS)
    if member.user_id is not None:
        raise ServiceRefused(f"A member with an account is called “{CONSENSUS}”; rename that one first.")
    return member


def _make(source: Pyramid | PeerAnnotation, owner: Membership) -> Pyramid | PeerAnnotation:
    made: Pyramid | PeerAnnotation
    if isinstance(source, Pyramid):
        made, new = Pyramid.objects.get_or_create(topic=source.topic, owner=owner)
    else:
        made, new = PeerAnnotation.objects.get_or_create(summary=source.summary, release=source.release, owner=owner)
    if not new:
        raise ServiceRefused("There is a consensus already.")
    return made


def _user(member: Membership) -> User:
    if member.user is None:
        raise ServiceRefused("Only somebody with an account can adjudicate.")
    return member.user


def _lock(target: Pyramid | PeerAnnotation, user: User) -> Any:
    if isinstance(target, Pyramid):
        return PyramidStore.lock(pyramid=target.pk, user=user)
    return PeerStore.lock(annotation=target.pk, user=user)


def _take_over(target: Pyramid | PeerAnnotation, found: Comparison, *, by: User, now: datetime) -> None:
    """What all agree on, as one group of edits; where words must not be shared, one by one, as far as it goes."""
    agreed = [one for one in found.differences if one.kind == "same"]
    items = [{item["id"]: item for item in side.items} for side in found.sides]
    edits = []
    for one in agreed:
        sources = {side.letter: [item.id for item in one.items[at]] for at, side in enumerate(found.sides)}
        edits.append(agreement_edits(target, items[0][one.items[0][0].id], key=one.key, sources=sources))
    whole = [Group(str(uuid4()), tuple(edit for several in edits for edit in several))] if edits else []
    each = [Group(str(uuid4()), tuple(several)) for several in edits]
    if whole and _apply(_lock(target, by), whole, by, now) is not None:
        for group in each:
            _apply(_lock(target, by), [group], by, now)


def _apply(store: Store, groups: Sequence[Group], by: User, now: datetime) -> dict[str, str] | None:
    """The refusal, if there is one."""
    return apply_groups(store=store, base=store.locked.revision, groups=groups, by=by, now=now).refused


def agreement_edits(
    target: Pyramid | PeerAnnotation, item: dict[str, Any], *, key: str, sources: dict[str, list[str]]
) -> list[EditRequest]:
    """The edits that make an item of the sources one of the consensus, and say so."""
    made = str(uuid4())
    edits: list[tuple[str, dict[str, Any]]] = []
    if isinstance(target, Pyramid):
        edits.append(("create_scu", {"scu": made, "label": item["label"]}))
        for summary, start, end in item["parts"]:
            span = {"summary": summary, "start": start, "end": end}
            edits.append(("add_part", {"part": str(uuid4()), "scu": made, **span}))
        if item["comment"]:
            edits.append(("comment_scu", {"scu": made, "comment": item["comment"], "was": ""}))
    else:
        for _, start, end in item["parts"]:
            span = {"scu": item["matched"], "start": start, "end": end}
            edits.append(("match_part", {"unit": made, "part": str(uuid4()), **span}))
        if item["comment"]:
            edits.append(("comment_unit", {"unit": made, "comment": item["comment"], "was": ""}))
    name = "scus" if isinstance(target, Pyramid) else "units"
    edits.append(("decide", {"difference": key, "choice": "agree", "note": "", "sources": sources, name: [made]}))
    return [EditRequest(str(uuid4()), verb, payload) for verb, payload in edits]
