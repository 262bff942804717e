"""What stands where in one topic: its texts, pyramids and peer annotations. The number of statements is fixed."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery

from annotator.matching.models import matchings
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import peers_in_order
from annotator.pyramids.lines import PyramidLine, pyramid_lines
from annotator.pyramids.models import Part, pyramids
from annotator.texts.spans import touching_tokens
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.models import Release, Work
from annotator.work.releases import default_release, releases_of
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class TopicPyramid:
    """A pyramid with its releases, newest first, and how many words of the models are in an SCU."""

    line: PyramidLine
    releases: list[Release]
    editors: list[str]
    covered: int
    words: int

    @property
    def percent(self) -> int:
        """The share of words that are covered; 100 means all of them and 0 none, whatever rounding says."""
        if self.covered in (0, self.words):
            return 100 if self.covered else 0
        return min(99, max(1, round(100 * self.covered / self.words)))


@dataclass(frozen=True, slots=True)
class PeerWork:
    """One owner's newest annotation of a peer; before it is finished, also the one that still scores.

    ``newer``: the number of a later release of its pyramid, if any; ``consensus``: the key of the newest release of a
    consensus that was made of its pyramid, if any; ``carried_from``: that of the release which it was
    carried over from; ``replaced_by``: of an older one the release that the newest is matched to.
    """

    annotation: Work
    owner: str
    mine: bool
    newer: int | None
    consensus: int | None
    carried_from: int | None
    replaced_by: int | None


@dataclass(frozen=True, slots=True)
class PeerLine:
    """A peer and who has annotated it."""

    peer: Summary
    words: int
    work: list[PeerWork]

    @property
    def mine(self) -> PeerWork | None:
        """The user's own annotation, the newest."""
        return next((work for work in self.work if work.mine), None)


@dataclass(frozen=True, slots=True)
class TopicOverview:
    """The texts, pyramids and peers of a topic."""

    models: list[tuple[Summary, int]]
    pyramids: list[TopicPyramid]
    peers: list[PeerLine]
    release: Release | None
    releases: int

    @property
    def mixed(self) -> bool:
        """Whether peers are matched to more than one release."""
        return len({work.annotation.release_id for line in self.peers for work in line.work}) > 1


def topic_overview(topic: Topic, *, member: Membership, user: User) -> TopicOverview:
    """Everything the topic's page shows this member. Eight statements, whatever the size.

    ``topic`` comes with its project.
    """
    summaries = list(Summary.objects.visible_to(user).filter(topic=topic))
    models = [(summary, len(summary.words) // 2) for summary in summaries if summary.kind == Summary.Kind.MODEL]
    releases = releases_of(topic, user=user)
    peers = [summary for summary in summaries if summary.kind == Summary.Kind.PEER]
    return TopicOverview(
        models=models,
        pyramids=_pyramids(topic, models, releases, user),
        peers=_peers(topic, peers_in_order(member, peers, project=topic.project), user),
        release=default_release(releases),
        releases=len(releases),
    )


def _pyramids(
    topic: Topic, models: list[tuple[Summary, int]], releases: list[Release], user: User
) -> list[TopicPyramid]:
    visible = pyramids().visible_to(user).filter(topic=topic)
    lines = pyramid_lines(visible.prefetch_related("editors"), user=user)
    covered = _covered([line.pyramid.pk for line in lines], [summary for summary, _ in models])
    return [
        TopicPyramid(
            line=line,
            releases=[release for release in releases if release.pyramid_id == line.pyramid.pk],
            editors=[editor.name for editor in line.pyramid.editors.all()],
            covered=covered[line.pyramid.pk],
            words=sum(words for _, words in models),
        )
        for line in lines
    ]


def _covered(pyramids: list[int], models: list[Summary]) -> dict[int, int]:
    """By pyramid, how many words of the models a part of some SCU touches."""
    words = {summary.pk: summary.words for summary in models}
    touched: dict[int, set[tuple[int, int]]] = defaultdict(set)
    parts = Part.objects.filter(pyramid__in=pyramids).order_by()
    for pyramid, summary, start, end in parts.values_list("pyramid", "contributor__summary", "start", "end"):
        touched[pyramid].update((summary, word) for word in touching_tokens(words[summary], start, end))
    return defaultdict(int, {pyramid: len(found) for pyramid, found in touched.items()})


def _peers(topic: Topic, peers: list[Summary], user: User) -> list[PeerLine]:
    work: dict[int | None, dict[str, list[Work]]] = defaultdict(lambda: defaultdict(list))
    later = Release.objects.visible_to(user).filter(pyramid=OuterRef("release__pyramid")).order_by("-number")
    made_of_it = ConsensusSource.objects.filter(source=OuterRef(OuterRef("release__pyramid")))
    agreed = Release.objects.visible_to(user).filter(pyramid__in=made_of_it.values("work")).order_by("-created_at")
    annotations = (
        matchings()
        .visible_to(user)
        .filter(topic=topic)
        .select_related("owner", "release__pyramid__owner")
        .defer("release__document")
        .annotate(
            latest=Subquery(later.values("number")[:1]),
            consensus=Subquery(agreed.values("pk")[:1]),
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
            [line for owner in sorted(work[peer.pk]) for line in _shown(work[peer.pk][owner], user)],
        )
        for peer in peers
    ]


def _shown(annotations: list[Work], user: User) -> list[PeerWork]:
    """Of one owner's annotations of a peer, newest first, those that matter: see PeerWork."""
    newest, *older = annotations
    scoring = [one for one in older if one.state in FINISHED_STATES][:1] if newest.state not in FINISHED_STATES else []
    return [_work(newest, user), *(_work(older, user, newest) for older in scoring)]


def _work(annotation: Any, user: User, replaced_by: Any = None) -> PeerWork:
    """``annotation`` comes with ``latest``, ``consensus`` and ``carried_from``."""
    owner, latest = annotation.owner, annotation.latest
    return PeerWork(
        annotation=annotation,
        owner=owner.name,
        mine=owner.user_id == user.pk,
        newer=latest if latest > annotation.release.number and replaced_by is None else None,
        consensus=annotation.consensus if replaced_by is None else None,
        carried_from=annotation.carried_from,
        replaced_by=replaced_by and replaced_by.release.number,
    )
