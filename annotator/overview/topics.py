"""Reads the texts, pyramids and peer annotations of one topic, in a fixed number of queries."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery

from annotator.matching.models import peer_annotations
from annotator.projects.models import Membership, Summary, Topic
from annotator.projects.peer_names import peers_in_order
from annotator.pyramids.models import Part, pyramids
from annotator.pyramids.status import PyramidStatus, pyramid_statuses
from annotator.texts.spans import touching_tokens
from annotator.work.adjudication.models import ConsensusSource
from annotator.work.release_models import Release
from annotator.work.releases import default_release, releases_of
from annotator.work.visibility import FINISHED_STATES


@dataclass(frozen=True, slots=True)
class TopicPyramid:
    """A pyramid as its card shows it. ``editors``: names. ``words``: the number of words in the model summaries;
    ``covered_words``: how many of these words are in an SCU.
    """

    status: PyramidStatus
    editors: list[str]
    covered_words: int
    words: int

    @property
    def percent(self) -> int:
        """The percentage of covered words; 100 only if all are covered, 0 only if none is."""
        if self.covered_words in (0, self.words):
            return 100 if self.covered_words else 0
        return min(99, max(1, round(100 * self.covered_words / self.words)))


@dataclass(frozen=True, slots=True)
class ListedAnnotation:
    """A peer annotation in the list of peers: its owner's newest, or an older one that still counts for scores.

    ``work``: a `Work` to which the query adds ``newer_release``, the number of its pyramid's latest release, or None if
    the work is matched to that; ``consensus_release``, the primary key of the newest release of a consensus made from
    its pyramid; and ``carried_from``, the number of the release that it was carried over from. ``replaced_by``: for an
    older annotation, the number of the release to which the owner's newest annotation is matched; else None.
    """

    work: Any
    is_mine: bool
    replaced_by: int | None = None


@dataclass(frozen=True, slots=True)
class PeerLine:
    """A row in the list of peers."""

    peer: Summary
    word_count: int
    annotations: list[ListedAnnotation]

    @property
    def has_own_annotation(self) -> bool:
        """Whether the user has an annotation of the peer."""
        return any(annotation.is_mine for annotation in self.annotations)


def topic_overview(topic: Topic, *, member: Membership, user: User) -> dict[str, Any]:
    """Returns the template context of the topic's page for this member. ``topic.project`` should be loaded already.

    ``models``: (summary, number of words). ``release``: the release that peers are matched to by default.
    """
    summaries = list(Summary.objects.visible_to(user).filter(topic=topic))
    # ``words`` has two numbers for each word: its start and end.
    models = [(summary, len(summary.words) // 2) for summary in summaries if summary.kind == Summary.Kind.MODEL]
    releases = releases_of(topic, user=user)
    peers = [summary for summary in summaries if summary.kind == Summary.Kind.PEER]
    peer_lines = _peer_lines(topic, peers_in_order(member, peers, project=topic.project), user)
    release_ids = {annotation.work.release_id for line in peer_lines for annotation in line.annotations}
    return {
        "models": models,
        "pyramids": _pyramids(topic, models, user),
        "peer_lines": peer_lines,
        "has_documents": topic.documents.exists(),
        "release": default_release(releases),
        "release_count": len(releases),
        "has_mixed_releases": len(release_ids) > 1,
    }


def _pyramids(topic: Topic, models: list[tuple[Summary, int]], user: User) -> list[TopicPyramid]:
    """Returns the visible pyramids of a topic. ``models``: (summary, number of words)."""
    visible = pyramids().visible_to(user).filter(topic=topic)
    statuses = pyramid_statuses(visible.prefetch_related("editors"), user=user)
    covered_words = _count_covered_words([status.pyramid.pk for status in statuses], [summary for summary, _ in models])
    return [
        TopicPyramid(
            status=status,
            editors=[editor.name for editor in status.pyramid.editors.all()],
            covered_words=covered_words[status.pyramid.pk],
            words=sum(words for _, words in models),
        )
        for status in statuses
    ]


def _count_covered_words(pyramids: list[int], models: list[Summary]) -> Counter[int]:
    """Returns by pyramid id how many words of the models are, at least in part, in one of the pyramid's SCUs."""
    word_bounds = {summary.pk: summary.words for summary in models}
    covered: set[tuple[int, int, int]] = set()  # (pyramid id, summary id, index of a word in the summary)
    parts = Part.objects.filter(pyramid__in=pyramids).order_by()
    for pyramid, summary, start, end in parts.values_list("pyramid", "contributor__summary", "start", "end"):
        covered.update((pyramid, summary, word) for word in touching_tokens(word_bounds[summary], start, end))
    return Counter(pyramid for pyramid, _, _ in covered)


def _peer_lines(topic: Topic, peers: list[Summary], user: User) -> list[PeerLine]:
    """Returns a row for each peer, in the order of ``peers``, with the annotations that the user may see."""
    by_peer_and_owner: dict[int | None, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    later_releases = Release.objects.visible_to(user).filter(
        pyramid=OuterRef("release__pyramid"), number__gt=OuterRef("release__number")
    )
    sources = ConsensusSource.objects.filter(source=OuterRef(OuterRef("release__pyramid")))
    consensuses = sources.values("work")  # the consensuses made from the annotation's pyramid
    consensus_releases = Release.objects.visible_to(user).filter(pyramid__in=consensuses).order_by("-created_at")
    annotations = (
        peer_annotations()
        .visible_to(user)
        .filter(topic=topic)
        .select_related("owner", "release__pyramid__owner")
        .defer("release__document")
        .annotate(
            newer_release=Subquery(later_releases.order_by("-number").values("number")[:1]),
            consensus_release=Subquery(consensus_releases.values("pk")[:1]),
            carried_from=F("derived_from__release__number"),
        )
        .order_by("-release__created_at", "-release__number", "-created_at")
    )
    for annotation in annotations:
        by_peer_and_owner[annotation.summary_id][annotation.owner.name].append(annotation)
    lines = []
    for peer in peers:
        by_owner = by_peer_and_owner[peer.pk]
        annotations_of_peer = [row for owner in sorted(by_owner) for row in _rows_of_owner(by_owner[owner], user)]
        lines.append(PeerLine(peer, len(peer.words) // 2, annotations_of_peer))
    return lines


def _rows_of_owner(annotations: list[Any], user: User) -> list[ListedAnnotation]:
    """Returns the rows to list for one owner's ``annotations`` of a peer (newest first); see `ListedAnnotation`."""
    newest, *older = annotations
    is_mine = newest.owner.user_id == user.pk
    listed = [ListedAnnotation(newest, is_mine)]
    if newest.state not in FINISHED_STATES:
        newest_finished = [annotation for annotation in older if annotation.state in FINISHED_STATES][:1]
        listed += [ListedAnnotation(work, is_mine, replaced_by=newest.release.number) for work in newest_finished]
    return listed
