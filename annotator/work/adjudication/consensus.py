"""Adjudication: starting a consensus of finished works, and taking in changes of its sources."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from annotator.projects.models import CONSENSUS, Membership, Topic
from annotator.web.refusals import ServiceRefused
from annotator.work.adjudication.compared import Comparison, consensus_compared, sources_of
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.edits.request import EditRequest, Group
from annotator.work.kinds import Kind
from annotator.work.log.append import log_event
from annotator.work.log.editing import apply_groups
from annotator.work.log.locking import lock
from annotator.work.models import Work
from annotator.work.states.models import TopicRole
from annotator.work.states.permissions import Standing, check_accepts_edits, check_adjudicate, check_edit
from annotator.work.visibility import FINISHED_STATES, topics_with_roles

FEWEST, MOST = 2, 26
TOO_FEW = "Choose two or more to make a consensus from."


def check_may_adjudicate(kind: Kind, *, topic: Topic, by: Membership) -> None:
    """Raise NotAllowed unless the member may make a consensus of works of this kind on the topic."""
    row: Any = topics_with_roles(_user(by)).get(pk=topic.pk)
    check_adjudicate(Standing(row.member_role, adjudicates=getattr(row, f"adjudicates_{kind.name}")))


@transaction.atomic
def start_consensus(*, sources: Sequence[Work], by: Membership, now: datetime) -> Work:
    """Start the consensus of two or more finished works of one kind about the same texts.

    Items on which all agree are taken over as one step of ``by``. Raises NotAllowed or ServiceRefused.
    """
    if not sources:
        raise ServiceRefused(TOO_FEW)
    sources = _locked(sources)
    topic, kind = sources[0].topic, sources[0].of
    check_may_adjudicate(kind, topic=topic, by=by)
    _check_sources(sources)
    work = _make(sources[0], _consensus_member(topic))
    adjudicators = Membership.objects.filter(topic_roles__topic=topic, topic_roles__role=TopicRole.Role.ADJUDICATOR)
    work.editors.set([by, *adjudicators.exclude(pk=by.pk)])
    ConsensusSource.objects.bulk_create(
        ConsensusSource(work=work, source=source, kind=kind.name, position=at, revision=source.revision)
        for at, source in enumerate(sources)
    )
    user = _user(by)
    locked = lock(work.pk, kind=kind, user=user)
    payload = {"sources": [source.revision for source in sources]}
    log_event(work.pk, revision=locked.revision, verb="consensus", payload=payload, by=user, now=now)
    _take_over(work, consensus_compared(work, sources_of(work)), by=user, now=now)
    work.refresh_from_db()
    return work


def join_consensus(*, work: Work, by: Membership) -> None:
    """Make another adjudicator of the topic, or a manager, an editor of a consensus. Raises NotAllowed."""
    check_may_adjudicate(work.of, topic=work.topic, by=by)
    work.editors.add(by)


@transaction.atomic
def take_in_changes(*, work: Work, by: User, now: datetime) -> int:
    """Pin the sources at their present revisions. Returns how many changed.

    Decisions on unchanged items stay. Raises NotAllowed, NotEditable, or ServiceRefused while a source is being edited.
    """
    locked = lock(work.pk, kind=work.of, user=by)
    check_edit(locked.standing)
    check_accepts_edits(locked.state)
    changed = [source for source in sources_of(work) if source.changed]
    if any(source.source.state not in FINISHED_STATES for source in changed):
        raise ServiceRefused("What this is made from is being changed; take it in when it is finished again.")
    for source in changed:
        source.revision = source.source.revision
        source.save(update_fields=["revision"])
    if changed:
        payload = {"sources": [source.revision for source in sources_of(work)]}
        log_event(work.pk, revision=locked.revision, verb="consensus", payload=payload, by=by, now=now)
    return len(changed)


def _locked(sources: Sequence[Work]) -> list[Work]:
    """The sources, locked so that nobody reopens one meanwhile, in the same order."""
    rows = Work.objects.select_for_update(of=["self"], no_key=True).select_related("owner", "topic__project")
    locked = {work.pk: work for work in rows.order_by("pk").filter(pk__in=[source.pk for source in sources])}
    return [locked[source.pk] for source in sources]


def _check_sources(sources: Sequence[Work]) -> None:
    if not FEWEST <= len({source.pk for source in sources}) == len(sources) <= MOST:
        raise ServiceRefused(TOO_FEW)
    if any(source.state not in FINISHED_STATES for source in sources):
        raise ServiceRefused("A consensus is made from finished work only.")
    if any(source.owner.name == CONSENSUS for source in sources):
        raise ServiceRefused("A consensus is not made from a consensus.")
    if any(_subject(source) != _subject(sources[0]) for source in sources):
        raise ServiceRefused("Only pyramids of one topic, or annotations of one peer and release, go together.")


def _consensus_member(topic: Topic) -> Membership:
    member, _ = Membership.objects.get_or_create(project=topic.project, name=CONSENSUS)
    if member.user_id is not None:
        raise ServiceRefused(f"A member with an account is called “{CONSENSUS}”; rename that one first.")
    return member


def _subject(work: Work) -> dict[str, Any]:
    """What the sources of a consensus, and the consensus, have in common."""
    return {name: getattr(work, name) for name in ("kind", "topic", "summary_id", "release_id", "slot")}


def _make(source: Work, owner: Membership) -> Work:
    work, new = Work.objects.get_or_create(**_subject(source), owner=owner)
    if not new:
        raise ServiceRefused("There is a consensus already.")
    return work


def _user(member: Membership) -> User:
    if member.user is None:
        raise ServiceRefused("Only somebody with an account can adjudicate.")
    return member.user


def _take_over(work: Work, compared: Comparison, *, by: User, now: datetime) -> None:
    """Take over all items that agree as one group; if it is refused for shared words, each item that fits."""
    items = [{item["id"]: item for item in side.items} for side in compared.sides]
    edits = []
    for difference in compared.differences:
        if difference.kind == "same":
            letters = enumerate(side.letter for side in compared.sides)
            sources = {letter: [item.id for item in difference.items[at]] for at, letter in letters}
            first = items[0][difference.items[0][0].id]
            edits.append(agreement_edits(work.of, first, key=difference.key, sources=sources))
    if edits and _refusal(work, list(chain.from_iterable(edits)), by, now):
        for edits_of_item in edits:
            _refusal(work, edits_of_item, by, now)


def _refusal(work: Work, edits: Sequence[EditRequest], by: User, now: datetime) -> dict[str, str] | None:
    """Apply edits as one group. Returns the refusal, or None."""
    groups = [Group(str(uuid4()), tuple(edits))]
    locked = lock(work.pk, kind=work.of, user=by)
    return apply_groups(locked=locked, base=locked.revision, groups=groups, by=by, now=now).refused


def agreement_edits(kind: Kind, item: dict[str, Any], *, key: str, sources: dict[str, list[str]]) -> list[EditRequest]:
    """The edits that copy an item of the sources to the consensus and record the agreement."""
    new = str(uuid4())
    decided = {"difference": key, "choice": "agree", "note": "", "sources": sources, kind.items: [new]}
    return [
        EditRequest(str(uuid4()), verb, payload)
        for verb, payload in [*kind.agreement_edits(item, made=new), ("decide", decided)]
    ]
