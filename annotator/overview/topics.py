"""The texts, pyramids and peer annotations of one topic, in a fixed number of queries."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery

from annotator.matching.models import matchings
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import peers_in_order
from annotator.pyramids.models import Part, pyramids
from annotator.pyramids.status import PyramidStatus, pyramid_statuses
from annotator.texts.spans import touching_tokens
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.models import Release
from annotator.work.releases import default_release, releases_of
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class TopicPyramid:
    """A pyramid as its card shows it. ``covered``: words of the models that are in an SCU."""

    status: PyramidStatus
    editors: list[str]
    covered: int
    words: int

    @property
    def percent(self) -> int:
        """The share of covered words; 100 only if all are covered, 0 only if none is."""
        if self.covered in (0, self.words):
            return 100 if self.covered else 0
        return min(99, max(1, round(100 * self.covered / self.words)))


@dataclass(frozen=True, slots=True)
class PeerWork:
    """One owner's newest annotation of a peer or, until that is finished, the older one that counts for scores.

    ``annotation`` comes with ``newer``: number of a later release of its pyramid; ``consensus``: key of the newest
    release of a consensus made from its pyramid; ``carried_from``: number of the release that it was carried over from.
    ``replaced_by``: for an older annotation, number of the release that the newest one is matched to.
    """

    annotation: Any
    mine: bool
    replaced_by: int | None = None


@dataclass(frozen=True, slots=True)
class PeerLine:
    """A peer and its annotations."""

    peer: Summary
    words: int
    work: list[PeerWork]

    @property
    def mine(self) -> PeerWork | None:
        """The user's own newest annotation."""
        return next((work for work in self.work if work.mine), None)


def topic_overview(topic: Topic, *, member: Membership, user: User) -> dict[str, Any]:
    """Everything that the topic's page shows this member. ``topic`` comes with its project."""
    summaries = list(Summary.objects.visible_to(user).filter(topic=topic))
    models = [(summary, len(summary.words) // 2) for summary in summaries if summary.kind == Summary.Kind.MODEL]
    releases = releases_of(topic, user=user)
    peers = [summary for summary in summaries if summary.kind == Summary.Kind.PEER]
    lines = _peers(topic, peers_in_order(member, peers, project=topic.project), user)
    return {
        "models": models,
        "pyramids": _pyramids(topic, models, user),
        "peers": lines,
        "release": default_release(releases),
        "releases": len(releases),
        "mixed": len({work.annotation.release_id for line in lines for work in line.work}) > 1,
    }


def _pyramids(topic: Topic, models: list[tuple[Summary, int]], user: User) -> list[TopicPyramid]:
    visible = pyramids().visible_to(user).filter(topic=topic)
    statuses = pyramid_statuses(visible.prefetch_related("editors"), user=user)
    covered = _covered([status.pyramid.pk for status in statuses], [summary for summary, _ in models])
    return [
        TopicPyramid(
            status=status,
            editors=[editor.name for editor in status.pyramid.editors.all()],
            covered=covered[status.pyramid.pk],
            words=sum(words for _, words in models),
        )
        for status in statuses
    ]


def _covered(pyramids: list[int], models: list[Summary]) -> Counter[int]:
    """By pyramid, the number of words of the models that a part of some SCU touches."""
    offsets = {summary.pk: summary.words for summary in models}
    touched: set[tuple[int, int, int]] = set()
    parts = Part.objects.filter(pyramid__in=pyramids).order_by()
    for pyramid, summary, start, end in parts.values_list("pyramid", "contributor__summary", "start", "end"):
        touched.update((pyramid, summary, word) for word in touching_tokens(offsets[summary], start, end))
    return Counter(pyramid for pyramid, _, _ in touched)


def _peers(topic: Topic, peers: list[Summary], user: User) -> list[PeerLine]:
    work: dict[int | None, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    later = Release.objects.visible_to(user).filter(
        pyramid=OuterRef("release__pyramid"), number__gt=OuterRef("release__number")
    )
    consensuses = ConsensusSource.objects.filter(source=OuterRef(OuterRef("release__pyramid")))
    consensus_releases = (
        Release.objects.visible_to(user).filter(pyramid__in=consensuses.values("work")).order_by("-created_at")
    )
    annotations = (
        matchings()
        .visible_to(user)
        .filter(topic=topic)
        .select_related("owner", "release__pyramid__owner")
        .defer("release__document")
        .annotate(
            newer=Subquery(later.order_by("-number").values("number")[:1]),
            consensus=Subquery(consensus_releases.values("pk")[:1]),
            carried_from=F("derived_from__release__number"),
        )
        .order_by("-release__created_at", "-release__number", "-created_at")
    )
    for annotation in annotations:
        work[annotation.summary_id][annotation.owner.name].append(annotation)
    return [
        PeerLine(
            peer,
            len(peer.words) // 2,
            [line for owner in sorted(work[peer.pk]) for line in _relevant(work[peer.pk][owner], user)],
        )
        for peer in peers
    ]


def _relevant(annotations: list[Any], user: User) -> list[PeerWork]:
    """Which of one owner's annotations of a peer, newest first, the page shows: see PeerWork."""
    newest, *older = annotations
    mine = newest.owner.user_id == user.pk
    works = [PeerWork(newest, mine)]
    if newest.state not in FINISHED_STATES:
        scoring = [row for row in older if row.state in FINISHED_STATES][:1]
        works += [PeerWork(row, mine, replaced_by=newest.release.number) for row in scoring]
    return works
