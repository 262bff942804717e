"""Reads peer annotations and their pyramids from the database for scoring, with a fixed number of SQL queries."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from annotator.matching.marking import marked_at_import
from annotator.matching.models import Unit, peer_annotations
from annotator.projects.models import Project, Summary, Topic
from annotator.pyramids.models import ReleasedScu
from annotator.work.models import Work
from annotator.work.release_models import Release
from scoring.measures.pyramid import Pyramid
from scoring.measures.pyramid_scores import Peer

PREFETCHED = (
    "owner",
    Prefetch("summary", Summary.objects.only("topic", "kind", "summarizer", "title", "position", "mask")),
    Prefetch("topic", Topic.objects.select_related("project").defer("statement", "project__guidelines")),
    Prefetch("release", Release.objects.select_related("pyramid__owner").defer("document")),
)
"""These rows are prefetched, not joined, because many annotations share them: joins took half of the time of a page
with thousands of annotations. Long columns that no score needs are left out.
"""


@dataclass(frozen=True, slots=True)
class PeerRow:
    """A peer annotation with the pyramid of its release. ``peer``: its units. ``latest_release``: the number of
    the newest release of this pyramid; ``carried_to``: the number of the newest release that the annotation was carried
    over to, if any. ``pyramid_hash``: equal for pyramids against which scores are comparable.
    ``is_non_matching_marked``: whether the matcher marked text that matches no SCU.
    """

    annotation: Work
    pyramid: Pyramid
    peer: Peer
    latest_release: int
    carried_to: int | None
    pyramid_hash: str
    is_non_matching_marked: bool


def peer_rows(annotations: QuerySet[Work], *, limit: int | None = None) -> list[PeerRow]:
    """Returns the annotations (at most ``limit``) in their order, each with its released pyramid and its units."""
    newest = Release.objects.filter(pyramid=OuterRef("release__pyramid")).order_by("-number").values("number")[:1]
    carried_over = peer_annotations().filter(derived_from=OuterRef("pk")).order_by("-release__number")
    works = list(
        annotations.prefetch_related(*PREFETCHED).annotate(
            latest_release=Subquery(newest),
            carried_to=Subquery(carried_over.values("release__number")[:1]),
            marked_at_import=marked_at_import(),
        )[:limit]
    )
    for work in works:
        work.summary.topic = work.topic
    pyramids = _pyramids({work.release.pk: work.release for work in works})
    hashes = {key: pyramid.content_hash for key, pyramid in pyramids.items()}
    units = _units([work.pk for work in works])
    return [
        PeerRow(
            work,
            pyramids[work.release.pk],
            Peer(tuple(units[work.pk])),
            work.latest_release,
            work.carried_to,
            hashes[work.release.pk],
            work.topic.project.non_matching == Project.NonMatching.MARK and work.marked_at_import is not False,
        )
        for work in works
    ]


def _pyramids(releases: dict[int, Release]) -> dict[int, Pyramid]:
    weights: dict[int, dict[int, int]] = defaultdict(dict)
    scus = ReleasedScu.objects.filter(release__in=list(releases)).values_list("release", "uid", "weight")
    for release, uid, weight in scus.order_by("position", "pk").iterator():
        weights[release][uid] = weight
    return {key: Pyramid(weights[key], release.model_count) for key, release in releases.items()}


def _units(annotations: list[int]) -> dict[int, list[int | None]]:
    """Returns the units of each annotation (by primary key), in order. A unit is the ``uid`` of its SCU or None."""
    units: dict[int, list[int | None]] = defaultdict(list)
    rows = Unit.objects.filter(annotation__in=annotations).values_list("annotation", "scu__uid")
    for annotation, uid in rows.order_by("position", "pk").iterator():
        units[annotation].append(uid)
    return units
