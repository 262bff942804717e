"""Database rows as core values: seven statements, however many peers."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from annotator.matching.models import Unit, matchings
from annotator.projects.models import Summary, Topic
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Release, Work
from scoring.measures.pyramid import Pyramid
from scoring.measures.pyramid_scores import Peer

SHARED = (
    "owner",
    Prefetch("summary", Summary.objects.only("topic", "kind", "summarizer", "title", "position", "mask")),
    Prefetch("topic", Topic.objects.select_related("project").defer("statement", "project__guidelines")),
    Prefetch("release", Release.objects.select_related("pyramid__owner").defer("document")),
)
"""What peers have in common, made once each: joined to every row it takes half the time of a page of thousands. Long
columns that no score needs are left out.
"""


@dataclass(frozen=True, slots=True)
class PeerRow:
    """A peer annotation with the pyramid it is pinned to; ``latest_release`` is the newest number of that pyramid,
    ``carried_to`` that of the newest release which the annotation was carried over to, if any.
    """

    annotation: Work
    pyramid: Pyramid
    peer: Peer
    latest_release: int
    carried_to: int | None


def peer_rows(annotations: QuerySet[Work], *, limit: int | None = None) -> list[PeerRow]:
    """The annotations (at most ``limit``) with released weights and the SCUs their units are matched to, in order."""
    newest = Release.objects.filter(pyramid=OuterRef("release__pyramid")).order_by("-number").values("number")[:1]
    derived = matchings().filter(derived_from=OuterRef("pk")).order_by("-release__number")
    found = list(
        annotations.prefetch_related(*SHARED).annotate(
            latest_release=Subquery(newest), carried_to=Subquery(derived.values("release__number")[:1])
        )[:limit]
    )
    for annotation in found:
        annotation.summary.topic = annotation.topic
    pyramids = _pyramids({annotation.release.pk: annotation.release for annotation in found})
    peers = units_by_annotation([annotation.pk for annotation in found])
    return [
        PeerRow(one, pyramids[one.release.pk], Peer(tuple(peers[one.pk])), one.latest_release, one.carried_to)
        for one in found
    ]


def _pyramids(releases: dict[int, Release]) -> dict[int, Pyramid]:
    weights: dict[int, dict[int, int]] = defaultdict(dict)
    scus = ReleasedScu.objects.filter(release__in=list(releases)).values_list("release", "uid", "weight")
    for release, uid, weight in scus.order_by("position", "pk").iterator():
        weights[release][uid] = weight
    return {key: Pyramid(weights[key], release.model_count) for key, release in releases.items()}


def units_by_annotation(annotations: list[int]) -> dict[int, list[int | None]]:
    """For each unit of an annotation, in order, the SCU that it is matched to (its ``uid``), or None. One statement."""
    units: dict[int, list[int | None]] = defaultdict(list)
    rows = Unit.objects.filter(annotation__in=annotations).values_list("annotation", "scu__uid")
    for annotation, uid in rows.order_by("position", "pk").iterator():
        units[annotation].append(uid)
    return units
